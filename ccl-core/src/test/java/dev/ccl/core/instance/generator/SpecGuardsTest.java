package dev.ccl.core.instance.generator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.PromptTable;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** How large instances will be, what shapes are refused, and names and seeds of all generators. */
class SpecGuardsTest {
  private static final RandomSpec SMALL = RandomSpec.SMALL;

  private static void assertRefused(String message, Executable call) {
    assertEquals(message, assertThrows(IllegalArgumentException.class, call).getMessage());
  }

  /** Numbers of the features of all tokens of all states. */
  private static double counted(Instance instance) {
    double edges = instance.prompts().values().stream().mapToDouble(PromptTable::edges).sum();
    return edges
        * (instance.header().calibrationDimension() + instance.header().studentDimension());
  }

  @Test
  void sizesAreKnownBeforehand() {
    for (RandomSpec spec :
        List.of(
            SMALL,
            RandomSpec.MEDIUM,
            SMALL.withLetters(1).withHorizon(70).withDimensions(2, 5),
            SMALL.withPrompts(4, 3).withShared(2).withRepeated(3).withDimensions(1, 7))) {
      double capped = spec.horizon > 64 ? 64.0 / spec.horizon : 1; // no more steps are counted
      assertEquals(capped * counted(RandomInstance.of(spec, 1).instance()), spec.features(), 1e-9);
    }
    // 8 prompts, 1 + 8 + … + 8⁵ states with 9 tokens each, D + d = 24
    assertEquals(8.0 * 37449 * 9 * 24, RandomSpec.LARGE.features());
    int most = Integer.MAX_VALUE;
    assertEquals(
        (2.0 * most) * (1 + (most + 0.0)) * (2.0 * most),
        SMALL
            .withHorizon(1)
            .withLetters(most)
            .withPrompts(most, most)
            .withDimensions(most, most)
            .features());
    for (int bigD = 2; bigD <= 5; bigD++) {
      for (int d = 1; d < bigD; d++) {
        Instance made = SeparationInstance.of(d, bigD, 1, 0.5);
        assertEquals(counted(made), SeparationInstance.features(d, bigD));
      }
    }
    assertEquals(6 * (2e10 + 1e10 - 1) * 2e10, SeparationInstance.features(1e10, 1e10));
  }

  @Test
  void everyOptionHasItsLimits() {
    assertRefused("letters: 0 is not at least 1", () -> SMALL.withLetters(0));
    assertRefused("source: 0 is not at least 1", () -> SMALL.withPrompts(0, 1));
    assertRefused("target: -1 is not at least 1", () -> SMALL.withPrompts(1, -1));
    assertRefused("shared: -1 is negative", () -> SMALL.withShared(-1));
    assertRefused("repeated: -2 is negative", () -> SMALL.withRepeated(-2));
    assertRefused("D: 0 is not at least 1", () -> SMALL.withDimensions(0, 1));
    assertRefused("d: 0 is not at least 1", () -> SMALL.withDimensions(1, 0));
    for (double bad : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertRefused("lambda: " + bad + " is not positive", () -> SMALL.withLambda(bad));
      assertRefused("bound: " + bad + " is not positive", () -> SMALL.withBound(bad));
      assertRefused(
          "lambda: " + bad + " is not positive", () -> SeparationInstance.of(1, 2, bad, 0.5));
    }
    for (double bad : new double[] {-1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertRefused(
          "teacher distance: " + bad + " is negative", () -> SMALL.withTeacherDistance(bad));
    }
    assertRefused("initial norm: -1.0 is negative", () -> SMALL.withInitialNorm(-1));
    assertRefused("initial norm: NaN is negative", () -> SMALL.withInitialNorm(Double.NaN));
    for (int[] lists : new int[][] {{2, 5}, {5, 2}}) {
      RandomSpec spec = SMALL.withPrompts(lists[0], lists[1]);
      assertRefused(
          "shared: 3 prompts cannot be in lists of " + lists[0] + " and " + lists[1],
          () -> RandomInstance.of(spec.withShared(3), 1));
      assertRefused(
          "repeated: 3 members of lists of " + lists[0] + " and " + lists[1],
          () -> RandomInstance.of(spec.withRepeated(3), 1));
    }
    assertRefused(
        "lambda: 1.0000000001E-4 makes the reference underflow",
        () -> RandomInstance.of(SMALL.withLambda(1.0000000001e-4), 1));
    assertRefused(
        "initial norm: 2.0000000001 exceeds the bound 2.0",
        () -> RandomInstance.of(SMALL.withInitialNorm(2.0000000001), 1));
    for (RandomSpec vast :
        List.of(
            SMALL.withHorizon(1000).withLetters(1000),
            SMALL.withHorizon(Integer.MAX_VALUE),
            SMALL.withHorizon(6).withLetters(10).withPrompts(9, 8))) {
      assertRefused(
          "the instance would have more than 20000000 edges: choose fewer letters, steps or prompts",
          () -> RandomInstance.of(vast, 1));
    }
    assertRefused("horizon: 0 is not at least 1", () -> SMALL.withHorizon(0));
    assertRefused("d: 0 is not at least 1", () -> SeparationInstance.of(0, 2, 1, 0.5));
    assertRefused("D: 2 is not greater than d = 2", () -> SeparationInstance.of(2, 2, 1, 0.5));
    for (double bad : new double[] {1, Double.NaN}) {
      assertRefused(
          "alpha: " + bad + " is not in [1/2, 1)", () -> SeparationInstance.of(1, 2, 1, bad));
    }
    double below = Math.nextDown(0.5);
    assertRefused(
        "alpha: " + below + " is not in [1/2, 1)", () -> SeparationInstance.of(1, 2, 1, below));
    assertRefused(
        "lambda: 1.0E-308 leaves no finite bound (sqrt(d) + 2) / lambda",
        () -> SeparationInstance.of(1, 2, 1e-308, 0.5));
  }

  /** One letter of the alphabet each, as long as there are enough. */
  @Test
  void lettersAreThoseOfTheAlphabet() {
    RandomSpec one = SMALL.withHorizon(1);
    List<String> all =
        RandomInstance.of(one.withLetters(26), 1).instance().header().vocabulary().tokens();
    assertEquals(
        List.of("A", "Z", "EOS", "null"),
        List.of(all.get(0), all.get(25), all.get(26), all.get(27)));
    List<String> more =
        RandomInstance.of(one.withLetters(27), 1).instance().header().vocabulary().tokens();
    assertEquals(List.of("t1", "t27", "EOS"), List.of(more.get(0), more.get(26), more.get(27)));
  }

  /** Seeds have 64 bits. */
  @Test
  void seedsOfAllBitsCount() {
    long large = 1 + (1L << 32);
    assertNotEquals(RandomInstance.of(SMALL, 1).truth(), RandomInstance.of(SMALL, large).truth());
  }

  /** In Turkish a large I without a dot would become a small one without a dot. */
  @Test
  void namesAreTheSameInEveryLanguage() {
    Locale before = Locale.getDefault();
    try {
      for (String language : List.of("tr-TR", "ar-EG", "en-US")) {
        Locale.setDefault(Locale.forLanguageTag(language));
        assertEquals(
            "not identified", BrokenInstance.NOT_IDENTIFIED.instance().header().name(), language);
        assertEquals(
            "separation d=1 D=2 lambda=0.25 alpha=0.5",
            SeparationInstance.of(1, 2, 0.25, 0.5).header().name());
        assertEquals(
            "random H=3 letters=2 D=3 d=2 seed=7",
            RandomInstance.of(SMALL, 7).instance().header().name());
      }
    } finally {
      Locale.setDefault(before);
    }
  }
}
