package dev.ccl.core.instance;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.problem.RewardOracle;

/** Rewards of the source prompts of an instance, all that a learner may query. */
final class SourceRewards implements RewardOracle {
  private final ImmutableMap<String, PromptTable> prompts;
  private final ImmutableSet<String> source;

  SourceRewards(ImmutableMap<String, PromptTable> prompts, Iterable<String> source) {
    this.prompts = prompts;
    this.source = ImmutableSet.copyOf(source);
  }

  @Override
  public double reward(Prompt prompt, ImmutableIntArray answer) {
    return table(prompt).reward(answer);
  }

  @Override
  public LeafRewards on(Forest forest) {
    PromptTable[] tables = forest.prompts().stream().map(this::table).toArray(PromptTable[]::new);
    int[] path = new int[forest.mdp().horizon()];
    return leaf -> tables[forest.root(leaf)].reward(path, forest.path(leaf, path));
  }

  private PromptTable table(Prompt prompt) {
    checkArgument(source.contains(prompt.id()), "\"%s\" is not a source prompt", prompt.id());
    return prompts.get(prompt.id());
  }
}
