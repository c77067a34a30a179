package dev.ccl.policies.features;

import dev.ccl.core.mdp.State;
import dev.ccl.core.policy.FeatureMap;

/**
 * Signed buckets of the n-grams that end with the token; rows are not normalised. (Weinberger,
 * Dasgupta, Langford, Smola and Attenberg, "Feature hashing for large scale multitask learning",
 * ICML 2009: with random signs, collisions cancel in expectation.)
 */
final class HashedNgrams {
  private static final int START = -1;

  private HashedNgrams() {}

  static FeatureMap of(int order, int buckets, long salt) {
    return RowMap.of(
        buckets,
        (state, token, out, at) -> {
          long hash = absorb(mix(salt), token);
          add(hash, buckets, out, at);
          for (int n = 2; n <= order; n++) {
            hash = absorb(hash, before(state, n - 1));
            add(hash, buckets, out, at);
          }
        });
  }

  private static int before(State state, int distance) {
    int i = state.prefix().length() - distance;
    return i < 0 ? START : state.prefix().get(i);
  }

  /** The lowest bit of the mixed hash is the sign, the others choose the bucket. */
  private static void add(long hash, int buckets, double[] out, int at) {
    long bits = mix(hash);
    int bucket = (int) Long.remainderUnsigned(bits >>> 1, buckets);
    out[at + bucket] += (bits & 1) == 0 ? 1 : -1;
  }

  /**
   * The multiplier is that of xorshift64* (Vigna, "An experimental exploration of Marsaglia's
   * xorshift generators, scrambled", ACM Transactions on Mathematical Software 42, 2016).
   */
  private static long absorb(long hash, int token) {
    return mix(hash * 0x2545f4914f6cdd1dL + token);
  }

  /**
   * A bijection of 64 bits: two rounds of multiplication by an odd number and a shift. The numbers
   * are the multiplier of the hash of degski and the first secret of wyhash (Wang); any odd ones
   * without a pattern would do.
   */
  private static long mix(long z) {
    long x = (z ^ (z >>> 32)) * 0xd6e8feb86659fd93L;
    x = (x ^ (x >>> 29)) * 0xa0761d6478bd642fL;
    return x ^ (x >>> 32);
  }
}
