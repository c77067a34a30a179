package dev.ccl.theory.constants;

import dev.ccl.testkit.naive.SmallAlgebra;
import dev.ccl.theory.Specimen;
import dev.ccl.theory.Subject;
import java.util.List;

/**
 * A pair with Δ(θ) ≥ a 𝒦(θ)<sup>p</sup> on Θ (lem:ced-lojas).
 *
 * @param exponent p
 * @param factor a
 * @param reason why this exponent
 */
public record Lojasiewicz(double exponent, double factor, Reason reason) {
  /** Why an exponent is what it is. */
  public enum Reason {
    /** θ† is interior and the Hessian there positive definite, so p = 1. */
    CERTIFIED_BY_CURVATURE,
    /** The smallest local slope of log Δ against log 𝒦 on the design says so. */
    MEASURED
  }

  /**
   * Finds the pair of an instance.
   *
   * @param specimen a realizable instance with a unique oracle
   * @param subject the code that evaluates costs
   * @return the pair
   */
  public static Lojasiewicz of(Specimen specimen, Subject subject) {
    return of(specimen, subject, Landscape.of(specimen, subject));
  }

  static Lojasiewicz of(Specimen specimen, Subject subject, Landscape landscape) {
    boolean certified = isCertified(specimen, subject);
    double exponent = certified ? 1 : measured(landscape);
    double factor = Double.POSITIVE_INFINITY;
    for (Landscape.Point p : landscape.points()) {
      factor = Math.min(factor, p.excess() / StrictMath.pow(p.divergence(), exponent));
    }
    return new Lojasiewicz(
        exponent, factor, certified ? Reason.CERTIFIED_BY_CURVATURE : Reason.MEASURED);
  }

  private static boolean isCertified(Specimen specimen, Subject subject) {
    double[] oracle = subject.oracle();
    int d = oracle.length;
    double[][] hessian =
        SmallAlgebra.rows(subject.hessian(specimen.truth().parameter(), oracle), d);
    double scale = subject.constants().smoothness();
    return SmallAlgebra.norm(oracle) < specimen.naive().bound() * (1 - 1e-9)
        && SmallAlgebra.eigenvalues(hessian)[0] > 1e-7 * scale;
  }

  /** The largest slope near θ† over all rays, to the nearest quarter, and at least 1. */
  private static double measured(Landscape landscape) {
    double largest = 1;
    for (List<Landscape.Point> ray : landscape.rays()) {
      Landscape.Point inner = null;
      for (Landscape.Point p : ray) {
        if (p.excess() > 1e-11 && p.divergence() > 1e-12) {
          if (inner == null) {
            inner = p;
          } else if (p.divergence() > 30 * inner.divergence()) {
            double slope =
                StrictMath.log(p.excess() / inner.excess())
                    / StrictMath.log(p.divergence() / inner.divergence());
            largest = Math.max(largest, Math.round(4 * slope) / 4.0);
            break;
          }
        }
      }
    }
    return largest;
  }
}
