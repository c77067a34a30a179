package dev.ccl.lm.model;

import static com.google.common.base.Preconditions.checkArgument;

import java.io.IOException;

/**
 * A matrix that takes row vectors of {@link #inputs} numbers to {@link #outputs} numbers. Held by
 * input: one array per input with one number per output, and perhaps a bias. Immutable. One of
 * {@linkplain #ofWholeNumbers whole numbers} rounds what it multiplies.
 */
public final class Matrix {
  private final float[][] rows;
  private final int outputs;
  private final float[] scales; // of each output; null if the rows are the weights
  private final float[] bias; // of each output; null if there is none

  private Matrix(float[][] rows, int outputs, float[] scales, float[] bias) {
    this.rows = rows;
    this.outputs = outputs;
    this.scales = scales;
    this.bias = bias;
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
    Matrix matrix = zero(inputs, outputs, null, null);
    for (float[] row : matrix.rows) {
      source.read(row);
    }
    return matrix;
  }

  /**
   * Reads a matrix of whole numbers with one scale per output, whose rows belong to inputs. Its
   * products round each vector to 256 levels between its least and its largest component and
   * multiply whole numbers, exactly: what DynamicQuantizeLinear and MatMulInteger of ONNX say.
   *
   * @param inputs the number of rows
   * @param scales of the outputs; read
   * @param source the rows: whole numbers between −255 and 255
   * @return the matrix
   * @throws IOException if the source throws it
   */
  public static Matrix ofWholeNumbers(int inputs, float[] scales, Source source)
      throws IOException {
    Matrix numbers = byInput(inputs, scales.length, source);
    return new Matrix(numbers.rows, scales.length, scales.clone(), null);
  }

  /**
   * Adds a vector to every product.
   *
   * @param added one number per output; read
   * @return the same matrix with this bias
   */
  public Matrix withBias(float[] added) {
    checkArgument(added.length == outputs, "a bias of %s for %s outputs", added.length, outputs);
    return new Matrix(rows, outputs, scales, added.clone());
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
    Matrix matrix = zero(inputs, outputs, null, null);
    float[] row = new float[inputs];
    for (int j = 0; j < outputs; j++) {
      source.read(row);
      for (int i = 0; i < inputs; i++) {
        matrix.rows[i][j] = row[i];
      }
    }
    return matrix;
  }

  private static Matrix zero(int inputs, int outputs, float[] scales, float[] bias) {
    checkArgument(inputs >= 1 && outputs >= 1, "a matrix needs inputs and outputs");
    return new Matrix(new float[inputs][outputs], outputs, scales, bias);
  }

  /** {@return the number of inputs, at least 1} */
  public int inputs() {
    return rows.length;
  }

  /** {@return the number of outputs, at least 1} */
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
    return scales == null ? rows[input][output] : rows[input][output] * scales[output];
  }

  /**
   * Takes some outputs, or all in another order.
   *
   * @param order which output of this matrix comes at each place; read
   * @return the matrix with these outputs
   */
  public Matrix reordered(int[] order) {
    Matrix result = zero(inputs(), order.length, reordered(scales, order), reordered(bias, order));
    for (int i = 0; i < rows.length; i++) {
      for (int j = 0; j < order.length; j++) {
        result.rows[i][j] = rows[i][order[j]];
      }
    }
    return result;
  }

  private static float[] reordered(float[] numbers, int[] order) {
    if (numbers == null) {
      return null;
    }
    float[] result = new float[order.length];
    for (int j = 0; j < order.length; j++) {
      result[j] = numbers[order[j]];
    }
    return result;
  }

  /** Returns the matrix with the outputs of all the matrices, one behind the other. */
  static Matrix beside(Matrix... parts) {
    int total = 0;
    int scaled = 0;
    boolean biased = false;
    for (Matrix part : parts) {
      total += part.outputs;
      scaled += part.scales == null ? 0 : 1;
      biased |= part.bias != null;
    }
    checkArgument(
        scaled == 0 || scaled == parts.length,
        "of matrices with the same input some are whole numbers and some are not");
    Matrix result =
        zero(
            parts[0].inputs(),
            total,
            scaled == 0 ? null : new float[total],
            biased ? new float[total] : null);
    int at = 0;
    for (Matrix part : parts) {
      for (int i = 0; i < result.rows.length; i++) {
        System.arraycopy(part.rows[i], 0, result.rows[i], at, part.outputs);
      }
      if (scaled > 0) {
        System.arraycopy(part.scales, 0, result.scales, at, part.outputs);
      }
      if (part.bias != null) {
        System.arraycopy(part.bias, 0, result.bias, at, part.outputs);
      }
      at += part.outputs;
    }
    return result;
  }

  /**
   * Multiplies several vectors.
   *
   * @param x read: one vector per column
   * @param y overwritten: one vector per column, which does not depend on the other columns
   */
  void multiply(float[][] x, float[][] y, int columns) {
    if (scales == null) {
      Kernels.multiply(rows, 0, rows.length, x, y, columns);
    } else {
      Rounding.multiply(rows, scales, x, y, columns);
    }
    if (bias != null) {
      for (int b = 0; b < columns; b++) {
        Kernels.add(bias, y[b]);
      }
    }
  }

  /** Takes all numbers into a digest. */
  void digest(LlamaWeights.Digest digest) {
    digest.put(rows);
    if (scales != null) {
      digest.put(scales);
    }
    if (bias != null) {
      digest.put(bias);
    }
  }
}
