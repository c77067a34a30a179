package dev.ccl.lm.recipe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Features by their definition. */
class FittedRecipeTest {
  private static final int WIDTH = 7;
  private static final double SINGLE = 1e-5; // components are held in single precision

  /** Far from 0, with variances that fall from axis to axis, not along the axes. */
  private static List<double[]> cloud(int count, long seed) {
    Random random = new Random(seed);
    List<double[]> rows = new ArrayList<>();
    for (int n = 0; n < count; n++) {
      double[] row = new double[WIDTH];
      double common = random.nextGaussian();
      for (int i = 0; i < WIDTH; i++) {
        row[i] = 20 - 3 * i + random.nextGaussian() / (1 + i) + (i % 2 == 0 ? common : -common);
      }
      rows.add(row);
    }
    return rows;
  }

  @Test
  void componentsAreThoseOfTheCovariance() {
    List<double[]> rows = cloud(40, 1);
    Components components = Components.fit(rows, WIDTH, 3);
    assertEquals(3, components.count());
    double[][] scores = new double[3][rows.size()];
    for (int c = 0; c < 3; c++) {
      for (int n = 0; n < rows.size(); n++) {
        scores[c][n] = components.score(c, rows.get(n));
      }
      assertEquals(0, Arrays.stream(scores[c]).average().orElseThrow(), SINGLE);
      for (int other = 0; other <= c; other++) {
        double product = 0;
        for (int n = 0; n < rows.size(); n++) {
          product += scores[c][n] * scores[other][n] / rows.size();
        }
        assertEquals(other == c ? 1 : 0, product, SINGLE, c + " and " + other);
      }
    }
    double[] leading = leading(rows);
    double sign = Math.signum(leading[0] * components.direction(0, 0));
    double size = 0;
    for (int i = 0; i < WIDTH; i++) {
      size += components.direction(0, i) * components.direction(0, i);
    }
    for (int i = 0; i < WIDTH; i++) {
      assertEquals(sign * leading[i], components.direction(0, i) / Math.sqrt(size), SINGLE);
    }
  }

  /** The direction of the largest variance, by multiplying with the covariance again and again. */
  private static double[] leading(List<double[]> rows) {
    double[] mean = new double[WIDTH];
    rows.forEach(row -> Arrays.setAll(mean, i -> mean[i] + row[i] / rows.size()));
    double[] v = new double[WIDTH];
    Arrays.fill(v, 1);
    v[0] = 2;
    for (int step = 0; step < 2_000; step++) {
      double[] next = new double[WIDTH];
      for (double[] row : rows) {
        double product = 0;
        for (int i = 0; i < WIDTH; i++) {
          product += (row[i] - mean[i]) * v[i];
        }
        for (int i = 0; i < WIDTH; i++) {
          next[i] += product * (row[i] - mean[i]);
        }
      }
      double norm = Math.sqrt(Arrays.stream(next).map(x -> x * x).sum());
      Arrays.setAll(v, i -> next[i] / norm);
    }
    return v;
  }

  private static StateReading reading(double[] logs, double[] hidden, double[][] embeddings) {
    float[] state = new float[hidden.length];
    for (int i = 0; i < state.length; i++) {
      state[i] = (float) hidden[i];
    }
    return StateReading.of(0, logs, state, embeddings);
  }

  /** Some states with the same four pieces. */
  private static List<StateReading> readings() {
    double[][] embeddings = cloud(4, 2).toArray(new double[0][]);
    Random random = new Random(3);
    List<StateReading> readings = new ArrayList<>();
    for (double[] hidden : cloud(12, 4)) {
      double[] logs = new double[4];
      Arrays.setAll(logs, k -> -1 - random.nextDouble());
      readings.add(reading(logs, hidden, embeddings));
    }
    return readings;
  }

  /** Log, two components of embeddings, one product, three contrasts, one random feature. */
  @Test
  void columnsAreWhatTheRecipeSays() {
    List<StateReading> readings = readings();
    FeatureRecipe recipe = FeatureRecipe.parse("log,embedding=2,hidden=1x1,contrasts,random=1");
    FittedRecipe fitted = FittedRecipe.fit(recipe, readings, 5);
    int d = fitted.dimension();
    assertEquals(1 + 2 + 1 + 3 + 1, d);
    assertEquals(readings.size(), fitted.seen());
    List<double[]> hidden = new ArrayList<>();
    readings.forEach(r -> hidden.add(r.hidden()));
    List<double[]> pieces = new ArrayList<>();
    for (int k = 0; k < 4; k++) {
      pieces.add(readings.get(0).embedding(k));
    }
    Components states = Components.fit(hidden, WIDTH, 1);
    Components tokens = Components.fit(pieces, WIDTH, 2);
    double longest = 0;
    for (StateReading r : readings) {
      double[] rows = new double[4 * d];
      fitted.features(r, rows);
      double scale = rows[1] / tokens.score(0, pieces.get(0)); // common to all rows and columns
      for (int k = 0; k < 4; k++) {
        double first = tokens.score(0, pieces.get(k));
        assertEquals(scale * first, rows[k * d + 1], SINGLE);
        assertEquals(scale * tokens.score(1, pieces.get(k)), rows[k * d + 2], SINGLE);
        assertEquals(scale * states.score(0, r.hidden()) * first, rows[k * d + 3], SINGLE);
        double squares = 0;
        for (int i = 0; i < d; i++) {
          squares += rows[k * d + i] * rows[k * d + i];
        }
        longest = Math.max(longest, Math.sqrt(squares));
      }
      for (int i = 0; i < d; i++) {
        double sum = 0;
        for (int k = 0; k < 4; k++) {
          sum += rows[k * d + i];
        }
        assertEquals(0, sum, 1e-12, "column " + i + " is centred");
      }
      for (int i = 4; i < 7; i++) {
        for (int j = 4; j <= i; j++) {
          double product = 0;
          for (int k = 0; k < 4; k++) {
            product += rows[k * d + i] * rows[k * d + j] / 4;
          }
          assertEquals(i == j ? scale * scale : 0, product, SINGLE, "contrasts " + i + ", " + j);
        }
      }
    }
    assertEquals(1, longest, 2e-6, "the longest row that was seen has length 1");
  }

  @Test
  void theLogOfTheReferenceHasVarianceOneBeforeTheCommonFactor() {
    List<StateReading> readings = readings();
    FittedRecipe fitted = FittedRecipe.fit(FeatureRecipe.TEMPERATURE, readings, 5);
    double[] w = fitted.exponent(0.5);
    double[] rows = new double[4];
    for (StateReading r : readings) {
      fitted.features(r, rows);
      for (int k = 1; k < 4; k++) {
        double logit = w[0] * (rows[k] - rows[0]);
        assertEquals(0.5 * (r.logReference(k) - r.logReference(0)), logit, 1e-12);
      }
    }
  }

  /** A state that is unlike those that were seen does not leave the unit ball. */
  @Test
  void longerRowsAreShortened() {
    FittedRecipe fitted = FittedRecipe.fit(FeatureRecipe.parse("log,embedding=1"), readings(), 5);
    double[][] far = new double[4][WIDTH];
    far[1][0] = 1_000;
    double[] rows = new double[4 * fitted.dimension()];
    fitted.features(reading(new double[] {-50, -1, -20, -3}, new double[WIDTH], far), rows);
    for (int k = 0; k < 4; k++) {
      double norm = Math.hypot(rows[2 * k], rows[2 * k + 1]);
      assertTrue(norm <= 1, "row " + k + ": " + norm);
    }
    assertTrue(Math.hypot(rows[2], rows[3]) > 0.99);
  }
}
