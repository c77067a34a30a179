package dev.ccl.lm.model;

import java.util.Arrays;

/**
 * Weights that are widened to floats a tile at a time, each time they are needed. Products have the
 * order of sums of {@link FloatMatrix}, and so its bits.
 */
final class StoredMatrix extends Matrix {
  /** Outputs of a tile, which with {@link Rows#STEP} inputs stays in the second cache. */
  private static final int TILE = 128;

  private static final ThreadLocal<Scratch> SCRATCH = ThreadLocal.withInitial(Scratch::new);

  private final Rows[] source; // of each output
  private final int[] row;

  private StoredMatrix(Rows[] source, int[] row, float[] bias) {
    super(source[0].size(), row.length, bias);
    this.source = source;
    this.row = row;
  }

  /** A tile with parts of the vectors that it is multiplied with and of the products. */
  private static final class Scratch {
    private final float[] weights = new float[Rows.STEP];
    private final float[][] tile = new float[Rows.STEP][TILE];
    private final float[][] x = new float[Forward.COLUMNS][Rows.STEP];
    private final float[][] y = new float[Forward.COLUMNS][TILE];
  }

  static Matrix of(Rows rows) {
    Rows[] source = new Rows[rows.count()];
    Arrays.fill(source, rows);
    int[] row = new int[source.length];
    Arrays.setAll(row, j -> j);
    return new StoredMatrix(source, row, null);
  }

  @Override
  Matrix biased(float[] own) {
    return new StoredMatrix(source, row, own);
  }

  @Override
  public void weights(int output, float[] out) {
    source[output].read(row[output], 0, out, out.length);
  }

  @Override
  Matrix reordered(int[] order, float[] reorderedBias) {
    Rows[] taken = new Rows[order.length];
    int[] rows = new int[order.length];
    for (int j = 0; j < order.length; j++) {
      taken[j] = source[order[j]];
      rows[j] = row[order[j]];
    }
    return new StoredMatrix(taken, rows, reorderedBias);
  }

  static Matrix joined(Matrix[] parts, float[] bias) {
    Rows[] source = new Rows[total(parts)];
    int[] row = new int[source.length];
    int at = 0;
    for (Matrix part : parts) {
      StoredMatrix stored = (StoredMatrix) part;
      System.arraycopy(stored.source, 0, source, at, part.outputs());
      System.arraycopy(stored.row, 0, row, at, part.outputs());
      at += part.outputs();
    }
    return new StoredMatrix(source, row, bias);
  }

  @Override
  void product(float[][] x, float[][] y, int columns) {
    Scratch scratch = SCRATCH.get();
    for (int from = 0; from < outputs(); from += TILE) {
      int width = Math.min(TILE, outputs() - from);
      for (int b = 0; b < columns; b++) {
        Arrays.fill(scratch.y[b], 0, width, 0);
      }
      for (int first = 0; first < inputs(); first += Rows.STEP) {
        int height = Math.min(Rows.STEP, inputs() - first);
        for (int j = 0; j < width; j++) {
          source[from + j].read(row[from + j], first, scratch.weights, height);
          for (int i = 0; i < height; i++) {
            scratch.tile[i][j] = scratch.weights[i];
          }
        }
        for (int b = 0; b < columns; b++) {
          System.arraycopy(x[b], first, scratch.x[b], 0, height);
        }
        Kernels.addProduct(scratch.tile, height, scratch.x, scratch.y, columns, 0, width);
      }
      for (int b = 0; b < columns; b++) {
        System.arraycopy(scratch.y[b], 0, y[b], from, width);
      }
    }
  }

  /** In the order of {@link FloatMatrix}, which is by input. */
  @Override
  void digestWeights(LlamaWeights.Digest digest) {
    float[] weights = new float[Rows.STEP];
    for (int first = 0; first < inputs(); first += Rows.STEP) {
      float[][] part = new float[Math.min(Rows.STEP, inputs() - first)][outputs()];
      for (int j = 0; j < outputs(); j++) {
        source[j].read(row[j], first, weights, part.length);
        for (int i = 0; i < part.length; i++) {
          part[i][j] = weights[i];
        }
      }
      digest.put(part);
    }
  }
}
