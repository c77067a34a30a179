package dev.ccl.core.random;

/**
 * A key of 128 bits for a path from a root: a prompt, then tokens. The same path has the same key
 * on every machine and in every run, whatever else has been visited.
 *
 * @param first one half
 * @param second the other half, mixed by another function
 */
public record PathKey(long first, long second) {
  // 2^64 over the golden ratio and over the root of x^4 = x + 1, both odd: no pattern in their bits
  // (Roberts, "The unreasonable effectiveness of quasirandom sequences", 2018).
  private static final PathKey EMPTY = new PathKey(0x9e3779b97f4a7c15L, 0xd1b54a32d192ed03L);

  /**
   * Returns the key of a root.
   *
   * @param name the texts that tell roots apart, in order
   * @return the key
   */
  public static PathKey of(String... name) {
    PathKey key = EMPTY;
    for (String text : name) {
      for (int i = 0; i < text.length(); i++) {
        key = key.then(text.charAt(i));
      }
      key = key.then(-1); // so that texts cannot flow together
    }
    return key;
  }

  /**
   * Returns the key of a path that is longer by one word.
   *
   * @param word the word, such as a token
   * @return the key
   */
  public PathKey then(int word) {
    return new PathKey(RandomStream.mixA(first + 1 + word), RandomStream.mixB((second + 1) ^ word));
  }
}
