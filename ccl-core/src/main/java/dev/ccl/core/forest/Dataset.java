package dev.ccl.core.forest;

import static com.google.common.base.Preconditions.checkArgument;

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
 * the trees of the distinct ones. A uniform index j picks the root {@code root(j)}.
 */
public final class Dataset {
  private final Trees trees;
  private final ImmutableList<Prompt> list;
  private final ImmutableIntArray roots;

  private Dataset(Trees trees, ImmutableList<Prompt> list, ImmutableIntArray roots) {
    this.trees = trees;
    this.list = list;
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
   * Returns the dataset whose trees grow where runs walk.
   *
   * @param mdp the token MDP
   * @param prompts the list, in order, possibly with repetitions; not empty
   * @return the dataset
   */
  public static Dataset growing(TokenMdp mdp, List<Prompt> prompts) {
    return of(Trees.growing(mdp, distinct(prompts)), prompts);
  }

  /**
   * Returns the dataset over the trees of its distinct prompts.
   *
   * @param trees the trees
   * @param prompts the list, in order, possibly with repetitions; not empty
   * @return the dataset
   */
  public static Dataset of(Trees trees, List<Prompt> prompts) {
    checkArgument(!prompts.isEmpty(), "prompts: the list is empty");
    Map<Prompt, Integer> places = new HashMap<>();
    trees.prompts().forEach(prompt -> places.put(prompt, places.size()));
    ImmutableIntArray.Builder roots = ImmutableIntArray.builder(prompts.size());
    for (Prompt prompt : prompts) {
      Integer root = places.get(prompt);
      checkArgument(root != null, "prompt \"%s\" has no tree in the forest", prompt.id());
      roots.add(root);
    }
    return new Dataset(trees, ImmutableList.copyOf(prompts), roots.build());
  }

  /** {@return the same list with trees that grow where runs walk} */
  public Dataset growing() {
    return growing(mdp(), list);
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

  /** {@return the token MDP} */
  public TokenMdp mdp() {
    return trees.mdp();
  }

  /** {@return the distinct prompts; the r-th has the root r} */
  public ImmutableList<Prompt> prompts() {
    return trees.prompts();
  }

  /** {@return whether the whole forest is in memory, so that {@link #forest} answers} */
  public boolean isWhole() {
    return trees.isWhole();
  }

  /**
   * Returns the forest of the distinct prompts.
   *
   * @return the forest
   * @throws IllegalStateException if the trees grow where runs walk
   */
  public Forest forest() {
    return trees.whole();
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
    double[] weights = new double[prompts().size()];
    for (int j = 0; j < size(); j++) {
      weights[root(j)] += 1.0;
    }
    for (int r = 0; r < weights.length; r++) {
      weights[r] /= size();
    }
    return weights;
  }
}
