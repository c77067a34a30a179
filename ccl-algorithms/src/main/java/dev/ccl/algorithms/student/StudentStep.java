package dev.ccl.algorithms.student;

import dev.ccl.algorithms.part.Part;
import dev.ccl.algorithms.part.Setup;
import dev.ccl.algorithms.part.StudentProposal;
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
   * with the first step 1, 1/2, 1/4, … that lowers the exact cost.
   */
  NATURAL {
    @Override
    public InRun start(Setup setup) {
      setup.requireWhole("student-step=natural", "student-step=paper");
      return NaturalStep.of(setup.problem(), setup.engine()::batches);
    }
  };

  @Override
  public String toString() {
    return Part.word(this);
  }
}
