package dev.ccl.algorithms.ccl;

import static com.google.common.base.Preconditions.checkArgument;

import dev.ccl.algorithms.Part;
import dev.ccl.algorithms.evidence.RewardRegression;
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
      return decreasing(PaperConstants.of(setup.problem()).logGamma(), "gamma");
    }
  },
  /** η<sub>t</sub> = 1/(γ′(t+2)) with a larger γ′ that the learner can prove. */
  SHARPER {
    @Override
    public InRun start(Setup setup) {
      setup.requireWhole("calibration=sharper", "calibration=newton");
      return decreasing(
          SharperDrift.of(setup.problem(), setup.comparisons()).logGamma(), "the sharper gamma");
    }
  },
  /** One over the smallest eigenvalue of the information measured so far. */
  CURVATURE {
    @Override
    public InRun start(Setup setup) {
      ConvexSet set = setup.problem().calibration().set();
      return InformationStep.scaled(set.dimension(), set.radius(), setup.memory());
    }
  },
  /** The inverse of the information matrix measured so far. */
  NEWTON {
    @Override
    public InRun start(Setup setup) {
      ConvexSet set = setup.problem().calibration().set();
      return InformationStep.newton(set.dimension(), set.radius(), setup.memory());
    }
  },
  /**
   * No step: w solves the equations that the rewards seen so far give, by {@link RewardRegression}.
   */
  REGRESSION {
    @Override
    public InRun start(Setup setup) {
      setup.requireWhole("calibration=regression", "calibration=newton");
      return new RegressionStep(RewardRegression.of(setup.problem(), setup.memory()));
    }
  },
  /** The solution of the equations while rewards prove it, else the Newton step. */
  CHECKED_REGRESSION {
    @Override
    public InRun start(Setup setup) {
      setup.requireWhole("calibration=checked-regression", "calibration=newton");
      return new CheckedRegression(setup);
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

  private static CalibrationRule.InRun decreasing(double logGamma, String name) {
    checkArgument(
        logGamma > Double.NEGATIVE_INFINITY,
        "the source comparisons do not identify the calibration: mu_joint = 0, so %s = 0 and the"
            + " step 1/(gamma (t+2)) does not exist",
        name);
    double inverse = Elementary.exp(-logGamma);
    checkArgument(
        inverse < Double.POSITIVE_INFINITY,
        "%s = exp(%s) is so small that the step 1/(gamma (t+2)) overflows",
        name,
        logGamma);
    return new DecreasingStep(inverse);
  }

  @Override
  public String toString() {
    return Part.word(this);
  }
}
