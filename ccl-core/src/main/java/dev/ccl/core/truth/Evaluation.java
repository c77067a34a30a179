package dev.ccl.core.truth;

import com.google.common.primitives.ImmutableDoubleArray;

/**
 * What a calibration w and a student θ are worth, measured by one who knows all rewards
 * (eq:ced-errors, eq:ced-return). What needs the rewards of target prompts is NaN where they are
 * unknown.
 *
 * @param oracleKl 𝒦(θ)
 * @param excessCost Δ(θ)
 * @param optimizationError ε, the excess of C<sub>w</sub>(θ) over the minimum of C<sub>w</sub>
 * @param calibrationErrorSquared ‖w − w*‖²
 * @param objective J(π<sub>stu,θ</sub>)
 */
public record Evaluation(
    double oracleKl,
    double excessCost,
    double optimizationError,
    double calibrationErrorSquared,
    double objective) {

  /**
   * Measures everything. Each call is a global search for the minimum of C<sub>w</sub>.
   *
   * @param truth the problem with its rewards
   * @param wStar w*, which {@link Realizability} finds
   * @param w the calibration; read
   * @param theta the student; read
   * @return the evaluation
   */
  public static Evaluation of(
      GroundTruth truth, ImmutableDoubleArray wStar, double[] w, double[] theta) {
    boolean known = truth.unrewarded().isEmpty();
    return new Evaluation(
        known ? truth.oracleDivergence(theta) : Double.NaN,
        known ? truth.excessCost(theta) : Double.NaN,
        truth.optimizationError(w, theta),
        distanceSquared(w, wStar),
        known ? truth.objective(theta) : Double.NaN);
  }

  /**
   * Returns ‖w − w*‖².
   *
   * @param w the calibration; read
   * @param wStar w*
   * @return the squared Euclidean distance
   */
  public static double distanceSquared(double[] w, ImmutableDoubleArray wStar) {
    double squares = 0;
    for (int i = 0; i < w.length; i++) {
      double error = w[i] - wStar.get(i);
      squares += error * error;
    }
    return squares;
  }
}
