package dev.ccl.policies;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.ccl.core.forest.Forest;
import dev.ccl.core.mdp.State;
import dev.ccl.core.policy.Ball;
import dev.ccl.core.policy.BoundedDerivatives;
import dev.ccl.core.policy.Box;
import dev.ccl.core.policy.ConvexSet;
import dev.ccl.core.policy.EdgeModel;
import dev.ccl.core.policy.FeatureMap;
import dev.ccl.core.policy.PolicyFamily;
import dev.ccl.policies.sets.ProductSet;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** The families by their formulas: logits at a state, and bounds of their derivatives. */
class DefinitionsTest {
  private static final FeatureMap PSI = Arena.randomFeatures(3, 21, Arena.FOREST);
  private static final FeatureMap CHI = Arena.randomFeatures(2, 22, Arena.FOREST);
  private static final State STATE = Arena.MDP.start(Arena.PROMPTS.get(0));
  private static final int K = STATE.legal().length();

  private static double[][] features(FeatureMap map) {
    double[] flat = new double[K * map.dimension()];
    map.features(STATE, flat);
    double[][] rows = new double[K][];
    for (int k = 0; k < K; k++) {
      rows[k] = Arrays.copyOfRange(flat, k * map.dimension(), (k + 1) * map.dimension());
    }
    return rows;
  }

  private static double dot(double[] theta, int from, double[] x) {
    double sum = 0;
    for (int i = 0; i < x.length; i++) {
      sum += theta[from + i] * x[i];
    }
    return sum;
  }

  private static double[] theta(int d) {
    double[] theta = new double[d];
    Arrays.setAll(theta, i -> 0.3 + 0.17 * i - 0.09 * i * (i % 3));
    return theta;
  }

  private static void assertLogits(PolicyFamily family, double[] theta, double[] expected) {
    assertEquals(theta.length, family.dimension());
    double[] out = new double[K];
    family.logits(theta, STATE, out);
    assertArrayEquals(expected, out, 1e-14);
    Forest forest = Forest.complete(Arena.MDP, Arena.PROMPTS);
    double[] all = new double[forest.edges()];
    family.on(forest).logits(theta, 0, forest.nodes(), all);
    assertArrayEquals(expected, Arrays.copyOf(all, K), 1e-14);
  }

  @Test
  void logitsAreTheirFormulas() {
    double[][] psi = features(PSI);
    double[][] chi = features(CHI);
    double[] tempered = theta(4);
    double[] bilinear = theta(10);
    double[] network = theta(8);
    double[] linear = theta(3);
    double[][] expected = new double[4][K];
    for (int k = 0; k < K; k++) {
      expected[0][k] = Math.exp(tempered[3]) * dot(tempered, 0, psi[k]);
      expected[1][k] =
          dot(bilinear, 0, psi[k]) * dot(bilinear, 6, chi[k])
              + dot(bilinear, 3, psi[k]) * dot(bilinear, 8, chi[k]);
      expected[2][k] =
          network[6] * Math.tanh(dot(network, 0, psi[k]))
              + network[7] * Math.tanh(dot(network, 3, psi[k]));
      expected[3][k] = Math.log(0.1 * (k + 1)) + dot(linear, 0, psi[k]);
    }
    assertLogits(TemperedSoftmax.of(PSI), tempered, expected[0]);
    assertLogits(BilinearSoftmax.of(PSI, CHI, 2), bilinear, expected[1]);
    assertLogits(TanhNetwork.of(PSI, 2), network, expected[2]);
    ResidualSoftmax residual =
        ResidualSoftmax.of(
            (state, out) -> {
              for (int k = 0; k < state.legal().length(); k++) {
                out[k] = 0.1 * (k + 1);
              }
            },
            Math.log(10),
            PSI);
    assertLogits(residual, linear, expected[3]);
    TabularSoftmax tabular = TabularSoftmax.of(Arena.MDP, Arena.PROMPTS);
    double[] table = theta(tabular.dimension());
    int at = tabular.offset(STATE);
    assertLogits(tabular, table, Arrays.copyOfRange(table, at, at + K));
  }

  @Test
  void tablesIgnoreForcedStatesAndRefuseUnknownOnes() {
    TabularSoftmax tabular = TabularSoftmax.of(Arena.MDP, Arena.PROMPTS.subList(0, 1));
    State ended = Arena.MDP.append(STATE, Arena.VOCABULARY.eos());
    double[] theta = theta(tabular.dimension());
    double[] out = {7};
    tabular.logits(theta, ended, out);
    assertEquals(0, out[0]);
    double[] rows = new double[tabular.dimension()];
    rows[0] = 7;
    tabular.gradients(theta, ended, rows);
    assertArrayEquals(new double[tabular.dimension()], rows);
    double[] first = new double[K * tabular.dimension()];
    tabular.gradients(theta, STATE, first);
    for (int k = 0; k < K; k++) {
      for (int i = 0; i < tabular.dimension(); i++) {
        double expected = i == tabular.offset(STATE) + k ? 1 : 0;
        assertEquals(expected, first[k * tabular.dimension() + i]);
      }
    }
    Forest forest = Forest.complete(Arena.MDP, Arena.PROMPTS.subList(0, 1));
    EdgeModel model = tabular.on(forest);
    assertEquals(tabular.dimension(), model.dimension());
    assertSame(forest, model.forest());
    for (int s = 0; s < forest.nodes(); s++) {
      double[] slow = new double[forest.degree(s) * tabular.dimension()];
      double[] fast = slow.clone();
      Arrays.fill(fast, 7);
      tabular.gradients(theta, forest.state(s), slow);
      model.gradients(theta, s, fast);
      assertArrayEquals(slow, fast);
    }
    State other = Arena.MDP.start(Arena.PROMPTS.get(1));
    assertThrows(IllegalArgumentException.class, () -> tabular.logits(theta, other, new double[K]));
  }

  private static void assertBounds(
      BoundedDerivatives family, ConvexSet set, double logit, double gradient, double hessian) {
    assertEquals(logit, family.logitBound(set), 1e-14 * logit, "logits on " + set);
    assertEquals(gradient, family.gradientBound(set), 1e-14 * gradient, "gradients on " + set);
    assertEquals(hessian, family.hessianBound(set), 1e-14 * hessian, "Hessians on " + set);
  }

  @Test
  void boundsAreTheirFormulas() {
    double e = Math.exp(0.7);
    ConvexSet warm = ProductSet.of(Ball.of(3, 2), Box.of(new double[] {-0.5}, new double[] {0.7}));
    assertBounds(TemperedSoftmax.of(PSI), warm, 2 * e, e * Math.sqrt(5), e * (1 + Math.sqrt(2)));
    BilinearSoftmax bilinear = BilinearSoftmax.of(PSI, CHI, 2);
    ConvexSet factors = ProductSet.of(Ball.of(6, 1.5), Ball.of(4, 0.5));
    assertBounds(bilinear, factors, 0.75, Math.sqrt(2.5), 1);
    assertBounds(bilinear, Ball.of(10, 2), 2, 2, 1);
    TanhNetwork network = TanhNetwork.of(PSI, 2);
    double kb = 4 / Math.sqrt(3); // 4/(3√3) times the outer radius 3
    assertBounds(
        network,
        ProductSet.of(Ball.of(6, 1), Ball.of(2, 3)),
        3,
        Math.sqrt(10),
        (kb + Math.sqrt(kb * kb + 4)) / 2);
    kb = 2 / (3 * Math.sqrt(3));
    assertBounds( // tanh is at most 1: two units reach √2
        network,
        ProductSet.of(Ball.of(6, 5), Ball.of(2, 0.5)),
        0.5 * Math.sqrt(2),
        1.5,
        (kb + Math.sqrt(kb * kb + 4)) / 2);
    kb = 4 / (3 * Math.sqrt(3));
    assertBounds(network, Ball.of(8, 1), 0.5, 1, (kb + Math.sqrt(kb * kb + 4)) / 2);
    ResidualSoftmax residual = ResidualSoftmax.ofLogits((s, out) -> {}, 0.4, PSI);
    assertBounds(residual, Ball.of(3, 1.5), 1.9, 1, 0);
    TabularSoftmax tabular = TabularSoftmax.of(Arena.MDP, Arena.PROMPTS);
    double[] upper = new double[tabular.dimension()];
    Arrays.fill(upper, 0.2);
    double[] lower = new double[tabular.dimension()];
    lower[3] = -0.9;
    assertBounds(tabular, Box.of(lower, upper), 0.9, 1, 0);
  }

  /** In a box no two coordinates have the same part in a bound. */
  @Test
  void boundsOfABoxCountEachOfItsSides() {
    double[] upper = {0.1, 0.2, 0.15, 0.3, 0.05, 0.25, 0.35, 0.4, 0.12, 0.22};
    double[] lower = new double[10];
    lower[2] = -0.45; // the farther end counts
    lower[9] = -0.5;
    double[] far = upper.clone();
    far[2] = 0.45;
    far[9] = 0.5;
    double first = norm(far, 0, 6); // of two columns of ψ, or two hidden units
    double second = norm(far, 6, 10);
    assertBounds(
        BilinearSoftmax.of(PSI, CHI, 2),
        Box.of(lower, upper),
        first * second,
        Math.sqrt(first * first + second * second),
        1);
    double[] eight = Arrays.copyOf(upper, 8);
    double outer = norm(far, 6, 8);
    double kb = 4 / (3 * Math.sqrt(3)) * outer;
    assertBounds(
        TanhNetwork.of(PSI, 2),
        Box.of(Arrays.copyOf(lower, 8), eight),
        first * outer,
        Math.sqrt(first * first + outer * outer),
        (kb + Math.sqrt(kb * kb + 4)) / 2);
    double three = norm(far, 0, 3);
    double beta = Math.exp(0.3);
    ConvexSet tempered = Box.of(Arrays.copyOf(lower, 4), Arrays.copyOf(upper, 4));
    assertBounds(
        TemperedSoftmax.of(PSI),
        tempered,
        beta * three,
        beta * Math.sqrt(1 + three * three),
        beta * (three + Math.sqrt(three * three + 4)) / 2);
    ResidualSoftmax residual = ResidualSoftmax.ofLogits((s, out) -> {}, 0.4, PSI);
    ConvexSet plain = Box.of(Arrays.copyOf(lower, 3), Arrays.copyOf(upper, 3));
    assertBounds(residual, plain, 0.4 + three, 1, 0);
  }

  private static double norm(double[] x, int from, int to) {
    double sum = 0;
    for (int i = from; i < to; i++) {
      sum += x[i] * x[i];
    }
    return Math.sqrt(sum);
  }

  @Test
  void tanhHasAllItsDigits() {
    for (double x : new double[] {0, 1e-300, 1e-8, 1e-3, 0.00999, 0.01, 0.0101, 0.5, 3, 20, 400}) {
      assertEquals(Math.tanh(x), TanhNetwork.tanh(x), 2e-14 * Math.tanh(x), "tanh " + x);
      assertEquals(-Math.tanh(x), TanhNetwork.tanh(-x), 2e-14 * Math.tanh(x), "tanh " + -x);
    }
    assertEquals(Math.tanh(0.009), TanhNetwork.tanh(0.009), 4e-18);
  }

  @Test
  void sizesAreChecked() {
    assertEquals("rank: 0 is not at least 1", refusal(() -> BilinearSoftmax.of(PSI, CHI, 0)));
    assertEquals(5, BilinearSoftmax.of(PSI, CHI, 1).dimension());
    assertEquals("units: 0 is not at least 1", refusal(() -> TanhNetwork.of(PSI, 0)));
    assertEquals(4, TanhNetwork.of(PSI, 1).dimension());
    for (double bound : new double[] {-1e-300, Double.POSITIVE_INFINITY, Double.NaN}) {
      String message = "baseBound: " + bound;
      assertEquals(message, refusal(() -> ResidualSoftmax.ofLogits((s, out) -> {}, bound, PSI)));
      assertEquals(message, refusal(() -> ResidualSoftmax.of((s, out) -> {}, bound, PSI)));
      assertEquals(
          message, refusal(() -> ResidualSoftmax.inSinglePrecision((s, out) -> {}, bound, PSI)));
    }
    assertEquals(
        2, ResidualSoftmax.inSinglePrecision((s, out) -> {}, 0, PSI).logitBound(Ball.of(3, 2)));
  }

  private static String refusal(Executable call) {
    return assertThrows(IllegalArgumentException.class, call).getMessage();
  }
}
