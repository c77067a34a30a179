package dev.ccl.policies.features;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.mdp.State;
import dev.ccl.core.policy.FeatureMap;
import dev.ccl.policies.Arena;
import dev.ccl.testkit.policy.Contracts;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.function.Executable;

class FeaturesTest {
  private static final FeatureMap TOKEN = Features.token(Arena.VOCABULARY);
  private static final State ROOT = Arena.MDP.start(Arena.PROMPTS.get(1));
  private static final State AFTER_A = Arena.MDP.append(ROOT, 0);

  private static double[] rows(FeatureMap features, State state) {
    double[] rows = new double[state.legal().length() * features.dimension()];
    features.features(state, rows);
    return rows;
  }

  @TestFactory
  Stream<DynamicContainer> obeyTheContract() {
    Map<String, FeatureMap> maps =
        Map.of(
            "constant", Features.constant(),
            "token", TOKEN,
            "position", Features.position(3),
            "prompt", Features.prompt(Arena.PROMPTS),
            "table", Arena.randomFeatures(4, 7, Arena.FOREST),
            "hashed", Features.hashedNgrams(4, 3, 1),
            "concatenation", Features.concatenation(TOKEN, TOKEN, Features.position(3)),
            "product", Features.product(Features.position(3), TOKEN),
            "normalized", Features.normalized(Features.sideBySide(TOKEN, TOKEN)));
    return maps.entrySet().stream()
        .map(
            e ->
                DynamicContainer.dynamicContainer(
                    e.getKey(), Contracts.of(e.getValue(), Arena.FOREST).tests()));
  }

  @Test
  void aTableIsACopy() {
    double[] given = {0.5, -0.25, 0.125, 0.75};
    Map<State, double[]> mine = new HashMap<>(Map.of(ROOT, given));
    FeatureMap table = Features.table(1, mine);
    double[] before = rows(table, ROOT);
    assertArrayEquals(new double[] {0.5, -0.25, 0.125, 0.75}, before);
    Arrays.fill(given, 9);
    mine.put(ROOT, new double[4]);
    assertArrayEquals(before, rows(table, ROOT));
  }

  @Test
  void indicators() {
    assertArrayEquals(
        new double[] {1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0},
        rows(TOKEN, ROOT));
    assertArrayEquals(
        new double[] {0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0}, rows(Features.position(3), AFTER_A));
    assertArrayEquals(
        new double[] {0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0},
        rows(Features.prompt(Arena.PROMPTS), ROOT));
  }

  @Test
  void productsAndConcatenations() {
    double[] product = rows(Features.product(Features.position(3), TOKEN), AFTER_A);
    for (int k = 0; k < 4; k++) {
      for (int i = 0; i < 15; i++) {
        assertEquals(i == 5 + k ? 1 : 0, product[k * 15 + i]); // step 2, token k
      }
    }
    double[] both = rows(Features.concatenation(TOKEN, Features.constant()), ROOT);
    assertEquals(Math.sqrt(0.5), both[0], 1e-15);
    assertEquals(Math.sqrt(0.5), both[5], 1e-15);
  }

  @Test
  void hashedNgramsSeeTheContextAndNothingElse() {
    FeatureMap bigrams = Features.hashedNgrams(2, 1000, 1);
    State b = Arena.MDP.append(ROOT, 1);
    State ab = Arena.MDP.append(AFTER_A, 1);
    assertArrayEquals(rows(bigrams, b), rows(bigrams, ab)); // only the last token counts
    Set<String> seen = new HashSet<>();
    for (State state : new State[] {ROOT, AFTER_A, b}) {
      double[] r = rows(bigrams, state);
      for (int k = 0; k < 4; k++) {
        StringBuilder row = new StringBuilder();
        double square = 0;
        for (int i = 0; i < 1000; i++) {
          double x = r[k * 1000 + i];
          square += x * x;
          if (x != 0) {
            row.append(i).append(x > 0 ? '+' : '-');
          }
        }
        seen.add(row.toString());
        assertEquals(1, square, 1e-15);
      }
    }
    assertEquals(12, seen.size());
    // Another salt is another hash function.
    double[] other = rows(Features.hashedNgrams(2, 1000, 2), ROOT);
    assertTrue(!java.util.Arrays.equals(other, rows(bigrams, ROOT)));
  }

  /** Trigrams look two tokens back, bigrams one. */
  @Test
  void theOrderIsTheLengthOfTheContext() {
    State ab = Arena.MDP.append(AFTER_A, 1);
    State bb = Arena.MDP.append(Arena.MDP.append(ROOT, 1), 1);
    FeatureMap bigrams = Features.hashedNgrams(2, 1000, 1);
    FeatureMap trigrams = Features.hashedNgrams(3, 1000, 1);
    assertArrayEquals(rows(bigrams, ab), rows(bigrams, bb));
    assertTrue(!Arrays.equals(rows(trigrams, ab), rows(trigrams, bb)));
  }

  /** The hash decides seeded runs: these numbers must not change. */
  @Test
  void theHashIsPinned() {
    double[] r = rows(Features.hashedNgrams(1, 16, 42), ROOT);
    StringBuilder places = new StringBuilder();
    for (int i = 0; i < r.length; i++) {
      if (r[i] != 0) {
        places.append(i / 16).append(r[i] > 0 ? '+' : '-').append(i % 16).append(' ');
      }
    }
    assertEquals("0-0 1-11 2-10 3-9 ", places.toString());
  }

  private static String refusal(Executable call) {
    return assertThrows(IllegalArgumentException.class, call).getMessage();
  }

  @Test
  void badTablesAreRefused() {
    for (int k : new int[] {0, 1, 3}) { // four tokens with two numbers each
      double[] tooLong = new double[8];
      tooLong[2 * k + 1] = 1.1;
      assertEquals(
          "features of token " + k + " at (y, []) have norm 1.1, which is above 1",
          refusal(() -> Features.table(2, Map.of(ROOT, tooLong))));
    }
    double[] rows = new double[8];
    rows[7] = 1 + 9e-10;
    assertArrayEquals(rows, rows(Features.table(2, Map.of(ROOT, rows)), ROOT));
    rows[7] = -1 - 2e-9;
    assertThrows(IllegalArgumentException.class, () -> Features.table(2, Map.of(ROOT, rows)));
    rows[7] = Double.NaN;
    assertThrows(IllegalArgumentException.class, () -> Features.table(2, Map.of(ROOT, rows)));
    for (int length : new int[] {0, 7, 9, 16}) {
      assertEquals(
          length + " numbers for 4 tokens with 2 features each at (y, [])",
          refusal(() -> Features.table(2, Map.of(ROOT, new double[length]))));
    }
    FeatureMap empty = Features.table(2, Map.of());
    assertThrows(IllegalArgumentException.class, () -> rows(empty, ROOT));
  }

  private static final double[] TABLE = {0.5, -0.25, 0, 0.75, -1, 0, 0.6, 0.8};

  @Test
  void tablesGiveTheirRows() {
    FeatureMap table = Features.table(2, Map.of(ROOT, TABLE));
    assertEquals(2, table.dimension());
    assertArrayEquals(TABLE, rows(table, ROOT));
    State ended = Arena.MDP.append(ROOT, Arena.VOCABULARY.eos());
    double[] out = {7, 7, 7};
    table.features(ended, out); // one legal token: its features do not matter
    assertArrayEquals(new double[] {0, 0, 7}, out);
    double[] one = new double[8];
    one[0] = 1; // a norm of exactly 1 is inside
    assertArrayEquals(one, rows(Features.table(2, Map.of(ROOT, one)), ROOT));
  }

  @Test
  void partsStandSideBySide() {
    FeatureMap token = Features.token(Arena.VOCABULARY);
    FeatureMap table = Features.table(2, Map.of(ROOT, TABLE));
    FeatureMap plain = Features.sideBySide(table, token);
    FeatureMap scaled = Features.concatenation(table, token);
    assertEquals(7, plain.dimension());
    double[] left = rows(plain, ROOT);
    double[] right = rows(scaled, ROOT);
    for (int k = 0; k < 4; k++) {
      for (int i = 0; i < 7; i++) {
        double expected = i < 2 ? TABLE[2 * k + i] : i - 2 == k ? 1 : 0;
        assertEquals(expected, left[7 * k + i]);
        assertEquals(expected / Math.sqrt(2), right[7 * k + i], 1e-15);
      }
    }
    double[] once = rows(Features.normalized(plain), ROOT);
    for (int k = 0; k < 4; k++) {
      double square = 0;
      for (int i = 0; i < 7; i++) {
        square += once[7 * k + i] * once[7 * k + i];
        double norm = Math.hypot(Math.hypot(TABLE[2 * k], TABLE[2 * k + 1]), 1);
        assertEquals(left[7 * k + i] / norm, once[7 * k + i], 1e-15);
      }
      assertEquals(1, square, 1e-15);
    }
    assertArrayEquals(TABLE, rows(Features.normalized(table), ROOT), 0); // short rows stay
    assertArrayEquals(TABLE, rows(Features.sideBySide(table), ROOT));
    assertArrayEquals(TABLE, rows(Features.concatenation(table), ROOT));
  }

  /** Signs of both kinds turn up; a constant sign would make hashed features all alike. */
  @Test
  void hashesHaveBothSigns() {
    double[] r = rows(Features.hashedNgrams(3, 50, 5), AFTER_A);
    boolean plus = false;
    boolean minus = false;
    for (double x : r) {
      plus |= x > 0;
      minus |= x < 0;
    }
    assertTrue(plus && minus);
    assertEquals(1, Features.hashedNgrams(1, 1, 5).dimension());
  }

  @Test
  void emptyPartsAreRefused() {
    assertEquals("horizon: 0 is not at least 1", refusal(() -> Features.position(0)));
    assertEquals(1, Features.position(1).dimension());
    assertEquals("prompts: the list is empty", refusal(() -> Features.prompt(List.of())));
    assertEquals("order: 0 is not at least 1", refusal(() -> Features.hashedNgrams(0, 4, 1)));
    assertEquals("buckets: 0 is not at least 1", refusal(() -> Features.hashedNgrams(1, 0, 1)));
    assertEquals("parts: there are none", refusal(() -> Features.sideBySide()));
    assertEquals("parts: there are none", refusal(() -> Features.concatenation()));
    assertEquals("dimension: 0 is not at least 1", refusal(() -> Features.table(0, Map.of())));
    assertEquals(1, Features.table(1, Map.of()).dimension());
  }

  /** A prompt that is not of the list has no place, in an array that was used before. */
  @Test
  void promptsOfNoList() {
    double[] used = new double[13];
    Arrays.fill(used, 7);
    Features.prompt(List.of(Arena.PROMPTS.get(2), Arena.PROMPTS.get(0), Prompt.of("y2")))
        .features(ROOT, used);
    double[] expected = new double[13];
    expected[12] = 7;
    assertArrayEquals(expected, used);
  }
}
