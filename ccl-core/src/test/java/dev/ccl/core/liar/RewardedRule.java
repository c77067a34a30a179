package dev.ccl.core.liar;

import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.core.mdp.FeasibilityRule;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.problem.RewardOracle;

/** Feasibility that looks at reward, which Definition 1 excludes: the layers have to catch it. */
public final class RewardedRule implements FeasibilityRule {
  private final RewardOracle rewards;

  public RewardedRule(RewardOracle rewards) {
    this.rewards = rewards;
  }

  @Override
  public ImmutableIntArray legal(Prompt prompt, ImmutableIntArray prefix) {
    return ImmutableIntArray.of(rewards.reward(prompt, prefix) > 0.5 ? 1 : 0);
  }
}
