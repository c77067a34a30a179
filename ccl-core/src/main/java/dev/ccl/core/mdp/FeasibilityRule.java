package dev.ccl.core.mdp;

import com.google.common.primitives.ImmutableIntArray;

/**
 * Decides which tokens are legal at a state. A rule sees the prompt and the prefix, never a reward,
 * so feasibility cannot depend on answer quality.
 */
@FunctionalInterface
public interface FeasibilityRule {
  /**
   * Returns the legal tokens at (x, a<sub>1:h-1</sub>) before the horizon.
   *
   * @param prompt x
   * @param prefix a<sub>1:h-1</sub>, made of legal tokens only
   * @return 𝓑(s), without duplicates and never empty; the order is the order of the edges
   */
  ImmutableIntArray legal(Prompt prompt, ImmutableIntArray prefix);

  /**
   * Definition 1 of the paper: before {@code EOS} every token but {@code null} is legal, afterwards
   * only {@code null} (def:ced-feasible-trajectories).
   *
   * @param vocabulary 𝒜
   * @return the rule
   */
  static FeasibilityRule eosPadded(Vocabulary vocabulary) {
    ImmutableIntArray.Builder open = ImmutableIntArray.builder();
    for (int a = 0; a < vocabulary.size(); a++) {
      if (a != vocabulary.pad()) {
        open.add(a);
      }
    }
    ImmutableIntArray running = open.build();
    ImmutableIntArray ended = ImmutableIntArray.of(vocabulary.pad());
    return (prompt, prefix) -> {
      int last = prefix.isEmpty() ? -1 : prefix.get(prefix.length() - 1);
      return last == vocabulary.eos() || last == vocabulary.pad() ? ended : running;
    };
  }
}
