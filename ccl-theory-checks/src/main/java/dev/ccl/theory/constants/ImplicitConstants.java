package dev.ccl.theory.constants;

import dev.ccl.core.exact.PaperConstants;
import dev.ccl.testkit.naive.Naive;
import dev.ccl.theory.Specimen;
import dev.ccl.theory.Subject;
import java.util.List;

/**
 * What lem:ced-hybrid, lem:ced-optimization and thm:ced-main call fixed-model constants.
 *
 * @param localSlope c<sub>loc</sub>: dist(0, ∂Ψ) ≥ c<sub>loc</sub> Δ where Δ ≤ δ<sub>loc</sub>
 * @param localLevel δ<sub>loc</sub>
 * @param progress κ<sub>opt</sub>
 * @param noise E<sub>opt</sub>
 * @param rate K<sub>opt</sub>: E Δ(θ<sub>T</sub>) ≤ K<sub>opt</sub> (T+1)<sup>−1/4</sup>
 * @param lojasiewicz (a, p) of lem:ced-lojas
 * @param divergenceRate C<sub>λ,m</sub> = (K<sub>opt</sub>/a)<sup>1/p</sup> of thm:ced-main
 * @param horizons when the bounds begin to say something
 */
public record ImplicitConstants(
    double localSlope,
    double localLevel,
    double progress,
    double noise,
    double rate,
    Lojasiewicz lojasiewicz,
    double divergenceRate,
    Horizons horizons) {

  /**
   * The numbers of rounds T from which a bound is below what holds without learning.
   *
   * @param calibration eq:ced-source-mse below the squared diameter of W
   * @param excess eq:ced-optimization-bound below M<sub>opt</sub>
   * @param divergence eq:ced-main-kl below 4BH
   */
  public record Horizons(double calibration, double excess, double divergence) {}

  /**
   * Returns the constants of an instance, computed {@linkplain Subject#once once}.
   *
   * @param specimen a realizable, identified instance with a unique oracle
   * @param subject the code that evaluates costs
   * @return the constants
   */
  public static ImplicitConstants of(Specimen specimen, Subject subject) {
    return subject.once(ImplicitConstants.class, () -> computed(specimen, subject));
  }

  private static ImplicitConstants computed(Specimen specimen, Subject subject) {
    Naive naive = specimen.naive();
    PaperConstants paper = subject.constants();
    double lambda = naive.lambda();
    double b = naive.bound();
    double h = naive.horizon();
    double alpha = paper.studentStep();
    double range = paper.excessRange();
    Landscape landscape = Landscape.of(specimen, subject);
    double[] local = local(landscape, naive.studentDimension(), paper);
    double kappa = local[2];
    double noise =
        16 * alpha * lambda * lambda * b * b * h * h * h
            + (16 * alpha * lambda * lambda * b * h * h * h + 8 * lambda * h) / paper.gamma()
            + 16 * lambda * b * h;
    double rate = Math.max(range, Math.max(Math.sqrt(2 * noise / kappa), 1 / (2 * kappa)));
    Lojasiewicz pair = Lojasiewicz.of(specimen, subject, landscape);
    double divergenceRate = StrictMath.pow(rate / pair.factor(), 1 / pair.exponent());
    double diameter = 2 * specimen.instance().header().calibrationSet().radius();
    Horizons horizons =
        new Horizons(
            4 / StrictMath.pow(paper.gamma() * diameter, 2) - 2,
            StrictMath.pow(rate / range, 4) - 1,
            StrictMath.pow(divergenceRate / (4 * b * h), 4 * pair.exponent()) - 1);
    return new ImplicitConstants(
        local[0], local[1], kappa, noise, rate, pair, divergenceRate, horizons);
  }

  /** c_loc, δ_loc and κ_opt for the δ_loc on a grid that makes κ_opt largest. */
  private static double[] local(Landscape landscape, int d, PaperConstants paper) {
    double alpha = paper.studentStep();
    double range = paper.excessRange();
    double stiffness = paper.smoothness() + 1 / alpha;
    List<Landscape.Point> points = landscape.points();
    double[] best = {0, 0, 0};
    for (int k = 0; k <= 60; k++) {
      double level = Math.min(1, range) * StrictMath.pow(10, -k / 10.0);
      double slope = Double.POSITIVE_INFINITY;
      for (Landscape.Point p : points) {
        if (p.excess() <= level) {
          slope = Math.min(slope, p.slope() / p.excess());
        }
      }
      double gradientProgress = slope * slope / (8 * alpha * stiffness * stiffness);
      double volume = StrictMath.pow(level / (2 * range), d) / (2 * range);
      double kappa = Math.min(1 / (4 * range), Math.min(gradientProgress, volume));
      if (kappa > best[2]) {
        best = new double[] {slope, level, kappa};
      }
    }
    return best;
  }
}
