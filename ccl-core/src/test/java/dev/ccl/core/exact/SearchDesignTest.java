package dev.ccl.core.exact;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.core.brute.TrialInstances;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.mdp.State;
import dev.ccl.core.mdp.TokenMdp;
import dev.ccl.core.mdp.Vocabulary;
import dev.ccl.core.policy.Ball;
import dev.ccl.core.policy.ConvexSet;
import dev.ccl.core.policy.FeatureMap;
import dev.ccl.core.policy.LinearSoftmax;
import dev.ccl.core.random.RandomStream;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SearchDesignTest {

  private static Instance withDimension(int d) {
    int trial = 0;
    while (TrialInstances.of(trial).header().studentDimension() != d) {
      trial++;
    }
    return TrialInstances.of(trial);
  }

  private static double lowest(LogRatioCost cost, List<double[]> starts) {
    return starts.stream().mapToDouble(cost::value).min().orElseThrow();
  }

  private static void assertInside(ConvexSet set, List<double[]> starts) {
    for (double[] x : starts) {
      assertTrue(set.contains(x), Arrays.toString(x));
    }
  }

  @Test
  void noPointOfTheLineIsLowerThanTheBestStart() {
    LogRatioCost cost = LogRatioCost.directMatching(withDimension(1).problem());
    double r = 1.7;
    ConvexSet set = Ball.of(1, r);
    List<double[]> starts = SearchDesign.starts(cost, set);
    assertInside(set, starts);
    double best = lowest(cost, starts);
    double left = Double.POSITIVE_INFINITY;
    double right = Double.NEGATIVE_INFINITY;
    for (int i = 0; i <= 2000; i++) {
      double x = r * (i - 1000) / 1000.0;
      assertTrue(best <= cost.value(new double[] {x}) + 1e-13, "lower at " + x);
    }
    for (double[] x : starts) {
      left = Math.min(left, x[0]);
      right = Math.max(right, x[0]);
    }
    assertEquals(-r, left, 1e-12, "the ends of a flat bottom count");
    assertEquals(r, right, 1e-12, "both of them");
  }

  @Test
  void noPointOfTheGridIsLowerThanTheBestStart() {
    LogRatioCost cost = LogRatioCost.directMatching(withDimension(2).problem());
    double r = 1.3;
    ConvexSet set = Ball.of(2, r);
    List<double[]> starts = SearchDesign.starts(cost, set);
    assertInside(set, starts);
    double best = lowest(cost, starts);
    int side = 100;
    for (int i = 0; i < side * side; i++) {
      int row = i / side;
      double[] x = {r * (2.0 * (i % side) / 99 - 1), r * (2.0 * row / 99 - 1)};
      set.project(x);
      assertTrue(best <= cost.value(x) + 1e-13, "lower at " + Arrays.toString(x));
    }
  }

  /** The starts are the points of the grid without a lower neighbour, and seven more. */
  @Test
  void startsAreTheLocalMinimaOfTheGrid() {
    int several = 0;
    for (int trial = 0; trial < 60 && several < 4; trial++) {
      Instance instance = TrialInstances.of(trial);
      int d = instance.header().studentDimension();
      if (d == 3) {
        continue;
      }
      LogRatioCost cost = LogRatioCost.directMatching(instance.problem());
      double r = 0.7 * instance.header().bound();
      ConvexSet set = Ball.of(d, r);
      int side = d == 1 ? 2001 : 100;
      int rows = d == 1 ? 1 : side;
      double[][] value = new double[rows][side];
      for (int i = 0; i < rows; i++) {
        for (int k = 0; k < side; k++) {
          double across = r * (2.0 * k / (side - 1) - 1);
          double[] x = d == 1 ? new double[] {across} : new double[] {across, 0};
          if (d == 2) {
            x[1] = r * (2.0 * i / (side - 1) - 1);
          }
          set.project(x);
          value[i][k] = cost.value(x);
        }
      }
      int lows = 0;
      for (int i = 0; i < rows; i++) {
        for (int k = 0; k < side; k++) {
          boolean low = true;
          for (int n = 0; n < 9; n++) {
            int up = i + n / 3 - 1;
            int right = k + n % 3 - 1;
            boolean outside = up < 0 || up >= rows || right < 0 || right >= side;
            low &= outside || !(value[up][right] < value[i][k]);
          }
          lows += low ? 1 : 0;
        }
      }
      List<double[]> starts = SearchDesign.starts(cost, set);
      assertEquals(Math.min(48, lows) + 7, starts.size(), "trial " + trial);
      several += lows < 48 ? 1 : 0;
      for (int i = 1; i < Math.min(48, lows); i++) {
        assertTrue(cost.value(starts.get(i - 1)) <= cost.value(starts.get(i)), "best first");
      }
    }
    assertEquals(4, several, "costs with few local minima");
  }

  @Test
  void thePoolHasTheOriginTheBestAndOthers() {
    LogRatioCost cost = LogRatioCost.directMatching(withDimension(3).problem());
    double r = 2;
    ConvexSet set = Ball.of(3, r);
    List<double[]> starts = SearchDesign.starts(cost, set);
    assertInside(set, starts);
    assertEquals(48, starts.size());
    for (int i = 1; i < 24; i++) {
      assertTrue(cost.value(starts.get(i - 1)) <= cost.value(starts.get(i)), "best first");
    }
    double worstOfBest = cost.value(starts.get(23));
    assertEquals(0, norm(starts.get(24)), "the origin");
    int inner = 0;
    int outer = 0;
    for (double[] x : starts.subList(24, 48)) {
      assertTrue(cost.value(x) >= worstOfBest || containsPoint(starts.subList(0, 24), x));
      inner += norm(x) <= r / 4 ? 1 : 0;
      outer += norm(x) > 0.99 * r ? 1 : 0;
    }
    assertTrue(inner >= 8 && outer >= 3, "several distances: " + inner + ", " + outer);
  }

  @Test
  void thePoolIsAsLargeAsItsShareOfVisits() {
    LogRatioCost cost = LogRatioCost.directMatching(withDimension(3).problem());
    int[] draws = {0};
    ConvexSet counting =
        new ConvexSet() {
          private final Ball ball = Ball.of(3, 2);

          @Override
          public int dimension() {
            return 3;
          }

          @Override
          public double radius() {
            return ball.radius();
          }

          @Override
          public boolean contains(double[] point) {
            return ball.contains(point);
          }

          @Override
          public void project(double[] point) {
            ball.project(point);
          }

          @Override
          public void draw(RandomStream random, double[] point) {
            draws[0]++;
            ball.draw(random, point);
          }
        };
    SearchDesign.starts(cost, counting);
    assertEquals(1_500, draws[0]);
  }

  /** 2·10⁷ edge visits are shared out, between bounds. */
  @Test
  void largerForestsGetFewerStarts() {
    int[][] points = {{2_001, 2_001, 200, 64}, {10_000, 2_500, 200, 64}, {1_500, 1_500, 200, 64}};
    double[] edges = {1_000, 8_000, 100_000, 1e7};
    for (int d = 1; d <= 3; d++) {
      for (int i = 0; i < edges.length; i++) {
        assertEquals(points[d - 1][i], SearchDesign.points(edges[i], d), d + ", " + edges[i]);
      }
    }
    assertEquals(10_000, SearchDesign.points(1_000, 40));
    assertEquals(48, SearchDesign.starts(1_000, 3));
    assertEquals(40, SearchDesign.starts(100_000, 3));
    assertEquals(25, SearchDesign.starts(100_000, 6));
    assertEquals(6, SearchDesign.starts(1e7, 1));
  }

  private static boolean containsPoint(List<double[]> points, double[] x) {
    return points.stream().anyMatch(y -> Arrays.equals(x, y));
  }

  private static double norm(double[] x) {
    double sum = 0;
    for (double y : x) {
      sum += y * y;
    }
    return Math.sqrt(sum);
  }

  /** 27 starts: the thirteen best of all, then the first fourteen of the pool, the origin first. */
  @Test
  void anOddNumberOfStartsIsSharedToo() {
    ImmutableIntArray all =
        ImmutableIntArray.copyOf(IntStream.range(0, 52).toArray()); // 52 + 52² + 52³ edges
    Vocabulary words =
        Vocabulary.of(IntStream.range(0, 52).mapToObj(a -> "t" + a).toList(), "t0", "t1");
    Forest forest =
        Forest.complete(TokenMdp.of(words, (p, prefix) -> all, 3), List.of(Prompt.of("x")));
    FeatureMap waves =
        new FeatureMap() {
          @Override
          public int dimension() {
            return 3;
          }

          @Override
          public void features(State state, double[] out) {
            for (int i = 0; i < 3 * 52; i++) {
              out[i] = ((i * 37 + state.prefix().length()) % 101) / 202.0;
            }
          }
        };
    double[] potential = new double[forest.edges()];
    Arrays.setAll(potential, e -> (e % 11) / 5.0);
    LogRatioCost cost =
        LogRatioCost.of(LinearSoftmax.of(waves).on(forest), new double[] {1}, 1, potential);
    List<double[]> starts = SearchDesign.starts(cost, Ball.of(3, 2));
    assertEquals(27, starts.size());
    for (int i = 0; i < starts.size(); i++) {
      assertEquals(i == 13, norm(starts.get(i)) == 0, "the origin is number 13, not " + i);
    }
    for (int i = 1; i < 13; i++) {
      assertTrue(cost.value(starts.get(i - 1)) <= cost.value(starts.get(i)), "best first");
    }
  }
}
