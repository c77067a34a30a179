package dev.ccl.core.policy;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.mdp.State;
import dev.ccl.core.mdp.TokenMdp;
import dev.ccl.core.mdp.Vocabulary;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Frozen sources are asked once for many states, and kernels at states are those of forests. */
class StateBatchTest {
  private static final Vocabulary VOCABULARY =
      Vocabulary.of(List.of("A", "B", "EOS", "null"), "EOS", "null");

  /** Three tokens at first, then two. */
  private static final TokenMdp MDP =
      TokenMdp.of(
          VOCABULARY,
          (prompt, prefix) ->
              prefix.isEmpty() ? ImmutableIntArray.of(0, 1, 2) : ImmutableIntArray.of(1, 2),
          2);

  private static final State START = MDP.start(Prompt.of("x"));
  private static final List<State> STATES = List.of(START, MDP.append(START, 1));
  private static final double[] THETA = {0.7, -1.3};

  /** φ(s, a) in two dimensions, not of single precision. */
  private static final FeatureMap FEATURES =
      new FeatureMap() {
        @Override
        public int dimension() {
          return 2;
        }

        @Override
        public void features(State state, double[] out) {
          for (int k = 0; k < state.legal().length(); k++) {
            out[2 * k] = 0.1 * (state.step() + state.legal().get(k));
            out[2 * k + 1] = -0.3 / (1 + k);
          }
        }
      };

  /** The third of four numbers belongs to the second token, which has the number 2. */
  @Test
  void anAnswerThatIsNoNumberIsNamedByTokenAndState() {
    StateBatch frontier = StateBatch.of(STATES);
    String message =
        assertThrows(
                IllegalArgumentException.class,
                () -> frontier.rows("bad", 2, (states, out) -> out[1][2] = Double.NaN))
            .getMessage();
    assertTrue(message.contains("NaN for token 2 at " + STATES.get(1)), message);
  }

  @Test
  void equalSourcesAreAskedOnce() {
    StateBatch frontier = StateBatch.of(STATES);
    assertEquals(STATES, frontier.states());
    assertFalse(frontier.isKnown("source"));
    double[][] rows =
        frontier.rows("source", 2, (states, out) -> Arrays.fill(out[1], states.size()));
    assertTrue(frontier.isKnown("source"));
    assertArrayEquals(new double[6], rows[0]);
    assertArrayEquals(new double[] {2, 2, 2, 2}, rows[1]);
    assertSame(rows, frontier.rows("source", 2, (states, out) -> out[0][0] = 5));
    assertEquals(1, frontier.calls());
    assertEquals(16 + 8 * 6, frontier.bytes(0));
    assertEquals(16 + 8 * 4, frontier.bytes(1));
    double[][] derived = frontier.derived("derived", 1, (states, out) -> out[1][1] = 3);
    assertArrayEquals(new double[] {0, 3}, derived[1]);
    assertEquals(1, frontier.calls(), "what is derived calls nobody");
    float[][] singles = frontier.singles("source", 1, (states, out) -> out[0][2] = 0.1);
    assertArrayEquals(new float[] {0, 0, 0.1f}, singles[0]);
    assertSame(singles, frontier.singles("source", 1, (states, out) -> {}));
    assertEquals(2, frontier.calls());
    assertEquals(16 + 8 * 4 + 16 + 8 * 2 + 16 + 4 * 2, frontier.bytes(1));
  }

  @Test
  void answersThatAreNoNumbersAreRefusedByToken() {
    StateBatch frontier = StateBatch.of(STATES);
    for (double bad : new double[] {Double.NaN, Double.POSITIVE_INFINITY}) {
      IllegalArgumentException refusal =
          assertThrows(
              IllegalArgumentException.class,
              () -> frontier.rows("source", 2, (states, out) -> out[1][3] = bad));
      assertTrue(refusal.getMessage().contains(bad + " for token 2 "), refusal.getMessage());
    }
  }

  @Test
  void batchesAreTheStatesOneByOne() {
    double[] alone = new double[6];
    FEATURES.features(START, alone);
    assertArrayEquals(alone, FEATURES.rows(STATES)[0]);
    assertArrayEquals(alone, StateBatch.of(STATES).features(FEATURES)[0]);
    assertEquals(4, FEATURES.rows(STATES)[1].length);
    FrozenPolicy policy = (state, out) -> Arrays.fill(out, 1.0 / state.legal().length());
    assertArrayEquals(new double[] {0.5, 0.5}, StateBatch.of(STATES).probabilities(policy)[1]);
  }

  /** A linear class of which nobody knows that it is one. */
  private static final PolicyFamily PLAIN =
      new PolicyFamily() {
        @Override
        public int dimension() {
          return 2;
        }

        @Override
        public void logits(double[] theta, State state, double[] out) {
          double[] rows = FEATURES.rows(List.of(state))[0];
          for (int k = 0; k < state.legal().length(); k++) {
            out[k] = theta[0] * rows[2 * k] + theta[1] * rows[2 * k + 1];
          }
        }

        @Override
        public void gradients(double[] theta, State state, double[] out) {
          FEATURES.features(state, out);
        }

        @Override
        public void curvature(double[] theta, State state, double[] c, double[] v, double[] out) {}
      };

  private static final List<PolicyFamily> FAMILIES =
      List.of(LinearSoftmax.of(FEATURES), LinearSoftmax.inSinglePrecision(FEATURES), PLAIN);

  @Test
  void kernelsAtStatesAreTheFamily() {
    for (PolicyFamily family : FAMILIES) {
      double tolerance = family == FAMILIES.get(1) ? 1e-6 : 1e-15;
      List<StateKernel> kernels = family.at(StateBatch.of(STATES));
      assertEquals(2, kernels.size());
      for (int i = 0; i < 2; i++) {
        int degree = STATES.get(i).legal().length();
        double[] rows = FEATURES.rows(STATES)[i];
        double[] logits = new double[degree];
        double[] gradients = new double[2 * degree];
        kernels.get(i).logits(THETA, logits);
        kernels.get(i).gradients(THETA, gradients);
        assertArrayEquals(rows, gradients, tolerance);
        for (int k = 0; k < degree; k++) {
          double expected = THETA[0] * rows[2 * k] + THETA[1] * rows[2 * k + 1];
          assertEquals(expected, logits[k], 2 * tolerance);
        }
      }
    }
  }

  /** Every pair of tokens of every node. */
  @Test
  void logOddsAreDifferencesOfLogits() {
    Forest forest = Forest.complete(MDP, List.of(Prompt.of("x")));
    for (PolicyFamily family : FAMILIES) {
      double tolerance = family == FAMILIES.get(1) ? 1e-6 : 1e-15;
      EdgeModel model = family.on(forest);
      assertEquals(2, model.dimension());
      for (int s = 0; s < forest.nodes(); s++) {
        double[] rows = FEATURES.rows(List.of(forest.state(s)))[0];
        for (int a = 0; a < forest.degree(s); a++) {
          for (int b = 0; b < forest.degree(s); b++) {
            double[] z = new double[2];
            double u = model.logOdds(THETA, s, a, b, new double[6], z);
            double first = rows[2 * a] - rows[2 * b];
            double second = rows[2 * a + 1] - rows[2 * b + 1];
            assertArrayEquals(new double[] {first, second}, z, tolerance);
            assertEquals(THETA[0] * first + THETA[1] * second, u, 2 * tolerance);
          }
        }
      }
    }
  }

  /** A part of a block, too, overwrites whatever was there. */
  @Test
  void logitsOfARunForgetWhatTheArrayHeld() {
    Forest forest = Forest.complete(MDP, List.of(Prompt.of("x")));
    for (PolicyFamily family : FAMILIES) {
      EdgeModel model = family.on(forest);
      double[] fresh = new double[4];
      double[] used = {7, 7, 7, 7};
      model.logits(THETA, 2, 4, fresh);
      model.logits(THETA, 2, 4, used);
      assertArrayEquals(fresh, used);
    }
  }

  @Test
  void toleranceBelongsToTheSets() {
    double end = 1 + ConvexSet.TOLERANCE;
    Box box = Box.of(new double[] {-1}, new double[] {1});
    for (ConvexSet set : List.of(Ball.of(1, 1), box)) {
      for (int sign = -1; sign <= 1; sign += 2) {
        assertTrue(set.contains(new double[] {sign * end}));
        assertFalse(set.contains(new double[] {sign * Math.nextUp(end)}));
      }
    }
  }

  /** Rows of single precision are shared by families with the same features. */
  @Test
  void roundedFeaturesAreEqualIfTheirFeaturesAre() {
    SingleFeatures rounded = new SingleFeatures(FEATURES);
    assertEquals(rounded, new SingleFeatures(FEATURES));
    assertNotEquals(rounded, new SingleFeatures(rounded));
    assertNotEquals(rounded, FEATURES);
    double[][] together = new double[][] {new double[6], new double[4]};
    rounded.features(STATES, together);
    double[] alone = new double[6];
    rounded.features(START, alone);
    assertArrayEquals(alone, together[0]);
    assertEquals((float) alone[0], alone[0]);
    assertEquals(0.1, alone[0], 1e-8);
    StateBatch frontier = StateBatch.of(STATES);
    LinearSoftmax.inSinglePrecision(FEATURES).at(frontier);
    LinearSoftmax.inSinglePrecision(FEATURES).at(frontier);
    assertEquals(1, frontier.calls());
  }

  /** A student and a teacher of the same kind, met at the same states. */
  @Test
  void singleClassesOfOneFrontierHaveTheirOwnRows() {
    FeatureMap mirrored =
        new FeatureMap() {
          @Override
          public int dimension() {
            return 2;
          }

          @Override
          public void features(State state, double[] out) {
            FEATURES.features(state, out);
            for (int i = 0; i < 2 * state.legal().length(); i++) {
              out[i] = -out[i];
            }
          }
        };
    StateBatch frontier = StateBatch.of(STATES);
    StateKernel first = LinearSoftmax.inSinglePrecision(FEATURES).at(frontier).get(0);
    StateKernel second = LinearSoftmax.inSinglePrecision(mirrored).at(frontier).get(0);
    double[] logits = new double[3];
    double[] others = new double[3];
    first.logits(THETA, logits);
    second.logits(THETA, others);
    for (int k = 0; k < 3; k++) {
      assertEquals(-logits[k], others[k]);
      assertNotEquals(0, logits[k]);
    }
    assertEquals(2, frontier.calls());
  }

  /** A state that comes twice has two rows, so that rows and states keep the same order. */
  @Test
  void statesMayRepeat() {
    List<State> states = List.of(STATES.get(1), START, STATES.get(1));
    StateBatch frontier = StateBatch.of(states);
    assertEquals(states, frontier.states());
    assertEquals(3, frontier.features(FEATURES).length);
    assertArrayEquals(frontier.features(FEATURES)[0], frontier.features(FEATURES)[2]);
  }

  /** What is known needs no call, however often it is asked for, and by any equal name. */
  @Test
  void knownRowsAreNoCalls() {
    StateBatch frontier = StateBatch.of(STATES);
    frontier.rows(List.of("source"), 1, (states, out) -> {});
    double[][] derived = frontier.derived(List.of("more"), 1, (states, out) -> {});
    for (int i = 0; i < 3; i++) {
      assertSame(derived, frontier.derived(List.of("more"), 1, (states, out) -> out[0][0] = 5));
      assertTrue(frontier.isKnown(new ArrayList<>(List.of("source"))));
      frontier.rows(new ArrayList<>(List.of("source")), 1, (states, out) -> out[0][0] = 5);
      assertEquals(1, frontier.calls());
    }
  }

  /** Features are rounded where the state has tokens, not behind them. */
  @Test
  void roundingEndsWithTheTokens() {
    State two = STATES.get(1);
    double[] rows = new double[6];
    Arrays.fill(rows, 0.1);
    LinearSoftmax.inSinglePrecision(FEATURES).features().features(two, rows);
    assertEquals((double) (float) rows[3], rows[3]);
    assertEquals(0.1, rows[4]);
    assertEquals(0.1, rows[5]);
  }
}
