package dev.ccl.core.math;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.random.RandomStreams;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Laws of runs of nodes against quotients of exponentials by {@code StrictMath}. */
class SoftmaxTest {
  private static final Segments NODES = Segments.of(0, 3, 4, 9, 41);

  /** A way from logits to the log-probabilities (in place) and probabilities of all nodes. */
  private interface Way {
    void laws(double[] x, double[] law);
  }

  private static void eachNode(Way way, double[] x, double[] law) {
    for (int s = 0; s < NODES.count(); s++) {
      double[] local = Arrays.copyOfRange(x, NODES.first(s), NODES.first(s + 1));
      double[] chances = new double[local.length];
      way.laws(local, chances);
      System.arraycopy(local, 0, x, NODES.first(s), local.length);
      System.arraycopy(chances, 0, law, NODES.first(s), local.length);
    }
  }

  private static final Way BY_NORMALIZER =
      (x, law) -> eachNode((a, b) -> Softmax.law(a, 0, a.length, b), x, law);

  private static final Way BY_WEIGHTS =
      (x, law) -> eachNode((a, b) -> Softmax.lawByWeights(a, 0, a.length, b), x, law);

  private static final Way RUN_BY_WEIGHTS = (x, law) -> Softmax.lawsByWeights(NODES, x, law);

  private static double[] logits(RandomStream random, double size) {
    double[] x = new double[NODES.first(NODES.count())];
    Arrays.setAll(x, e -> size * (2 * random.nextDouble() - 1));
    return x;
  }

  /**
   * Whether laws agree with π(e) = 1/Σ exp(f(e′) − f(e)), which neither over- nor underflows where
   * π(e) itself does not. Logits of size B carry errors of some ulps of B into exponents.
   */
  private static boolean isRight(Way way) {
    RandomStream random = RandomStreams.of(5).open(Purpose.TRIAL, 1);
    boolean right = true;
    for (double size : new double[] {0, 0.3, 1.9, 3, 40, 500, 1e4}) {
      double[] f = logits(random, size);
      double[] x = f.clone();
      double[] law = new double[f.length];
      way.laws(x, law);
      for (int s = 0; s < NODES.count(); s++) {
        for (int e = NODES.first(s); e < NODES.first(s + 1); e++) {
          double sum = 0;
          double largest = 0;
          for (int o = NODES.first(s); o < NODES.first(s + 1); o++) {
            sum += StrictMath.exp(f[o] - f[e]);
            largest = Math.max(largest, f[o] - f[e]);
          }
          double log = sum < Double.POSITIVE_INFINITY ? -StrictMath.log(sum) : -largest;
          double tolerance = 1e-14 + 4 * Math.ulp(size);
          right &= Math.abs(x[e] - log) <= tolerance + 1e-15 * Math.abs(log);
          right &= Math.abs(law[e] - StrictMath.exp(log)) <= tolerance;
        }
      }
    }
    return right;
  }

  @Test
  void lawsAreQuotientsOfExponentials() {
    assertTrue(isRight(BY_NORMALIZER));
    assertTrue(isRight(BY_WEIGHTS));
    assertTrue(isRight(RUN_BY_WEIGHTS));
  }

  @Test
  void wrongLawsAreSeen() {
    assertFalse(
        isRight((x, law) -> Softmax.law(x, 0, x.length, law)), "one law over the whole run");
    assertFalse(
        isRight(
            (x, law) -> {
              RUN_BY_WEIGHTS.laws(x, law);
              x[5] += 1e-12;
            }),
        "a log-probability that is slightly off");
    Way plain =
        (a, b) -> {
          Arrays.setAll(b, k -> StrictMath.exp(a[k]));
          double sum = Arrays.stream(b).sum();
          Arrays.setAll(b, k -> b[k] / sum);
          Arrays.setAll(a, k -> StrictMath.log(b[k]));
        };
    assertFalse(isRight((x, law) -> eachNode(plain, x, law)), "exponentials that overflow");
  }

  /** What samplers draw from, for bounds with and without the shift and for inner runs. */
  @Test
  void weightsHaveTheirTails() {
    RandomStream random = RandomStreams.of(6).open(Purpose.TRIAL, 2);
    for (double size : new double[] {0.5, 60, 299, 900}) {
      double[] f = logits(random, size);
      for (int first = 0; first < NODES.count(); first++) {
        int base = NODES.first(Math.max(0, first - 1));
        double[] x = Arrays.copyOfRange(f, base, f.length);
        double[] weight = new double[x.length];
        double[] tail = new double[x.length];
        double[] sum = new double[NODES.count()];
        Arrays.fill(sum, -1);
        Softmax.weights(NODES, first, NODES.count(), base, size, x, weight, tail, sum);
        for (int s = 0; s < NODES.count(); s++) {
          if (s < first) {
            assertEquals(-1, sum[s], "a node outside of the run");
            continue;
          }
          double all = 0;
          for (int e = NODES.first(s + 1) - 1; e >= NODES.first(s); e--) {
            all += weight[e - base];
            assertEquals(all, tail[e - base]);
            double ratio = StrictMath.exp(f[e] - f[NODES.first(s)]);
            if (ratio < 1e300 && size < 300) {
              assertEquals(ratio, weight[e - base] / weight[NODES.first(s) - base], 1e-12 * ratio);
            }
          }
          assertEquals(all, sum[s]);
          assertTrue(all > 0 && all < Double.POSITIVE_INFINITY);
        }
      }
    }
  }

  @Test
  void segmentsAreCutsOfALine() {
    assertEquals(4, NODES.count());
    assertEquals(32, NODES.longest());
    assertEquals(5, NODES.length(2));
    assertEquals(41, NODES.first(4));
    assertEquals(0, Segments.of(0).longest());
    int[] cuts = {0, 2};
    Segments copy = Segments.of(cuts);
    cuts[1] = 7;
    assertArrayEquals(new int[] {0, 2}, new int[] {copy.first(0), copy.first(1)});
    assertThrows(IllegalArgumentException.class, () -> Segments.of());
    assertThrows(IllegalArgumentException.class, () -> Segments.of(1, 2));
    assertThrows(IllegalArgumentException.class, () -> Segments.of(0, 2, 1));
  }

  /** One node that is deep among shallow ones, wherever it stands: the range is that of all. */
  @Test
  void theDeepestNodeDecidesTheRange() {
    for (int deep = 0; deep < NODES.count(); deep++) {
      for (double depth : new double[] {3.9, 4, 4.1, 30, 90}) {
        double[] x = logits(RandomStreams.of(5).open(Purpose.TRIAL, 3), 0.5);
        int first = NODES.first(deep);
        int last = NODES.first(deep + 1) - 1;
        x[first] = -1;
        x[last] = depth - 1; // of a node with one token, the only one
        double[] expected = x.clone();
        double[] chances = new double[x.length];
        BY_WEIGHTS.laws(expected, chances);
        double[] law = new double[x.length];
        RUN_BY_WEIGHTS.laws(x, law);
        for (int e = 0; e < x.length; e++) {
          assertEquals(expected[e], x[e], 1e-14 * (1 + depth));
          assertEquals(chances[e], law[e], 1e-14 * chances[e], "node " + deep + ", " + depth);
        }
      }
    }
  }

  /** A run that ends before the last node leaves alone what is behind it, and before it. */
  @Test
  void weightsOfARunInTheMiddle() {
    for (double bound : new double[] {1, 64, 65, 300, 301, Double.NaN}) {
      double[] f = logits(RandomStreams.of(5).open(Purpose.TRIAL, 4), 1);
      int base = NODES.first(1);
      double[] x = Arrays.copyOfRange(f, base, f.length);
      double[] weight = new double[x.length];
      double[] tail = new double[x.length];
      double[] sum = new double[NODES.count()];
      Arrays.fill(weight, -7);
      Arrays.fill(tail, -7);
      Arrays.fill(sum, -7);
      Softmax.weights(NODES, 2, 3, base, bound, x, weight, tail, sum);
      for (int e = 0; e < x.length; e++) {
        boolean inside = e + base >= NODES.first(2) && e + base < NODES.first(3);
        assertEquals(inside, weight[e] > 0, bound + ": " + e);
        assertEquals(inside, tail[e] > 0, bound + ": " + e);
        assertTrue(inside || x[e] == f[e + base], "a logit of another node");
      }
      assertArrayEquals(new double[] {-7, -7, tail[NODES.first(2) - base], -7}, sum);
      double highest = Arrays.stream(x, 1, 6).max().orElseThrow();
      assertEquals(!(bound <= 300), highest == 0, "shifted beyond the plain range alone");
    }
  }

  /** The law of one node among others, in place: nothing is read or written beside it. */
  @Test
  void lawsOfANodeInTheMiddle() {
    for (boolean byWeights : new boolean[] {false, true}) {
      double[] x = {9, 0, StrictMath.log(3), 9, 9};
      double[] law = {-7, -7, -7, -7, -7};
      if (byWeights) {
        Softmax.lawByWeights(x, 1, 3, law);
      } else {
        Softmax.law(x, 1, 3, law);
      }
      assertArrayEquals(new double[] {-7, 0.25, 0.75, -7, -7}, law, 1e-15);
      double[] logs = {9, StrictMath.log(0.25), StrictMath.log(0.75), 9, 9};
      assertArrayEquals(logs, x, 1e-15);
    }
  }
}
