package dev.ccl.lm.model;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Products that round, against the operators of ONNX written out in whole numbers. */
class RoundingTest {
  /**
   * The examples of the operator DynamicQuantizeLinear in the standard: input, levels, level of 0.
   */
  @Test
  void examplesOfTheStandard() throws IOException {
    assertLevels(
        new float[] {0, 2, -3, -2.5f, 1.34f, 0.5f}, new int[] {153, 255, 0, 26, 221, 179}, 153);
    assertLevels(
        new float[] {-1, -2.1f, -1.3f, -2.5f, -3.34f, -4},
        new int[] {191, 121, 172, 96, 42, 0},
        255);
    assertLevels(
        new float[] {1, 2.1f, 1.3f, 2.5f, 3.34f, 4, 1.5f, 2.6f, 3.9f, 4, 3, 2.345f},
        new int[] {64, 134, 83, 159, 213, 255, 96, 166, 249, 255, 191, 149},
        0);
  }

  /** ±127.5 steps: both are rounded to the even level 128, of which only one is there. */
  @Test
  void levelsBeyondTheLastAreTheLast() throws IOException {
    assertLevels(new float[] {255, -255, 1, 0}, new int[] {255, 0, 128, 128}, 128);
  }

  private static void assertLevels(float[] x, int[] levels, int zero) throws IOException {
    float[] ones = new float[x.length];
    Arrays.fill(ones, 1);
    int[] next = {0};
    Matrix identity = Matrix.ofWholeNumbers(x.length, ones, row -> row[next[0]++] = 1);
    float least = 0;
    float largest = 0;
    for (float v : x) {
      least = Math.min(least, v);
      largest = Math.max(largest, v);
    }
    float[] expected = new float[x.length];
    for (int i = 0; i < x.length; i++) {
      expected[i] = (levels[i] - zero) * ((largest - least) / 255);
    }
    assertArrayEquals(expected, product(identity, x));
  }

  private static float[] product(Matrix matrix, float[] x) {
    float[][] y = new float[1][matrix.outputs()];
    matrix.multiply(new float[][] {x}, y, 1);
    return y[0];
  }

  /** Sums far beyond 2^24, halves between levels, one sign only, nothing at all. */
  @Test
  void everySumIsExact() throws IOException {
    Random random = new Random(3);
    for (int inputs : new int[] {1, 7, 255, 256, 257, 1408}) {
      int outputs = 9;
      int[][] w = new int[inputs][outputs];
      float[] scales = new float[outputs];
      for (int j = 0; j < outputs; j++) {
        scales[j] = random.nextFloat() / 100;
        for (int i = 0; i < inputs; i++) {
          w[i][j] = j == 0 ? 255 : j == 1 ? -255 : random.nextInt(511) - 255;
        }
      }
      int[] next = {0};
      Matrix matrix = Matrix.ofWholeNumbers(inputs, scales, row -> copy(w[next[0]++], row));
      for (int kind = 0; kind < 6; kind++) {
        float[] x = new float[inputs];
        for (int i = 0; i < inputs; i++) {
          x[i] =
              switch (kind) {
                case 0 -> 0;
                case 1 -> 3.5f;
                case 2 -> -random.nextFloat();
                case 3 -> random.nextInt(511) / 2f - 100;
                default -> (float) random.nextGaussian();
              };
        }
        assertArrayEquals(naive(w, scales, x), product(matrix, x), inputs + " inputs, " + kind);
      }
    }
  }

  @Test
  void everyColumnIsRoundedByItself() throws IOException {
    Random random = new Random(5);
    Matrix matrix = Matrix.ofWholeNumbers(300, new float[] {0.5f, 2, 1}, row -> fill(row, random));
    float[][] x = new float[4][300];
    float[][] y = new float[4][3];
    for (int b = 0; b < x.length; b++) {
      for (int i = 0; i < x[b].length; i++) {
        x[b][i] = (float) (Math.pow(10, b) * random.nextGaussian());
      }
    }
    matrix.multiply(x, y, 3);
    for (int b = 0; b < 3; b++) {
      assertArrayEquals(product(matrix, x[b]), y[b], "column " + b);
    }
    assertArrayEquals(new float[3], y[3], "not asked for");
  }

  /** Two models whose whole numbers are the same are not the same models. */
  @Test
  void scalesArePartOfADigest() throws IOException {
    assertEquals(digest(0.5f), digest(0.5f));
    assertNotEquals(digest(0.5f), digest(0.25f));
  }

  private static String digest(float scale) throws IOException {
    Matrix square = Matrix.byInput(2, 2, row -> Arrays.fill(row, 1));
    LlamaLayer layer =
        LlamaLayer.builder()
            .norms(new float[2], new float[2])
            .attention(square, square, square, square)
            .gated(square, square, square)
            .build();
    Matrix output = Matrix.ofWholeNumbers(2, new float[] {1, scale, 1}, row -> Arrays.fill(row, 3));
    return LlamaWeights.untied(
            new LlamaShape(3, 2, 1, 1, 1, 2, 2, 8, 1e-5, 10_000, 1),
            Matrix.byInput(3, 2, row -> Arrays.fill(row, 1)),
            List.of(layer),
            new float[2],
            output)
        .digest();
  }

  private static void fill(float[] row, Random random) {
    for (int j = 0; j < row.length; j++) {
      row[j] = random.nextInt(511) - 255;
    }
  }

  private static void copy(int[] from, float[] to) {
    for (int j = 0; j < to.length; j++) {
      to[j] = from[j];
    }
  }

  private static float[] naive(int[][] w, float[] scales, float[] x) {
    float largest = 0;
    float least = 0;
    for (float v : x) {
      largest = v > largest ? v : largest;
      least = v < least ? v : least;
    }
    float step = (largest - least) / 255;
    int zero = step == 0 ? 0 : byteOf(Math.rint(0 - least / step));
    float[] out = new float[scales.length];
    for (int j = 0; j < out.length; j++) {
      long sum = 0;
      for (int i = 0; i < x.length; i++) {
        int level = step == 0 ? 0 : byteOf(Math.rint(x[i] / step) + zero);
        sum += (long) (level - zero) * w[i][j];
      }
      out[j] = (float) sum * (step * scales[j]);
    }
    return out;
  }

  private static int byteOf(double level) {
    return (int) Math.max(0, Math.min(255, level));
  }

  @Test
  void wholeNumbersAndOthersDoNotStandSideBySide() throws IOException {
    Matrix whole = Matrix.ofWholeNumbers(2, new float[] {0.5f, 2}, row -> Arrays.fill(row, 3));
    Matrix other = Matrix.byInput(2, 2, row -> Arrays.fill(row, 3));
    assertThrows(IllegalArgumentException.class, () -> Matrix.beside(whole, other));
    Matrix both = Matrix.beside(whole, whole);
    assertEquals(1.5f, both.get(1, 2));
    assertEquals(6f, both.reordered(new int[] {3, 0}).get(0, 0));
    assertEquals(1.5f, both.reordered(new int[] {3, 0}).get(0, 1));
  }
}
