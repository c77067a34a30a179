package dev.ccl.policies;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.mdp.State;
import dev.ccl.core.mdp.TokenMdp;
import dev.ccl.core.policy.Ball;
import dev.ccl.core.policy.BoundedDerivatives;
import dev.ccl.core.policy.Box;
import dev.ccl.core.policy.ConvexSet;
import dev.ccl.core.policy.EdgeModel;
import dev.ccl.core.policy.FeatureMap;
import dev.ccl.core.policy.StateBatch;
import dev.ccl.core.policy.StateKernel;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.random.RandomStreams;
import dev.ccl.judge.Recorded;
import dev.ccl.policies.FamiliesTest.Case;
import dev.ccl.policies.features.Features;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/**
 * Logits, derivatives and bounds of every family on a forest of unequal states, and every map of
 * features at one of them, to ten digits.
 */
class FiguresTest {
  private static final Forest FOREST = Arena.unevenForest();

  private final StringBuilder lines = new StringBuilder();

  private void line(String name, double... values) {
    lines.append(name).append(':');
    for (double value : values) {
      lines.append(' ').append(Math.abs(value) < 1e-13 ? "0" : text(value));
    }
    lines.append('\n');
  }

  private static String text(double value) {
    return String.format(Locale.ROOT, "%.9e", value);
  }

  /** A sum in which every place counts by itself. */
  private static double sum(double[] values, int length) {
    double sum = 0;
    for (int i = 0; i < length; i++) {
      sum += (1 + (i * 37 % 101) / 101.0) * values[i];
    }
    return sum;
  }

  @Test
  @Tag("record")
  void families() {
    FamiliesTest.cases(FOREST).forEach(this::family);
    TabularSoftmax table = TabularSoftmax.of(Arena.UNEVEN, Arena.PROMPTS);
    family(new Case("table", table, Ball.of(table.dimension(), 2)));
    Recorded.check(getClass(), "families.txt", lines.toString());
  }

  private void family(Case c) {
    int d = c.family().dimension();
    RandomStream random = RandomStreams.of(8).open(Purpose.TRIAL, d);
    double[] theta = new double[d];
    c.set().draw(random, theta);
    double[] direction = Arena.direction(random, d);
    EdgeModel model = c.family().on(FOREST);
    double[] logits = new double[FOREST.edges()];
    model.logits(theta, 0, FOREST.nodes(), logits);
    double[] out = new double[FOREST.edges()];
    lines.append(c.name()).append(", ").append(c.set()).append('\n');
    line("logits", sum(logits, logits.length), logits[0], logits[logits.length - 1]);
    model.pushforward(theta, direction, 0, FOREST.nodes(), out);
    line("slopes", sum(out, out.length), out[1]);
    double[] back = new double[d];
    model.pullback(theta, logits, 2, FOREST.nodes() - 1, back);
    line("pullback", sum(back, d), back[0], back[d - 1]);
    Arrays.fill(back, 0);
    model.curvature(theta, logits, direction, 2, FOREST.nodes() - 1, back);
    line("curvature", sum(back, d), back[0], back[d - 1]);
    int s = FOREST.nodes() / 2;
    double[] rows = new double[FOREST.degree(s) * d];
    model.gradients(theta, s, rows);
    line("gradients", sum(rows, rows.length));
    kernels(c, theta, logits);
    if (c.family() instanceof BoundedDerivatives bounds) {
      ConvexSet set = c.set();
      line(
          "bounds",
          bounds.logitBound(set),
          bounds.gradientBound(set),
          bounds.hessianBound(set),
          set.radius(),
          set.radius(0, (d + 1) / 2));
    }
  }

  /** What is asked about a frontier is what a forest holds. */
  private static void kernels(Case c, double[] theta, double[] logits) {
    List<State> states =
        List.of(FOREST.state(3), FOREST.state(0), FOREST.state(FOREST.nodes() - 1));
    List<StateKernel> kernels = c.family().at(StateBatch.of(states));
    int[] nodes = {3, 0, FOREST.nodes() - 1};
    for (int i = 0; i < nodes.length; i++) {
      double[] out = new double[Arena.VOCABULARY.size()];
      kernels.get(i).logits(theta, out);
      for (int k = 0; k < FOREST.degree(nodes[i]); k++) {
        assertEquals(logits[FOREST.firstEdge(nodes[i]) + k], out[k], 1e-13, c.name());
      }
    }
  }

  @Test
  @Tag("record")
  void features() {
    FeatureMap phi = Arena.randomFeatures(2, 5, FOREST);
    FeatureMap token = Features.token(Arena.VOCABULARY);
    FeatureMap position = Features.position(4);
    map("constant", Features.constant());
    map("token", token);
    map("position", position);
    map("prompt", Features.prompt(Arena.PROMPTS.subList(1, 3)));
    map("table", phi);
    map("bigrams", Features.hashedNgrams(2, 6, 3));
    map("trigrams", Features.hashedNgrams(3, 4, -8));
    map("side by side", Features.sideBySide(phi, position));
    map("concatenation", Features.concatenation(position, phi, Features.constant()));
    map("product", Features.product(phi, position));
    map("normalized", Features.normalized(Features.sideBySide(Features.constant(), phi)));
    Recorded.check(getClass(), "features.txt", lines.toString());
  }

  private void map(String name, FeatureMap map) {
    int width = map.dimension();
    lines.append(name).append(", ").append(width).append(" features\n");
    for (int s : new int[] {1, FOREST.nodes() - 2}) {
      State state = FOREST.state(s);
      double[] rows = new double[state.legal().length() * width];
      map.features(state, rows);
      for (int k = 0; k < state.legal().length(); k++) {
        line(
            state + " token " + state.legal().get(k),
            Arrays.copyOfRange(rows, k * width, (k + 1) * width));
      }
    }
  }

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
