package dev.ccl.core.random;

/**
 * Single draws of one of a few tokens, each compared with all bounds between tokens at once.
 *
 * <p>A draw is a number u below 2<sup>15</sup> in the scale in which the weights of the node sum to
 * 2<sup>15</sup>. Its integer part settles the comparison with every bound whose integer part is
 * another. Only when one is the same, with a probability of at most 2<sup>-12</sup>, are the bits
 * behind the point drawn as well. So a draw costs 15 random bits, and the integer parts of eight
 * bounds fit the 16-bit lanes of two longs, with the highest bit of a lane left for the outcome.
 */
final class PackedDraws {
  /** The most tokens: one more than there are lanes for bounds. */
  static final int TOKENS = 9;

  private static final long ONES = 0x0001_0001_0001_0001L;
  private static final long HIGHEST = 0x8000_8000_8000_8000L;
  private static final long BELOW = 0x7FFF_7FFF_7FFF_7FFFL;
  private static final int PART = 0x7FFF;
  private static final int LANE = 0xFFFF;

  private PackedDraws() {}

  /**
   * Counts draws.
   *
   * @param rng source of randomness
   * @param n number of draws, positive and less than 2<sup>16</sup>
   * @param tails read: the sum of the weights of a token and of those behind it
   * @param from the first token
   * @param to the token after the last, at least 2 and at most {@link #TOKENS} away
   * @param out overwritten from {@code outFrom} on: the count of each token
   * @param outFrom where the counts go
   */
  static void count(
      RandomStream rng, int n, double[] tails, int from, int to, double[] out, int outFrom) {
    double sum = tails[from];
    double scale = 0x1p15 / sum;
    int bounds = to - 1 - from;
    long near = 0; // the bounds before tokens 1 to 4
    long far = 0; // and before tokens 5 to 8
    switch (bounds) {
      case 8:
        far = part(tails[from + 8] * scale); // fall through
      case 7:
        far = far << 16 | part(tails[from + 7] * scale); // fall through
      case 6:
        far = far << 16 | part(tails[from + 6] * scale); // fall through
      case 5:
        far = far << 16 | part(tails[from + 5] * scale); // fall through
      case 4:
        near = part(tails[from + 4] * scale); // fall through
      case 3:
        near = near << 16 | part(tails[from + 3] * scale); // fall through
      case 2:
        near = near << 16 | part(tails[from + 2] * scale); // fall through
      default:
        near = near << 16 | part(tails[from + 1] * scale);
    }
    long nearReached = 0; // in each lane, how many draws have reached the bound
    long farReached = 0;
    for (int left = n; left > 0; left -= 4) {
      long bits = rng.nextLong();
      if ((settled(bits, near) & settled(bits, far)) == HIGHEST) {
        nearReached += reached(bits, near, left);
        farReached += reached(bits, far, left);
      } else {
        for (int j = 0; j < Math.min(left, 4); j++) {
          double u = refine(rng, bits >>> (16 * j), sum);
          nearReached += reached(u, tails, from + 1, to);
          farReached += reached(u, tails, from + 5, to);
        }
      }
    }
    spread(nearReached, farReached, n, bounds, out, outFrom);
  }

  /** The integer part of a bound, below 2^15 also for a bound at the very end. */
  private static long part(double bound) {
    return Math.min((int) bound, PART);
  }

  /** All highest bits if none of four draws has the integer part of one of the bounds. */
  static long settled(long bits, long bounds) {
    return (((bits & PART) * ONES ^ bounds) + BELOW)
        & (((bits >>> 16 & PART) * ONES ^ bounds) + BELOW)
        & (((bits >>> 32 & PART) * ONES ^ bounds) + BELOW)
        & (((bits >>> 48 & PART) * ONES ^ bounds) + BELOW)
        & HIGHEST;
  }

  /** In each lane, how many of the first {@code draws} of four draws have reached the bound. */
  private static long reached(long bits, long bounds, long draws) {
    return reached((bits & PART) * ONES, bounds)
        + (reached((bits >>> 16 & PART) * ONES, bounds) & ((1 - draws) >> 63))
        + (reached((bits >>> 32 & PART) * ONES, bounds) & ((2 - draws) >> 63))
        + (reached((bits >>> 48 & PART) * ONES, bounds) & ((3 - draws) >> 63));
  }

  private static long reached(long draw, long bounds) {
    return (((draw | HIGHEST) - bounds) >>> 15) & ONES;
  }

  /** Draws the bits behind the point; the result is below the sum. */
  private static double refine(RandomStream rng, long part, double sum) {
    return ((part & PART) + (rng.nextLong() >>> 26) * 0x1p-38) * 0x1p-15 * sum;
  }

  private static long reached(double u, double[] tails, int from, int to) {
    long packed = 0;
    for (int k = Math.min(from + 4, to) - 1; k >= from; k--) {
      packed = packed << 16 | (u >= tails[k] ? 1 : 0);
    }
    return packed;
  }

  /** A token has the draws that have reached the bound behind it but not the one before it. */
  private static void spread(long near, long far, int n, int bounds, double[] out, int at) {
    out[at + bounds] = n - lane(bounds > 4 ? far : near, (bounds - 1) & 3);
    switch (bounds) {
      case 8:
        out[at + 7] = lane(far, 3) - lane(far, 2); // fall through
      case 7:
        out[at + 6] = lane(far, 2) - lane(far, 1); // fall through
      case 6:
        out[at + 5] = lane(far, 1) - lane(far, 0); // fall through
      case 5:
        out[at + 4] = lane(far, 0) - lane(near, 3); // fall through
      case 4:
        out[at + 3] = lane(near, 3) - lane(near, 2); // fall through
      case 3:
        out[at + 2] = lane(near, 2) - lane(near, 1); // fall through
      case 2:
        out[at + 1] = lane(near, 1) - lane(near, 0); // fall through
      default:
        out[at] = lane(near, 0);
    }
  }

  private static int lane(long word, int i) {
    return (int) (word >>> (16 * i)) & LANE;
  }
}
