package dev.ccl.certificates;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.ImmutableMap;
import dev.ccl.algorithms.Memory;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.truth.GroundTruth;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The χ² test of the edges' log-means against least squares with every constant written out. */
class ChiSquareTest {
  private static final LearningProblem PROBLEM =
      GroundTruth.of(
              RandomInstance.of(
                      RandomSpec.SMALL.withHorizon(2).withLetters(3).withDimensions(2, 1), 4)
                  .instance())
          .problem();

  /** Observations of P by edge: edges below the first few are seen too seldom. */
  private static List<List<Double>> observe(ModelTest test, int seldom) {
    Forest forest = PROBLEM.source().forest();
    RandomStream stream = RandomStream.of(5, 6, 7, 8);
    List<List<Double>> seen = new ArrayList<>();
    for (int e = 0; e < forest.edges(); e++) {
      seen.add(new ArrayList<>());
      int number = e < seldom ? 29 : 30 + e % 4;
      for (int i = 0; i < number; i++) {
        // without a spread the log-mean would have an infinite weight
        double spread = e == seldom ? 0 : e == seldom + 1 ? 0.01 : 0.2;
        double p = e == seldom ? 0.7 : 0.5 + 0.1 * (e % 3) + spread * stream.nextDouble();
        test.observe(new double[2], e, 0, 0.5, true, p);
        seen.get(e).add(p);
      }
    }
    return seen;
  }

  @Test
  void residualsAreThoseOfLeastSquares() {
    Forest forest = PROBLEM.source().forest();
    ModelTest test = new ModelTest(PROBLEM, Memory.of(ImmutableMap.of()));
    List<List<Double>> seen = observe(test, 5);
    int unknowns = 2 + forest.nodes(); // w and a constant per state
    double[][] normal = new double[unknowns][unknowns + 1];
    List<double[]> rows = new ArrayList<>();
    boolean[] used = new boolean[forest.nodes()];
    for (int s = 0; s < forest.nodes(); s++) {
      double[] phi = new double[forest.degree(s) * 2];
      PROBLEM.source().calibration().gradients(new double[2], s, phi);
      for (int k = 0; k < forest.degree(s); k++) {
        int e = forest.firstEdge(s) + k;
        int n = seen.get(e).size();
        double mean = seen.get(e).stream().mapToDouble(p -> p).average().orElseThrow();
        double square = seen.get(e).stream().mapToDouble(p -> (p - mean) * (p - mean)).sum();
        if (n >= 30 && square > 1e-9) {
          double[] row = new double[unknowns + 2];
          row[0] = phi[2 * k];
          row[1] = phi[2 * k + 1];
          row[2 + s] = 1;
          row[unknowns] =
              StrictMath.log(mean) + PROBLEM.source().reference().log(e); // what is fitted
          row[unknowns + 1] = mean * mean * n * (n - 1) / square; // its weight
          rows.add(row);
          used[s] = true;
        }
      }
    }
    for (double[] row : rows) {
      for (int i = 0; i < unknowns; i++) {
        for (int j = 0; j <= unknowns; j++) {
          normal[i][j] += row[unknowns + 1] * row[i] * row[j];
        }
      }
    }
    int states = 0;
    for (int s = 0; s < used.length; s++) {
      states += used[s] ? 1 : 0;
      normal[2 + s][2 + s] += used[s] ? 0 : 1;
    }
    double[] fit = solved(normal);
    double residual = 0;
    for (double[] row : rows) {
      double off = row[unknowns];
      for (int i = 0; i < unknowns; i++) {
        off -= row[i] * fit[i];
      }
      residual += row[unknowns + 1] * off * off;
    }
    ModelTest.ChiSquare found = test.chiSquare(PROBLEM);
    assertTrue(states < forest.nodes(), "some states were not seen often enough");
    assertEquals(rows.size() - states - 2, found.freedom());
    assertEquals(residual, found.statistic(), 1e-7 * residual);
  }

  @Test
  void tooLittleTellsNothing() {
    ModelTest test = new ModelTest(PROBLEM, Memory.of(ImmutableMap.of()));
    observe(test, PROBLEM.source().forest().edges() - 2);
    ModelTest.ChiSquare found = test.chiSquare(PROBLEM);
    assertEquals(0, found.freedom());
    assertEquals(0, found.statistic());
    assertEquals(1, found.tail(), "no reason to doubt");
  }

  /** Chernoff: min over s of E e^(sχ²)/e^(sx), on a grid of s. */
  @Test
  void theTailIsTheBestExponentialBound() {
    for (double x : new double[] {6, 11, 30}) {
      double best = 1;
      for (double s = 0; s < 0.5; s += 1e-5) {
        best = Math.min(best, StrictMath.pow(1 - 2 * s, -2.5) * StrictMath.exp(-s * x));
      }
      assertEquals(best, new ModelTest.ChiSquare(x, 5).tail(), 1e-8 * best);
    }
    assertEquals(1, new ModelTest.ChiSquare(4, 5).tail());
  }

  private static double[] solved(double[][] a) {
    int n = a.length;
    for (int c = 0; c < n; c++) { // positive definite: no pivoting
      for (int r = 0; r < n; r++) {
        double factor = r == c ? 0 : a[r][c] / a[c][c];
        for (int k = c; k <= n && factor != 0; k++) {
          a[r][k] -= factor * a[c][k];
        }
      }
    }
    double[] x = new double[n];
    for (int i = 0; i < n; i++) {
      x[i] = a[i][n] / a[i][i];
    }
    return x;
  }
}
