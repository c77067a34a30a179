package dev.ccl.algorithms.ccl;

import dev.ccl.algorithms.Part;
import dev.ccl.algorithms.engine.Credit;
import dev.ccl.algorithms.engine.Engine;
import dev.ccl.algorithms.engine.Rollouts;

/** How a batch of rollouts estimates the student's gradient (line:br-student-gradient). */
public interface GradientEstimate extends Part {
  /**
   * Opens the part for a run.
   *
   * @param run what the run offers
   * @return the workspace
   */
  InRun start(Run run);

  /** The estimates of one run. */
  interface InRun {
    /**
     * Estimates ∇C at the student, for the calibration that is set in the batches of the run.
     *
     * @param theta θ<sub>t</sub>; read
     * @param batch the size and name of the batch
     * @param out overwritten with ĝ
     */
    void estimate(double[] theta, Rollouts batch, double[] out);
  }

  /** The estimates of this library. */
  enum Choice implements GradientEstimate {
    /** Score of the answer times its cost. */
    SCORE {
      @Override
      public InRun start(Run run) {
        Engine engine = run.engine();
        return (theta, batch, out) -> engine.batches().gradient(theta, batch, Credit.ANSWER, out);
      }
    },
    /** Score of each token times the cost from that token on. */
    CAUSAL {
      @Override
      public InRun start(Run run) {
        Engine engine = run.engine();
        return (theta, batch, out) -> engine.batches().gradient(theta, batch, Credit.TOKEN, out);
      }
    },
    /**
     * The least variance that rollouts allow: the divergence of each token in closed form, and the
     * score of each token times what the answer costs behind it beyond what the other rollouts of
     * the batch cost there. On whole trees, where batches are counts on edges, it is {@link
     * #CAUSAL}.
     */
    REST {
      @Override
      public InRun start(Run run) {
        Engine engine = run.engine();
        Credit credit = engine.isWhole() ? Credit.TOKEN : Credit.REST;
        return (theta, batch, out) -> engine.batches().gradient(theta, batch, credit, out);
      }
    };

    @Override
    public String toString() {
      return Part.word(this);
    }
  }
}
