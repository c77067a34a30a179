package dev.ccl.lm.format;

import dev.ccl.lm.model.Matrix;
import java.io.IOException;

/** The tensors of a model by their names in GGUF files, whatever its own file calls them. */
interface Tensors {
  boolean has(String name);

  /** Reads a vector, which must have this size. */
  float[] vector(String name, int size) throws IOException;

  /** Reads a matrix that takes inputs to outputs. */
  Matrix matrix(String name, int inputs, int outputs) throws IOException;

  /** Reads a table with one row per token. */
  Matrix table(String name, int tokens, int width) throws IOException;

  ModelFormatException breach(String place, String rule);
}
