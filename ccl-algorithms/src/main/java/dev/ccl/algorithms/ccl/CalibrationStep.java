package dev.ccl.algorithms.ccl;

import static com.google.common.base.Preconditions.checkArgument;

import dev.ccl.algorithms.Part;
import dev.ccl.core.exact.PaperConstants;
import dev.ccl.core.math.Elementary;
import dev.ccl.core.policy.ConvexSet;

/** The step of the calibration (line:br-project). */
public enum CalibrationStep implements CalibrationRule {
  /** η<sub>t</sub> = 1/(γ(t+2)) with γ of eq:ced-gamma. */
  PAPER {
    @Override
    public InRun start(Setup setup) {
      setup.requireWhole("calibration=paper", "calibration=newton");
      return decreasing(PaperConstants.of(setup.problem()).logGamma());
    }
  },
  /** The inverse of the information matrix measured so far. */
  NEWTON {
    @Override
    public InRun start(Setup setup) {
      ConvexSet set = setup.problem().calibration().set();
      return InformationStep.of(set.dimension(), set.radius(), setup.memory());
    }
  },
  /**
   * The minimiser over W of the labels' likelihood with a prior around the teacher whose size the
   * evidence sets: w stays at the teacher until source prompts agree that it should not.
   */
  EVIDENCE {
    @Override
    public InRun start(Setup setup) {
      return new EvidenceRule(setup);
    }
  },
  /** No step: w is the projection in KL of the optimum that the rewards seen so far describe. */
  PROJECTION {
    @Override
    public InRun start(Setup setup) {
      setup.requireWhole("calibration=projection", "calibration=evidence");
      return new ProjectionRule(setup);
    }
  };

  private static CalibrationRule.InRun decreasing(double logGamma) {
    checkArgument(
        logGamma > Double.NEGATIVE_INFINITY,
        "the source comparisons do not identify the calibration: mu_joint = 0, so gamma = 0 and the"
            + " step 1/(gamma (t+2)) does not exist");
    double inverse = Elementary.exp(-logGamma);
    checkArgument(
        inverse < Double.POSITIVE_INFINITY,
        "gamma = exp(%s) is so small that the step 1/(gamma (t+2)) overflows",
        logGamma);
    return new DecreasingStep(inverse);
  }

  @Override
  public String toString() {
    return Part.word(this);
  }
}
