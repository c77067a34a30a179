package dev.ccl.core.math;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Texts of numbers do not depend on the Java that runs. */
class DecimalsTest {
  @Test
  void theFormIsThatOfJava() {
    assertEquals("0.5", Decimals.shortest(0.5));
    assertEquals("-0.0", Decimals.shortest(-0.0));
    assertEquals("1.0E-4", Decimals.shortest(1e-4));
    assertEquals("1.0E7", Decimals.shortest(1e7));
    assertEquals("NaN", Decimals.shortest(Double.NaN));
    assertEquals("-Infinity", Decimals.shortest(Double.NEGATIVE_INFINITY));
  }

  /** Java 17 says 1.9999999999999998E23 and 8.409999999999999E21 of the first two. */
  @Test
  void itIsTheShortest() {
    for (String text : new String[] {"2.0E23", "8.41E21", "0.002", "2.2E-322", "4.9E-324"}) {
      assertEquals(text, Decimals.shortest(Double.parseDouble(text)));
    }
  }
}
