package dev.ccl.core.random;

import static com.google.common.base.Preconditions.checkArgument;

/**
 * Splits draws over tokens whose weights never change, equal in law to {@link Multinomial#split}.
 *
 * <p>A draw falls into one half of the tokens or the other, then into one half of that half, and so
 * on: vertex i of the tree has the parts 2i + 1 and 2i + 2. In a chain of conditional binomials
 * each waits for the one before; in a tree only for those above, so that the processor works on
 * several at once. An object is a workspace and belongs to one thread.
 */
public final class MultinomialTree {
  private final int tokens;
  private final double[] tails; // sums of the weights from a token to the last
  private final double[] left; // of each inner vertex: the probability of its left part
  private final double[] right;
  private final double[] counts; // of each vertex; the last ones are the tokens

  private MultinomialTree(double[] weights) {
    this.tokens = weights.length;
    this.tails = weights.clone();
    for (int k = tokens - 2; k >= 0; k--) {
      tails[k] += tails[k + 1];
    }
    double[] sums = new double[2 * tokens - 1];
    System.arraycopy(weights, 0, sums, tokens - 1, tokens);
    this.left = new double[tokens - 1];
    this.right = new double[tokens - 1];
    for (int i = tokens - 2; i >= 0; i--) {
      sums[i] = sums[2 * i + 1] + sums[2 * i + 2];
      left[i] = sums[2 * i + 1] / sums[i];
      right[i] = sums[2 * i + 2] / sums[i];
    }
    this.counts = new double[2 * tokens - 1];
  }

  /**
   * Prepares splits.
   *
   * @param weights of the tokens: positive and finite, at least one; read
   * @return the workspace
   */
  public static MultinomialTree of(double[] weights) {
    checkArgument(weights.length > 0, "no tokens to split draws over");
    for (double weight : weights) {
      checkArgument(
          weight > 0 && weight < Double.POSITIVE_INFINITY,
          "weight %s of a token is not positive and finite",
          weight);
    }
    return new MultinomialTree(weights);
  }

  /**
   * Splits.
   *
   * @param rng source of randomness
   * @param n number of draws, an integer in [0, 10^15]
   * @param out overwritten from its start on: the count of each token
   */
  public void split(RandomStream rng, double n, double[] out) {
    if (Multinomial.areFew(n, tokens)) {
      Multinomial.singles(rng, n, tails, 0, 0, tokens, out);
      return;
    }
    counts[0] = n;
    for (int i = 0; i < tokens - 1; i++) {
      double x = Binomial.draw(rng, counts[i], left[i], right[i]);
      counts[2 * i + 1] = x;
      counts[2 * i + 2] = counts[i] - x;
    }
    System.arraycopy(counts, tokens - 1, out, 0, tokens);
  }
}
