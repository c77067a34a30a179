package dev.ccl.core.policy;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.mdp.FeasibilityRule;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.mdp.State;
import dev.ccl.core.mdp.TokenMdp;
import dev.ccl.core.mdp.Vocabulary;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.random.RandomStreams;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Flat kernels and per-state code give the same bits on every run of nodes. */
class ModelBitsTest {
  private static Forest forest(int seed) {
    List<String> tokens = new ArrayList<>();
    int size = 3 + seed % 4 * 3;
    for (int a = 0; a < size; a++) {
      tokens.add("t" + a);
    }
    tokens.add("EOS");
    tokens.add("null");
    Vocabulary vocabulary = Vocabulary.of(tokens, "EOS", "null");
    FeasibilityRule padded = FeasibilityRule.eosPadded(vocabulary);
    FeasibilityRule rule =
        (prompt, prefix) -> {
          ImmutableIntArray all = padded.legal(prompt, prefix);
          int keep = 1 + Math.floorMod(prefix.hashCode() + prompt.id().hashCode(), all.length());
          return all.subArray(0, seed % 2 == 0 ? all.length() : keep).trimmed();
        };
    List<Prompt> prompts = new ArrayList<>();
    for (int i = 0; i <= seed; i++) {
      prompts.add(Prompt.of("p" + i));
    }
    return Forest.complete(TokenMdp.of(vocabulary, rule, seed % 4 == 0 ? 4 : 3), prompts);
  }

  private static FeatureMap features(int d) {
    return new FeatureMap() {
      @Override
      public int dimension() {
        return d;
      }

      @Override
      public void features(State state, double[] out) {
        RandomStream random =
            RandomStreams.of(5)
                .open(Purpose.TRIAL, state.hashCode(), state.prompt().id().hashCode());
        for (int i = 0; i < state.legal().length() * d; i++) {
          out[i] = (2 * random.nextDouble() - 1) / Math.sqrt(d);
        }
      }
    };
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8})
  void anyRunOfNodes(int seed) {
    Forest forest = forest(seed);
    int d = 1 + seed;
    check(seed, forest, LinearSoftmax.of(features(d)));
    check(seed, forest, LinearSoftmax.inSinglePrecision(features(d)));
  }

  private static void check(int seed, Forest forest, LinearSoftmax family) {
    int d = family.dimension();
    EdgeModel flat = family.on(forest);
    EdgeModel cached = new FeatureModel(family, forest);
    EdgeModel slow = family.statewise(forest);
    assertEquals(LinearModel.class, flat.getClass());
    for (int trial = 0; trial < 40; trial++) {
      RandomStream random = RandomStreams.of(6).open(Purpose.TRIAL, seed, trial);
      int from = trial == 0 ? 0 : random.nextBelow(forest.nodes() + 1);
      int to = trial == 0 ? forest.nodes() : from + random.nextBelow(forest.nodes() - from + 1);
      double[] theta = draw(random, d);
      double[] v = draw(random, d);
      double[] c = draw(random, forest.firstEdge(to) - forest.firstEdge(from));
      double[] start = draw(random, d);
      double[] expected = everything(slow, theta, v, c, start, from, to);
      assertArrayEquals(expected, everything(flat, theta, v, c, start, from, to));
      assertArrayEquals(expected, everything(cached, theta, v, c, start, from, to));
    }
  }

  /** Rounding changes features by less than 2^-23 of themselves and lets none grow. */
  @Test
  void singlePrecision() {
    Forest forest = forest(3);
    double[] exact = new double[5 * 20];
    double[] rounded = new double[5 * 20];
    FeatureMap single = LinearSoftmax.inSinglePrecision(features(5)).features();
    int changed = 0;
    for (int s = 0; s < forest.nodes(); s++) {
      features(5).features(forest.state(s), exact);
      single.features(forest.state(s), rounded);
      for (int i = 0; i < forest.degree(s) * 5; i++) {
        assertEquals((float) rounded[i], rounded[i]);
        assertTrue(Math.abs(rounded[i]) <= Math.abs(exact[i]));
        assertEquals(exact[i], rounded[i], Math.abs(exact[i]) * 0x1p-23);
        changed += rounded[i] == exact[i] ? 0 : 1;
      }
    }
    assertTrue(changed > 0);
  }

  private static double[] draw(RandomStream random, int length) {
    double[] x = new double[length];
    Arrays.setAll(x, i -> 4 * random.nextDouble() - 2);
    return x;
  }

  /** Logits, pushforward, pullback, curvature and gradients, one after the other. */
  private static double[] everything(
      EdgeModel model, double[] theta, double[] v, double[] c, double[] start, int from, int to) {
    double[] logits = new double[c.length];
    model.logits(theta, from, to, logits);
    double[] forward = new double[c.length];
    model.pushforward(theta, v, from, to, forward);
    double[] sum = start.clone();
    model.pullback(theta, c, from, to, sum);
    model.curvature(theta, c, v, from, to, sum);
    double[] rows = new double[0];
    if (from < to) {
      rows = new double[model.forest().degree(from) * theta.length];
      model.gradients(theta, from, rows);
    }
    return com.google.common.primitives.Doubles.concat(logits, forward, sum, rows);
  }
}
