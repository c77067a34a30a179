package dev.ccl.policies.features;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.mdp.State;
import dev.ccl.core.policy.FeatureMap;
import dev.ccl.core.policy.LinearSoftmax;
import dev.ccl.policies.Arena;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Maps made of maps ask each of them once about many states; keys and names at their borders. */
class ManyStatesTest {
  /** A map with a model behind it, which counts how it is asked. */
  private static final class Counted implements FeatureMap {
    private int single;
    private int together;

    @Override
    public int dimension() {
      return 2;
    }

    @Override
    public void features(State state, double[] out) {
      single++;
      fill(state, out);
    }

    @Override
    public void features(List<State> states, double[][] out) {
      together++;
      for (int i = 0; i < out.length; i++) {
        fill(states.get(i), out[i]);
      }
    }

    private static void fill(State state, double[] out) {
      for (int k = 0; k < state.legal().length(); k++) {
        out[2 * k] = 0.3 * (state.legal().get(k) + 1);
        out[2 * k + 1] = 0.7 / (state.prefix().length() + 1);
      }
    }
  }

  private static List<FeatureMap> made(FeatureMap part) {
    FeatureMap token = Features.token(Arena.VOCABULARY);
    return List.of(
        Features.sideBySide(token, part),
        Features.concatenation(part, token),
        Features.product(part, token),
        Features.product(token, part),
        Features.normalized(part),
        Features.normalized(Features.product(Features.concatenation(token, part), token)),
        LinearSoftmax.inSinglePrecision(part).features());
  }

  private static List<State> states() {
    List<State> states = new ArrayList<>();
    var forest = Arena.unevenForest();
    for (int s = 0; s < 9; s++) {
      states.add(forest.state(s));
    }
    return states;
  }

  @Test
  void partsAreAskedOnceAboutAllStates() {
    List<State> states = states();
    for (int i = 0; i < made(new Counted()).size(); i++) {
      Counted part = new Counted();
      FeatureMap map = made(part).get(i);
      double[][] rows = map.rows(states);
      assertEquals(0, part.single, "map " + i);
      assertEquals(1, part.together, "map " + i);
      for (int s = 0; s < rows.length; s++) {
        double[] alone = new double[rows[s].length];
        map.features(states.get(s), alone);
        assertArrayEquals(alone, rows[s], "map " + i + ", state " + s);
      }
    }
  }

  @Test
  void saltsHaveSixtyFourBits() {
    double[] low = new double[4 * 1000];
    double[] high = new double[4 * 1000];
    State root = Arena.MDP.start(Arena.PROMPTS.get(0));
    Features.hashedNgrams(2, 1000, 1).features(root, low);
    for (long more : new long[] {1L << 32, 1L << 50, Long.MIN_VALUE}) {
      Features.hashedNgrams(2, 1000, 1 + more).features(root, high);
      assertTrue(!Arrays.equals(low, high), "salt 1 + " + more);
    }
  }

  @Test
  void promptsAreDistinctAndPartsAreThere() {
    Prompt x = Arena.PROMPTS.get(0);
    assertThrows(IllegalArgumentException.class, () -> Features.prompt(List.of(x, x)));
    FeatureMap one = Features.constant();
    Class<NullPointerException> missing = NullPointerException.class;
    assertEquals("left", assertThrows(missing, () -> Features.product(null, one)).getMessage());
    assertEquals("right", assertThrows(missing, () -> Features.product(one, null)).getMessage());
  }

  /** A row that leaves the ball is named by its token, not by the token's place. */
  @Test
  void longRowsAreNamedByToken() {
    State state =
        states().stream()
            .filter(s -> s.legal().equals(ImmutableIntArray.of(2, 0, 1)))
            .findFirst()
            .orElseThrow();
    String message =
        assertThrows(
                IllegalArgumentException.class,
                () -> Features.table(1, Map.of(state, new double[] {1.5, 0, 0})))
            .getMessage();
    assertTrue(message.startsWith("features of token 2 at " + state), message);
    assertTrue(message.contains("norm 1.5"), message);
  }
}
