package dev.ccl.theory;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.forest.Forest;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.mdp.State;
import dev.ccl.core.policy.FeatureMap;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.policies.features.Features;
import dev.ccl.testkit.policy.Contracts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Feature maps against their definitions, state by state, and against the contract. */
class FeaturesTest {
  private static final LearningProblem PROBLEM =
      RandomInstance.of(RandomSpec.SMALL.withHorizon(3).withLetters(2).withDimensions(2, 2), 22)
          .instance()
          .problem();
  private static final Forest FOREST = PROBLEM.target().forest();

  private static final FeatureMap TOKEN = Features.token(PROBLEM.mdp().vocabulary());
  private static final FeatureMap POSITION = Features.position(PROBLEM.horizon());
  private static final FeatureMap PROMPT = Features.prompt(FOREST.prompts());

  /** The row of each (state, place of a token). */
  private static double[] row(FeatureMap features, State state, int k) {
    int d = features.dimension();
    double[] rows = new double[state.legal().length() * d];
    features.features(state, rows);
    return java.util.Arrays.copyOfRange(rows, k * d, (k + 1) * d);
  }

  private interface Visitor {
    void visit(State state, int k);
  }

  private static void forEach(Visitor visitor) {
    FOREST.forEachNode(
        (s, state) -> {
          for (int k = 0; k < state.legal().length(); k++) {
            visitor.visit(state, k);
          }
        });
  }

  private static double[] unit(int d, int i) {
    double[] out = new double[d];
    out[i] = 1;
    return out;
  }

  @Test
  void indicatorsAreWhereTheySay() {
    forEach(
        (state, k) -> {
          assertArrayEquals(new double[] {1}, row(Features.constant(), state, k));
          assertArrayEquals(unit(TOKEN.dimension(), state.legal().get(k)), row(TOKEN, state, k));
          assertArrayEquals(
              unit(PROBLEM.horizon(), state.prefix().length()), row(POSITION, state, k));
          assertArrayEquals(
              unit(FOREST.prompts().size(), FOREST.prompts().indexOf(state.prompt())),
              row(PROMPT, state, k));
        });
  }

  @Test
  void concatenationsAndProductsAreMadeOfTheirParts() {
    FeatureMap both = Features.concatenation(TOKEN, POSITION);
    FeatureMap beside = Features.sideBySide(TOKEN, POSITION);
    FeatureMap product = Features.product(TOKEN, PROMPT);
    forEach(
        (state, k) -> {
          double[] a = row(TOKEN, state, k);
          double[] b = row(POSITION, state, k);
          double[] c = row(PROMPT, state, k);
          for (int i = 0; i < a.length + b.length; i++) {
            double part = i < a.length ? a[i] : b[i - a.length];
            assertEquals(part, row(beside, state, k)[i]);
            assertEquals(part / Math.sqrt(2), row(both, state, k)[i], 1e-15);
          }
          for (int i = 0; i < a.length; i++) {
            for (int j = 0; j < c.length; j++) {
              assertEquals(a[i] * c[j], row(product, state, k)[i * c.length + j]);
            }
          }
        });
  }

  /** Equal exactly where the last tokens are: with many buckets hashes do not collide here. */
  @Test
  void ngramsSeeTheLastTokensAndNothingElse() {
    FeatureMap ngrams = Features.hashedNgrams(3, 1 << 14, 9);
    Map<String, List<Double>> seen = new HashMap<>();
    forEach(
        (state, k) -> {
          int h = state.prefix().length();
          String last = h < 1 ? "^" : "" + state.prefix().get(h - 1);
          String earlier = h < 2 ? "^" : "" + state.prefix().get(h - 2);
          List<Double> row = new ArrayList<>();
          for (double x : row(ngrams, state, k)) {
            row.add(x);
          }
          assertEquals(1, row.stream().mapToDouble(x -> x * x).sum(), 1e-12);
          List<Double> before =
              seen.putIfAbsent(state.legal().get(k) + "|" + last + "|" + earlier, row);
          assertTrue(before == null || before.equals(row), "the same n-grams");
        });
    assertEquals(seen.size(), seen.values().stream().distinct().count(), "different n-grams");
  }

  @Test
  void allKeepTheContract() {
    for (FeatureMap features :
        List.of(
            Features.constant(),
            TOKEN,
            POSITION,
            PROMPT,
            Features.concatenation(TOKEN, POSITION, PROMPT),
            Features.product(TOKEN, POSITION),
            Features.hashedNgrams(2, 5, 3))) {
      Contracts.of(features, FOREST).require();
    }
  }
}
