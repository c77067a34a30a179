package dev.ccl.algorithms.ccl;

import dev.ccl.algorithms.Part;
import dev.ccl.core.exact.PaperConstants;
import dev.ccl.core.policy.ConvexSet;

/** The step of the student (line:br-exploration). */
public enum StudentStep implements StudentProposal {
  /** α = 1/(2 L<sub>st</sub>) along the negative gradient. */
  PAPER {
    @Override
    public InRun start(Setup setup) {
      double alpha = PaperConstants.of(setup.problem(), 0).studentStep(); // α_stu
      ConvexSet students = setup.problem().student().set(); // Θ
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
   * information is that of the rollouts of the gradient, and steps become shorter with the rounds.
   */
  NATURAL {
    @Override
    public InRun start(Setup setup) {
      return setup.engine().isWhole()
          ? NaturalStep.of(setup.problem(), setup.engine()::batches)
          : new SampledNaturalStep(setup);
    }
  },
  /**
   * Along the natural gradient with the gain 2/k in the k-th step: the noise of all batches
   * averages out, however small they are. What {@code ccl plan} plans for.
   */
  AVERAGING {
    @Override
    public InRun start(Setup setup) {
      return new AveragingStep(setup);
    }
  };

  @Override
  public String toString() {
    return Part.word(this);
  }
}
