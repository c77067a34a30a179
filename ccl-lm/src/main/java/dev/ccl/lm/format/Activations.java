package dev.ccl.lm.format;

/** What a model multiplies by weights that are held in bytes. */
public enum Activations {
  /** Floats as they are, whatever the file says. */
  FLOATS,

  /**
   * Whole numbers between 0 and 255, to which each vector is rounded before a product, as an ONNX
   * file with integer products says. Files of other kinds do not say it and are refused.
   */
  ROUNDED
}
