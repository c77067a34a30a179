package dev.ccl.policies;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.ccl.core.mdp.State;
import dev.ccl.core.policy.FeatureMap;
import dev.ccl.core.policy.FrozenPolicy;
import dev.ccl.core.policy.StateBatch;
import dev.ccl.core.policy.StateKernel;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * A residual class on states that have just been met: f = log of the base + θᵀφ, token by token.
 */
class ResidualStateBatchTest {
  private static final FeatureMap PHI = Arena.randomFeatures(2, 5, Arena.FOREST);
  private static final double[] THETA = {0.7, -1.3};

  /** A law that counts how often it is asked, one state or many at a time. */
  private static final class Counted implements FrozenPolicy {
    private int single;
    private int together;

    @Override
    public void probabilities(State state, double[] out) {
      single++;
      fill(state, out);
    }

    @Override
    public void probabilities(List<State> states, double[][] out) {
      together++;
      for (int i = 0; i < out.length; i++) {
        fill(states.get(i), out[i]);
      }
    }

    private static void fill(State state, double[] out) {
      int degree = state.legal().length();
      for (int k = 0; k < degree; k++) {
        out[k] = 2.0 * (k + 1 + state.prefix().length()) / weight(state);
      }
    }

    private static double weight(State state) {
      int degree = state.legal().length();
      return degree * (degree + 1.0 + 2 * state.prefix().length());
    }
  }

  private static List<State> states() {
    List<State> states = new ArrayList<>();
    for (int s : new int[] {0, 2, 5, 9}) {
      states.add(Arena.FOREST.state(s));
    }
    return states;
  }

  private static double[] expected(State state) {
    int degree = state.legal().length();
    double[] law = new double[degree];
    Counted.fill(state, law);
    double[] phi = new double[2 * degree];
    PHI.features(state, phi);
    double[] logits = new double[degree];
    for (int k = 0; k < degree; k++) {
      logits[k] = Math.log(law[k]) + THETA[0] * phi[2 * k] + THETA[1] * phi[2 * k + 1];
    }
    return logits;
  }

  private static void assertLogits(List<StateKernel> kernels, double tolerance) {
    List<State> states = states();
    assertEquals(states.size(), kernels.size());
    for (int i = 0; i < kernels.size(); i++) {
      double[] expected = expected(states.get(i));
      double[] logits = new double[expected.length];
      kernels.get(i).logits(THETA, logits);
      assertArrayEquals(expected, logits, tolerance, "state " + i);
      double[] phi = new double[2 * expected.length];
      PHI.features(states.get(i), phi);
      double[] gradients = new double[phi.length];
      kernels.get(i).gradients(THETA, gradients);
      assertArrayEquals(phi, gradients, tolerance, "gradients of state " + i);
    }
  }

  @Test
  void aPolicyIsAskedOnceAboutAllNewStates() {
    Counted policy = new Counted();
    assertLogits(ResidualSoftmax.of(policy, 3, PHI).at(StateBatch.of(states())), 1e-13);
    assertEquals(0, policy.single);
    assertEquals(1, policy.together);
  }

  @Test
  void whatTheReferenceHasSaidIsNotAskedAgainAndNotOverwritten() {
    Counted policy = new Counted();
    StateBatch frontier = StateBatch.of(states());
    double[][] said = frontier.probabilities(policy);
    assertLogits(ResidualSoftmax.of(policy, 3, PHI).at(frontier), 1e-13);
    assertEquals(1, policy.together, "shared with the reference");
    for (int i = 0; i < said.length; i++) {
      double[] law = new double[said[i].length];
      Counted.fill(states().get(i), law);
      assertArrayEquals(law, said[i], 0, "the reference keeps its probabilities");
    }
  }

  @Test
  void logitsOfOnesOwnAreAskedStateByState() {
    Counted policy = new Counted();
    ResidualSoftmax.BaseLogits base =
        (state, out) -> {
          policy.probabilities(state, out);
          for (int k = 0; k < state.legal().length(); k++) {
            out[k] = Math.log(out[k]);
          }
        };
    assertLogits(ResidualSoftmax.ofLogits(base, 3, PHI).at(StateBatch.of(states())), 1e-13);
    assertEquals(states().size(), policy.single);
  }

  @Test
  void featuresInSinglePrecisionAreRounded() {
    Counted policy = new Counted();
    ResidualSoftmax single = ResidualSoftmax.inSinglePrecision(policy, 3, PHI);
    assertLogits(single.at(StateBatch.of(states())), 1e-6);
    State state = states().get(1);
    double[] exact = expected(state);
    double[] rounded = new double[exact.length];
    single.at(StateBatch.of(states())).get(1).logits(THETA, rounded);
    assertNotEquals(exact[0], rounded[0], 1e-12, "24 bits are fewer than 53");
  }

  /** A call is counted where a model is asked, not where logarithms are taken of what it said. */
  @Test
  void logarithmsAreNoCalls() {
    Counted policy = new Counted();
    StateBatch shared = StateBatch.of(states());
    shared.probabilities(policy);
    ResidualSoftmax.of(policy, 3, PHI).at(shared);
    assertEquals(2, shared.calls(), "the policy and the features");
    StateBatch alone = StateBatch.of(states());
    ResidualSoftmax.of(policy, 3, PHI).at(alone);
    assertEquals(2, alone.calls());
  }
}
