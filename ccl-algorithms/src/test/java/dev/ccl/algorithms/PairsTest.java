package dev.ccl.algorithms;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.ImmutableMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PairsTest {
  private static final Map<String, List<String>> VALUES =
      ImmutableMap.of(
          "size", List.of("1", "2", "3", "4"),
          "colour", List.of("red", "green", "blue"),
          "shape", List.of("round", "square"),
          "name", List.of("only"));

  /** Settings keep their order, and each call gives the same rows: runs are recorded by them. */
  @Test
  void rowsAreTheSameInEachCall() {
    List<Map<String, String>> rows = Pairs.cover(VALUES);
    assertEquals(rows, Pairs.cover(VALUES));
    for (Map<String, String> row : rows) {
      assertEquals(List.of("size", "colour", "shape", "name"), List.copyOf(row.keySet()));
    }
  }

  /** At least 5 · 5 rows for five values each, and not many more. */
  @Test
  void fewRowsAreNeeded() {
    List<String> five = List.of("a", "b", "c", "d", "e");
    int rows = Pairs.cover(ImmutableMap.of("x", five, "y", five, "z", five, "u", five)).size();
    assertTrue(rows >= 25 && rows <= 36, rows + " rows");
    assertEquals(25, Pairs.cover(ImmutableMap.of("x", five, "y", five)).size());
    assertEquals(List.of(), Pairs.cover(ImmutableMap.of("x", five)), "no pairs");
  }

  @Test
  void everyPairOfValuesMeets() {
    List<Map<String, String>> rows = Pairs.cover(VALUES);
    assertTrue(rows.size() < 4 * 3 * 2, "fewer than all combinations");
    for (Map<String, String> row : rows) {
      assertEquals(VALUES.keySet(), row.keySet());
      row.forEach((key, value) -> assertTrue(VALUES.get(key).contains(value)));
    }
    for (String one : VALUES.keySet()) {
      for (String other : VALUES.keySet()) {
        if (!one.equals(other)) {
          Set<List<String>> met = new HashSet<>();
          rows.forEach(row -> met.add(List.of(row.get(one), row.get(other))));
          int all = VALUES.get(one).size() * VALUES.get(other).size();
          assertEquals(all, met.size(), one + " " + other);
        }
      }
    }
  }
}
