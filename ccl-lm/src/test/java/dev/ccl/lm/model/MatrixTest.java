package dev.ccl.lm.model;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.hash.Hasher;
import com.google.common.hash.Hashing;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The same weights in memory, where they lie, and as whole numbers. */
class MatrixTest {
  private static float[][] drawn(int rows, int size, long seed) {
    Random random = new Random(seed);
    float[][] table = new float[rows][size];
    for (float[] row : table) {
      for (int i = 0; i < size; i++) {
        row[i] = (float) random.nextGaussian();
      }
    }
    return table;
  }

  private static Matrix floats(float[][] table) throws IOException {
    int[] next = {0};
    return Matrix.byOutput(
        table[0].length,
        table.length,
        row -> System.arraycopy(table[next[0]++], 0, row, 0, row.length));
  }

  private static float[][] product(Matrix matrix, float[][] x) {
    float[][] y = new float[x.length][matrix.outputs()];
    matrix.multiply(x, y, x.length);
    return y;
  }

  private static String digest(Matrix matrix) {
    Hasher hasher = Hashing.sha256().newHasher();
    matrix.digest(new LlamaWeights.Digest(hasher));
    return hasher.hash().toString();
  }

  /** Sizes on both sides of tiles, and what is done to matrices before they are multiplied. */
  @ParameterizedTest
  @CsvSource({"1,1", "7,3", "256,128", "257,129", "300,1700", "512,64"})
  void weightsThatStayWhereTheyAreHaveTheBitsOfFloats(int inputs, int outputs) throws IOException {
    float[][] table = drawn(outputs, inputs, 3);
    float[][] x = drawn(5, inputs, 4);
    float[] bias = drawn(1, outputs, 5)[0];
    int[] order = IntStream.range(0, outputs).map(j -> outputs - 1 - j).toArray();
    Matrix[] kinds = {floats(table), Matrix.stored(Rows.of(table))};
    float[][][] y = new float[2][][];
    String[] digests = new String[2];
    for (int k = 0; k < 2; k++) {
      Matrix joined = Matrix.beside(kinds[k].withBias(bias).reordered(order), kinds[k]);
      y[k] = product(joined, x);
      digests[k] = digest(joined);
      float[] last = new float[inputs];
      joined.weights(0, last);
      assertArrayEquals(table[outputs - 1], last);
    }
    assertArrayEquals(y[0], y[1]);
    assertEquals(digests[0], digests[1], "the same numbers");
    assertArrayEquals(
        y[0],
        product(Matrix.beside(kinds[0].withBias(bias).reordered(order), kinds[1]), x),
        "joined of different kinds");
  }

  /** Whole numbers with scales: the sums of the definition, for every form and span. */
  @ParameterizedTest
  @CsvSource({
    "BYTES,32,false",
    "BYTES,16,true",
    "NIBBLES,32,false",
    "NIBBLES,16,false",
    "POSITIVE_NIBBLES,32,true",
    "POSITIVE_NIBBLES,16,true"
  })
  void wholeNumbersTimesRoundedVectors(Levels.Form form, int span, boolean fromLeast) {
    int inputs = 96;
    int outputs = 1100;
    Random random = new Random(7);
    int lowest = form == Levels.Form.BYTES ? -128 : form == Levels.Form.NIBBLES ? -8 : 0;
    int count = form == Levels.Form.BYTES ? 256 : 16;
    Levels levels = new Levels(form, span, fromLeast, inputs, outputs);
    int[][] level = new int[outputs][inputs];
    float[][] scale = new float[outputs][inputs / span];
    float[][] least = new float[outputs][inputs / span];
    for (int j = 0; j < outputs; j++) {
      for (int i = 0; i < inputs; i++) {
        level[j][i] = lowest + random.nextInt(count);
      }
      for (int g = 0; g < inputs / 32; g++) {
        levels.setGroup(j, g, level[j], 32 * g);
      }
      for (int part = 0; part < inputs / span; part++) {
        scale[j][part] = random.nextFloat();
        least[j][part] = fromLeast ? -random.nextFloat() : 0;
        levels.setScale(j, part, scale[j][part], least[j][part]);
      }
    }
    Matrix matrix = Matrix.rounding(levels);
    float[][] x = drawn(3, inputs, 8);
    Arrays.fill(x[2], 32, 64, 0); // a group without a step
    float[][] y = product(matrix, x);
    float[] weights = new float[inputs];
    for (int j = 0; j < outputs; j++) {
      matrix.weights(j, weights);
      for (int i = 0; i < inputs; i++) {
        float expected = level[j][i] * scale[j][i / span];
        assertEquals(fromLeast ? expected + least[j][i / span] : expected, weights[i]);
      }
      for (int b = 0; b < x.length; b++) {
        double sum = 0;
        double size = 0;
        for (int i = 0; i < inputs; i++) {
          float[] group = Arrays.copyOfRange(x[b], i / 32 * 32, i / 32 * 32 + 32);
          float largest = 0;
          for (float v : group) {
            largest = Math.max(largest, Math.abs(v));
          }
          float step = largest / 127;
          sum += step == 0 ? 0 : step * Math.rint(x[b][i] / step) * weights[i];
          size += Math.abs(x[b][i] * weights[i]);
        }
        assertEquals(sum, y[b][j], 1e-5 * (1 + size), "output " + j + " of column " + b);
      }
    }
    float[][] alone = product(matrix, new float[][] {x[1]});
    assertArrayEquals(y[1], alone[0], "a column does not depend on the others");
    int[] order = {1099, 3, 3};
    float[][] some = product(matrix.reordered(order), x);
    for (int k = 0; k < order.length; k++) {
      assertEquals(y[0][order[k]], some[0][k]);
    }
    float[][] twice = product(Matrix.beside(matrix, matrix.reordered(order)), x);
    assertArrayEquals(y[2], Arrays.copyOf(twice[2], outputs));
    assertArrayEquals(some[2], Arrays.copyOfRange(twice[2], outputs, outputs + 3));
    String before = digest(matrix);
    levels.setScale(5, 0, Math.nextUp(scale[5][0]), least[5][0]);
    assertNotEquals(before, digest(matrix));
  }

  @Test
  void vectorsAreRoundedToTheNearestLevel() {
    int[] levels = new int[6];
    float step =
        LevelMatrix.roundGroup(new float[] {127, -127, 0.5f, 1.5f, -2.6f, 0}, 0, 6, levels);
    assertEquals(1, step);
    assertArrayEquals(new int[] {127, -127, 0, 2, -3, 0}, levels, "halves to the even level");
    assertEquals(0, LevelMatrix.roundGroup(new float[] {0, 0}, 0, 2, levels));
    assertTrue(levels[0] == 0 && levels[1] == 0);
  }

  @Test
  void aMatrixNeedsInputsAndOutputs() {
    assertThrows(IllegalArgumentException.class, () -> Matrix.byInput(0, 3, row -> {}));
    assertThrows(IllegalArgumentException.class, () -> Matrix.byInput(3, 0, row -> {}));
  }
}
