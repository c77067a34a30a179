package dev.ccl.judge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Amounts, levels and reasons, alone and added up. */
class ToleranceTest {
  /** A helper that another test calls. */
  static void declare(double level) {
    FalseAlarms.declare(level);
  }

  @Test
  void roundingGrowsWithOperationsAndSize() {
    assertEquals(0x1p-53, Tolerance.rounding(1, 1).amount());
    assertEquals(6000 * 0x1p-53, Tolerance.rounding(2000, -3).amount());
    assertTrue(Tolerance.rounding(1, 0).amount() > 0);
    assertEquals(
        "operations: 0 is not positive",
        assertThrows(IllegalArgumentException.class, () -> Tolerance.rounding(0, 1)).getMessage());
  }

  @Test
  void amountsAndLevelsAddUp() {
    Tolerance both =
        Tolerance.estimate(0.25, "a search")
            .plus(Tolerance.level(1e-3))
            .plus(Tolerance.level(1e-4));
    assertEquals(0.25, both.amount());
    assertEquals(1.1e-3, both.level(), 1e-18);
    assertEquals(Tolerance.level(0.5), Tolerance.none().plus(Tolerance.level(0.5)));
    for (double level : new double[] {-0.1, 0, 1, 1.5, Double.NaN}) {
      assertEquals(
          "level: " + level + " is not a probability",
          assertThrows(IllegalArgumentException.class, () -> Tolerance.level(level)).getMessage());
    }
    assertEquals(0.25, Tolerance.estimate(0.25, "x").plus(Tolerance.none()).amount());
    assertEquals("level 0.500", Tolerance.none().plus(Tolerance.level(0.5)).reason());
    assertEquals("level 0.500, and x", Tolerance.level(0.5).plus(Tolerance.of(2, 0, "x")).reason());
  }

  /** Amount, level and reason count; what is equal has one hash. */
  @Test
  void whatIsWrittenDownIsEqual() {
    Tolerance one = Tolerance.of(0.25, 1e-3, "why");
    assertEquals(one, Tolerance.of(0.25, 1e-3, "why"));
    assertEquals(one.hashCode(), Tolerance.of(0.25, 1e-3, "why").hashCode());
    assertNotEquals(one, Tolerance.of(0.5, 1e-3, "why"));
    assertNotEquals(one, Tolerance.of(0.25, 1e-4, "why"));
    assertNotEquals(one, Tolerance.of(0.25, 1e-3, "because"));
    assertEquals(Tolerance.of(Double.NaN, 0, "x"), Tolerance.estimate(Double.NaN, "x"));
    assertEquals(Tolerance.level(0.125), Tolerance.of(0, 0.125, "level 0.125"));
  }

  @Test
  void anErrorThatIsNotANumberAllowsNothing() {
    Tolerance unknown = Tolerance.estimate(Double.NaN, "differences");
    assertTrue(!Evidence.equal("", 1, 1, unknown).holds());
    assertTrue(!Evidence.atMost("", 0, 1, unknown).holds());
  }

  @Test
  void reasonsArePrinted() {
    assertEquals("(exact)", Tolerance.none().toString());
    assertEquals("± NaN (x)", Tolerance.estimate(Double.NaN, "x").toString());
    assertEquals("(level 1.00e-13)", Tolerance.level(1e-13).toString());
    assertEquals(
        "± 0.25 (a search, and rounding of 9 operations on terms of size 2.00)",
        Tolerance.estimate(0.25, "a search").plus(Tolerance.rounding(9, 2)).toString());
  }
}
