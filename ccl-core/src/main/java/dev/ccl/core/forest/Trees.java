package dev.ccl.core.forest;

import com.google.common.collect.ImmutableList;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.mdp.TokenMdp;

/**
 * The prefix trees of a list of distinct prompts: a {@link Forest} that is whole in memory, or
 * trees that grow where runs walk. What needs every edge asks for the {@linkplain #whole whole
 * forest}.
 */
public interface Trees {
  /** {@return the token MDP whose prefixes these are} */
  TokenMdp mdp();

  /** {@return the distinct prompts; the r-th has the root r} */
  ImmutableList<Prompt> prompts();

  /** {@return whether {@link #whole} answers} */
  default boolean isWhole() {
    return false;
  }

  /**
   * Returns the trees with all their states.
   *
   * @return the forest
   * @throws IllegalStateException if they grow where runs walk
   */
  default Forest whole() {
    throw new IllegalStateException(
        "the whole prefix trees of "
            + prompts().size()
            + " prompts are needed here, and they grow where they are walked: take numbers of"
            + " rollouts instead of exact batches and estimates instead of exact values, or build"
            + " the dataset by Dataset.complete if the trees fit");
  }

  /**
   * Returns the trees of prompts before any of their states is known.
   *
   * @param mdp the token MDP
   * @param prompts distinct prompts
   * @return trees that grow where runs walk
   */
  static Trees growing(TokenMdp mdp, ImmutableList<Prompt> prompts) {
    return new Trees() {
      @Override
      public TokenMdp mdp() {
        return mdp;
      }

      @Override
      public ImmutableList<Prompt> prompts() {
        return prompts;
      }
    };
  }
}
