package dev.ccl.lm.model;

import static com.google.common.base.Preconditions.checkArgument;

import java.io.IOException;

/**
 * A matrix that takes row vectors of {@link #inputs} numbers to {@link #outputs} numbers. Held by
 * input: one array per input with one number per output. Immutable.
 */
public final class Matrix {
  private final float[][] rows;
  private final int outputs;

  private Matrix(float[][] rows, int outputs) {
    this.rows = rows;
    this.outputs = outputs;
  }

  /** Gives the numbers of a matrix, row by row, in the order of the rows. */
  @FunctionalInterface
  public interface Source {
    /**
     * Reads the next row.
     *
     * @param row overwritten
     * @throws IOException if the numbers cannot be had
     */
    void read(float[] row) throws IOException;
  }

  /**
   * Reads a matrix whose rows belong to inputs.
   *
   * @param inputs the number of rows
   * @param outputs the length of a row
   * @param source the rows
   * @return the matrix
   * @throws IOException if the source throws it
   */
  public static Matrix byInput(int inputs, int outputs, Source source) throws IOException {
    Matrix matrix = zero(inputs, outputs);
    for (float[] row : matrix.rows) {
      source.read(row);
    }
    return matrix;
  }

  /**
   * Reads a matrix whose rows belong to outputs.
   *
   * @param inputs the length of a row
   * @param outputs the number of rows
   * @param source the rows
   * @return the matrix
   * @throws IOException if the source throws it
   */
  public static Matrix byOutput(int inputs, int outputs, Source source) throws IOException {
    Matrix matrix = zero(inputs, outputs);
    float[] row = new float[inputs];
    for (int j = 0; j < outputs; j++) {
      source.read(row);
      for (int i = 0; i < inputs; i++) {
        matrix.rows[i][j] = row[i];
      }
    }
    return matrix;
  }

  private static Matrix zero(int inputs, int outputs) {
    checkArgument(inputs >= 1 && outputs >= 1, "a matrix needs inputs and outputs");
    return new Matrix(new float[inputs][outputs], outputs);
  }

  /**
   * Returns the number of inputs.
   *
   * @return at least 1
   */
  public int inputs() {
    return rows.length;
  }

  /**
   * Returns the number of outputs.
   *
   * @return at least 1
   */
  public int outputs() {
    return outputs;
  }

  /**
   * Returns one number.
   *
   * @param input below {@link #inputs}
   * @param output below {@link #outputs}
   * @return the weight between them
   */
  public float get(int input, int output) {
    return rows[input][output];
  }

  /**
   * Takes outputs in another order.
   *
   * @param order which output of this matrix comes at each place; read
   * @return the matrix with these outputs
   */
  public Matrix reordered(int[] order) {
    Matrix result = zero(inputs(), order.length);
    for (int i = 0; i < rows.length; i++) {
      for (int j = 0; j < order.length; j++) {
        result.rows[i][j] = rows[i][order[j]];
      }
    }
    return result;
  }

  /** Returns the matrix with the outputs of all the matrices, one behind the other. */
  static Matrix beside(Matrix... parts) {
    int total = 0;
    for (Matrix part : parts) {
      total += part.outputs;
    }
    Matrix result = zero(parts[0].inputs(), total);
    for (int i = 0; i < result.rows.length; i++) {
      int at = 0;
      for (Matrix part : parts) {
        System.arraycopy(part.rows[i], 0, result.rows[i], at, part.outputs);
        at += part.outputs;
      }
    }
    return result;
  }

  /** Returns the numbers by input; not to be changed. */
  float[][] rows() {
    return rows;
  }
}
