package dev.ccl.experiments.chart;

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
    "99999, 10⁵",
    "99949, 99900",
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
  @CsvSource({"0, 0", "316228, 316228", "1000000, 1000000", "125892541, 1.26·10⁸", "-5, −5"})
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

  private static double read(String text) {
    return text.isEmpty() ? 0 : Double.parseDouble(text);
  }

  @ParameterizedTest
  @CsvSource({"1.005, 1", "-0.001, 0", "12.346, 12.35", "1e9, 1000000000", "0.125, 0.12"})
  void coordinatesHaveTwoDecimals(double x, String expected) {
    assertEquals(expected, Numbers.coordinate(x));
  }
}
