package dev.ccl.core.problem;

import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.core.mdp.Prompt;

/**
 * Rewards that are a new draw each time.
 *
 * @param rewards the replies
 */
record NoisyRewards(RewardOracle rewards) implements RewardOracle {
  @Override
  public double reward(Prompt prompt, ImmutableIntArray answer) {
    return rewards.reward(prompt, answer);
  }

  @Override
  public boolean isExact() {
    return false;
  }
}
