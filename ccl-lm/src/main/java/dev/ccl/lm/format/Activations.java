package dev.ccl.lm.format;

/** Vectors that a model multiplies by its weights. */
public enum Activations {
  /** Floats, by weights that are widened to floats: the reference. */
  FLOATS,

  /**
   * Whole numbers: each 32 components are rounded to 8 bits with a step of their own, and
   * multiplied by the whole numbers of a quantised GGUF file. Their sums are exact in any order.
   * Several times faster where one token follows another, and another law: of the size of what
   * quantising the weights changed.
   */
  ROUNDED
}
