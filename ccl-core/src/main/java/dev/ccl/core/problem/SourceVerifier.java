package dev.ccl.core.problem;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.core.forest.Dataset;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.mdp.Prompt;
import java.util.Arrays;

/**
 * The verifier of source answers. It counts its queries, refuses prompts that are not source
 * prompts and refuses rewards outside [0,1]. The replies of an exact oracle are kept; a noisy one
 * is asked anew each time. One run of a learner uses one verifier, in one thread.
 */
public final class SourceVerifier {
  private final Dataset dataset;
  private final Forest source; // null where trees grow
  private final RewardOracle oracle;
  private final RewardOracle.LeafRewards rewards;
  private final double[] known; // rewards of leaf edges already asked for, NaN elsewhere
  private long queries;

  SourceVerifier(Dataset dataset, RewardOracle oracle) {
    this.dataset = dataset;
    this.source = dataset.isWhole() ? dataset.forest() : null;
    this.oracle = oracle;
    this.rewards = source == null ? null : oracle.on(source);
    this.known = new double[source == null ? 0 : source.edges()];
    Arrays.fill(known, Double.NaN);
  }

  /**
   * Evaluates the answer for which a leaf edge of the source forest stands.
   *
   * @param leaf a leaf edge
   * @return R(x, a<sub>1:H</sub>)
   */
  public double query(int leaf) {
    queries++;
    if (!oracle.mayBeKept()) {
      return checked(leaf, rewards.reward(leaf));
    }
    if (Double.isNaN(known[leaf])) {
      known[leaf] = checked(leaf, rewards.reward(leaf));
    }
    return known[leaf];
  }

  /**
   * Evaluates an answer.
   *
   * @param prompt a source prompt
   * @param answer a feasible answer of H tokens
   * @return R(x, a<sub>1:H</sub>)
   */
  public double query(Prompt prompt, ImmutableIntArray answer) {
    checkArgument(
        dataset.prompts().contains(prompt),
        "rewards exist on source prompts only, and \"%s\" is not one",
        prompt.id());
    queries++;
    return ask(prompt, answer);
  }

  /**
   * Returns the number of rewards asked for so far, repetitions counted.
   *
   * @return the number of queries
   */
  public long queries() {
    return queries;
  }

  /**
   * Tells whether an answer has one reward.
   *
   * @return false if each query is a new draw
   */
  public boolean isExact() {
    return oracle.isExact();
  }

  private double checked(int leaf, double reward) {
    if (!isReward(reward)) {
      throw refusal(source.prompts().get(source.root(leaf)), source.answer(leaf), reward);
    }
    return reward;
  }

  private double ask(Prompt prompt, ImmutableIntArray answer) {
    double reward = oracle.reward(prompt, answer);
    if (!isReward(reward)) {
      throw refusal(prompt, answer, reward);
    }
    return reward;
  }

  private static boolean isReward(double value) {
    return value >= 0 && value <= 1;
  }

  private IllegalArgumentException refusal(Prompt prompt, ImmutableIntArray answer, double reward) {
    return new IllegalArgumentException(
        String.format(
            "the reward of answer \"%s\" to prompt \"%s\" is %s, outside [0,1]",
            dataset.mdp().text(answer), prompt.id(), reward));
  }
}
