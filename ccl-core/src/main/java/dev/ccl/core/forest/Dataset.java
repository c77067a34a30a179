package dev.ccl.core.forest;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.mdp.TokenMdp;
import java.util.LinkedHashSet;
import java.util.List;

/**
 * A fixed list of prompts (𝒟<sub>src</sub> or 𝒟<sub>tar</sub>), possibly with repetitions, and
 * the forest of the distinct ones. A uniform index j picks the root {@code root(j)}.
 */
public final class Dataset {
  private final Forest forest;
  private final ImmutableIntArray roots;

  private Dataset(Forest forest, ImmutableIntArray roots) {
    this.forest = forest;
    this.roots = roots;
  }

  /**
   * Returns the dataset over a complete forest.
   *
   * @param mdp the token MDP
   * @param prompts the list, in order, possibly with repetitions; not empty
   * @return the dataset
   */
  public static Dataset complete(TokenMdp mdp, List<Prompt> prompts) {
    return of(Forest.complete(mdp, distinct(prompts)), prompts);
  }

  /**
   * Returns the dataset over a forest of its distinct prompts.
   *
   * @param forest the forest
   * @param prompts the list, in order, possibly with repetitions; not empty
   * @return the dataset
   */
  public static Dataset of(Forest forest, List<Prompt> prompts) {
    checkArgument(!prompts.isEmpty(), "prompts: the list is empty");
    ImmutableIntArray.Builder roots = ImmutableIntArray.builder(prompts.size());
    for (Prompt prompt : prompts) {
      int root = forest.prompts().indexOf(prompt);
      checkArgument(root >= 0, "prompt \"%s\" has no tree in the forest", prompt.id());
      roots.add(root);
    }
    return new Dataset(forest, roots.build());
  }

  /**
   * Returns a list without its repetitions, in order of first occurrence.
   *
   * @param prompts a list
   * @return its distinct members
   */
  public static ImmutableList<Prompt> distinct(List<Prompt> prompts) {
    return ImmutableList.copyOf(new LinkedHashSet<>(prompts));
  }

  /**
   * Returns the forest of the distinct prompts.
   *
   * @return the forest
   */
  public Forest forest() {
    return forest;
  }

  /**
   * Returns the number of list members, repetitions counted.
   *
   * @return n or m
   */
  public int size() {
    return roots.length();
  }

  /**
   * Returns the root of a list member.
   *
   * @param j an index below {@link #size}
   * @return its node
   */
  public int root(int j) {
    return roots.get(j);
  }

  /**
   * Returns the probability of each root under a uniform index.
   *
   * @return a fresh array, one weight a distinct prompt, with sum 1
   */
  public double[] rootWeights() {
    double[] weights = new double[forest.prompts().size()];
    for (int j = 0; j < size(); j++) {
      weights[root(j)] += 1.0;
    }
    for (int r = 0; r < weights.length; r++) {
      weights[r] /= size();
    }
    return weights;
  }
}
