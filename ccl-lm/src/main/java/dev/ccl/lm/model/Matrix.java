package dev.ccl.lm.model;

import static com.google.common.base.Preconditions.checkArgument;

import java.io.IOException;
import java.util.Arrays;

/**
 * A matrix that takes row vectors of {@link #inputs} numbers to {@link #outputs} numbers, and
 * perhaps adds a bias. Immutable. Its weights are floats in memory, rows that are widened block by
 * block where they lie, with the same products to the bit, or {@link Levels whole numbers} that are
 * multiplied with rounded vectors.
 */
public abstract class Matrix {
  private final int inputs;
  private final int outputs;
  private final float[] bias; // of each output; null if there is none

  Matrix(int inputs, int outputs, float[] bias) {
    checkArgument(inputs >= 1 && outputs >= 1, "a matrix needs inputs and outputs");
    this.inputs = inputs;
    this.outputs = outputs;
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
    FloatMatrix matrix = FloatMatrix.zero(inputs, outputs, null);
    for (float[] row : matrix.rows()) {
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
    FloatMatrix matrix = FloatMatrix.zero(inputs, outputs, null);
    float[] row = new float[inputs];
    for (int j = 0; j < outputs; j++) {
      source.read(row);
      for (int i = 0; i < inputs; i++) {
        matrix.rows()[i][j] = row[i];
      }
    }
    return matrix;
  }

  /**
   * Returns a matrix whose weights stay where they are.
   *
   * @param rows one per output
   * @return the matrix
   */
  public static Matrix stored(Rows rows) {
    return StoredMatrix.of(rows);
  }

  /**
   * Returns a matrix of whole numbers, which rounds what it multiplies.
   *
   * @param levels its numbers; not to be changed any more
   * @return the matrix
   */
  public static Matrix rounding(Levels levels) {
    return new LevelMatrix(new Levels[] {levels}, null);
  }

  /**
   * Adds a vector to every product.
   *
   * @param added one number per output; read
   * @return the same matrix with this bias
   */
  public final Matrix withBias(float[] added) {
    checkArgument(added.length == outputs, "a bias of %s for %s outputs", added.length, outputs);
    return biased(added.clone());
  }

  abstract Matrix biased(float[] own);

  /** {@return the number of inputs, at least 1} */
  public final int inputs() {
    return inputs;
  }

  /** {@return the number of outputs, at least 1} */
  public final int outputs() {
    return outputs;
  }

  final float[] bias() {
    return bias;
  }

  /**
   * Copies the weights of an output, the bias not among them.
   *
   * @param output below {@link #outputs}
   * @param out overwritten, one number per input
   */
  public abstract void weights(int output, float[] out);

  /**
   * Takes some outputs, or all in another order.
   *
   * @param order which output of this matrix comes at each place; read
   * @return the matrix with these outputs
   */
  public final Matrix reordered(int[] order) {
    return reordered(order, bias == null ? null : take(bias, order));
  }

  abstract Matrix reordered(int[] order, float[] reorderedBias);

  static float[] take(float[] numbers, int[] order) {
    float[] result = new float[order.length];
    for (int j = 0; j < order.length; j++) {
      result[j] = numbers[order[j]];
    }
    return result;
  }

  /** Returns the matrix with the outputs of all the matrices, one behind the other. */
  static Matrix beside(Matrix... parts) {
    if (Arrays.stream(parts).allMatch(FloatMatrix.class::isInstance)) {
      return FloatMatrix.joined(parts, biasOf(parts));
    }
    if (Arrays.stream(parts).allMatch(StoredMatrix.class::isInstance)) {
      return StoredMatrix.joined(parts, biasOf(parts));
    }
    if (Arrays.stream(parts).allMatch(LevelMatrix.class::isInstance)) {
      return LevelMatrix.joined(parts, biasOf(parts));
    }
    return new JoinedMatrix(parts);
  }

  static int total(Matrix... parts) {
    return Arrays.stream(parts).mapToInt(Matrix::outputs).sum();
  }

  private static float[] biasOf(Matrix... parts) {
    if (Arrays.stream(parts).allMatch(part -> part.bias == null)) {
      return null;
    }
    float[] result = new float[total(parts)];
    int at = 0;
    for (Matrix part : parts) {
      if (part.bias != null) {
        System.arraycopy(part.bias, 0, result, at, part.outputs);
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
  final void multiply(float[][] x, float[][] y, int columns) {
    if (columns == 0) {
      return;
    }
    product(x, y, columns);
    if (bias != null) {
      for (int b = 0; b < columns; b++) {
        Kernels.add(bias, y[b]);
      }
    }
  }

  abstract void product(float[][] x, float[][] y, int columns);

  /** Takes all numbers into a digest. */
  final void digest(LlamaWeights.Digest digest) {
    digestWeights(digest);
    if (bias != null) {
      digest.put(bias);
    }
  }

  abstract void digestWeights(LlamaWeights.Digest digest);
}
