package dev.ccl.experiments.summary;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigDecimal;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NumbersTest {

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "-0.0, 0",
    "1, 1",
    "120, 120",
    "0.041234, 0.0412",
    "0.00099996, 0.001",
    "0.000999, 9.99·10⁻⁴",
    "-0.001, −0.001",
    "-100000, −1·10⁵",
    "20000000000, 2·10¹⁰",
    "99999, 10⁵",
    "99949, 99900",
    "1.125, 1.12",
    "1.375, 1.38",
    "-2.625, −2.62",
    "123456, 1.23·10⁵",
    "-3.0712e-5, −3.07·10⁻⁵",
    "1e-300, 10⁻³⁰⁰",
    "4.9e-324, 4.94·10⁻³²⁴",
    "NaN, –",
    "Infinity, ∞",
    "-Infinity, −∞",
  })
  void textHasThreeDigits(double x, String expected) {
    assertEquals(expected, Numbers.text(x));
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "316228, 316228",
    "1000000, 1000000",
    "1000001, 10⁶",
    "-1000000, −1000000",
    "-1000001, −1·10⁶",
    "3000000000, 3·10⁹",
    "9223372036854775807, 9.22·10¹⁸",
    "-9223372036854775808, −9.22·10¹⁸",
    "125892541, 1.26·10⁸",
    "-5, −5"
  })
  void countsAreWholeUpToAMillion(long n, String expected) {
    assertEquals(expected, Numbers.count(n));
  }

  @ParameterizedTest
  @CsvSource({"0.1, 0.1", "123456789012345, 1.234567890E+14", "NaN, ''", "1e-20, 1E-20"})
  void plainNumbersAreReadBack(double x, String expected) {
    String text = Numbers.plain(x);
    assertEquals(new BigDecimal(expected.isEmpty() ? "0" : expected).doubleValue(), read(text));
    assertEquals(expected.isEmpty(), text.isEmpty());
  }

  /** Ten digits; no exponent from a millionth up to a billion thousands. */
  @ParameterizedTest
  @CsvSource({
    "0.000001, 0.000001",
    "0.000000999, 9.99E-7",
    "123456789012, 123456789000",
    "-999999999949, -999999999900",
    "999999999999, 1E+12",
    "1e12, 1E+12",
    "0.123456789049, 0.123456789",
    "0.12345678905, 0.1234567891",
    "12345678.125, 12345678.12",
    "12345678.375, 12345678.38",
    "-0.0, 0",
    "100, 100",
    "Infinity, ''",
    "-Infinity, ''",
  })
  void plainNumbersAreWrittenSo(double x, String expected) {
    assertEquals(expected, Numbers.plain(x));
  }

  private static double read(String text) {
    return text.isEmpty() ? 0 : Double.parseDouble(text);
  }
}
