package dev.ccl.algorithms.plan;

import static com.google.common.base.Preconditions.checkArgument;

import dev.ccl.algorithms.evidence.Cholesky;
import dev.ccl.algorithms.evidence.RewardRegression;
import dev.ccl.core.exact.GlobalMinimizer;
import dev.ccl.core.exact.LogRatioCost;
import dev.ccl.core.exact.Minimum;
import dev.ccl.core.exact.Scores;
import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.forest.Sweeps;
import dev.ccl.core.math.Elementary;
import dev.ccl.core.math.Vectors;
import dev.ccl.core.policy.EdgeModel;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.SourceVerifier;
import java.util.Arrays;

/**
 * What one query and one rollout are worth near the end of a run, where θ† is interior and the
 * Hessian H of C<sub>w*</sub> there is positive definite: E Δ ≈ A/N + B/M (measured, not proven).
 *
 * <p>A = ½ tr(Jᵀ H⁻¹ J Σ<sub>w</sub>) with J = ∂<sub>w</sub>∇<sub>θ</sub>C and Σ<sub>w</sub> =
 * I⁻¹VI⁻¹, I = E[P σ′ zzᵀ], V = E[X² zzᵀ]: the covariance of a calibration that solves ΣXz = 0 for
 * the score X = P(Y − σ) − c(Y − ρ) of {@code acceptance=controlled}. B = ½ tr(H⁻¹ Cov(S·Z)) for a
 * student whose gain is 1/k times H⁻¹.
 *
 * @param queries A
 * @param rollouts B
 */
public record Rates(double queries, double rollouts) {

  /**
   * Computes the rates by verifying every source answer.
   *
   * @param problem the problem, with whole forests and exact rewards
   * @return A and B
   * @throws IllegalArgumentException if θ† is on the boundary or the rewards do not determine w*
   */
  public static Rates of(LearningProblem problem) {
    checkArgument(problem.exactRewards(), "the rates need exact rewards");
    double[] chances = new double[problem.source().forest().edges()];
    double[] w = problem.calibration().initial().toArray();
    solve(problem, w, chances);
    LogRatioCost cost = LogRatioCost.calibrated(problem, w);
    Minimum oracle = GlobalMinimizer.minimize(cost, problem.student().set());
    checkArgument(
        oracle.location() == Minimum.Location.INTERIOR && oracle.curvature() > 0,
        "a plan needs an oracle student inside its set with positive curvature");
    double[] theta = oracle.point().toArray();
    Cholesky hessian = new Cholesky(theta.length);
    checkArgument(
        hessian.factor(cost.hessian(theta), 0), "a plan needs a positive definite Hessian");
    double[] sensitivity = Sensitivity.of(problem, w, theta, hessian);
    double[] covariance = covariance(problem, w, theta, chances);
    double a = 0;
    int bigD = w.length;
    for (int i = 0; i < bigD; i++) {
      a += Vectors.dot(sensitivity, i * bigD, covariance, i * bigD, bigD) / 2;
    }
    return new Rates(a, sampling(problem, cost, w, theta, hessian));
  }

  private static void solve(LearningProblem problem, double[] w, double[] chances) {
    Forest forest = problem.source().forest();
    RewardRegression regression = RewardRegression.of(problem);
    SourceVerifier verifier = problem.newVerifier();
    for (int e = 0; e < forest.edges(); e++) {
      if (forest.child(e) < 0) {
        double reward = verifier.query(e);
        regression.add(e, reward);
        chances[e] = Elementary.exp((reward - 1) / problem.lambda());
      }
    }
    regression.solve(w);
    checkArgument(regression.determines(), "the source rewards do not determine w*");
  }

  /** Σ_w of one query: I⁻¹ V I⁻¹ over the comparisons that the student θ† would propose. */
  private static double[] covariance(
      LearningProblem problem, double[] w, double[] theta, double[] chances) {
    Design design = new Design(problem, w, theta, chances);
    design.visit(0); // the mean weight, which is the control
    design.visit(design.weighted / design.informative);
    int bigD = w.length;
    Cholesky information = new Cholesky(bigD);
    checkArgument(
        information.factor(design.information, 0), "source comparisons do not identify w*");
    double[] half = design.noise.clone();
    for (int pass = 0; pass < 2; pass++) { // I⁻¹ from the left, transposed, and once more
      double[] column = new double[bigD];
      double[] next = new double[bigD * bigD];
      for (int i = 0; i < bigD; i++) {
        for (int j = 0; j < bigD; j++) {
          column[j] = half[j * bigD + i];
        }
        information.solve(column);
        System.arraycopy(column, 0, next, i * bigD, bigD);
      }
      half = next;
    }
    return half;
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
    private final double[] information;
    private final double[] noise;
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
      this.information = new double[w.length * w.length];
      this.noise = new double[w.length * w.length];
      for (int s = forest.nodes() - 1; s >= 0; s--) {
        for (int e = forest.firstEdge(s); e < forest.firstEdge(s) + forest.degree(s); e++) {
          int c = forest.child(e);
          first[e] = c < 0 ? chances[e] : moment(first, c);
          second[e] = c < 0 ? chances[e] * chances[e] : moment(second, c);
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

    void visit(double control) {
      Arrays.fill(information, 0.0);
      Arrays.fill(noise, 0.0);
      int bigD = w.length;
      double[] z = new double[bigD];
      for (int s = 0; s < forest.nodes(); s++) {
        int from = forest.firstEdge(s);
        int degree = forest.degree(s);
        double[] rows = new double[degree * bigD];
        model.gradients(w, s, rows);
        for (int a = 0; a < degree; a++) {
          for (int b = 0; b < degree; b++) {
            double probability =
                reach[s]
                    / problem.horizon()
                    * teacher.probability(from + a)
                    * student.probability(from + b);
            if (a != b) {
              for (int i = 0; i < bigD; i++) {
                z[i] = rows[a * bigD + i] - rows[b * bigD + i];
              }
              add(probability, z, from + a, from + b, control);
            }
          }
        }
      }
    }

    private void add(double probability, double[] z, int c1, int c0, double c) {
      double p1 = reference.probability(c1);
      double p0 = reference.probability(c0);
      double share = p1 / (p1 + p0);
      double q = share * first[c1] + (1 - share) * first[c0];
      double u = Vectors.dot(z, w);
      double down = Elementary.sigmoid(-u);
      double up = Elementary.sigmoid(u);
      double one = c * (1 - share);
      double zero = c * share;
      double square = // E X²
          share * (down * down * second[c1] - 2 * down * one * first[c1] + one * one)
              + (1 - share) * (up * up * second[c0] - 2 * up * zero * first[c0] + zero * zero);
      double curvature = q * Elementary.logisticDensity(u);
      for (int i = 0; i < z.length; i++) {
        for (int j = 0; j < z.length; j++) {
          information[i * z.length + j] += probability * curvature * z[i] * z[j];
          noise[i * z.length + j] += probability * square * z[i] * z[j];
        }
      }
      informative += probability;
      weighted += probability * q;
    }
  }

  /** ½ tr(H⁻¹ Cov(S·Z)) over the answers of the student. */
  private static double sampling(
      LearningProblem problem, LogRatioCost cost, double[] w, double[] theta, Cholesky hessian) {
    Forest forest = problem.target().forest();
    Scores student = Scores.of(problem.target().student(), theta);
    EdgeLaw own = problem.target().student().law(theta);
    EdgeLaw calibrated = problem.target().calibration().law(w);
    double[] reach = Sweeps.reach(own, problem.target().dataset().rootWeights());
    double[] gradient = new double[theta.length];
    cost.gradient(theta, gradient);
    double[] sample = new double[theta.length];
    double sum = 0;
    for (int e = 0; e < forest.edges(); e++) {
      if (forest.child(e) < 0) {
        student.path(e, sample);
        Vectors.scale(problem.lambda() * (own.logPath(e) - calibrated.logPath(e)), sample);
        Vectors.addScaled(-1, gradient, sample);
        double[] solved = sample.clone();
        hessian.solve(solved);
        double probability = reach[forest.node(e)] * own.probability(e);
        sum += probability * Vectors.dot(sample, solved) / 2;
      }
    }
    return sum;
  }
}
