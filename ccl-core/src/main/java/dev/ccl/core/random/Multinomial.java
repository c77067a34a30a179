package dev.ccl.core.random;

/**
 * Splits a number of draws over weighted tokens: few one by one, many by a chain of conditional
 * binomials (Devroye, <i>Non-Uniform Random Variate Generation</i>, 1986, Chapter XI).
 *
 * <p>Counts are integers held as doubles. They are exact below 2^53, every use of a count is a
 * multiplication by a double, and Java 17 does not vectorise loops that convert long to double.
 */
public final class Multinomial {

  /** Draws per token below which single draws are cheaper than a chain of binomials. */
  private static final int SINGLE_DRAWS = 11;

  private static final int SINGLE_PACKED_DRAWS = 17;
  private static final int FEWEST_PACKED_DRAWS = 5;

  private Multinomial() {}

  /**
   * Splits n draws over the tokens {@code from}, ..., {@code to - 1}.
   *
   * @param rng source of randomness
   * @param n number of draws, an integer in [0, 10^15]
   * @param weights read: not negative, their sum positive, finite and not subnormal
   * @param from first token
   * @param to token after the last
   * @param scratch overwritten, at least {@code to - from} long
   * @param out overwritten from {@code from} to {@code to}: the counts, whose sum is n
   */
  public static void split(
      RandomStream rng,
      double n,
      double[] weights,
      int from,
      int to,
      double[] scratch,
      double[] out) {
    int tokens = to - from;
    double sum = 0;
    for (int k = tokens - 1; k >= 0; k--) {
      sum += weights[from + k];
      scratch[k] = sum;
    }
    if (areFew(n, tokens)) {
      singles(rng, n, scratch, 0, from, to, out);
      return;
    }
    // Conditional binomials: a token takes its share w_k/(w_k + w_{k+1} + ...) of what is left.
    double left = n;
    for (int k = 0; k < tokens - 1; k++) {
      double inverse = 1 / scratch[k];
      double x =
          left == 0
              ? 0
              : Binomial.draw(rng, left, weights[from + k] * inverse, scratch[k + 1] * inverse);
      out[from + k] = x;
      left -= x;
    }
    out[to - 1] = left;
  }

  /**
   * Draws one token with probability proportional to its weight.
   *
   * @param rng source of randomness
   * @param weights read: not negative, their sum positive, finite and not subnormal
   * @param from first token
   * @param to token after the last
   * @return an index in [from, to) whose weight is not 0
   */
  public static int drawOne(RandomStream rng, double[] weights, int from, int to) {
    double total = 0;
    for (int k = from; k < to; k++) {
      total += weights[k];
    }
    // u < total holds after rounding, so the scan, which repeats the same sums, ends in time.
    double u = rng.nextDouble() * total;
    int k = from;
    for (double sum = weights[k]; u >= sum; sum += weights[k]) {
      k++;
    }
    return k;
  }

  /** Whether single draws are cheaper than a chain of binomials. */
  static boolean areFew(double n, int tokens) {
    return tokens == 1
        || n < tokens * (tokens <= PackedDraws.TOKENS ? SINGLE_PACKED_DRAWS : SINGLE_DRAWS);
  }

  /**
   * One categorical draw after another. A draw u below the sum of all weights stands so many places
   * before the last token as there are tails not above it: a count, not a search.
   */
  static void singles(
      RandomStream rng, double n, double[] tails, int tailFrom, int from, int to, double[] out) {
    int tokens = to - from;
    if (tokens == 1) {
      out[from] = n;
      return;
    }
    if (tokens <= PackedDraws.TOKENS && n >= FEWEST_PACKED_DRAWS) {
      PackedDraws.count(rng, (int) n, tails, tailFrom, tailFrom + tokens, out, from);
      return;
    }
    for (int k = from; k < to; k++) {
      out[k] = 0;
    }
    double sum = tails[tailFrom];
    int end = tailFrom + tokens;
    int left = (int) n;
    for (; left > 1; left -= 2) { // two draws share a pass over the tails
      double u = rng.nextDouble() * sum;
      double v = rng.nextDouble() * sum;
      int first = to - 1;
      int second = to - 1;
      for (int k = tailFrom + 1; k < end; k++) {
        double tail = tails[k];
        first -= u >= tail ? 1 : 0;
        second -= v >= tail ? 1 : 0;
      }
      out[first] += 1;
      out[second] += 1;
    }
    if (left > 0) {
      double u = rng.nextDouble() * sum;
      int at = to - 1;
      for (int k = tailFrom + 1; k < end; k++) {
        at -= u >= tails[k] ? 1 : 0;
      }
      out[at] += 1;
    }
  }
}
