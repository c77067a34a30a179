package dev.ccl.lm.format;

/**
 * The two orders of queries and keys: positions turn neighbours (2i, 2i + 1) of a head in llama2.c
 * and GGUF files, and (i, i + half) in the files that come from PyTorch.
 */
final class RotaryOrder {
  private RotaryOrder() {}

  /** Returns, for each place in the order of halves, the place in the order of neighbours. */
  static int[] halves(int heads, int headWidth) {
    int[] order = new int[heads * headWidth];
    for (int h = 0; h < heads; h++) {
      for (int i = 0; i < headWidth; i++) {
        int half = headWidth / 2;
        order[h * headWidth + i] = h * headWidth + (i < half ? 2 * i : 2 * (i - half) + 1);
      }
    }
    return order;
  }
}
