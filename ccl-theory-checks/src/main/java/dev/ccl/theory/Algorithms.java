package dev.ccl.theory;

import dev.ccl.algorithms.LearnerState;
import dev.ccl.algorithms.Session;
import dev.ccl.algorithms.baseline.DirectMatching;
import dev.ccl.algorithms.ccl.Ccl;
import dev.ccl.algorithms.engine.Credit;
import dev.ccl.algorithms.engine.Rollouts;
import dev.ccl.algorithms.engine.Sampler;
import dev.ccl.algorithms.engine.TargetSweep;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.random.RandomStreams;

/** Runs of Algorithms 1 and 2, and what they draw. */
public interface Algorithms {
  /** {@return what a learner may see} */
  LearningProblem problem();

  /**
   * Opens a run of Algorithm 1 (alg:ced).
   *
   * @param state where it begins
   * @return the run; close it
   */
  default Session open(LearnerState state) {
    return Ccl.paper().open(problem(), state, 1);
  }

  /**
   * Opens a run of Algorithm 2 (alg:sm-temperature).
   *
   * @param state where it begins
   * @return the run; close it
   */
  default Session openMatching(LearnerState state) {
    return DirectMatching.learner().open(problem(), state, 1);
  }

  /** {@return μ<sub>SM</sub> (eq:sm-temp-cross-term), the constant in the step of Algorithm 2} */
  default double monotonicity() {
    return DirectMatching.monotonicity(problem());
  }

  /**
   * {@return G<sub>SM</sub> (eq:sm-temp-second-moment); the bound of direct matching's gradient in
   * mean square}
   */
  default double matchingGradientBound() {
    return DirectMatching.gradientBound(problem());
  }

  /**
   * Opens a run of the configuration of Algorithm 1 that is recommended in practice.
   *
   * @param seed its seed
   * @return the run; close it
   */
  default Session openPractical(long seed) {
    Ccl practical = Ccl.practical();
    return practical.open(problem(), practical.initial(problem(), seed), 1);
  }

  /**
   * Draws ĝ (line:br-student-gradient).
   *
   * @param w w<sub>t+1</sub>; read
   * @param theta θ<sub>t</sub>; read
   * @param batch b
   * @param seed the root of the draw
   * @return a fresh vector, the mean of S·Z over b rollouts
   */
  default double[] estimate(double[] w, double[] theta, long batch, long seed) {
    double[] out = new double[theta.length];
    try (TargetSweep sweep = TargetSweep.of(problem(), RandomStreams.of(seed), Sampler.COUNTS, 1)) {
      sweep.calibrate(w);
      sweep.gradient(theta, Rollouts.of(batch), Credit.ANSWER, out);
    }
    return out;
  }
}
