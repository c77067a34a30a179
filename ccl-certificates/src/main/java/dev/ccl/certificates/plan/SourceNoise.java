package dev.ccl.certificates.plan;

import static com.google.common.base.Preconditions.checkArgument;

import dev.ccl.core.exact.BranchDesign;
import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.forest.Sweeps;
import dev.ccl.core.math.Elementary;
import dev.ccl.core.math.SmallMatrix;
import dev.ccl.core.problem.LearningProblem;

/**
 * Covariance of the calibration, times the number of its queries: Σ<sub>w</sub> = I⁻¹VI⁻¹, I =
 * E[Pσ′zzᵀ], V = E[X²zzᵀ], the covariance of a calibration that solves ΣXz = 0 for the score X =
 * P(Y − σ) − c(Y − ρ) of {@code acceptance=controlled}, times the number of its queries.
 */
final class SourceNoise {
  final double[] information; // I
  private final double[] noise; // V

  SourceNoise(int dimension) {
    this.information = new double[dimension * dimension];
    this.noise = new double[dimension * dimension];
  }

  /** Adds comparisons of one z, with E[Pσ′] and E[X²] times their share. */
  void add(double[] z, double curvature, double square) {
    SmallMatrix.addOuter(curvature, z, information);
    SmallMatrix.addOuter(square, z, noise);
  }

  /** Σ_w, row-major. */
  double[] covariance() {
    int bigD = (int) Math.round(Math.sqrt(noise.length));
    double[] factor = new double[bigD * bigD];
    checkArgument(
        SmallMatrix.factor(information, 0, bigD, factor), "source comparisons do not identify w*");
    double[] half = noise.clone();
    for (int pass = 0; pass < 2; pass++) { // I⁻¹ from the left, transposed, and once more
      double[] column = new double[bigD];
      double[] next = new double[bigD * bigD];
      for (int i = 0; i < bigD; i++) {
        for (int j = 0; j < bigD; j++) {
          column[j] = half[j * bigD + i];
        }
        SmallMatrix.solve(factor, column);
        System.arraycopy(column, 0, next, i * bigD, bigD);
      }
      half = next;
    }
    return half;
  }

  /** Of all comparisons that the student θ would propose; chances are P by leaf edge. */
  static SourceNoise exact(LearningProblem problem, double[] w, double[] theta, double[] chances) {
    Comparisons all = new Comparisons(problem, theta, chances);
    return all.noise(w, all.meanWeight(w));
  }

  /** Sums over all comparisons with their probabilities. */
  private static final class Comparisons {
    private final BranchDesign design;
    private final EdgeLaw reference;
    private final double[] first; // E P behind each edge
    private final double[] second; // E P²

    Comparisons(LearningProblem problem, double[] theta, double[] chances) {
      this.design = BranchDesign.of(problem, problem.source().student().law(theta));
      this.reference = problem.source().reference();
      double[] squares = new double[chances.length];
      for (int e = 0; e < chances.length; e++) {
        squares[e] = chances[e] * chances[e];
      }
      this.first = Sweeps.behind(reference, chances);
      this.second = Sweeps.behind(reference, squares);
    }

    /** ρ, by the odds of the reference. */
    private double share(int c1, int c0) {
      double p1 = reference.probability(c1);
      return p1 / (p1 + reference.probability(c0));
    }

    private double weight(int c1, int c0) {
      double share = share(c1, c0);
      return share * first[c1] + (1 - share) * first[c0];
    }

    /** E P over the comparisons of two tokens, which is the control. */
    double meanWeight(double[] w) {
      double[] sums = new double[2];
      design.forEach(
          w,
          (probability, c1, c0, u, z) -> {
            sums[0] += probability;
            sums[1] += probability * weight(c1, c0);
          });
      return sums[1] / sums[0];
    }

    SourceNoise noise(double[] w, double control) {
      SourceNoise sums = new SourceNoise(w.length);
      design.forEach(
          w,
          (probability, c1, c0, u, z) -> {
            double curvature = weight(c1, c0) * Elementary.logisticDensity(u);
            sums.add(z, probability * curvature, probability * square(c1, c0, u, control));
          });
      return sums;
    }

    /** E X². */
    private double square(int c1, int c0, double u, double control) {
      double share = share(c1, c0);
      double down = Elementary.sigmoid(-u);
      double up = Elementary.sigmoid(u);
      double one = control * (1 - share);
      double zero = control * share;
      return share * (down * down * second[c1] - 2 * down * one * first[c1] + one * one)
          + (1 - share) * (up * up * second[c0] - 2 * up * zero * first[c0] + zero * zero);
    }
  }
}
