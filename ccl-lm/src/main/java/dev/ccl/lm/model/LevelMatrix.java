package dev.ccl.lm.model;

import java.util.Arrays;

/**
 * Whole-number weights times rounded vectors. Each 32 components of a vector are rounded to whole
 * numbers between −127 and 127 with a step of their own; products with levels are summed as whole
 * numbers, which is exact in any order, and sums join group after group.
 */
final class LevelMatrix extends Matrix {
  private static final int TILE = 1024;

  /** Outputs of a tile that one column reads: longer stretches of memory come faster. */
  private static final int LONG_TILE = 8192;

  private static final int MOST = 127;

  private static final ThreadLocal<Scratch> SCRATCH = ThreadLocal.withInitial(Scratch::new);

  private final Levels[] parts;

  LevelMatrix(Levels[] parts, float[] bias) {
    super(parts[0].inputs(), Arrays.stream(parts).mapToInt(Levels::outputs).sum(), bias);
    this.parts = parts;
  }

  /** Rounded vectors, and sums of a tile. */
  private static final class Scratch {
    private final int[][] levels = new int[Forward.COLUMNS][0];
    private final float[][] steps = new float[Forward.COLUMNS][0];
    private int[] sums = new int[0];
    private final float[][] products = new float[Forward.COLUMNS][0];

    void ensure(int outputs, int columns) {
      sums = sums.length < outputs ? new int[outputs] : sums;
      for (int b = 0; b < columns; b++) {
        products[b] = products[b].length < outputs ? new float[outputs] : products[b];
      }
    }

    void round(float[][] x, int inputs, int columns) {
      int groups = (inputs + Levels.GROUP - 1) / Levels.GROUP;
      for (int b = 0; b < columns; b++) {
        if (steps[b].length < groups) {
          levels[b] = new int[groups * Levels.GROUP];
          steps[b] = new float[groups];
        }
        for (int g = 0; g < groups; g++) {
          int from = g * Levels.GROUP;
          int end = Math.min(inputs, from + Levels.GROUP);
          steps[b][g] = roundGroup(x[b], from, end, levels[b]);
          Arrays.fill(levels[b], end, from + Levels.GROUP, 0);
        }
      }
    }
  }

  /** Writes the levels of some components and returns the distance between two levels. */
  static float roundGroup(float[] x, int from, int end, int[] levels) {
    float largest = 0;
    for (int i = from; i < end; i++) {
      largest = Math.max(largest, Math.abs(x[i]));
    }
    float step = largest / MOST;
    for (int i = from; i < end; i++) {
      double level = step > 0 ? Math.rint(x[i] / step) : 0;
      levels[i] = (int) Math.max(-MOST, Math.min(MOST, level));
    }
    return step;
  }

  @Override
  Matrix biased(float[] own) {
    return new LevelMatrix(parts, own);
  }

  @Override
  public void weights(int output, float[] out) {
    int left = output;
    int k = 0;
    while (left >= parts[k].outputs()) {
      left -= parts[k++].outputs();
    }
    parts[k].weights(left, out);
  }

  @Override
  Matrix reordered(int[] order, float[] reorderedBias) {
    return new LevelMatrix(new Levels[] {parts[0].reordered(order)}, reorderedBias);
  }

  static Matrix joined(Matrix[] matrices, float[] bias) {
    return new LevelMatrix(
        Arrays.stream(matrices)
            .flatMap(matrix -> Arrays.stream(((LevelMatrix) matrix).parts))
            .toArray(Levels[]::new),
        bias);
  }

  @Override
  void product(float[][] x, float[][] y, int columns) {
    Scratch scratch = SCRATCH.get();
    scratch.round(x, inputs(), columns);
    int at = 0;
    for (Levels part : parts) {
      scratch.ensure(part.outputs(), columns);
      int size = columns == 1 ? LONG_TILE : TILE;
      for (int from = 0; from < part.outputs(); from += size) {
        tile(part, from, Math.min(part.outputs(), from + size), scratch, columns);
      }
      for (int b = 0; b < columns; b++) {
        System.arraycopy(scratch.products[b], 0, y[b], at, part.outputs());
      }
      at += part.outputs();
    }
  }

  /** Computes some outputs of all columns, group after group. */
  private static void tile(Levels part, int from, int to, Scratch scratch, int columns) {
    int perGroup = part.form().wordsOfGroup();
    int groups = part.words().length / perGroup;
    int spans = part.scales().length / groups;
    int inputs = Levels.GROUP / spans;
    for (int b = 0; b < columns; b++) {
      Arrays.fill(scratch.products[b], from, to, 0);
    }
    for (int k = 0; k < groups * spans; k++) {
      int firstWord = k * perGroup / spans;
      for (int b = 0; b < columns; b++) {
        int[] levels = scratch.levels[b];
        float step = scratch.steps[b][k / spans];
        Arrays.fill(scratch.sums, from, to, 0);
        for (int w = 0; w < perGroup / spans; w++) {
          int first = k * inputs + w * Levels.GROUP / perGroup;
          int[] words = part.words()[firstWord + w];
          Kernels.addWord(part.form(), words, levels, first, scratch.sums, from, to);
        }
        Kernels.addScaled(scratch.sums, part.scales()[k], step, scratch.products[b], from, to);
        if (part.least() != null) {
          int total = 0;
          for (int i = k * inputs; i < (k + 1) * inputs; i++) {
            total += levels[i];
          }
          Kernels.addOne(step * total, part.least()[k], scratch.products[b], from, to);
        }
      }
    }
  }

  @Override
  void digestWeights(LlamaWeights.Digest digest) {
    for (Levels part : parts) {
      digest.put(part.form().wordsOfGroup());
      for (int[] row : part.words()) {
        for (int word : row) {
          digest.put(word);
        }
      }
      digest.put(part.scales());
      if (part.least() != null) {
        digest.put(part.least());
      }
    }
  }
}
