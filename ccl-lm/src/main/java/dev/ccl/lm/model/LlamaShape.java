package dev.ccl.lm.model;

import static com.google.common.base.Preconditions.checkArgument;

/**
 * The sizes and constants of a Llama-type model.
 *
 * @param vocabulary number of tokens
 * @param width size of a hidden state
 * @param layers number of layers
 * @param heads number of query heads
 * @param groups number of key and value heads, each shared by heads/groups query heads
 * @param headWidth size of a head, even
 * @param inner size of the gated layer
 * @param context largest number of tokens of a prefix
 * @param epsilon added to mean squares before the root is taken
 * @param ropeBase base of the frequencies by which positions turn queries and keys
 * @param ropeScale positions are divided by this
 */
public record LlamaShape(
    int vocabulary,
    int width,
    int layers,
    int heads,
    int groups,
    int headWidth,
    int inner,
    int context,
    double epsilon,
    double ropeBase,
    double ropeScale) {

  /**
   * Checks that the sizes fit each other.
   *
   * @param vocabulary number of tokens
   * @param width size of a hidden state
   * @param layers number of layers
   * @param heads number of query heads
   * @param groups number of key and value heads, each shared by heads/groups query heads
   * @param headWidth size of a head, even
   * @param inner size of the gated layer
   * @param context largest number of tokens of a prefix
   * @param epsilon added to mean squares before the root is taken
   * @param ropeBase base of the frequencies by which positions turn queries and keys
   * @param ropeScale positions are divided by this
   */
  public LlamaShape {
    checkSize("vocabulary", vocabulary, 1 << 24);
    checkSize("width", width, 1 << 18);
    checkSize("layers", layers, 1 << 12);
    checkSize("heads", heads, 1 << 12);
    checkSize("groups", groups, heads);
    checkSize("headWidth", headWidth, 1 << 12);
    checkSize("inner", inner, 1 << 22);
    checkSize("context", context, 1 << 24);
    checkArgument(heads % groups == 0, "heads: %s is no multiple of groups %s", heads, groups);
    checkArgument(headWidth % 2 == 0, "headWidth: %s is odd", headWidth);
    checkArgument(epsilon > 0 && epsilon < 1, "epsilon: %s is not in (0, 1)", epsilon);
    checkArgument(ropeBase > 1 && ropeBase < 1e12, "ropeBase: %s is not in (1, 10^12)", ropeBase);
    checkArgument(
        ropeScale >= 1 && ropeScale < 1e6, "ropeScale: %s is not in [1, 10^6)", ropeScale);
  }

  private static void checkSize(String name, int value, int largest) {
    checkArgument(
        value >= 1 && value <= largest, "%s: %s is not between 1 and %s", name, value, largest);
  }

  /** {@return the size of all queries together: heads · headWidth} */
  public int queryWidth() {
    return heads * headWidth;
  }

  /** {@return the size of all keys, and of all values, together: groups · headWidth} */
  public int keyWidth() {
    return groups * headWidth;
  }

  /**
   * Returns the number of weights, which may exceed the range of an int.
   *
   * @param tied whether input and output embeddings are the same numbers
   * @return the count of numbers that a file has to bring
   */
  public long parameters(boolean tied) {
    long attention = (long) width * (2L * queryWidth() + 2L * keyWidth());
    long layer = attention + 3L * width * inner + 2L * width;
    return layers * layer + (tied ? 1L : 2L) * vocabulary * width + width;
  }
}
