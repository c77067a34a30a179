package dev.ccl.core.problem;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.core.forest.Dataset;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.mdp.BrokenPartException;
import dev.ccl.core.mdp.Prompt;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The verifier of source answers. It counts its queries, refuses prompts that are not source
 * prompts and refuses rewards outside [0,1]. The replies of an exact oracle are kept; a noisy one
 * is asked anew each time. An exact oracle is held to its word: of the queries for an answer that
 * is known, which are counted like all others, the 1st, 2nd, 4th, 8th, … of a run ask it once more,
 * and another reply ends the run. One run of a learner uses one verifier, in one thread.
 */
public final class SourceVerifier {
  private static final int KEPT = 4096; // answers where trees grow

  private final Dataset dataset;
  private final Forest source; // null where trees grow
  private final RewardOracle oracle;
  private final RewardOracle.LeafRewards rewards;
  private final double[] known; // rewards of leaf edges already asked for, NaN elsewhere
  private final Map<Answer, Double> heard = new HashMap<>(); // where trees grow, from the exact
  private long queries;
  private long repeated; // queries for known answers

  private record Answer(Prompt prompt, ImmutableIntArray tokens) {}

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
    double before = known[leaf];
    boolean again = !Double.isNaN(before);
    if (again && oracle.mayBeKept() && !(oracle.isExact() && isLookedAt(++repeated))) {
      return before;
    }
    double reward = rewards.reward(leaf);
    if (!isReward(reward)) {
      throw refusal(source.prompts().get(source.root(leaf)), source.answer(leaf), reward);
    }
    if (again && oracle.isExact() && reward != before) {
      Prompt prompt = source.prompts().get(source.root(leaf));
      throw otherReply(prompt, source.answer(leaf), before, reward);
    }
    known[leaf] = reward;
    return reward;
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
    double reward = oracle.reward(prompt, answer);
    if (!isReward(reward)) {
      throw refusal(prompt, answer, reward);
    }
    if (oracle.isExact()) {
      Answer asked = new Answer(prompt, answer);
      Double before = heard.get(asked);
      if (before != null && before != reward) {
        throw otherReply(prompt, answer, before, reward);
      }
      if (before == null && heard.size() < KEPT) {
        heard.put(asked, reward);
      }
    }
    return reward;
  }

  /** {@return the number of queries so far, repetitions counted} */
  public long queries() {
    return queries;
  }

  /**
   * Tells whether an answer has one reward.
   *
   * @return false if each query is a new draw
   */
  boolean isExact() {
    return oracle.isExact();
  }

  private static boolean isLookedAt(long n) {
    return Long.bitCount(n) == 1;
  }

  private static boolean isReward(double value) {
    return value >= 0 && value <= 1;
  }

  private BrokenPartException refusal(Prompt prompt, ImmutableIntArray answer, double reward) {
    return new BrokenPartException(
        String.format(
            "the reward of answer \"%s\" to prompt \"%s\" is %s, outside [0,1]",
            dataset.mdp().text(answer), prompt.id(), reward));
  }

  private BrokenPartException otherReply(
      Prompt prompt, ImmutableIntArray answer, double before, double reward) {
    return new BrokenPartException(
        String.format(
            "the reward of answer \"%s\" to prompt \"%s\" was %s and now is %s, although the"
                + " verifier says that it is exact; one that is not is RewardOracle.noisy",
            dataset.mdp().text(answer), prompt.id(), before, reward));
  }
}
