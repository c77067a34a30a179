package dev.ccl.cli.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.TypeConversionException;

class WholeNumberTest {
  @Test
  void wholeNumbersOfSixtyFourBitsAreRead() {
    Map.of(
            "0", 0L,
            "-12", -12L,
            "10_000", 10_000L,
            "1e7", 10_000_000L,
            "1.5e3", 1_500L,
            "2.0", 2L,
            "9e18", 9_000_000_000_000_000_000L,
            "9223372036854775807", Long.MAX_VALUE,
            "-9223372036854775808", Long.MIN_VALUE)
        .forEach((text, value) -> assertEquals(value, new WholeNumber().convert(text), text));
  }

  /** No zero in front makes a number octal, and no sign is needed. */
  @Test
  void numbersAreDecimal() {
    Map.of(
            "010",
            10L,
            "+7",
            7L,
            "-0",
            0L,
            "0",
            0L,
            "00e5",
            0L,
            "100e-2",
            1L,
            "1e18",
            1_000_000_000_000_000_000L)
        .forEach((text, value) -> assertEquals(value, new WholeNumber().convert(text), text));
  }

  @Test
  void othersAreNamed() {
    for (String text :
        List.of(
            "",
            " ",
            "_",
            "x",
            "0x10",
            "10L",
            "1.5",
            "1e-1",
            "1e19",
            "1e20",
            "9223372036854775808",
            "1e999999999")) {
      assertEquals(
          "'" + text + "' is not a whole number of 64 bits",
          assertThrows(TypeConversionException.class, () -> new WholeNumber().convert(text))
              .getMessage());
    }
  }
}
