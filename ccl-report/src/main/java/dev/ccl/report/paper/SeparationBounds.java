package dev.ccl.report.paper;

import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.Instance.Header;
import dev.ccl.core.math.Elementary;
import dev.ccl.core.math.Vectors;
import java.util.Optional;

/**
 * The lower bounds of thm:sm-temperature on what direct matching reaches on the judge instance.
 *
 * @param d the number of student features
 * @param lambda λ
 * @param bound B
 * @param alpha α
 */
public record SeparationBounds(int d, double lambda, double bound, double alpha) {

  /**
   * Returns the bounds of an instance.
   *
   * @param instance any instance
   * @return the bounds, or nothing if it does not have the shape of sec:sm-temperature
   */
  public static Optional<SeparationBounds> of(Instance instance) {
    Header header = instance.header();
    int d = header.studentDimension();
    double bound = (Math.sqrt(d) + 2) / header.lambda();
    double alpha = Vectors.norm(header.teacher().toArray()) * header.lambda() / Math.sqrt(2);
    boolean isJudge =
        header.feasibility() == Instance.Feasibility.EXPLICIT
            && header.horizon() == 2
            && instance.target().size() == 2 * d
            && Math.abs(header.bound() - bound) <= 1e-9 * bound
            && alpha >= 0.5 - 1e-9
            && alpha < 1;
    return isJudge
        ? Optional.of(new SeparationBounds(d, header.lambda(), bound, alpha))
        : Optional.empty();
  }

  /** {@return κ<sub>SM</sub>, σ′(B + log 2)} */
  public double kappa() {
    return Elementary.logisticDensity(bound + Elementary.log(2));
  }

  /**
   * Returns the floor that holds from {@link #rounds} on.
   *
   * @return κ<sub>SM</sub>(1−α)²/(128λ²)
   */
  public double floor() {
    return kappa() * (1 - alpha) * (1 - alpha) / (128 * lambda * lambda);
  }

  /**
   * Returns the bound for a number of rounds (eq:sm-temp-finite).
   *
   * @param rounds T, at least 1
   * @return κ<sub>SM</sub>/(2d) [√d(1−α)/(4λ) − G<sub>SM</sub>/(μ<sub>SM</sub>√(T+1))]₊²
   */
  public double atRounds(double rounds) {
    double gap = Math.sqrt(d) * (1 - alpha) / (4 * lambda) - noise() / Math.sqrt(rounds + 1);
    return gap > 0 ? kappa() / (2 * d) * gap * gap : 0;
  }

  /**
   * {@return from when on the floor holds, ⌈64λ²dG<sub>SM</sub>²/((1+λ)²κ<sub>SM</sub>²(1−α)²)⌉}
   */
  public double rounds() {
    double ratio = 8 * lambda * noise() / (Math.sqrt(d) * (1 - alpha));
    return Math.ceil(ratio * ratio);
  }

  /** G_SM/μ_SM = (2+λ)B d/((1+λ) κ_SM). */
  private double noise() {
    return (2 + lambda) * bound * d / ((1 + lambda) * kappa());
  }
}
