package dev.ccl.algorithms;

import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.random.RandomStreams;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Rows of settings in which every value of every setting meets every value of every other one: each
 * next row is the best of some random ones, so that few are needed.
 */
public final class Pairs {
  private static final int TRIED = 60;

  private Pairs() {}

  /** One value of a setting beside one of another. */
  private record Pair(String one, String value, String other, String otherValue) {}

  /**
   * Returns the rows, the same ones in each call.
   *
   * @param values the values of each setting
   * @return rows with one value of each
   */
  public static List<Map<String, String>> cover(Map<String, List<String>> values) {
    Set<Pair> missing = new LinkedHashSet<>();
    List<String> keys = List.copyOf(values.keySet());
    for (int i = 0; i < keys.size(); i++) {
      for (int k = 0; k < i; k++) {
        for (String one : values.get(keys.get(k))) {
          for (String other : values.get(keys.get(i))) {
            missing.add(new Pair(keys.get(k), one, keys.get(i), other));
          }
        }
      }
    }
    RandomStream random = RandomStreams.of(1).open(Purpose.TRIAL, values.size());
    List<Map<String, String>> rows = new ArrayList<>();
    while (!missing.isEmpty()) {
      Pair wanted = missing.iterator().next();
      Map<String, String> best = Map.of();
      for (int i = 0; i < TRIED; i++) {
        Map<String, String> row = new LinkedHashMap<>();
        values.forEach((key, of) -> row.put(key, of.get(random.nextBelow(of.size()))));
        row.put(wanted.one(), wanted.value());
        row.put(wanted.other(), wanted.otherValue());
        best = news(row, missing) > news(best, missing) ? row : best;
      }
      missing.removeAll(pairs(best));
      rows.add(best);
    }
    return rows;
  }

  private static long news(Map<String, String> row, Set<Pair> missing) {
    return pairs(row).stream().filter(missing::contains).count();
  }

  private static Set<Pair> pairs(Map<String, String> row) {
    Set<Pair> out = new HashSet<>();
    List<String> keys = List.copyOf(row.keySet());
    for (int i = 0; i < keys.size(); i++) {
      for (int k = 0; k < i; k++) {
        out.add(new Pair(keys.get(k), row.get(keys.get(k)), keys.get(i), row.get(keys.get(i))));
      }
    }
    return out;
  }
}
