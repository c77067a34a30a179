package dev.ccl.lm.recipe;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.primitives.Doubles;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.random.RandomStreams;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

/** Every column of a recipe from what it is called, on readings that no model has made. */
class FittedRecipeTest {
  private static final int WIDTH = 3;
  private static final int PIECES = 4;
  private static final int STATES = 6;
  private static final double LONGEST = 1 - 1e-6;
  private static final double[][] EMBEDDINGS = new double[PIECES][];
  private static final List<StateReading> READINGS = readings();

  private static List<StateReading> readings() {
    RandomStream random = RandomStreams.of(3).open(Purpose.INSTANCE, 0);
    for (int k = 0; k < PIECES; k++) {
      EMBEDDINGS[k] = new double[] {random.nextDouble(), 3 * random.nextDouble(), 0.4 * k * k};
    }
    List<StateReading> readings = new ArrayList<>();
    for (int i = 0; i < 2 * STATES; i++) {
      readings.add(reading(i % 2, random));
    }
    return readings;
  }

  private static StateReading reading(int position, RandomStream random) {
    double[] logs = new double[PIECES];
    for (int k = 0; k < PIECES; k++) {
      logs[k] = -3 * random.nextDouble();
    }
    float[] hidden = new float[WIDTH];
    for (int i = 0; i < WIDTH; i++) {
      hidden[i] = (float) ((i + 1) * random.nextDouble());
    }
    return StateReading.of(position, logs, hidden, EMBEDDINGS);
  }

  private static FittedRecipe fit(String text) {
    return FittedRecipe.fit(FeatureRecipe.parse(text), READINGS, 7);
  }

  private static Map<String, double[]> numbers(FittedRecipe recipe) {
    Map<String, List<Double>> lists = new LinkedHashMap<>();
    recipe.forEachNumber(
        (name, value) -> lists.computeIfAbsent(name, n -> new ArrayList<>()).add(value));
    Map<String, double[]> numbers = new LinkedHashMap<>();
    lists.forEach((name, values) -> numbers.put(name, Doubles.toArray(values)));
    return numbers;
  }

  /** Rows of a state before the common factor. */
  private static double[] rows(FittedRecipe recipe, StateReading reading) {
    double[] rows = new double[reading.pieces() * recipe.dimension()];
    recipe.features(reading, rows);
    double scale = numbers(recipe).get("scale")[0];
    for (int i = 0; i < rows.length; i++) {
      rows[i] /= scale;
    }
    return rows;
  }

  private static double centredLog(StateReading reading, int k) {
    double mean = 0;
    for (int j = 0; j < PIECES; j++) {
      mean += reading.logReference(j) / PIECES;
    }
    return reading.logReference(k) - mean;
  }

  private static double mean(int count, IntToDoubleFunction f) {
    double sum = 0;
    for (int i = 0; i < count; i++) {
      sum += f.applyAsDouble(i) / count;
    }
    return sum;
  }

  @Test
  void theFirstColumnIsTheLogOfTheReferenceWithVarianceOne() {
    FittedRecipe recipe = fit("log");
    double variance =
        mean(READINGS.size(), i -> mean(PIECES, k -> Math.pow(centredLog(READINGS.get(i), k), 2)));
    for (StateReading reading : READINGS) {
      double[] rows = rows(recipe, reading);
      for (int k = 0; k < PIECES; k++) {
        assertEquals(centredLog(reading, k) / Math.sqrt(variance), rows[k], 1e-9);
      }
    }
  }

  /** Of many states some are looked at, early and late ones alike. */
  @Test
  void aFitToManyStatesSeesLateOnesToo() {
    int states = 700;
    List<StateReading> many = new ArrayList<>();
    for (int i = 0; i < states; i++) {
      float[] hidden = {i * i, 1, 0};
      many.add(
          StateReading.of(0, new double[] {-1, -2}, hidden, new double[][] {{1, 0, 0}, {0, 1, 0}}));
    }
    FittedRecipe recipe = FittedRecipe.fit(FeatureRecipe.parse("log,hidden=1x1"), many, 7);
    assertEquals(states, recipe.seen());
    double thirds = 9 * mean(234, i -> i * i); // 0, 3, …, 699: at most 256 are looked at
    assertEquals(thirds, numbers(recipe).get("0.hidden.mean")[0], 0.01);
    FittedRecipe few =
        FittedRecipe.fit(FeatureRecipe.parse("log,hidden=1x1"), many.subList(0, 256), 7);
    assertEquals(mean(256, i -> i * i), numbers(few).get("0.hidden.mean")[0], 0.01);
  }

  /** A text is all that a provenance keeps of a recipe: who reads it makes the same features. */
  @Test
  void theTextOfARecipeGivesItsFeatures() {
    for (String hidden : List.of("2x1", "0x2", "2x0", "0x0")) {
      for (String rest : List.of("", ",embedding=1", ",contrasts,random=2")) {
        String text = "log,hidden=" + hidden + rest;
        Map<String, double[]> numbers = numbers(fit(text));
        Map<String, double[]> again = numbers(fit(FeatureRecipe.parse(text).toString()));
        assertEquals(numbers.keySet(), again.keySet(), text);
        numbers.forEach((name, values) -> assertArrayEquals(values, again.get(name), text));
      }
    }
  }

  /** Helmert's: piece j against the mean of those before it, sum 0, mean square 1, orthogonal. */
  @Test
  void contrastsAreOrthonormalWithinAPosition() {
    FittedRecipe recipe = fit("log,contrasts");
    int d = recipe.dimension();
    assertEquals(1 + 2 * (PIECES - 1), d);
    for (StateReading reading : READINGS) {
      double[] rows = rows(recipe, reading);
      int own = 1 + reading.position() * (PIECES - 1);
      int other = 1 + (1 - reading.position()) * (PIECES - 1);
      for (int a = 0; a < PIECES - 1; a++) {
        int j = a + 1;
        for (int k = j + 1; k < PIECES; k++) {
          assertEquals(0, rows[k * d + own + a], 1e-9, "later pieces have no part in a contrast");
        }
        int column = own + a;
        assertTrue(rows[j * d + column] > 0 && rows[column] < 0);
        for (int b = 0; b < PIECES - 1; b++) {
          int beside = own + b;
          double product = mean(PIECES, k -> rows[k * d + column] * rows[k * d + beside]);
          assertEquals(a == b ? 1 : 0, product, 1e-9);
        }
        for (int k = 0; k < PIECES; k++) {
          assertEquals(0, rows[k * d + other + a], "columns of another position");
        }
      }
    }
  }

  private static double score(double[] direction, double[] mean, double[] x) {
    double sum = 0;
    for (int i = 0; i < WIDTH; i++) {
      sum += direction[i] * (x[i] - mean[i]);
    }
    return sum;
  }

  /** Leading eigenvectors of the covariance, divided by the standard deviation along them. */
  private static void assertPrincipal(
      Map<String, double[]> numbers, String name, List<double[]> data) {
    double[] mean = numbers.get(name + ".mean");
    double[][] covariance = new double[WIDTH][WIDTH];
    double trace = 0;
    for (int i = 0; i < WIDTH; i++) {
      int a = i;
      assertEquals(mean(data.size(), n -> data.get(n)[a]), mean[i], 1e-6);
      for (int k = 0; k < WIDTH; k++) {
        int b = k;
        covariance[i][k] =
            mean(data.size(), n -> (data.get(n)[a] - mean[a]) * (data.get(n)[b] - mean[b]));
      }
      trace += covariance[i][i];
    }
    double before = Double.POSITIVE_INFINITY;
    for (int c = 0; c < 2; c++) {
      double[] v = numbers.get(name + "." + c);
      double square = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
      double variance = 1 / square;
      for (int i = 0; i < WIDTH; i++) {
        double image = covariance[i][0] * v[0] + covariance[i][1] * v[1] + covariance[i][2] * v[2];
        assertEquals(variance * v[i], image, 1e-5 * Math.sqrt(variance), name + "." + c);
      }
      assertTrue(variance <= before, "the larger variance comes first");
      before = variance;
      trace -= variance;
    }
    assertTrue(trace <= before + 1e-6, "what is left out has less variance");
  }

  @Test
  void componentsArePrincipalAndProductsAreProducts() {
    FittedRecipe recipe = fit("log,embedding=2,hidden=2x1,random=2");
    Map<String, double[]> numbers = numbers(recipe);
    int d = recipe.dimension();
    int columns = 2 + 2 + 2;
    assertEquals(1 + 2 * columns, d);
    for (int p = 0; p < 2; p++) {
      List<double[]> hidden = new ArrayList<>();
      for (StateReading reading : READINGS) {
        if (reading.position() == p) {
          hidden.add(reading.hidden());
        }
      }
      assertPrincipal(numbers, p + ".embedding", List.of(EMBEDDINGS));
      assertPrincipal(numbers, p + ".hidden", hidden);
      for (StateReading reading : READINGS) {
        if (reading.position() == p) {
          assertColumns(numbers, p, reading, rows(recipe, reading), d, 1 + p * columns);
        }
      }
    }
    assertFalse(
        Arrays.equals(numbers.get("0.random"), numbers.get("1.random")),
        "each position has random features of its own");
  }

  private static void assertColumns(
      Map<String, double[]> numbers, int p, StateReading reading, double[] rows, int d, int first) {
    double[][] e = new double[PIECES][2];
    double[] h = new double[2];
    for (int c = 0; c < 2; c++) {
      double[] along = numbers.get(p + ".embedding." + c);
      for (int k = 0; k < PIECES; k++) {
        e[k][c] = score(along, numbers.get(p + ".embedding.mean"), EMBEDDINGS[k]);
      }
      h[c] =
          score(numbers.get(p + ".hidden." + c), numbers.get(p + ".hidden.mean"), reading.hidden());
    }
    double[] random = numbers.get(p + ".random"); // weights of e and h, then the phase
    double[][] expected = new double[PIECES][6];
    for (int k = 0; k < PIECES; k++) {
      expected[k][0] = e[k][0];
      expected[k][1] = e[k][1];
      expected[k][2] = h[0] * e[k][0];
      expected[k][3] = h[1] * e[k][0];
      for (int r = 0; r < 2; r++) {
        int at = 5 * r;
        double angle = random[at] * e[k][0] + random[at + 1] * e[k][1];
        angle += random[at + 2] * h[0] + random[at + 3] * h[1] + random[at + 4];
        expected[k][4 + r] = Math.sqrt(2) * Math.cos(angle);
      }
    }
    for (int c = 0; c < 6; c++) {
      int column = c;
      double mean = mean(PIECES, k -> expected[k][column]);
      for (int k = 0; k < PIECES; k++) {
        assertEquals(expected[k][c] - mean, rows[k * d + first + c], 1e-6, "column " + c);
      }
    }
  }

  private static double norm(double[] rows, int k, int d) {
    double sum = 0;
    for (int i = 0; i < d; i++) {
      sum += rows[k * d + i] * rows[k * d + i];
    }
    return Math.sqrt(sum);
  }

  @Test
  void theLongestRowSeenFillsTheUnitBallAndLongerOnesAreShortened() {
    FittedRecipe recipe = fit("log,embedding=1");
    int d = recipe.dimension();
    double longest = 0;
    for (StateReading reading : READINGS) {
      double[] rows = new double[PIECES * d];
      recipe.features(reading, rows);
      for (int k = 0; k < PIECES; k++) {
        longest = Math.max(longest, norm(rows, k, d));
      }
    }
    assertEquals(LONGEST, longest, 1e-12);
    StateReading far =
        StateReading.of(0, new double[] {0, -50, -50, -50}, new float[WIDTH], EMBEDDINGS);
    double[] rows = new double[PIECES * d];
    recipe.features(far, rows);
    assertEquals(LONGEST, norm(rows, 0, d), 1e-12);
    double[] numbers = {numbers(recipe).get("logScale")[0], numbers(recipe).get("scale")[0]};
    double whole = numbers[0] * numbers[1] * 37.5; // of the first column, before it was shortened
    assertTrue(whole > 1 && rows[0] > 0.9, "the direction is kept");
  }

  @Test
  void anExponentMultipliesTheLogOfTheReference() {
    FittedRecipe recipe = fit("log,embedding=1");
    int d = recipe.dimension();
    double[] w = recipe.exponent(1.7);
    for (StateReading reading : READINGS) {
      double[] rows = new double[PIECES * d];
      recipe.features(reading, rows);
      for (int k = 0; k < PIECES; k++) {
        double logit = 0;
        for (int i = 0; i < d; i++) {
          logit += w[i] * rows[k * d + i];
        }
        assertEquals(1.7 * centredLog(reading, k), logit, 1e-9);
      }
    }
    RandomStream random = RandomStreams.of(4).open(Purpose.INSTANCE, 0);
    StateReading later = reading(5, random);
    double[] rows = new double[PIECES * d];
    recipe.features(later, rows);
    for (int k = 0; k < PIECES; k++) {
      assertArrayEquals(new double[d - 1], Arrays.copyOfRange(rows, k * d + 1, (k + 1) * d));
      assertEquals(1.7 * centredLog(later, k), w[0] * rows[k * d], 1e-9);
    }
  }

  /** Constant times log, times the factor that goes with it, is the log of the reference. */
  @Test
  void featuresOfAProductHaveNormAtMostOne() {
    FittedRecipe recipe = fit("log,embedding=2,hidden=2x1");
    int s = recipe.stateWidth();
    int t = recipe.tokenWidth();
    assertArrayEquals(new int[] {3, 3}, new int[] {s, t});
    for (StateReading reading : READINGS) {
      double[] state = new double[PIECES * s];
      double[] token = new double[PIECES * t];
      recipe.stateFeatures(reading, state);
      recipe.tokenFeatures(reading, token);
      for (int k = 0; k < PIECES; k++) {
        assertTrue(norm(state, k, s) <= 1 + 1e-12 && norm(token, k, t) <= 1 + 1e-12);
        assertEquals(
            centredLog(reading, k),
            recipe.logFactor() * state[k * s + s - 1] * token[k * t + t - 1],
            1e-9);
      }
    }
  }

  /** Products may take more components than stand alone as features, and fewer. */
  @Test
  void productsHaveComponentsOfTheirOwn() {
    FittedRecipe both = fit("log,embedding=2,hidden=2x2");
    FittedRecipe more = fit("log,embedding=1,hidden=2x2");
    FittedRecipe none = fit("log,hidden=2x2");
    FittedRecipe fewer = fit("log,embedding=2,hidden=2x1");
    assertEquals(1 + 2 * (2 + 4), both.dimension());
    assertEquals(1 + 2 * (1 + 4), more.dimension());
    assertEquals(1 + 2 * 4, none.dimension());
    assertEquals(1 + 2 * (2 + 2), fewer.dimension());
    for (StateReading reading : READINGS) {
      int p = reading.position();
      double[] all = rows(both, reading);
      for (int k = 0; k < PIECES; k++) {
        double[] e = Arrays.copyOfRange(all, k * 13 + 1 + 6 * p, k * 13 + 3 + 6 * p);
        double[] products = Arrays.copyOfRange(all, k * 13 + 3 + 6 * p, k * 13 + 7 + 6 * p);
        double[] row = Arrays.copyOfRange(rows(more, reading), k * 11, (k + 1) * 11);
        assertEquals(e[0], row[1 + 5 * p], 1e-9);
        assertArrayEquals(products, Arrays.copyOfRange(row, 2 + 5 * p, 6 + 5 * p), 1e-9);
        row = Arrays.copyOfRange(rows(none, reading), k * 9, (k + 1) * 9);
        assertArrayEquals(products, Arrays.copyOfRange(row, 1 + 4 * p, 5 + 4 * p), 1e-9);
        row = Arrays.copyOfRange(rows(fewer, reading), k * 9, (k + 1) * 9);
        assertArrayEquals(e, Arrays.copyOfRange(row, 1 + 4 * p, 3 + 4 * p), 1e-9);
        assertEquals(products[0], row[3 + 4 * p], 1e-9, "the first component of each");
        assertEquals(products[2], row[4 + 4 * p], 1e-9);
      }
    }
  }
}
