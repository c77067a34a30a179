package dev.ccl.algorithms.ccl;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.algorithms.naive.Sample;
import dev.ccl.core.exact.PaperConstants;
import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.math.Vectors;
import dev.ccl.core.policy.EdgeModel;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.truth.CalibrationLaw;
import dev.ccl.core.truth.GroundTruth;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every rule of the calibration, round by round, against the same rule written plainly. */
final class CalibrationTest {
  private static final double LAMBDA = 0.7;
  private static final GroundTruth TRUTH =
      GroundTruth.of(
          RandomInstance.of(
                  RandomSpec.SMALL.withLambda(LAMBDA).withBound(0.8).withInitialNorm(0.5), 5)
              .instance());
  private static final LearningProblem PROBLEM = TRUTH.problem();
  private static final double[] THETA = PROBLEM.student().initial().toArray();

  static Stream<Arguments> rules() {
    List<Arguments> all = new ArrayList<>();
    List<CalibrationStep> steps = new ArrayList<>(List.of(CalibrationStep.Choice.values()));
    steps.removeAll( // the others have tests of their own
        List.of(CalibrationStep.Choice.EVIDENCE, CalibrationStep.Choice.PROJECTION));
    List<Acceptance> acceptances = new ArrayList<>(List.of(Acceptance.Choice.values()));
    acceptances.remove(Acceptance.Choice.VALUED); // see ValuedTest
    for (CalibrationStep step : steps) {
      for (Acceptance acceptance : acceptances) {
        all.add(Arguments.of(step, acceptance));
      }
    }
    return all.stream();
  }

  @ParameterizedTest
  @MethodSource("rules")
  void roundsFollowTheRule(CalibrationStep step, Acceptance acceptance) {
    double[] initial = PROBLEM.calibration().initial().toArray();
    TestBranch branch = TestBranch.of(PROBLEM, 4, step, acceptance, Teaching.Choice.LAST, initial);
    Plain plain = new Plain(step, acceptance, initial);
    int labels = 0;
    int moves = 0;
    for (int t = 0; t < 300; t++) {
      double[] before = branch.iterate().clone();
      branch.calibrate(t, THETA);
      plain.round(t, branch);
      labels += branch.label() ? 1 : 0;
      moves += java.util.Arrays.equals(before, branch.iterate()) ? 0 : 1;
      String round = "round " + t;
      assertArrayEquals(plain.w, branch.iterate(), 1e-8, round);
      assertArrayEquals(plain.w, branch.current(), 1e-8, round);
      if (acceptance == Acceptance.Choice.CONTROLLED) {
        double[] control = branch.memory().get("control").toArray();
        assertArrayEquals(new double[] {plain.sum, plain.count}, control, 1e-12, round);
      }
    }
    assertTrue(labels > 30 && labels < 270 && moves > 30, "both labels occur and w moves");
    boolean remembers = step == CalibrationStep.Choice.NEWTON;
    int d = initial.length;
    assertEquals(remembers, branch.memory().containsKey("information"));
    assertEquals(
        acceptance == Acceptance.Choice.CONTROLLED, branch.memory().containsKey("control"));
    assertTrue(!remembers || branch.memory().get("information").length() == d * d);
    assertArrayEquals(
        PROBLEM.calibration().initial().toArray(), initial, "the start is left alone");
  }

  /** w ← Proj(w − step · g) with dense matrices that are inverted anew in each round. */
  private static final class Plain {
    final CalibrationStep step;
    final Acceptance acceptance;
    final int d;
    final double[] w;
    final double[][] information; // A
    double sum = 1;
    double count = 1;

    Plain(CalibrationStep step, Acceptance acceptance, double[] initial) {
      this.step = step;
      this.acceptance = acceptance;
      this.d = initial.length;
      this.w = initial.clone();
      this.information = new double[d][d];
      double r = PROBLEM.calibration().set().radius();
      for (int i = 0; i < d; i++) {
        information[i][i] = 1 / (r * r);
      }
    }

    void round(long t, TestBranch branch) {
      if (!branch.informative() || branch.weight() == 0) {
        return;
      }
      double[] z = branch.difference();
      double p = branch.weight();
      double sigma = 1 / (1 + Math.exp(-Vectors.dot(z, w)));
      double y = branch.label() ? 1 : 0;
      double factor = p * (sigma - y);
      if (acceptance == Acceptance.Choice.CONTROLLED) {
        factor += sum / count * (y - branch.share());
        sum += p;
        count++;
      }
      double[] g = z.clone();
      Vectors.scale(factor, g);
      for (int i = 0; i < d; i++) {
        for (int j = 0; j < d; j++) {
          information[i][j] += p * sigma * (1 - sigma) * z[i] * z[j];
        }
      }
      double[] move = move(t, g);
      for (int i = 0; i < d; i++) {
        w[i] -= move[i];
      }
      double norm = Math.sqrt(Vectors.dot(w, w));
      double r = PROBLEM.calibration().set().radius();
      for (int i = 0; i < d && norm > r; i++) {
        w[i] *= r / norm;
      }
    }

    private double[] move(long t, double[] g) {
      if (step == CalibrationStep.Choice.NEWTON) {
        return solve(information, g);
      }
      double[] move = g.clone();
      Vectors.scale(1 / (PaperConstants.of(PROBLEM).gamma() * (t + 2)), move);
      return move;
    }

    /** Gaussian elimination; the matrix is positive definite, so no pivots are needed. */
    private static double[] solve(double[][] matrix, double[] right) {
      int d = right.length;
      double[][] a = new double[d][];
      for (int i = 0; i < d; i++) {
        a[i] = matrix[i].clone();
      }
      double[] x = right.clone();
      for (int i = 0; i < d; i++) {
        for (int k = i + 1; k < d; k++) {
          double factor = a[k][i] / a[i][i];
          for (int j = i; j < d; j++) {
            a[k][j] -= factor * a[i][j];
          }
          x[k] -= factor * x[i];
        }
      }
      for (int i = d - 1; i >= 0; i--) {
        for (int j = i + 1; j < d; j++) {
          x[i] -= a[i][j] * x[j];
        }
        x[i] /= a[i][i];
      }
      return x;
    }
  }

  /** The probability of token k of a node as an alternative. */
  private static double chance(
      Alternatives.Choice alternatives, EdgeLaw teacher, EdgeLaw student, int s, int e) {
    return switch (alternatives) {
      case UNIFORM -> 1.0 / teacher.forest().degree(s);
      case TEACHER -> teacher.probability(e);
      case STUDENT -> student.probability(e);
    };
  }

  /**
   * Over the rounds, the mean of z, of z times the label and of z times the accepted label have
   * their exact values. 9 means a kind of alternatives, each off with probability 6e-10.
   */
  @ParameterizedTest
  @EnumSource(Alternatives.Choice.class)
  void alternativesHaveTheirLaw(Alternatives.Choice alternatives) {
    EdgeModel model = PROBLEM.source().calibration();
    Forest forest = model.forest();
    double[] w = PROBLEM.calibration().initial().toArray();
    EdgeLaw teacher = model.law(w);
    EdgeLaw student = PROBLEM.source().student().law(THETA);
    EdgeLaw reference = PROBLEM.source().reference();
    CalibrationLaw labels = CalibrationLaw.of(TRUTH);
    int d = w.length;
    double[] exact = new double[3 * d];
    for (int s = 0; s < forest.nodes(); s++) {
      double reach = PROBLEM.source().dataset().rootWeights()[root(forest, s)] / PROBLEM.horizon();
      for (int e = forest.parentEdge(s); e >= 0; e = forest.parentEdge(forest.node(e))) {
        reach *= teacher.probability(e);
      }
      double[] rows = new double[forest.degree(s) * d];
      model.gradients(w, s, rows);
      int from = forest.firstEdge(s);
      for (int a = from; a < forest.firstEdge(s + 1); a++) {
        for (int b = from; b < forest.firstEdge(s + 1); b++) {
          double p = reach * teacher.probability(a) * chance(alternatives, teacher, student, s, b);
          double share =
              reference.probability(a) / (reference.probability(a) + reference.probability(b));
          for (int i = 0; i < d; i++) {
            double z = rows[(a - from) * d + i] - rows[(b - from) * d + i];
            exact[i] += p * z;
            exact[d + i] += p * z * share;
            exact[2 * d + i] += p * z * labels.acceptedOne(a, b);
          }
        }
      }
    }
    Sample[] samples = new Sample[3 * d];
    java.util.Arrays.setAll(samples, i -> new Sample());
    TestBranch branch = TestBranch.of(PROBLEM, 21, Acceptance.Choice.REJECTION, alternatives);
    for (int t = 0; t < 60_000; t++) {
      branch.draw(t, THETA);
      for (int i = 0; i < d; i++) {
        double z = branch.informative() ? branch.difference()[i] : 0;
        samples[i].add(z);
        samples[d + i].add(branch.label() ? z : 0);
        samples[2 * d + i].add(branch.label() ? z * branch.weight() : 0);
      }
    }
    for (int i = 0; i < samples.length; i++) {
      samples[i].assertMean(alternatives + ": " + i, exact[i], Double.NaN);
    }
  }

  private static int root(Forest forest, int node) {
    int s = node;
    while (forest.parentEdge(s) >= 0) {
      s = forest.node(forest.parentEdge(s));
    }
    return s;
  }
}
