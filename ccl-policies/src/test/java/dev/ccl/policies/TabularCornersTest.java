package dev.ccl.policies;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.mdp.State;
import dev.ccl.core.mdp.TokenMdp;
import dev.ccl.core.policy.Box;
import dev.ccl.core.policy.EdgeModel;
import dev.ccl.core.policy.FeatureMap;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Tables at states and prompts that they do not have, and the bound of their logits. */
class TabularCornersTest {
  private static final Forest FOREST = Arena.unevenForest();

  /** A table that lacks a state refuses it, unless there is nothing to choose. */
  @Test
  void statesThatTablesDoNotHave() {
    List<Prompt> some = Arena.PROMPTS.subList(0, 1);
    TabularSoftmax table = TabularSoftmax.of(Arena.UNEVEN, some);
    FeatureMap features = Arena.randomFeatures(2, 5, Forest.complete(Arena.UNEVEN, some));
    Set<Integer> degrees = new TreeSet<>();
    for (int s = 0; s < FOREST.nodes(); s++) {
      State state = FOREST.state(s);
      int degree = state.legal().length();
      if (!state.prompt().equals(some.get(0)) && degrees.add(degree)) {
        double[] out = new double[2 * degree];
        Arrays.fill(out, 7);
        if (degree == 1) {
          features.features(state, out);
          assertArrayEquals(new double[2], out);
          table.logits(new double[table.dimension()], state, out);
          assertEquals(0, out[0]);
        } else {
          String message = "the table has no state " + state;
          assertEquals(message, refusal(() -> features.features(state, out)));
          assertEquals(message, refusal(() -> table.logits(out, state, out)));
        }
      }
    }
    assertEquals(Set.of(1, 2, 3, 5), degrees);
  }

  private static String refusal(Executable call) {
    return assertThrows(IllegalArgumentException.class, call).getMessage();
  }

  /** A prompt with a single answer has no parameters in a table of others. */
  @Test
  void aPromptWithoutChoiceNeedsNoTable() {
    TokenMdp mdp =
        TokenMdp.of(
            Arena.VOCABULARY,
            (prompt, prefix) ->
                prompt.id().equals("x") ? ImmutableIntArray.of(2, 0, 1) : ImmutableIntArray.of(1),
            2);
    Prompt x = Prompt.of("x");
    TabularSoftmax table = TabularSoftmax.of(mdp, List.of(x));
    assertEquals(12, table.dimension());
    Forest both = Forest.complete(mdp, List.of(Prompt.of("z"), x));
    EdgeModel model = table.on(both);
    double[] theta = new double[12];
    Arrays.setAll(theta, i -> i + 1);
    double[] out = new double[both.edges()];
    Arrays.fill(out, -7);
    model.logits(theta, 0, both.nodes(), out);
    double[] expected = new double[13];
    Arrays.setAll(expected, e -> e);
    assertArrayEquals(expected, out);
    double[] gradients = new double[12];
    Arrays.fill(gradients, -7);
    model.gradients(theta, 0, gradients);
    assertArrayEquals(new double[12], gradients);
    Arrays.fill(gradients, -7);
    table.gradients(theta, both.state(0), gradients);
    assertArrayEquals(new double[12], gradients);
    double[] back = new double[12];
    model.pullback(theta, expected, 0, both.nodes(), back);
    assertArrayEquals(theta, back);
  }

  /** The largest logit of a table over a box is its widest side, wherever that is. */
  @Test
  void theWidestSideBoundsATable() {
    TabularSoftmax table = TabularSoftmax.of(Arena.UNEVEN, Arena.PROMPTS.subList(0, 1));
    int d = table.dimension();
    for (int wide : new int[] {0, d / 2, d - 1}) {
      double[] lower = new double[d];
      double[] upper = new double[d];
      Arrays.fill(lower, -0.5);
      Arrays.fill(upper, 1);
      lower[wide] = -3;
      assertEquals(3, table.logitBound(Box.of(lower, upper)));
    }
  }
}
