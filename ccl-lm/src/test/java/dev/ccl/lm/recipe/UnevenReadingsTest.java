package dev.ccl.lm.recipe;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** States with unlike numbers of pieces, pieces that recur, and states at which nothing differs. */
class UnevenReadingsTest {
  private static StateReading reading(int position, double[] logs, double... firsts) {
    double[][] embeddings = new double[logs.length][];
    for (int k = 0; k < logs.length; k++) {
      embeddings[k] = new double[] {firsts[k], 1};
    }
    return StateReading.of(position, logs, new float[] {2, 3}, embeddings);
  }

  private static Map<String, Double> numbers(FittedRecipe recipe) {
    Map<String, Double> numbers = new HashMap<>();
    recipe.forEachNumber(numbers::putIfAbsent); // of a list the first
    return numbers;
  }

  private static FittedRecipe fit(String text, List<StateReading> readings) {
    return FittedRecipe.fit(FeatureRecipe.parse(text), readings, 3);
  }

  /** Each piece counts once, not each state: (1 + 1 + 4 + 4 + 0)/5. */
  @Test
  void theScaleIsThatOfAllPieces() {
    List<StateReading> readings =
        List.of(
            reading(0, new double[] {-1, -3}, 0, 1),
            reading(1, new double[] {-1, -5, -3}, 0, 1, 2));
    FittedRecipe recipe = fit("log", readings);
    assertEquals(1 / Math.sqrt(2), numbers(recipe).get("logScale"), 1e-12);
    assertEquals(1, recipe.dimension());
    double[] rows = new double[3];
    recipe.features(readings.get(1), rows);
    double longest = 1 - 1e-6;
    assertArrayEquals(new double[] {longest, -longest, 0}, rows, 1e-12);
    for (double row : new double[] {0.5, 1 - 2e-6, 1 - 3e-7, 1, 3}) { // before it is shortened
      double[] logs = {0, -4 * row / longest, -2 * row / longest};
      recipe.features(reading(0, logs, 0, 1, 2), rows);
      double shown = Math.min(row, longest);
      assertArrayEquals(new double[] {shown, -shown, 0}, rows, 1e-12);
    }
  }

  /** An embedding counts once, however often its piece is legal. */
  @Test
  void aPieceIsCountedOnce() {
    List<StateReading> readings = new ArrayList<>();
    readings.add(reading(0, new double[] {-1, -2, -3}, 0, 3, 9));
    for (int i = 0; i < 5; i++) {
      readings.add(reading(0, new double[] {-1, -2}, 3, 3));
    }
    assertEquals(4, numbers(fit("log,embedding=1", readings)).get("0.embedding.mean"), 1e-6);
  }

  /** Of many pieces the first 256 are looked at. */
  @Test
  void manyPieces() {
    Random random = new Random(5);
    for (int count : new int[] {255, 256, 257, 300}) {
      List<StateReading> readings = new ArrayList<>();
      double sum = 0;
      for (int i = 0; i < count; ) {
        double[][] embeddings = new double[Math.min(3, count - i)][];
        for (int k = 0; k < embeddings.length; k++, i++) {
          embeddings[k] = random.doubles(40).toArray();
          embeddings[k][0] += i;
          sum += i < 256 ? embeddings[k][0] : 0;
        }
        readings.add(StateReading.of(0, new double[embeddings.length], new float[40], embeddings));
      }
      double mean = numbers(fit("log,embedding=1", readings)).get("0.embedding.mean");
      assertEquals(sum / Math.min(count, 256), mean, 1e-4, count + " pieces");
    }
  }

  /** Nothing is divided by 0 where all pieces are alike. */
  @Test
  void wherePiecesAreAlikeThereIsNothingToScale() {
    List<StateReading> readings = List.of(reading(0, new double[] {-2, -2}, 1, 1));
    FittedRecipe recipe = fit("log,embedding=1,hidden=1x1", readings);
    assertEquals(1, recipe.dimension(), "what does not differ has no component");
    assertEquals(1, numbers(recipe).get("logScale"));
    assertEquals(1 - 1e-6, numbers(recipe).get("scale"));
    double[] rows = {7, 7};
    recipe.features(readings.get(0), rows);
    assertArrayEquals(new double[2], rows);
    StateReading other = reading(0, new double[] {-1, -1.5}, 1, 2);
    recipe.features(other, rows);
    assertArrayEquals(new double[] {0.25 * (1 - 1e-6), -0.25 * (1 - 1e-6)}, rows, 1e-15);
    assertArrayEquals(new double[] {3 / (1 - 1e-6)}, recipe.exponent(3), 1e-12);
  }

  /** A position behind all that were seen has the log of the reference and no component. */
  @Test
  void aLaterPositionHasNoComponents() {
    List<StateReading> readings =
        List.of(
            reading(0, new double[] {-1, -2, -3}, 0, 3, 9),
            reading(0, new double[] {-1, -1, -4}, 0, 4, 9));
    FittedRecipe recipe = fit("log,embedding=1,hidden=1x1", readings);
    assertEquals(2, recipe.tokenWidth());
    StateReading later = reading(1, new double[] {-1, -3}, 5, 6);
    double[] state = {9, 9, 9, 9};
    recipe.stateFeatures(later, state);
    double one = 1 / (2 * Math.sqrt(2));
    assertArrayEquals(new double[] {0, one, 0, one}, state, 1e-12);
    double[] token = {9, 9, 9, 9};
    recipe.tokenFeatures(later, token);
    double log = numbers(recipe).get("logScale") * one;
    assertArrayEquals(new double[] {0, log, 0, -log}, token, 1e-12);
    recipe.tokenFeatures(readings.get(0), token = new double[6]);
    assertTrue(token[0] != 0 && token[4] != 0);
  }

  private static List<StateReading> drawn(int pieces) {
    Random random = new Random(8);
    List<StateReading> readings = new ArrayList<>();
    for (int i = 0; i < 9; i++) {
      double[][] embeddings = new double[pieces][];
      float[] hidden = new float[6];
      for (int k = 0; k < 6; k++) {
        hidden[k] = random.nextFloat();
      }
      for (int k = 0; k < pieces; k++) {
        embeddings[k] = random.doubles(6).toArray();
      }
      readings.add(StateReading.of(0, random.doubles(pieces).toArray(), hidden, embeddings));
    }
    return readings;
  }

  /** Without products nobody asks for the components of hidden states, random features included. */
  @Test
  void hiddenStatesOfNoProducts() {
    FittedRecipe recipe = fit("log,embedding=1,hidden=2x0,random=1", drawn(3));
    assertEquals(1 + 1 + 1, recipe.dimension());
    assertEquals(3, recipe.stateWidth());
    assertFalse(numbers(recipe).containsKey("0.hidden.mean"), numbers(recipe).toString());
    double[] state = new double[3 * 3];
    recipe.stateFeatures(drawn(3).get(2), state);
    assertArrayEquals(new double[] {0, 0}, Arrays.copyOf(state, 2));
  }

  /** Products may need more components of embeddings than are features of a token. */
  @Test
  void aTokenHasItsOwnComponents() {
    List<StateReading> readings = drawn(4);
    FittedRecipe few = fit("log,embedding=1", readings);
    for (int products = 0; products <= 4; products++) {
      FittedRecipe recipe = fit("log,embedding=1,hidden=1x" + products, readings);
      assertEquals(2, recipe.tokenWidth());
      for (StateReading reading : readings) {
        double[] expected = new double[4 * 2];
        double[] actual = new double[4 * 2];
        few.tokenFeatures(reading, expected);
        recipe.tokenFeatures(reading, actual);
        assertArrayEquals(expected, actual, 1e-12, products + " products");
      }
    }
  }

  /** Three pieces differ in two directions, whatever a recipe asks for. */
  @Test
  void moreComponentsThanThereAre() {
    List<StateReading> readings = new ArrayList<>();
    for (StateReading reading : drawn(3)) {
      double[] logs = {reading.logReference(0), reading.logReference(1), reading.logReference(2)};
      float[] hidden = new float[6];
      for (int i = 0; i < 6; i++) {
        hidden[i] = (float) reading.hidden()[i];
      }
      double[][] embeddings = {{1, 0, 0, 2, 0, 0}, {0, 3, 0, 0, 1, 0}, {0, 0, 1, 0, 0, 5}};
      readings.add(StateReading.of(0, logs, hidden, embeddings));
    }
    FittedRecipe all = fit("log,embedding=2,hidden=2x2", readings);
    FittedRecipe wanted = fit("log,embedding=5,hidden=2x4", readings);
    int d = 1 + 2 + 2 * 2;
    assertEquals(d, all.dimension());
    assertEquals(d, wanted.dimension());
    for (StateReading reading : readings) {
      double[] expected = new double[3 * d];
      double[] actual = new double[3 * d];
      all.features(reading, expected);
      wanted.features(reading, actual);
      assertArrayEquals(expected, actual);
      double[] few = new double[3 * 3];
      double[] token = new double[3 * 6];
      all.tokenFeatures(reading, few);
      wanted.tokenFeatures(reading, token);
      for (int k = 0; k < 3; k++) {
        double ratio = token[6 * k + 5] / few[3 * k + 2]; // of rows with 6 and with 3 numbers
        double[] row = {few[3 * k] * ratio, few[3 * k + 1] * ratio, 0, 0, 0};
        assertArrayEquals(row, Arrays.copyOfRange(token, 6 * k, 6 * k + 5), 1e-12);
      }
    }
  }

  @Test
  void negativeNumbersAreRefused() {
    int[][] wrong = {{-1, 0, 0, 0}, {0, -1, 0, 0}, {0, 0, -1, 0}, {0, 0, 0, -1}};
    for (int[] n : wrong) {
      IllegalArgumentException refusal =
          assertThrows(
              IllegalArgumentException.class,
              () -> new FeatureRecipe(n[0], n[1], n[2], false, n[3]));
      assertEquals("a recipe has no negative numbers", refusal.getMessage());
    }
    IllegalArgumentException refusal =
        assertThrows(
            IllegalArgumentException.class,
            () -> StateReading.of(0, new double[2], new float[2], new double[3][2]));
    assertEquals("one embedding per piece", refusal.getMessage());
  }

  /** States and pieces that are far from all that were seen keep their direction. */
  @Test
  void longRowsOfProductsAreCutToLengthOne() {
    List<StateReading> readings = drawn(3);
    FittedRecipe recipe = fit("log,embedding=1,hidden=1x1", readings);
    double[] hidden = readings.get(0).hidden();
    float[] far = new float[6];
    for (int i = 0; i < 6; i++) {
      far[i] = (float) (hidden[i] * 1e6);
    }
    double[][] embeddings = {
      readings.get(0).embedding(0), readings.get(0).embedding(1), readings.get(0).embedding(2)
    };
    StateReading reading = StateReading.of(0, new double[] {0, -5e6, -1e6}, far, embeddings);
    double[] state = new double[3 * 2];
    double[] token = new double[3 * 2];
    recipe.stateFeatures(reading, state);
    recipe.tokenFeatures(reading, token);
    double[] logs = {1, -1, 1}; // above the mean of −2e6, below it, above it
    for (int k = 0; k < 3; k++) {
      assertEquals(1, Math.abs(state[2 * k]), 1e-4);
      assertEquals(1, Math.hypot(state[2 * k], state[2 * k + 1]), 1e-12);
      assertTrue(state[2 * k + 1] > 0, "the constant");
      assertEquals(logs[k], token[2 * k + 1], 1e-4);
      assertEquals(1, Math.hypot(token[2 * k], token[2 * k + 1]), 1e-12);
    }
  }
}
