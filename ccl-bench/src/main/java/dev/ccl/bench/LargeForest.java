package dev.ccl.bench;

import com.google.common.collect.ImmutableList;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.mdp.FeasibilityRule;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.mdp.State;
import dev.ccl.core.mdp.TokenMdp;
import dev.ccl.core.mdp.Vocabulary;
import dev.ccl.core.policy.EdgeModel;
import dev.ccl.core.policy.FeatureMap;
import dev.ccl.core.policy.LinearSoftmax;
import dev.ccl.core.random.RandomStream;
import java.util.Arrays;

/** The linear kernels on a forest whose features do not fit into the caches. */
final class LargeForest {
  /** D, the number of features of an edge. */
  static final int FEATURES = 24;

  private static final int HORIZON = 6;
  private static final Vocabulary VOCABULARY =
      Vocabulary.of(
          ImmutableList.of("a", "b", "c", "d", "e", "f", "g", "EOS", "null"), "EOS", "null");

  private final EdgeModel model;
  private final double[] theta = new double[FEATURES];
  private final double[] sum = new double[FEATURES];
  private final double[] edges;
  private final int nodes;

  LargeForest() {
    TokenMdp mdp = TokenMdp.of(VOCABULARY, FeasibilityRule.eosPadded(VOCABULARY), HORIZON);
    Forest forest = Forest.complete(mdp, ImmutableList.of(Prompt.of("1"), Prompt.of("2")));
    this.model = LinearSoftmax.of(new RandomFeatures()).on(forest);
    this.nodes = forest.nodes();
    this.edges = new double[forest.edges()];
    Arrays.fill(theta, 0.1);
  }

  int edges() {
    return edges.length;
  }

  double logits() {
    model.logits(theta, 0, nodes, edges);
    return edges[0];
  }

  double pullback() {
    model.pullback(theta, edges, 0, nodes, sum);
    return sum[0];
  }

  private static final class RandomFeatures implements FeatureMap {
    private final RandomStream random = RandomStream.of(1, 1, 1, 1);

    @Override
    public int dimension() {
      return FEATURES;
    }

    @Override
    public void features(State state, double[] out) {
      for (int i = 0; i < state.legal().length() * FEATURES; i++) {
        out[i] = 0.2 * (random.nextDouble() - 0.5);
      }
    }
  }
}
