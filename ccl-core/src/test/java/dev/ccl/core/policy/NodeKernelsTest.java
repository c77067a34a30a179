package dev.ccl.core.policy;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.mdp.FeasibilityRule;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.mdp.State;
import dev.ccl.core.mdp.TokenMdp;
import dev.ccl.core.mdp.Vocabulary;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.random.RandomStreams;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Kernels of a class with curved logits; frozen laws; sets. */
class NodeKernelsTest {
  private static final Vocabulary VOCABULARY =
      Vocabulary.of(List.of("A", "B", "EOS", "null"), "EOS", "null");
  private static final TokenMdp MDP =
      TokenMdp.of(VOCABULARY, FeasibilityRule.eosPadded(VOCABULARY), 4);
  private static final List<Prompt> PROMPTS = List.of(Prompt.of("x"), Prompt.of("y"));

  private static final FeatureMap FEATURES =
      new FeatureMap() {
        @Override
        public int dimension() {
          return 2;
        }

        @Override
        public void features(State state, double[] out) {
          int code = state.prompt().id().equals("x") ? 1 : 2;
          for (int i = 0; i < state.prefix().length(); i++) {
            code = 5 * code + state.prefix().get(i);
          }
          for (int k = 0; k < state.legal().length(); k++) {
            out[2 * k] = 0.5 * Math.sin(code + k);
            out[2 * k + 1] = 0.5 * Math.cos(2 * code - k);
          }
        }
      };

  /** f = u + u²/2 with u = θ·φ. */
  private static final class Bent extends FeatureFamily {
    Bent() {
      super(FEATURES);
    }

    private static double u(double[] theta, double[] rows, int at) {
      return theta[0] * rows[at] + theta[1] * rows[at + 1];
    }

    @Override
    public int dimension() {
      return 2;
    }

    @Override
    protected double logit(double[] theta, double[] rows, int at) {
      double u = u(theta, rows, at);
      return u + 0.5 * u * u;
    }

    @Override
    protected void gradient(double[] theta, double[] rows, int at, double[] out, int to) {
      out[to] = (1 + u(theta, rows, at)) * rows[at];
      out[to + 1] = (1 + u(theta, rows, at)) * rows[at + 1];
    }

    @Override
    protected void curvature(
        double[] theta, double[] rows, int at, double weight, double[] v, double[] out) {
      out[0] += weight * u(v, rows, at) * rows[at];
      out[1] += weight * u(v, rows, at) * rows[at + 1];
    }

    @Override
    public double logitBound(ConvexSet set) {
      return set.radius() + 0.5 * set.radius() * set.radius();
    }

    @Override
    public double gradientBound(ConvexSet set) {
      return 1 + set.radius();
    }

    @Override
    public double hessianBound(ConvexSet set) {
      return 1;
    }
  }

  private static void check(EdgeModel model) {
    Forest forest = model.forest();
    double[] theta = {0.8, -1.3};
    double[] v = {0.4, 0.9};
    assertEquals(2, model.dimension());
    for (int from = 0; from < forest.nodes(); from++) {
      int to = Math.min(forest.nodes(), from + 3);
      int edges = forest.firstEdge(to) - forest.firstEdge(from);
      double[] c = new double[edges];
      Arrays.setAll(c, e -> 0.3 * e - 0.7);
      double[] logits = new double[edges];
      double[] slopes = new double[edges];
      double[] pulled = {1, 2};
      double[] curved = {3, 4};
      model.logits(theta, from, to, logits);
      model.pushforward(theta, v, from, to, slopes);
      model.pullback(theta, c, from, to, pulled);
      model.curvature(theta, c, v, from, to, curved);
      double[] expectedPull = {1, 2};
      double[] expectedCurve = {3, 4};
      int e = 0;
      for (int s = from; s < to; s++) {
        double[] phi = new double[8];
        FEATURES.features(forest.state(s), phi);
        double[] rows = new double[2 * forest.degree(s)];
        model.gradients(theta, s, rows);
        for (int k = 0; k < forest.degree(s); k++, e++) {
          double u = theta[0] * phi[2 * k] + theta[1] * phi[2 * k + 1];
          double along = v[0] * phi[2 * k] + v[1] * phi[2 * k + 1];
          assertEquals(u + u * u / 2, logits[e], 1e-14);
          assertEquals((1 + u) * along, slopes[e], 1e-14);
          for (int i = 0; i < 2; i++) {
            assertEquals((1 + u) * phi[2 * k + i], rows[2 * k + i], 1e-14);
            expectedPull[i] += c[e] * (1 + u) * phi[2 * k + i];
            expectedCurve[i] += c[e] * along * phi[2 * k + i];
          }
        }
      }
      assertArrayEquals(expectedPull, pulled, 1e-13);
      assertArrayEquals(expectedCurve, curved, 1e-13);
    }
  }

  @Test
  void kernelsFollowTheFamily() {
    Bent family = new Bent();
    Forest forest = Forest.complete(MDP, PROMPTS);
    check(family.on(forest));
    check(family.statewise(forest));
    double[] theta = {0.8, -1.3};
    EdgeLaw law = family.on(forest).law(theta);
    double[] phi = new double[8];
    FEATURES.features(forest.state(0), phi);
    double[] weight = new double[3];
    for (int k = 0; k < 3; k++) {
      double u = theta[0] * phi[2 * k] + theta[1] * phi[2 * k + 1];
      weight[k] = Math.exp(u + u * u / 2);
    }
    double sum = weight[0] + weight[1] + weight[2];
    for (int k = 0; k < 3; k++) {
      assertEquals(weight[k] / sum, law.probability(k), 1e-15);
    }
  }

  /** Features are asked for once per node, not at each call. */
  @Test
  void featuresAreReadOnce() {
    int[] calls = new int[1];
    PolicyFamily counting =
        LinearSoftmax.of(
            new FeatureMap() {
              @Override
              public int dimension() {
                return 2;
              }

              @Override
              public void features(State state, double[] out) {
                calls[0]++;
                FEATURES.features(state, out);
              }
            });
    Forest forest = Forest.complete(MDP, PROMPTS);
    EdgeModel model = counting.on(forest);
    double[] out = new double[forest.edges()];
    model.logits(new double[2], 0, 2, out);
    model.logits(new double[2], 0, 2, out);
    assertEquals(forest.nodes(), calls[0]);
  }

  @Test
  void frozenLawsKeepWhatTheirTailsLose() {
    // A forced token with probability below 1, as rounding in a file may leave it.
    FrozenPolicy policy =
        (state, out) -> {
          int k = state.legal().length();
          for (int i = 0; i < k; i++) {
            out[i] = k == 1 ? 1 - 5e-10 : (i + 1.0) / (0.5 * k * (k + 1));
          }
        };
    Forest forest = Forest.complete(MDP, PROMPTS);
    EdgeLaw law = policy.on(forest);
    for (int e = 0; e < forest.edges(); e++) {
      if (forest.child(e) == Forest.LEAF) {
        double log = 0;
        State at = MDP.start(forest.state(forest.node(e)).prompt());
        for (int h = 0; h < 4; h++) {
          double[] p = new double[3];
          policy.probabilities(at, p);
          int token = forest.answer(e).get(h);
          log += Math.log(p[at.legal().indexOf(token)]);
          at = MDP.append(at, token);
        }
        assertEquals(log, law.logPath(e), 1e-14, "edge " + e);
      }
    }
  }

  @Test
  void setsKnowTheirSizes() {
    Box box = Box.of(new double[] {-1, 2, -4}, new double[] {0.5, 3, 1});
    assertEquals(Math.sqrt(1 + 9 + 16), box.radius(), 1e-15);
    assertEquals(1, box.radius(0, 1));
    assertEquals(5, box.radius(1, 3), 1e-15);
    assertEquals(2, box.lower().get(1));
    assertEquals(3, box.upper().get(1));
    assertEquals(7, Ball.of(3, 7).radius(1, 2), "a slice is no longer than the whole");
    assertEquals(0, Ball.of(1, 0).radius());
    assertTrue(Ball.of(2, 1).contains(new double[] {1, 0}));
    LinearSoftmax linear = LinearSoftmax.of(FEATURES);
    assertEquals(7, linear.logitBound(Ball.of(2, 7)));
    assertEquals(1, linear.gradientBound(Ball.of(2, 7)));
    assertEquals(0, linear.hessianBound(Ball.of(2, 7)));
    double infinity = Double.POSITIVE_INFINITY;
    double[] zero = {0};
    assertThrows(IllegalArgumentException.class, () -> Box.of(zero, new double[] {infinity}));
    assertThrows(IllegalArgumentException.class, () -> Box.of(new double[] {-infinity}, zero));
    assertThrows(IllegalArgumentException.class, () -> Box.of(zero, new double[2]));
    assertThrows(IllegalArgumentException.class, () -> Box.of(new double[0], new double[0]));
    assertThrows(IllegalArgumentException.class, () -> Ball.of(1, infinity));
    assertNotEquals(Ball.of(2, 1), Ball.of(2, 2));
    assertNotEquals(Ball.of(2, 1), Ball.of(3, 1));
    assertNotEquals(Ball.of(2, 1), null);
    assertNotEquals(Box.of(zero, zero), Box.of(zero, new double[] {1}));
    assertNotEquals(Box.of(new double[] {-1}, zero), Box.of(zero, zero));
  }

  /** The mean of n draws of a variable in [a, b] leaves its place by t with 2exp(−2nt²/(b−a)²). */
  @Test
  void drawsSpreadOverTheSet() {
    RandomStream random = RandomStreams.of(3).open(Purpose.TRIAL, 0);
    int n = 2_000;
    double t = Math.sqrt(Math.log(2e11) / (2 * n));
    double square = 0;
    double high = 0;
    Ball ball = Ball.of(2, 3);
    Box box = Box.of(new double[] {-1, 4}, new double[] {2, 4});
    double[] x = new double[2];
    for (int i = 0; i < n; i++) {
      ball.draw(random, x);
      square += (x[0] * x[0] + x[1] * x[1]) / 9 / n;
      box.draw(random, x);
      assertEquals(4, x[1]);
      high += (x[0] + 1) / 3 / n;
    }
    assertEquals(0.5, square, t, "uniform in the disc");
    assertEquals(0.5, high, t, "uniform in the interval");
  }
}
