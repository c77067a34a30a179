package dev.ccl.core.forest;

import static com.google.common.base.Preconditions.checkArgument;
import static com.google.common.base.Preconditions.checkState;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.mdp.TokenMdp;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/**
 * A fixed list of prompts (𝒟<sub>src</sub> or 𝒟<sub>tar</sub>), possibly with repetitions, and
 * the forest of the distinct ones. A uniform index j picks the root {@code root(j)}.
 *
 * <p>The forest is either whole or grows where it is walked. Then nobody owns it: {@link #forest}
 * refuses, and what asks only for rollouts goes on (package {@code dev.ccl.core.growth}).
 */
public final class Dataset {
  private final TokenMdp mdp;
  private final ImmutableList<Prompt> prompts;
  private final ImmutableIntArray roots;
  private final Forest forest; // null where trees grow

  private Dataset(
      TokenMdp mdp, ImmutableList<Prompt> prompts, ImmutableIntArray roots, Forest forest) {
    this.mdp = mdp;
    this.prompts = prompts;
    this.roots = roots;
    this.forest = forest;
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
   * Returns the dataset whose trees grow where they are walked.
   *
   * @param mdp the token MDP
   * @param prompts the list, in order, possibly with repetitions; not empty
   * @return the dataset
   */
  public static Dataset growing(TokenMdp mdp, List<Prompt> prompts) {
    return of(mdp, distinct(prompts), prompts, null);
  }

  /**
   * Returns the dataset over a forest of its distinct prompts.
   *
   * @param forest the forest
   * @param prompts the list, in order, possibly with repetitions; not empty
   * @return the dataset
   */
  public static Dataset of(Forest forest, List<Prompt> prompts) {
    return of(forest.mdp(), forest.prompts(), prompts, forest);
  }

  private static Dataset of(
      TokenMdp mdp, ImmutableList<Prompt> distinct, List<Prompt> prompts, Forest forest) {
    checkArgument(!prompts.isEmpty(), "prompts: the list is empty");
    Map<Prompt, Integer> places = new HashMap<>();
    distinct.forEach(prompt -> places.put(prompt, places.size()));
    ImmutableIntArray.Builder roots = ImmutableIntArray.builder(prompts.size());
    for (Prompt prompt : prompts) {
      Integer root = places.get(prompt);
      checkArgument(root != null, "prompt \"%s\" has no tree in the forest", prompt.id());
      roots.add(root);
    }
    return new Dataset(mdp, distinct, roots.build(), forest);
  }

  /**
   * {@return the same list with trees that grow where they are walked; a copy without the forest}
   */
  public Dataset growing() {
    return new Dataset(mdp, prompts, roots, null);
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

  /** {@return the token MDP; the MDP of all prompts} */
  public TokenMdp mdp() {
    return mdp;
  }

  /** {@return the distinct prompts; the prompts; the r-th has the root r} */
  public ImmutableList<Prompt> prompts() {
    return prompts;
  }

  /**
   * Tells whether the whole forest is there.
   *
   * @return whether {@link #forest} answers
   */
  public boolean isWhole() {
    return forest != null;
  }

  /**
   * Returns the forest of the distinct prompts.
   *
   * @return the forest
   * @throws IllegalStateException if it grows where it is walked
   */
  public Forest forest() {
    checkState(
        isWhole(),
        "the whole prefix trees of %s prompts are needed here, and they grow where they are walked:"
            + " take numbers of rollouts instead of exact batches and estimates instead of exact"
            + " values, or build the dataset by Dataset.complete if the trees fit",
        prompts.size());
    return forest;
  }

  /** {@return the number of list members, repetitions counted, n or m} */
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
   * {@return the probability of each root under a uniform index; a fresh array, one weight per
   * distinct prompt, with sum 1}
   */
  public double[] rootWeights() {
    double[] weights = new double[prompts.size()];
    for (int j = 0; j < size(); j++) {
      weights[root(j)] += 1.0;
    }
    for (int r = 0; r < weights.length; r++) {
      weights[r] /= size();
    }
    return weights;
  }
}
