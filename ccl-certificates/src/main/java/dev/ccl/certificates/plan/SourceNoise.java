package dev.ccl.certificates.plan;

import static com.google.common.base.Preconditions.checkArgument;

import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.forest.Sweeps;
import dev.ccl.core.math.Elementary;
import dev.ccl.core.math.SmallMatrix;
import dev.ccl.core.policy.EdgeModel;
import dev.ccl.core.problem.LearningProblem;

/**
 * What one query leaves unknown about w*: Σ<sub>w</sub> = I⁻¹VI⁻¹, I = E[Pσ′zzᵀ], V = E[X²zzᵀ], the
 * covariance of a calibration that solves ΣXz = 0 for the score X = P(Y − σ) − c(Y − ρ) of {@code
 * acceptance=controlled}, times the number of its queries.
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
    for (int i = 0; i < z.length; i++) {
      for (int j = 0; j < z.length; j++) {
        information[i * z.length + j] += curvature * z[i] * z[j];
        noise[i * z.length + j] += square * z[i] * z[j];
      }
    }
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
    Design design = new Design(problem, w, theta, chances);
    design.visit(0); // the mean weight, which is the control
    return design.visit(design.weighted / design.informative);
  }

  /** Sums over all comparisons with their probabilities. */
  private static final class Design {
    private final LearningProblem problem;
    private final EdgeModel model;
    private final Forest forest;
    private final EdgeLaw teacher;
    private final EdgeLaw student;
    private final EdgeLaw reference;
    private final double[] reach;
    private final double[] w;
    private final double[] first; // E P behind each edge
    private final double[] second; // E P²
    private double informative;
    private double weighted;

    Design(LearningProblem problem, double[] w, double[] theta, double[] chances) {
      this.problem = problem;
      this.model = problem.source().calibration();
      this.forest = model.forest();
      this.teacher = model.law(problem.calibration().initial().toArray());
      this.student = problem.source().student().law(theta);
      this.reference = problem.source().reference();
      this.reach = Sweeps.reach(teacher, problem.source().dataset().rootWeights());
      this.w = w;
      this.first = new double[forest.edges()];
      this.second = new double[forest.edges()];
      for (int s = forest.nodes() - 1; s >= 0; s--) {
        for (int e = forest.firstEdge(s); e < forest.firstEdge(s) + forest.degree(s); e++) {
          int c = forest.child(e);
          first[e] = c == Forest.LEAF ? chances[e] : moment(first, c);
          second[e] = c == Forest.LEAF ? chances[e] * chances[e] : moment(second, c);
        }
      }
    }

    private double moment(double[] moments, int s) {
      double sum = 0;
      for (int e = forest.firstEdge(s); e < forest.firstEdge(s) + forest.degree(s); e++) {
        sum += reference.probability(e) * moments[e];
      }
      return sum;
    }

    SourceNoise visit(double control) {
      SourceNoise sums = new SourceNoise(w.length);
      int bigD = w.length;
      double[] z = new double[bigD];
      for (int s = 0; s < forest.nodes(); s++) {
        int from = forest.firstEdge(s);
        int degree = forest.degree(s);
        double[] rows = new double[degree * bigD];
        for (int a = 0; a < degree; a++) {
          for (int b = 0; b < degree; b++) {
            double probability =
                reach[s]
                    / problem.horizon()
                    * teacher.probability(from + a)
                    * student.probability(from + b);
            if (a != b) {
              double u = model.logOdds(w, s, a, b, rows, z);
              add(probability, z, u, from + a, from + b, control, sums);
            }
          }
        }
      }
      return sums;
    }

    private void add(
        double probability, double[] z, double u, int c1, int c0, double c, SourceNoise sums) {
      double p1 = reference.probability(c1);
      double p0 = reference.probability(c0);
      double share = p1 / (p1 + p0);
      double q = share * first[c1] + (1 - share) * first[c0];
      double down = Elementary.sigmoid(-u);
      double up = Elementary.sigmoid(u);
      double one = c * (1 - share);
      double zero = c * share;
      double square = // E X²
          share * (down * down * second[c1] - 2 * down * one * first[c1] + one * one)
              + (1 - share) * (up * up * second[c0] - 2 * up * zero * first[c0] + zero * zero);
      sums.add(z, probability * q * Elementary.logisticDensity(u), probability * square);
      informative += probability;
      weighted += probability * q;
    }
  }
}
