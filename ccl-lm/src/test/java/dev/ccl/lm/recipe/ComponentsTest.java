package dev.ccl.lm.recipe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ComponentsTest {
  private static final int ROWS = 7;
  private static final int WIDTH = 5;

  /** Seven vectors on a plane that does not contain 0, the second direction with a 25th part. */
  private static List<double[]> plane(double unit) {
    double[] mean = {3, -1, 0.5, 2, 7};
    double[] first = {1, 2, 0, -1, 3};
    double[] second = {0, 0.1, 0.3, -0.2, -0.1};
    double[][] at = {{1, 2}, {-3, 0}, {2, -4}, {0, 1}, {5, 3}, {-2, -1}, {-4, 2}};
    List<double[]> rows = new ArrayList<>();
    for (double[] where : at) {
      double[] row = new double[WIDTH];
      for (int i = 0; i < WIDTH; i++) {
        row[i] = unit * (mean[i] + where[0] * first[i] + where[1] * second[i]);
      }
      rows.add(row);
    }
    return rows;
  }

  /** The unit of the vectors decides neither how many components there are nor their scores. */
  @ParameterizedTest
  @ValueSource(doubles = {0x1p-24, 1, 0x1p24})
  void aPlaneHasTwoComponentsInAnyUnit(double unit) {
    List<double[]> rows = plane(unit);
    Components components = Components.fit(rows, WIDTH, 4);
    assertEquals(2, components.count());
    assertEquals(WIDTH, components.width());
    Components plain = Components.fit(plane(1), WIDTH, 4);
    for (int c = 0; c < 2; c++) {
      for (int i = 0; i < ROWS; i++) {
        assertEquals(plain.score(c, plane(1).get(i)), components.score(c, rows.get(i)), 1e-5);
      }
    }
    for (int i = 0; i < WIDTH; i++) {
      double sum = 0;
      for (double[] row : rows) {
        sum += row[i];
      }
      assertEquals((float) (sum / ROWS), components.mean(i), 1e-6 * unit);
    }
  }

  @Test
  void scoresHaveMeanZeroVarianceOneAndNothingInCommon() {
    List<double[]> rows = plane(1);
    Components components = Components.fit(rows, WIDTH, 4);
    for (int c = 0; c < 2; c++) {
      for (int k = 0; k <= c; k++) {
        double sum = 0;
        double products = 0;
        for (double[] row : rows) {
          sum += components.score(c, row);
          products += components.score(c, row) * components.score(k, row);
        }
        assertEquals(0, sum / ROWS, 1e-5);
        assertEquals(c == k ? 1 : 0, products / ROWS, 1e-5);
      }
      float largest = 0;
      for (int i = 0; i < WIDTH; i++) {
        float entry = components.direction(c, i);
        largest = Math.abs(entry) > Math.abs(largest) ? entry : largest;
      }
      assertTrue(largest > 0, "the largest entry fixes the sign");
    }
    double length = 0; // a direction is its unit vector over its standard deviation
    double spread = 0;
    for (int i = 0; i < WIDTH; i++) {
      length += components.direction(0, i) * components.direction(0, i);
    }
    for (double[] row : rows) {
      double along = components.score(0, row) / Math.sqrt(length); // in the unit of the vectors
      spread += along * along / ROWS;
    }
    assertEquals(1 / length, spread, 1e-4 * spread);
    assertTrue(spread > 50, "the first component is the long one");
  }

  @Test
  void noMoreThanAreWantedOrThere() {
    assertEquals(1, Components.fit(plane(1), WIDTH, 1).count());
    assertEquals(0, Components.fit(plane(1), WIDTH, 0).count());
    assertEquals(0, Components.fit(plane(1).subList(0, 1), WIDTH, 3).count(), "one vector");
    assertEquals(1, Components.fit(plane(1).subList(0, 2), WIDTH, 3).count(), "two vectors");
    double[] same = {1, 2, 3, 4, 5};
    assertEquals(0, Components.fit(List.of(same, same.clone(), same), WIDTH, 3).count());
  }

  /** A billionth of the largest variance is rounding, ten billionths are not. */
  @Test
  void smallVariancesAreComponentsAndTinyOnesAreNot() {
    for (double share : new double[] {5e-9, 2e-9, 5e-10, 2e-10}) {
      double small = Math.sqrt(share);
      List<double[]> rows =
          List.of(
              new double[] {1, small, 0},
              new double[] {-1, small, 0},
              new double[] {1, -small, 0},
              new double[] {-1, -small, 0});
      assertEquals(share > 1e-9 ? 2 : 1, Components.fit(rows, 3, 3).count(), "share " + share);
    }
  }
}
