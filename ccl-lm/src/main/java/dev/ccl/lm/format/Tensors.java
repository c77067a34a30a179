package dev.ccl.lm.format;

import dev.ccl.lm.model.Matrix;
import dev.ccl.lm.model.Rows;
import java.io.IOException;

/** The tensors of a model by their names in GGUF files, whatever its own file calls them. */
interface Tensors {
  boolean has(String name);

  /** Reads a vector, which must have this size. */
  float[] vector(String name, int size) throws IOException;

  /** Reads a matrix that takes inputs to outputs. */
  Matrix matrix(String name, int inputs, int outputs) throws IOException;

  /** Reads a table with one row per token. */
  Rows table(String name, int tokens, int width) throws IOException;

  /** Says where weights are held from now on; returns whether the file allows it. */
  default boolean hold(GgufRows.Storage where) {
    return where == GgufRows.Storage.FLOATS;
  }

  /** Returns how many bytes all weights take as levels with scales; 0 if there are none. */
  default long levelBytes() {
    return 0;
  }

  ModelFormatException breach(String place, String rule);
}
