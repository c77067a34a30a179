package dev.ccl.certificates.plan;

import static dev.ccl.certificates.plan.PlainMatrices.flat;
import static dev.ccl.certificates.plan.PlainMatrices.inverse;
import static dev.ccl.certificates.plan.PlainMatrices.solved;
import static dev.ccl.certificates.plan.PlainMatrices.times;
import static dev.ccl.certificates.plan.PlainMatrices.trace;
import static dev.ccl.certificates.plan.PlainMatrices.transposed;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.exact.GlobalMinimizer;
import dev.ccl.core.exact.LogRatioCost;
import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.math.SmallMatrix;
import dev.ccl.core.policy.EdgeModel;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.SourceVerifier;
import dev.ccl.core.truth.GroundTruth;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Rates as limits of a linear recursion with noise: the matrices from differences of the cost and
 * sums over answers, the limit as the solution of a Lyapunov equation.
 */
class RatesFormulasTest {
  static final RandomInstance RANDOM =
      RandomInstance.of(
          RandomSpec.SMALL.withHorizon(2).withLetters(2).withDimensions(2, 2).withLambda(0.8), 7);
  static final LearningProblem PROBLEM = GroundTruth.of(RANDOM.instance()).problem();
  static final double[] W = {0.25, -0.35};
  static final double[] THETA = student();

  /** Near the best student for W, and not there. */
  private static double[] student() {
    LogRatioCost cost = LogRatioCost.calibrated(PROBLEM, W);
    double[] theta = GlobalMinimizer.minimize(cost, PROBLEM.student().set()).point().toArray();
    theta[0] += 0.05;
    theta[1] -= 0.1;
    return theta;
  }

  static double sigma(double u) {
    return 1 / (1 + StrictMath.exp(-u));
  }

  static double dot(double[] a, double[] b) {
    return a[0] * b[0] + a[1] * b[1];
  }

  private static double[] moved(double[] x, int i, double by) {
    double[] out = x.clone();
    out[i] += by;
    return out;
  }

  /** H, J, the covariance of a rollout's gradient and λF, two by two. */
  static final class Moments {
    final double[][] h;
    final double[][] j;
    final double[][] noise;
    final double[][] natural;

    Moments(double[][] h, double[][] j, double[][] noise, double[][] natural) {
      this.h = h;
      this.j = j;
      this.noise = noise;
      this.natural = natural;
    }
  }

  private static double cost(double[] w, double[] theta) {
    return LogRatioCost.calibrated(PROBLEM, w).value(theta);
  }

  private static Moments exact() {
    Moments m = new Moments(new double[2][2], new double[2][2], new double[2][2], new double[2][2]);
    double step = 1e-3;
    for (int k = 0; k < 2; k++) {
      for (int l = 0; l < 2; l++) {
        for (int side = -1; side <= 1; side += 2) {
          for (int other = -1; other <= 1; other += 2) {
            double sign = side * other / (4 * step * step);
            double[] theta = moved(THETA, k, side * step);
            m.h[k][l] += sign * cost(W, moved(theta, l, other * step));
            m.j[k][l] += sign * cost(moved(W, l, other * step), theta);
          }
        }
      }
    }
    Forest forest = PROBLEM.target().forest();
    EdgeLaw own = PROBLEM.target().student().law(THETA);
    EdgeLaw calibrated = PROBLEM.target().calibration().law(W);
    double[] roots = PROBLEM.target().dataset().rootWeights();
    double[] mean = new double[2];
    for (int e = 0; e < forest.edges(); e++) {
      if (forest.child(e) < 0) {
        double p = roots[forest.root(e)] * StrictMath.exp(own.logPath(e));
        double z = PROBLEM.lambda() * (own.logPath(e) - calibrated.logPath(e));
        double[] s = new double[2];
        for (int k = 0; k < 2; k++) {
          EdgeModel model = PROBLEM.target().student();
          s[k] = model.law(moved(THETA, k, 1e-5)).logPath(e);
          s[k] = (s[k] - model.law(moved(THETA, k, -1e-5)).logPath(e)) / 2e-5;
        }
        for (int k = 0; k < 2; k++) {
          mean[k] += p * z * s[k];
          for (int l = 0; l < 2; l++) {
            m.noise[k][l] += p * z * z * s[k] * s[l];
            m.natural[k][l] += PROBLEM.lambda() * p * s[k] * s[l];
          }
        }
      }
    }
    for (int k = 0; k < 2; k++) {
      for (int l = 0; l < 2; l++) {
        m.noise[k][l] -= mean[k] * mean[l];
      }
    }
    return m;
  }

  /**
   * ½ tr(H X) for the limit X = k·E[εεᵀ] of ε ← ε − (a/k)(λF)⁻¹(Hε + Jδ + ξ), δ ← δ − (δ − ζ)/k.
   */
  private static double limit(Moments m, double[][] sigma, double[][] rollout, double gain) {
    double[][] f = inverse(m.natural);
    double[][] p = times(f, m.h);
    double[][] g = times(f, m.j);
    double[][] q = times(times(f, rollout), f);
    double[][] drift = new double[4][4];
    double[][] noise = new double[4][4];
    for (int i = 0; i < 2; i++) {
      drift[2 + i][2 + i] = -0.5;
      for (int j = 0; j < 2; j++) {
        drift[i][j] = (i == j ? 0.5 : 0) - gain * p[i][j];
        drift[i][2 + j] = -gain * g[i][j];
        noise[i][j] = gain * gain * q[i][j];
        noise[2 + i][2 + j] = sigma[i][j];
      }
    }
    double[][] system = new double[16][17]; // M X + X Mᵀ = −N
    for (int i = 0; i < 4; i++) {
      for (int j = 0; j < 4; j++) {
        for (int k = 0; k < 4; k++) {
          system[4 * i + j][4 * k + j] += drift[i][k];
          system[4 * i + j][4 * i + k] += drift[j][k];
        }
        system[4 * i + j][16] = -noise[i][j];
      }
    }
    double[] x = solved(system);
    double[][] student = {{x[0], x[1]}, {x[4], x[5]}};
    return trace(times(m.h, student)) / 2;
  }

  private static final double[][] NONE = new double[2][2];

  static void assertCoupled(
      Moments m, double[][] sigma, double gain, Rates found, double tolerance) {
    assertEquals(1, limit(m, sigma, NONE, gain) / found.queries(), tolerance, "A");
    assertEquals(1, limit(m, NONE, m.noise, gain) / found.rollouts(), tolerance, "B");
  }

  /** I and V of Σ_w = I⁻¹VI⁻¹. */
  static final class Sums {
    final double[][] information;
    final double[][] square;

    Sums(double[][] information, double[][] square) {
      this.information = information;
      this.square = square;
    }

    Sums() {
      this(new double[2][2], new double[2][2]);
    }

    void add(double[] z, double curvature, double x2) {
      for (int i = 0; i < 2; i++) {
        for (int j = 0; j < 2; j++) {
          information[i][j] += curvature * z[i] * z[j];
          square[i][j] += x2 * z[i] * z[j];
        }
      }
    }

    double[][] covariance() {
      return times(times(inverse(information), square), inverse(information));
    }
  }

  /** One label with one answer: its probability, z, the share, the label and P. */
  private static final class Outcome {
    final double probability;
    final double[] z;
    final double share;
    final double y;
    final double chance;

    Outcome(double probability, double[] z, double share, double y, double chance) {
      this.probability = probability;
      this.z = z;
      this.share = share;
      this.y = y;
      this.chance = chance;
    }
  }

  private static List<Outcome> outcomes() {
    EdgeModel model = PROBLEM.source().calibration();
    Forest forest = model.forest();
    EdgeLaw teacher = model.law(PROBLEM.calibration().initial().toArray());
    EdgeLaw student = PROBLEM.source().student().law(THETA);
    EdgeLaw reference = PROBLEM.source().reference();
    SourceVerifier verifier = PROBLEM.newVerifier();
    double[] roots = PROBLEM.source().dataset().rootWeights();
    List<Outcome> all = new ArrayList<>();
    for (int a = 0; a < forest.edges(); a++) {
      int s = forest.node(a);
      int above = forest.parentEdge(s);
      double reach = roots[forest.root(a)];
      reach *= above < 0 ? 1 : StrictMath.exp(teacher.logPath(above));
      double[] rows = new double[forest.degree(s) * 2];
      model.gradients(W, s, rows);
      for (int b = forest.firstEdge(s); b < forest.firstEdge(s) + forest.degree(s); b++) {
        int i = 2 * (a - forest.firstEdge(s));
        int j = 2 * (b - forest.firstEdge(s));
        double[] z = {rows[i] - rows[j], rows[i + 1] - rows[j + 1]};
        double p = reach / PROBLEM.horizon() * teacher.probability(a) * student.probability(b);
        double share = reference.probability(a);
        share /= share + reference.probability(b);
        for (int leaf = 0; a != b && leaf < forest.edges(); leaf++) {
          double rest = completed(forest, reference, leaf, a);
          double other = completed(forest, reference, leaf, b);
          if (rest + other > 0) {
            double chance = StrictMath.exp((verifier.query(leaf) - 1) / PROBLEM.lambda());
            all.add(new Outcome(p * share * rest, z, share, 1, chance));
            all.add(new Outcome(p * (1 - share) * other, z, share, 0, chance));
          }
        }
      }
    }
    return all;
  }

  /** The probability that a token is completed to an answer, 0 for an answer without it. */
  private static double completed(Forest forest, EdgeLaw reference, int leaf, int token) {
    if (forest.child(leaf) >= 0) {
      return 0;
    }
    double p = 1;
    for (int e = leaf; e >= 0; e = forest.parentEdge(forest.node(e))) {
      if (e == token) {
        return p;
      }
      p *= reference.probability(e);
    }
    return 0;
  }

  private static double[][] sourceNoise() {
    double informative = 0;
    double weight = 0;
    for (Outcome o : outcomes()) {
      informative += o.probability;
      weight += o.probability * o.chance;
    }
    Sums sums = new Sums();
    for (Outcome o : outcomes()) {
      double u = dot(o.z, W);
      double x = o.chance * (o.y - sigma(u)) - weight / informative * (o.y - o.share);
      sums.add(o.z, o.probability * o.chance * sigma(u) * sigma(-u), o.probability * x * x);
    }
    return sums.covariance();
  }

  @Test
  void theNoiseOfTheSourceIsThatOfAllLabelsAndAnswers() {
    double[] chances = new double[PROBLEM.source().forest().edges()];
    SourceVerifier verifier = PROBLEM.newVerifier();
    for (int e = 0; e < chances.length; e++) {
      if (PROBLEM.source().forest().child(e) < 0) {
        chances[e] = StrictMath.exp((verifier.query(e) - 1) / PROBLEM.lambda());
      }
    }
    double[] found = SourceNoise.exact(PROBLEM, W, THETA, chances).covariance();
    double[] expected = flat(sourceNoise());
    for (int i = 0; i < 4; i++) {
      assertEquals(expected[i], found[i], 1e-10 * Math.abs(expected[0]));
    }
  }

  @Test
  void aStudentThatFollowsPaysForBothErrors() {
    Moments m = exact();
    double[][] sigma = {{2, 0.7}, {0.7, 1.5}};
    Rates found = StudentMoments.exact(PROBLEM, W, THETA).following(flat(sigma));
    double[][] pull = times(times(transposed(m.j), inverse(m.h)), m.j);
    assertEquals(1, trace(times(pull, sigma)) / 2 / found.queries(), 1e-5);
    assertEquals(1, trace(times(inverse(m.h), m.noise)) / 2 / found.rollouts(), 1e-5);
  }

  @Test
  void aStudentOnItsWayIsTheLimitOfItsRecursion() {
    Moments m = exact();
    double[][] sigma = {{2, 0.7}, {0.7, 1.5}};
    StudentMoments moments = StudentMoments.exact(PROBLEM, W, THETA);
    for (double gain : new double[] {1.5, 2, 5}) {
      assertCoupled(m, sigma, gain, moments.coupled(flat(sigma), gain), 1e-4);
    }
  }

  @Test
  void sensitivitiesArePulledBackThroughTheHessian() {
    Moments m = exact();
    double[] factor = new double[4];
    assertTrue(SmallMatrix.factor(flat(m.h), 0, 2, factor));
    double[] expected = flat(times(times(transposed(m.j), inverse(m.h)), m.j));
    double[] found = Sensitivity.of(PROBLEM, W, THETA, factor);
    for (int i = 0; i < 4; i++) {
      assertEquals(expected[i], found[i], 1e-5 * expected[0]);
    }
  }
}
