package dev.ccl.theory.lemmas;

import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.LearnerState;
import dev.ccl.algorithms.Session;
import dev.ccl.core.instance.Instance;
import dev.ccl.theory.Subject;

/**
 * The lemmas about rounds of Algorithm 1, for an implementation of one's own: its labels, its
 * calibration steps, its gradient steps, its selection and its budgets.
 */
public interface LearnerLemmas extends CalibrationLemmas, StudentLemmas {
  /**
   * Returns the learner.
   *
   * @return an implementation of Algorithm 1 (alg:ced)
   */
  Learner learner();

  @Override
  default Subject subject(Instance instance) {
    Learner learner = learner();
    return new Subject(instance) {
      @Override
      public Session open(LearnerState state) {
        return learner.open(problem(), state, 1);
      }
    };
  }
}
