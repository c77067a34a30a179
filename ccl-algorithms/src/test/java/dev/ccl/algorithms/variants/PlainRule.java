package dev.ccl.algorithms.variants;

import dev.ccl.testkit.naive.Answer;
import dev.ccl.testkit.naive.RoundFormulas;
import dev.ccl.testkit.naive.SmallAlgebra;

/**
 * A rule of the calibration in one run, typed anew from what docs/algorithm.md and the Javadoc of
 * the library's say, for w of two numbers.
 */
interface PlainRule {
  /** The verifier has been asked for an answer; what is returned takes the place of w. */
  default double[] verified(Answer answer, double reward, double[] w) {
    return w;
  }

  /**
   * Returns the next calibration, before the projection.
   *
   * @param t the round
   * @param prompt whose answer was verified
   * @param z z<sub>t</sub>
   * @param residual the factor of z in g<sub>t</sub>
   * @param curvature I<sub>t</sub>σ′(zᵀw<sub>t</sub>) at the w<sub>t</sub> of the comparison
   * @param w what {@link #verified} has returned
   */
  double[] step(long t, String prompt, double[] z, double residual, double curvature, double[] w);

  /** η<sub>t</sub> = 1/(γ(t+2)). */
  static PlainRule decreasing(RoundFormulas formulas) {
    return (t, prompt, z, residual, curvature, w) ->
        SmallAlgebra.plus(w, -residual * formulas.calibrationStep(t), z);
  }
}
