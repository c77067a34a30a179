package dev.ccl.algorithms.ccl;

import static com.google.common.base.Preconditions.checkArgument;

import dev.ccl.algorithms.Part;
import dev.ccl.algorithms.engine.SourceCursor;
import dev.ccl.core.exact.PaperConstants;
import dev.ccl.core.math.Elementary;
import dev.ccl.core.policy.ConvexSet;

/** How one weighted label moves the calibration, before the projection (line:br-project). */
public interface CalibrationStep extends Part {
  /**
   * Opens the part for a run.
   *
   * @param run what the run offers
   * @return the workspace
   * @throws IllegalArgumentException if the rule cannot be used on the problem; the message says
   *     why
   */
  InRun start(Run run);

  /** The rule in one run. */
  interface InRun extends RoundListener {
    @Override
    default void verified(SourceCursor walk, Comparison comparison, double reward) {}

    /**
     * Takes the step of a round, after {@link #verified}; also where the label does not count, that
     * is where g<sub>t</sub> = 0.
     *
     * @param t the round
     * @param z z<sub>t</sub>; read
     * @param residual I<sub>t</sub>[σ(u) − Y<sub>t</sub>], so that g<sub>t</sub> is z times it; 0
     *     if the label does not count
     * @param curvature I<sub>t</sub> σ′(u); 0 if the label does not count
     * @param w w<sub>t</sub>; read
     * @param next overwritten with w<sub>t</sub> − η<sub>t</sub> g<sub>t</sub> or what takes its
     *     place
     */
    void step(long t, double[] z, double residual, double curvature, double[] w, double[] next);
  }

  /** The calibration steps of this library. */
  enum Choice implements CalibrationStep {
    /** η<sub>t</sub> = 1/(γ(t+2)) with γ of eq:ced-gamma. */
    PAPER {
      @Override
      public InRun start(Run run) {
        run.requireWhole("calibration=paper", "calibration=newton");
        return decreasing(PaperConstants.of(run.problem()).logGamma());
      }
    },
    /** The inverse of the information matrix measured so far. */
    NEWTON {
      @Override
      public InRun start(Run run) {
        ConvexSet set = run.problem().calibration().set();
        return NewtonStep.of(set.dimension(), set.radius(), run.memory());
      }
    },
    /**
     * The minimiser over W of the labels' likelihood with a prior around the teacher whose size the
     * evidence sets: w stays at the teacher until source prompts agree that it should not.
     */
    EVIDENCE {
      @Override
      public InRun start(Run run) {
        return new EvidenceRule(run);
      }
    },
    /** No step: w is the projection in KL of the optimum that the rewards seen so far describe. */
    PROJECTION {
      @Override
      public InRun start(Run run) {
        run.requireWhole("calibration=projection", "calibration=evidence");
        return new ProjectionStep(run);
      }
    };

    private static InRun decreasing(double logGamma) {
      checkArgument(
          logGamma > Double.NEGATIVE_INFINITY,
          "the source comparisons do not identify the calibration: mu_joint = 0, so gamma = 0 and the"
              + " step 1/(gamma (t+2)) does not exist");
      double inverse = Elementary.exp(-logGamma);
      checkArgument(
          inverse < Double.POSITIVE_INFINITY,
          "gamma = exp(%s) is so small that the step 1/(gamma (t+2)) overflows",
          logGamma);
      return (t, z, residual, curvature, w, next) -> {
        double eta = inverse / (t + 2); // eq:br-budgets
        for (int i = 0; i < w.length; i++) {
          next[i] = w[i] - eta * (z[i] * residual); // line:br-gradient, line:br-project
        }
      };
    }

    @Override
    public String toString() {
      return Part.word(this);
    }
  }
}
