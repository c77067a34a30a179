package dev.ccl.core.policy;

import static dev.ccl.core.brute.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ccl.core.brute.TrialInstances;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.mdp.FeasibilityRule;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.mdp.State;
import dev.ccl.core.mdp.TokenMdp;
import dev.ccl.core.mdp.Vocabulary;
import dev.ccl.core.random.BallSampler;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.random.RandomStreams;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The fast kernels against the definition, one edge at a time. */
class EdgeModelTest {
  private static final int D = 3;

  private static final FeatureMap FEATURES =
      new FeatureMap() {
        @Override
        public int dimension() {
          return D;
        }

        @Override
        public void features(State state, double[] out) {
          RandomStream random = RandomStreams.of(9).open(Purpose.TRIAL, state.hashCode());
          double[] row = new double[D];
          for (int k = 0; k < state.legal().length(); k++) {
            BallSampler.sample(random, 1, row);
            System.arraycopy(row, 0, out, k * D, D);
          }
        }
      };

  /** Large enough for many blocks. */
  private static Forest forest() {
    Vocabulary vocabulary =
        Vocabulary.of(List.of("A", "B", "C", "D", "E", "F", "EOS", "null"), "EOS", "null");
    TokenMdp mdp = TokenMdp.of(vocabulary, FeasibilityRule.eosPadded(vocabulary), 4);
    return Forest.complete(mdp, List.of(Prompt.of("x"), Prompt.of("y")));
  }

  @Test
  void kernelsFollowTheDefinitionOnEveryRun() {
    Forest forest = forest();
    PolicyFamily family = LinearSoftmax.of(FEATURES);
    EdgeModel fast = family.on(forest);
    EdgeModel plain = new StatewiseModel(family, forest);
    double[] theta = {0.7, -1.1, 0.4};
    double[] direction = {-0.2, 0.9, 0.3};
    RandomStream random = RandomStreams.of(10).open(Purpose.TRIAL, 0);
    for (int run = 0; run < 200; run++) {
      int from = run == 0 ? 0 : random.nextBelow(forest.nodes());
      int to = run == 0 ? forest.nodes() : from + 1 + random.nextBelow(forest.nodes() - from);
      int edges = forest.firstEdge(to) - forest.firstEdge(from);
      double[] coefficients = new double[edges];
      for (int e = 0; e < edges; e++) {
        coefficients[e] = random.nextDouble() - 0.5;
      }
      double[] logits = new double[edges];
      double[] slopes = new double[edges];
      double[] pulled = {1, 2, 3}; // increased, not overwritten
      double[] expectedPull = pulled.clone();
      double[] curved = {4, 5, 6};
      fast.logits(theta, from, to, logits);
      fast.pushforward(theta, direction, from, to, slopes);
      fast.pullback(theta, coefficients, from, to, pulled);
      fast.curvature(theta, coefficients, direction, from, to, curved);
      assertClose(new double[] {4, 5, 6}, curved, 0, "linear logits have no curvature");
      double[] rows = new double[7 * D];
      for (int s = from; s < to; s++) {
        FEATURES.features(forest.state(s), rows);
        double[] gradients = new double[7 * D];
        fast.gradients(theta, s, gradients);
        for (int k = 0; k < forest.degree(s); k++) {
          int e = forest.firstEdge(s) + k - forest.firstEdge(from);
          double logit = 0;
          double slope = 0;
          for (int i = 0; i < D; i++) {
            assertEquals(rows[k * D + i], gradients[k * D + i]);
            logit += theta[i] * rows[k * D + i];
            slope += direction[i] * rows[k * D + i];
            expectedPull[i] += coefficients[e] * rows[k * D + i];
          }
          assertClose(logit, logits[e], 1e-14, "logit");
          assertClose(slope, slopes[e], 1e-14, "slope");
        }
      }
      assertClose(expectedPull, pulled, 1e-11, "pullback");
      double[] other = new double[edges];
      plain.logits(theta, from, to, other);
      assertClose(other, logits, 0, "the same bits either way");
      double[] otherPull = {1, 2, 3};
      plain.pullback(theta, coefficients, from, to, otherPull);
      assertClose(otherPull, pulled, 0, "the same bits either way");
    }
  }

  @Test
  void referencesAreUsedAsGiven() {
    for (int trial = 0; trial < 60; trial++) {
      Instance instance = TrialInstances.of(trial);
      Forest forest = instance.problem().target().forest();
      double[] local = new double[instance.header().vocabulary().size()];
      FrozenPolicy reference = instance.problem().reference();
      for (int s = 0; s < forest.nodes(); s++) {
        reference.probabilities(forest.state(s), local);
        for (int k = 0; k < forest.degree(s); k++) {
          int e = forest.firstEdge(s) + k;
          assertEquals(local[k], instance.problem().target().reference().probability(e));
        }
      }
    }
  }
}
