package dev.ccl.core.problem;

import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.mdp.Prompt;

/**
 * The terminal reward R(x, a<sub>1:H</sub>) of complete answers. The paper's is deterministic; one
 * that is not says so by {@link #isExact}.
 */
@FunctionalInterface
public interface RewardOracle {
  /**
   * Returns the reward of an answer.
   *
   * @param prompt x
   * @param answer a feasible answer of H tokens
   * @return R(x, a<sub>1:H</sub>), in [0,1]
   */
  double reward(Prompt prompt, ImmutableIntArray answer);

  /**
   * Tells whether an answer has one reward. A noisy oracle is asked anew each time, and each reply
   * is one draw.
   *
   * @return true unless overridden
   */
  default boolean isExact() {
    return true;
  }

  /**
   * Tells whether a verifier may keep the rewards that it has been told. An oracle that counts its
   * own questions says no although it is exact.
   *
   * @return whether an answer need not be asked for twice
   */
  default boolean mayBeKept() {
    return isExact();
  }

  /**
   * Declares rewards noisy.
   *
   * @param rewards the replies, a new draw each time
   * @return an oracle that is not exact
   */
  static RewardOracle noisy(RewardOracle rewards) {
    return new NoisyRewards(rewards);
  }

  /**
   * Binds the oracle to a forest. Here every answer is spelled out before it is looked at; where
   * rewards are in a table, an oracle may find them by the tokens on the path and allocate nothing.
   *
   * @param forest where the answers are leaf edges
   * @return the same rewards, for the use of one thread
   */
  default LeafRewards on(Forest forest) {
    return leaf -> reward(forest.prompts().get(forest.root(leaf)), forest.answer(leaf));
  }

  /** The rewards of the leaf edges of a forest. */
  @FunctionalInterface
  interface LeafRewards {
    /**
     * Returns the reward of the answer for which an edge stands.
     *
     * @param leaf an edge whose child is {@link Forest#LEAF}
     * @return R(x, a<sub>1:H</sub>), in [0,1]
     */
    double reward(int leaf);
  }
}
