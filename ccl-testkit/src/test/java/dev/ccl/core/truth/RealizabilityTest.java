package dev.ccl.core.truth;

import static dev.ccl.core.brute.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.brute.TrialInstances;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.policy.Ball;
import dev.ccl.core.policy.PolicyFamily;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.random.RandomStreams;
import dev.ccl.testkit.naive.GibbsWeights;
import dev.ccl.testkit.naive.Naive;
import dev.ccl.testkit.naive.Node;
import dev.ccl.testkit.naive.SmallAlgebra;
import dev.ccl.testkit.naive.TokenLaw;
import dev.ccl.testkit.policy.ForwardingFamily;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RealizabilityTest {
  @Test
  void onlyLinearClassesHaveAFit() {
    LearningProblem p = TrialInstances.of(2).problem();
    PolicyFamily other = new ForwardingFamily(p.calibration().family());
    LearningProblem curved =
        LearningProblem.of(
            p.lambda(),
            p.bound(),
            p.source().dataset(),
            p.target().dataset(),
            new LearningProblem.PolicyClass(
                other, p.calibration().set(), p.calibration().initial()),
            p.student(),
            p.reference(),
            (prompt, answer) -> 0);
    GroundTruth truth = GroundTruth.of(curved, (prompt, answer) -> 0);
    assertThrows(IllegalArgumentException.class, () -> Realizability.of(truth));
  }

  /** One row (φ_a − φ_b | log π*(a) − log π*(b)) a pair, from the definition. */
  private static List<double[]> equations(Instance instance, Naive naive) {
    TokenLaw optimum = GibbsWeights.of(naive).law();
    Set<String> ids = new LinkedHashSet<>(instance.source());
    ids.addAll(instance.target());
    List<double[]> rows = new ArrayList<>();
    for (String id : ids) {
      if (instance.prompts().get(id).hasRewards()) {
        for (Node s : naive.nodes(id)) {
          double[] logs = optimum.log(s);
          for (int a = 0; a < s.size(); a++) {
            for (int b = 0; b < a; b++) {
              double[] row = Arrays.copyOf(s.difference(a, b), naive.calibrationDimension() + 1);
              row[naive.calibrationDimension()] = logs[a] - logs[b];
              rows.add(row);
            }
          }
        }
      }
    }
    return rows;
  }

  /**
   * One-sided Jacobi: rotations V make the columns of the left-hand side orthogonal; then w = Σ v
   * (Av·b)/|Av|² over the columns that are not 0. Returns their number.
   */
  private static int minimumNorm(List<double[]> rows, double[] w) {
    int n = w.length;
    double[][] v = new double[n][n];
    for (int i = 0; i < n; i++) {
      v[i][i] = 1;
    }
    double[][] a = new double[n][rows.size()]; // columns of A V
    for (int r = 0; r < rows.size(); r++) {
      for (int i = 0; i < n; i++) {
        a[i][r] = rows.get(r)[i];
      }
    }
    for (int sweep = 0; sweep < 60; sweep++) {
      for (int p = 0; p < n; p++) {
        for (int q = p + 1; q < n; q++) {
          double alpha = SmallAlgebra.dot(a[p], a[p]);
          double beta = SmallAlgebra.dot(a[q], a[q]);
          double mixed = SmallAlgebra.dot(a[p], a[q]);
          if (Math.abs(mixed) > 1e-300) {
            double zeta = (beta - alpha) / (2 * mixed);
            double t = (zeta >= 0 ? 1 : -1) / (Math.abs(zeta) + Math.hypot(1, zeta));
            double cosine = 1 / Math.hypot(1, t);
            rotate(a[p], a[q], cosine, cosine * t);
            rotate(v[p], v[q], cosine, cosine * t);
          }
        }
      }
    }
    double largest = 0;
    for (double[] column : a) {
      largest = Math.max(largest, Math.sqrt(SmallAlgebra.dot(column, column)));
    }
    int rank = 0;
    for (int j = 0; j < n; j++) {
      double square = SmallAlgebra.dot(a[j], a[j]);
      if (Math.sqrt(square) > 1e-12 * largest) {
        rank++;
        double along = 0;
        for (int r = 0; r < rows.size(); r++) {
          along += a[j][r] * rows.get(r)[n] / square;
        }
        for (int i = 0; i < n; i++) {
          w[i] += along * v[j][i];
        }
      }
    }
    return rank;
  }

  private static void rotate(double[] x, double[] y, double cosine, double sine) {
    for (int i = 0; i < x.length; i++) {
      double old = x[i];
      x[i] = cosine * old - sine * y[i];
      y[i] = sine * old + cosine * y[i];
    }
  }

  @Test
  void fitAgreesWithAllPairs() {
    int identified = 0;
    for (int trial = 0; trial < 120; trial++) {
      Instance instance = TrialInstances.of(trial);
      Naive naive = Naive.of(instance);
      int n = instance.header().calibrationDimension();
      List<double[]> rows = equations(instance, naive);
      double[] w = new double[n];
      int rank = minimumNorm(rows, w);
      Realizability fit = Realizability.of(GroundTruth.of(instance));
      assertEquals(rank, fit.rank(), "trial " + trial + " rank");
      assertEquals(rank == n, fit.isIdentified());
      assertClose(w, fit.wStar().toArray(), "trial " + trial + " w*");
      assertClose(residual(instance, naive, w), fit.residual(), "trial " + trial + " residual");
      if (trial % 3 == 0) {
        double scale = 1 + 1 / instance.header().lambda() + instance.header().bound();
        assertTrue(fit.residual() < 1e-10 * scale, "trial " + trial + " is realizable");
      }
      identified += fit.isIdentified() ? 1 : 0;
    }
    assertTrue(identified > 60 && identified < 120, "both kinds occur: " + identified);
  }

  private static double residual(Instance instance, Naive naive, double[] w) {
    TokenLaw optimum = GibbsWeights.of(naive).law();
    TokenLaw fitted = naive.calibrated(w);
    Set<String> ids = new LinkedHashSet<>(instance.source());
    ids.addAll(instance.target());
    double largest = 0;
    for (String id : ids) {
      for (Node s : naive.nodes(id)) {
        for (int k = 0; k < s.size(); k++) {
          largest = Math.max(largest, Math.abs(fitted.log(s)[k] - optimum.log(s)[k]));
        }
      }
    }
    return largest;
  }

  @Test
  void nearlyDependentEquationsKeepTheirDigits() {
    // Condition 1e6: normal equations would lose 12 digits.
    int n = 3;
    RandomStream random = RandomStreams.of(4).open(Purpose.TRIAL, 0);
    double[] w = {0.3, -1.2, 0.7};
    LeastSquares equations = LeastSquares.of(n);
    double[] row = new double[n];
    for (int k = 0; k < 1000; k++) {
      Ball.of(n, 1).draw(random, row);
      row[2] = row[0] + row[1] + 1e-6 * row[2];
      double right = SmallAlgebra.dot(row, w);
      equations.add(row, new double[] {right}, 1, 1);
    }
    LeastSquares.Solution solution = equations.solve();
    assertEquals(3, solution.rank());
    assertClose(w, solution.point().toArray(), 1e-8, "w");
  }

  @Test
  void withoutEquationsTheAnswerIsZero() {
    LeastSquares.Solution solution = LeastSquares.of(2).solve();
    assertEquals(0, solution.rank());
    assertClose(new double[2], solution.point().toArray(), 0, "w");
  }

  /** What is not known of the target says nothing: w* is that of the rewards there are. */
  @Test
  void promptsWithoutRewardsDoNotCount() {
    RandomSpec spec =
        RandomSpec.SMALL.withPrompts(4, 3).withShared(1).withRepeated(1).withLambda(0.4);
    for (int seed = 0; seed < 5; seed++) {
      RandomInstance drawn = RandomInstance.of(spec, seed);
      GroundTruth truth = GroundTruth.of(drawn.instance().withoutTargetRewards());
      assertEquals(2, truth.unrewarded().size());
      Realizability fit = Realizability.of(truth);
      assertTrue(fit.isIdentified());
      assertClose(drawn.truth().toArray(), fit.wStar().toArray(), "seed " + seed);
      assertEquals(0, fit.residual(), 1e-12);
    }
  }
}
