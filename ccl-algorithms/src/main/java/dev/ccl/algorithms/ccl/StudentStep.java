package dev.ccl.algorithms.ccl;

import dev.ccl.algorithms.Part;
import dev.ccl.algorithms.engine.Rollouts;
import dev.ccl.core.exact.PaperConstants;
import dev.ccl.core.policy.ConvexSet;

/** How the first candidate follows from the gradient (line:br-exploration). */
public interface StudentStep extends Part {
  /**
   * Opens the part for a run.
   *
   * @param run what the run offers
   * @return the workspace
   */
  InRun start(Run run);

  /** The proposals of one run. */
  interface InRun {
    /**
     * Proposes a student.
     *
     * @param theta θ<sub>t</sub>; read
     * @param gradient ĝ; read
     * @param batch the batch from which the gradient was estimated
     * @param out overwritten with ϑ<sub>1</sub>, in Θ
     */
    void propose(double[] theta, double[] gradient, Rollouts batch, double[] out);
  }

  /** The steps of this library. */
  enum Choice implements StudentStep {
    /** α = 1/(2 L<sub>st</sub>) along the negative gradient. */
    PAPER {
      @Override
      public InRun start(Run run) {
        double alpha = PaperConstants.of(run.problem(), 0).studentStep(); // α_stu
        ConvexSet students = run.problem().student().set(); // Θ
        return (theta, gradient, batch, out) -> {
          for (int i = 0; i < theta.length; i++) {
            out[i] = theta[i] - alpha * gradient[i];
          }
          students.project(out);
        };
      }
    },
    /**
     * Along the natural gradient, the inverse Fisher information of the student times the gradient,
     * with the first step 1, 1/2, 1/4, … that lowers the exact cost. On forests that grow, the
     * information is that of the rollouts of the gradient, and steps become shorter with the
     * rounds.
     */
    NATURAL {
      @Override
      public InRun start(Run run) {
        return run.engine().isWhole()
            ? NaturalStep.of(run.problem(), run.engine()::batches)
            : new SampledNaturalStep(run);
      }
    },
    /**
     * Along the natural gradient with the gain 2/k in the k-th step: the noise of all batches
     * averages out, however small they are. What {@code ccl plan} plans for.
     */
    AVERAGING {
      @Override
      public InRun start(Run run) {
        return new AveragingStep(run);
      }
    };

    @Override
    public String toString() {
      return Part.word(this);
    }
  }
}
