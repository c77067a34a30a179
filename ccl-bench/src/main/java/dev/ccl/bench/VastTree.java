package dev.ccl.bench;

import com.google.common.primitives.ImmutableDoubleArray;
import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.core.forest.Dataset;
import dev.ccl.core.growing.ForestBudget;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.mdp.State;
import dev.ccl.core.mdp.TokenMdp;
import dev.ccl.core.mdp.Vocabulary;
import dev.ccl.core.policy.Ball;
import dev.ccl.core.policy.FeatureMap;
import dev.ccl.core.policy.FrozenPolicy;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.LearningProblem.PolicyClass;
import dev.ccl.core.random.PathKey;
import dev.ccl.policies.ResidualSoftmax;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A problem whose trees nobody can own: 100 prompts on each side, 40 legal tokens at each of 24
 * steps, which makes 40²⁴ ≈ 10³⁸ answers to each prompt. The reference is as peaked as a language
 * model, about half a nat per token; teacher and student are residual classes on it with the same
 * features, kept in single precision. The features stand for a model that answers for up to 64
 * states in one call of a millisecond.
 */
public final class VastTree {
  private static final int TOKENS = 40;
  private static final int HORIZON = 24;
  private static final int FEATURES = 4;
  private static final int BATCH = 64; // states in one call
  private static final double[] PEAK = {0.9, 0.07}; // the rest shares 0.03
  private static final double BASE_BOUND = 3.6; // half of log(0.9 / (0.03 / 38)), rounded up

  private final Features features = new Features();
  private final LearningProblem problem;

  private VastTree(ForestBudget budget) {
    Vocabulary vocabulary = vocabulary();
    ImmutableIntArray legal = legal();
    TokenMdp mdp = TokenMdp.of(vocabulary, (prompt, prefix) -> legal, HORIZON);
    FrozenPolicy reference = VastTree::reference;
    ResidualSoftmax family = ResidualSoftmax.inSinglePrecision(reference, BASE_BOUND, features);
    this.problem =
        LearningProblem.of(
                1,
                2,
                Dataset.growing(mdp, prompts("source")),
                Dataset.growing(mdp, prompts("target")),
                policies(family, 0.5),
                policies(family, 0),
                reference,
                (prompt, answer) -> reward(answer))
            .growing(budget);
  }

  /**
   * Returns the problem.
   *
   * @param budget how much of its trees is kept
   * @return the problem, of which nothing is known yet
   */
  public static VastTree of(ForestBudget budget) {
    return new VastTree(budget);
  }

  /** {@return what a learner sees, the problem} */
  public LearningProblem problem() {
    return problem;
  }

  /**
   * {@return the time that the simulated model has taken; milliseconds, one for each call of up to
   * 64 states}
   */
  public long modelMillis() {
    return features.millis;
  }

  private static Vocabulary vocabulary() {
    List<String> tokens = new ArrayList<>();
    for (int a = 0; a < TOKENS; a++) {
      tokens.add("t" + a);
    }
    tokens.add("EOS");
    tokens.add("null");
    return Vocabulary.of(tokens, "EOS", "null");
  }

  private static ImmutableIntArray legal() {
    int[] all = new int[TOKENS];
    Arrays.setAll(all, a -> a);
    return ImmutableIntArray.copyOf(all);
  }

  private static List<Prompt> prompts(String side) {
    List<Prompt> prompts = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      prompts.add(Prompt.of(side + i));
    }
    return prompts;
  }

  private static PolicyClass policies(ResidualSoftmax family, double start) {
    double[] initial = new double[FEATURES];
    Arrays.fill(initial, start);
    return new PolicyClass(family, Ball.of(FEATURES, 2), ImmutableDoubleArray.copyOf(initial));
  }

  private static long hash(State state) {
    PathKey key = PathKey.of(state.prompt().id());
    for (int i = 0; i < state.prefix().length(); i++) {
      key = key.then(state.prefix().get(i));
    }
    return key.first();
  }

  private static void reference(State state, double[] out) {
    long hash = hash(state);
    int first = (int) Long.remainderUnsigned(hash, TOKENS);
    int second = (int) Long.remainderUnsigned(hash >>> 20, TOKENS - 1);
    second += second >= first ? 1 : 0;
    Arrays.fill(out, 0, TOKENS, (1 - PEAK[0] - PEAK[1]) / (TOKENS - 2));
    out[first] = PEAK[0];
    out[second] = PEAK[1];
  }

  private static double reward(ImmutableIntArray answer) {
    int odd = 0;
    for (int i = 0; i < answer.length(); i++) {
      odd += answer.get(i) & 1;
    }
    return odd / (double) answer.length();
  }

  /** Numbers in the ball of radius 1 that belong to the state and the token. */
  private static final class Features implements FeatureMap {
    private long millis;

    @Override
    public int dimension() {
      return FEATURES;
    }

    @Override
    public void features(State state, double[] out) {
      long hash = hash(state);
      for (int j = 0; j < TOKENS * FEATURES; j++) {
        long bits = (hash ^ j) * 0x9e3779b97f4a7c15L;
        out[j] = ((bits >>> 40) * 0x1p-24 - 0.5) * (2 / Math.sqrt(FEATURES));
      }
      for (int k = 0; k < TOKENS; k++) { // one feature tells odd tokens, which are rewarded
        out[k * FEATURES] = (k & 1) * 0.5;
      }
    }

    @Override
    public void features(List<State> states, double[][] out) {
      millis += (states.size() + BATCH - 1) / BATCH;
      FeatureMap.super.features(states, out);
    }
  }
}
