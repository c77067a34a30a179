package dev.ccl.core.random;

/**
 * Splits the draws of many nodes over their tokens, equal in law to one {@link
 * Multinomial#splitWithTails} a node.
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
   * @param firstToken read: place of the first token of each node and of the node after the last,
   *     counted from {@code base}
   * @param base place of the first token of the run
   * @param weights read: finite, not negative, not all 0 at a node, in any scale
   * @param tails read: the sum of the weights of a token and of those behind it at its node
   * @param out overwritten at the nodes with draws: the counts of the tokens
   */
  public void split(
      Stream rng,
      double[] draws,
      int from,
      int to,
      int[] firstToken,
      int base,
      double[] weights,
      double[] tails,
      double[] out) {
    int active = 0;
    for (int s = from; s < to; s++) {
      double n = draws[s];
      if (n > 0) {
        int first = firstToken[s] - base;
        int end = firstToken[s + 1] - base;
        if (Multinomial.areFew(n, end - first)) {
          Multinomial.singles(rng, n, tails, first, first, end, out);
        } else {
          edge[active] = first;
          last[active] = end - 1;
          left[active] = n;
          active++;
        }
      }
    }
    while (active > 0) {
      active = nextToken(rng, active, weights, tails, out);
    }
  }

  /** One binomial for every node that is not finished; returns how many are still not. */
  private int nextToken(Stream rng, int active, double[] weights, double[] tails, double[] out) {
    int kept = 0;
    for (int i = 0; i < active; i++) {
      int e = edge[i];
      double inverse = 1 / tails[e];
      double count = Binomial.draw(rng, left[i], weights[e] * inverse, tails[e + 1] * inverse);
      double rest = left[i] - count;
      out[e] = count;
      if (e + 1 == last[i]) {
        out[e + 1] = rest;
      } else {
        edge[kept] = e + 1;
        last[kept] = last[i];
        left[kept] = rest;
        kept++;
      }
    }
    return kept;
  }
}
