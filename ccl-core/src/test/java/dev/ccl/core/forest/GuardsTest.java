package dev.ccl.core.forest;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.core.mdp.FeasibilityRule;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.mdp.TokenMdp;
import dev.ccl.core.mdp.Vocabulary;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The Gibbs law by listing the answers of a small MDP, and what the forest's parts refuse. */
class GuardsTest {
  private static final Vocabulary VOCABULARY =
      Vocabulary.of(List.of("A", "B", "EOS", "null"), "EOS", "null");
  private static final TokenMdp MDP =
      TokenMdp.of(VOCABULARY, FeasibilityRule.eosPadded(VOCABULARY), 3);
  private static final List<Prompt> PROMPTS = List.of(Prompt.of("x"), Prompt.of("y"));
  private static final Forest FOREST = Forest.complete(MDP, PROMPTS);

  private static double[] logits(Forest forest) {
    double[] logits = new double[forest.edges()];
    Arrays.setAll(logits, e -> 0.4 * (e % 5) - 0.1 * e);
    return logits;
  }

  @Test
  void gibbsLawsTiltTheReference() {
    double lambda = 0.3;
    EdgeLaw reference = EdgeLaw.ofLogits(FOREST, logits(FOREST));
    double[] rewards = new double[FOREST.edges()];
    double[] z = new double[2];
    Map<Integer, Double> tilted = new HashMap<>();
    for (int e = 0; e < rewards.length; e++) {
      if (FOREST.child(e) == Forest.LEAF) {
        rewards[e] = (7 * e % 11) / 10.0;
        int root = FOREST.state(FOREST.node(e)).prompt().equals(PROMPTS.get(0)) ? 0 : 1;
        double mass = Math.exp(reference.logPath(e) + rewards[e] / lambda);
        z[root] += mass;
        tilted.put(e, mass);
      }
    }
    double[] moments = Sweeps.logMoments(reference, rewards, lambda);
    double[] normalizers = Sweeps.logNormalizers(reference, moments);
    assertArrayEquals(new double[] {Math.log(z[0]), Math.log(z[1])}, normalizers, 1e-12);
    EdgeLaw gibbs = Sweeps.gibbs(reference, moments);
    tilted.forEach(
        (e, mass) -> {
          int root = FOREST.state(FOREST.node(e)).prompt().equals(PROMPTS.get(0)) ? 0 : 1;
          assertEquals(Math.log(mass / z[root]), gibbs.logPath(e), 1e-12);
        });
    double[] logs = reference.logs();
    for (int e = 0; e < logs.length; e++) {
      assertEquals(reference.log(e), logs[e]);
    }
    logs[0] = 5;
    assertNotEquals(5, reference.log(0), "a copy");
  }

  @Test
  void forcedTailsKeepTheirProbability() {
    double[] p = new double[FOREST.edges()];
    double[] rests = new double[FOREST.edges()];
    Arrays.fill(rests, 1);
    for (int s = 0; s < FOREST.nodes(); s++) {
      Arrays.fill(p, FOREST.firstEdge(s), FOREST.firstEdge(s + 1), 1.0 / FOREST.degree(s));
    }
    rests[2] = 0.5; // the tail behind an edge, by its own numbers
    EdgeLaw law = EdgeLaw.ofProbabilities(FOREST, p, rests);
    assertEquals(Math.log(p[2]) + Math.log(0.5), law.log(2), 1e-15);
    assertEquals(p[2], law.probability(2));
    double[] zero = p.clone();
    zero[1] = 0;
    assertThrows(IllegalArgumentException.class, () -> EdgeLaw.ofProbabilities(FOREST, zero, p));
    assertThrows(IllegalArgumentException.class, () -> EdgeLaw.ofProbabilities(FOREST, p, zero));
    double[] longer = new double[p.length + 1];
    Arrays.fill(longer, 1);
    assertThrows(IllegalArgumentException.class, () -> EdgeLaw.ofProbabilities(FOREST, longer, p));
    assertThrows(IllegalArgumentException.class, () -> EdgeLaw.ofProbabilities(FOREST, p, longer));
  }

  @Test
  void sweepsWantFittingParts() {
    EdgeLaw law = EdgeLaw.ofLogits(FOREST, logits(FOREST));
    EdgeLaw elsewhere = EdgeLaw.ofLogits(Forest.complete(MDP, PROMPTS), logits(FOREST));
    assertThrows(IllegalArgumentException.class, () -> Sweeps.reach(law, new double[1]));
    assertThrows(IllegalArgumentException.class, () -> Sweeps.divergence(law, elsewhere));
    assertThrows(IllegalArgumentException.class, () -> Sweeps.logMoments(law, new double[3], 1));
    Dataset other = Dataset.of(Forest.complete(MDP, PROMPTS), PROMPTS);
    assertThrows(IllegalArgumentException.class, () -> Sweeps.averageDivergence(other, law, law));
    assertThrows(IllegalArgumentException.class, () -> Dataset.of(FOREST, List.of(Prompt.of("z"))));
    assertThrows(IllegalArgumentException.class, () -> Dataset.of(FOREST, List.of()));
  }

  @Test
  void onlyLeavesAreAnswers() {
    int inner = 0;
    while (FOREST.child(inner) == Forest.LEAF) {
      inner++;
    }
    int edge = inner;
    String message =
        assertThrows(IllegalArgumentException.class, () -> FOREST.answer(edge)).getMessage();
    assertEquals("edge " + edge + " is not a leaf", message);
    TokenMdp unknown = TokenMdp.of(VOCABULARY, (p, prefix) -> ImmutableIntArray.of(0, 4), 1);
    assertThrows(IllegalArgumentException.class, () -> Forest.complete(unknown, PROMPTS));
    TokenMdp twice = TokenMdp.of(VOCABULARY, (p, prefix) -> ImmutableIntArray.of(0, 0), 1);
    assertThrows(IllegalArgumentException.class, () -> Forest.complete(twice, PROMPTS));
  }
}
