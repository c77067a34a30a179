package dev.ccl.core.random;

import dev.ccl.core.math.Segments;

/**
 * Splits the draws of many nodes over their tokens, equal in law to one {@link Multinomial#split}
 * per node.
 *
 * <p>Nodes with few draws take them one by one. The others form one conditional binomial each, for
 * their first token, then for their second, and so on. The binomials of one node wait for each
 * other; those of different nodes do not, so the processor works on several at once. An object is a
 * workspace and belongs to one thread.
 */
public final class MultinomialArray {

  private final int[] edge; // the token whose turn it is, of each node with many draws
  private final int[] last; // its last token
  private final double[] left; // draws not yet given to a token

  /**
   * Creates a workspace.
   *
   * @param nodes most nodes at a time
   */
  public MultinomialArray(int nodes) {
    this.edge = new int[nodes];
    this.last = new int[nodes];
    this.left = new double[nodes];
  }

  /**
   * Splits the draws of a run of nodes.
   *
   * @param rng source of randomness
   * @param draws read: number of draws of each node, an integer in [0, 10^15]
   * @param from first node
   * @param to node after the last
   * @param tokens the tokens of each node
   * @param base the token at index 0 of the arrays of tokens
   * @param weights read: finite, not negative, not all 0 at a node, in any scale
   * @param tails read: the sum of the weights of a token and of those behind it at its node
   * @param out overwritten at the nodes with draws: the counts of the tokens
   */
  public void split(
      RandomStream rng,
      double[] draws,
      int from,
      int to,
      Segments tokens,
      int base,
      double[] weights,
      double[] tails,
      double[] out) {
    int unfinished = 0;
    for (int s = from; s < to; s++) {
      double n = draws[s];
      if (n > 0) {
        int first = tokens.first(s) - base;
        int end = tokens.first(s + 1) - base;
        if (Multinomial.areFew(n, end - first)) {
          Multinomial.singles(rng, n, tails, first, first, end, out);
        } else {
          unfinished = give(rng, n, first, end - 1, weights, tails, out, unfinished);
        }
      }
    }
    while (unfinished > 0) {
      int remembered = unfinished;
      unfinished = 0;
      for (int i = 0; i < remembered; i++) {
        unfinished = give(rng, left[i], edge[i], last[i], weights, tails, out, unfinished);
      }
    }
  }

  /** Gives a token its share and remembers what is left for the next ones, if there are several. */
  private int give(
      RandomStream rng,
      double n,
      int token,
      int lastToken,
      double[] weights,
      double[] tails,
      double[] out,
      int at) {
    double inverse = 1 / tails[token];
    double count = Binomial.draw(rng, n, weights[token] * inverse, tails[token + 1] * inverse);
    out[token] = count;
    if (token + 1 == lastToken) {
      out[lastToken] = n - count;
      return at;
    }
    edge[at] = token + 1;
    last[at] = lastToken;
    left[at] = n - count;
    return at + 1;
  }
}
