package dev.ccl.theory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.generator.BrokenInstance;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.theory.constants.ImplicitConstants;
import dev.ccl.theory.constants.Lojasiewicz;
import dev.ccl.theory.constants.Lojasiewicz.Reason;
import org.junit.jupiter.api.Test;

/** The constants that the paper leaves implicit, where their values are known. */
class ImplicitConstantsTest {
  private static Lojasiewicz pair(Instance instance) {
    return Lojasiewicz.of(Specimen.of(instance), new Subject(instance));
  }

  @Test
  void onTheSeparationInstanceTheExcessIsLambdaTimesTheDivergence() {
    Lojasiewicz pair = pair(SeparationInstance.of(1, 2, 2, 0.5));
    assertEquals(1, pair.exponent());
    assertEquals(2, pair.factor(), 1e-3);
    assertEquals(Reason.CERTIFIED_BY_CURVATURE, pair.reason());
  }

  @Test
  void aDegenerateMinimumHasExponentThree() {
    Lojasiewicz pair = pair(BrokenInstance.DEGENERATE.instance());
    assertEquals(3, pair.exponent(), 0.26);
    assertEquals(Reason.MEASURED, pair.reason());
    assertTrue(pair.factor() > 0);
  }

  @Test
  void anOracleOnTheBoundaryHasExponentOne() {
    Lojasiewicz pair = pair(BrokenInstance.BOUNDARY.instance());
    assertEquals(1, pair.exponent());
    assertEquals(Reason.MEASURED, pair.reason());
  }

  @Test
  void theRateConstantSatisfiesTheInductionOfTheProof() {
    Instance instance = Crafted.plusMinus(1, 20, 0.5, 0.5);
    Specimen specimen = Specimen.of(instance);
    Subject subject = new Subject(instance);
    ImplicitConstants constants = ImplicitConstants.of(specimen, subject);
    double range = subject.constants().excessRange();
    assertTrue(constants.progress() > 0 && constants.progress() <= 1 / (4 * range));
    assertTrue(constants.rate() >= range);
    double kappa = constants.progress();
    for (int t = 1; t < 5000; t++) { // v_t − κ v_t² + E/√(t+2) ≤ v_{t+1} wherever v_{t+1} < M_opt
      double v = constants.rate() * StrictMath.pow(t + 1, -0.25);
      double next = constants.rate() * StrictMath.pow(t + 2, -0.25);
      if (next < range) {
        assertTrue(v - kappa * v * v + constants.noise() / Math.sqrt(t + 2) <= next);
      }
    }
    assertTrue(constants.horizons().excess() > constants.horizons().calibration());
  }
}
