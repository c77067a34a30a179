package dev.ccl.algorithms.ccl;

import static dev.ccl.algorithms.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.ImmutableMap;
import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.algorithms.Draws;
import dev.ccl.algorithms.Memory;
import dev.ccl.algorithms.Part;
import dev.ccl.algorithms.Parts;
import dev.ccl.algorithms.Setting;
import dev.ccl.algorithms.engine.Engine;
import dev.ccl.algorithms.engine.Sampler;
import dev.ccl.core.growing.ForestBudget;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.random.RandomStreams;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What all parts have in common. */
class PartsTest {
  @Test
  void partsAreFoundByTheirWords() {
    Parts<Budget> parts =
        Parts.of(Budget.class, List.of(Budget.Choice.EXACT, Budget.Choice.SLOW, Budget.of(3)));
    assertEquals("exact|slow|a whole number from 1 to 10^15", parts.form());
    assertSame(Budget.Choice.SLOW, parts.read("slow"));
    assertEquals("17", parts.read("17").toString());
    assertThrows(IllegalArgumentException.class, () -> parts.read("quick"));
    assertRefused(
        "two parts are written \"a whole number from 1 to 10^15\", as " + Budget.class,
        () -> Parts.of(Budget.class, List.of(Budget.of(3), Budget.Choice.EXACT, Budget.of(4))));
    assertEquals("from-here-on", Part.word(Word.FROM_HERE_ON));
  }

  /** A kind of which there are parts outside. */
  public interface Kind extends Part {}

  /** Found first. */
  public static final class Late implements Kind {
    @Override
    public String toString() {
      return "late";
    }
  }

  /** Found last. */
  public static final class Early implements Kind {
    @Override
    public String toString() {
      return "early";
    }
  }

  /** One of the library. */
  private record Own(String word) implements Kind {
    @Override
    public String toString() {
      return word;
    }
  }

  /** Those of the library in their order, then those that are found in the order of their words. */
  @Test
  void partsFromOutsideStandBehindThoseOfTheLibrary() {
    Parts<Kind> parts = Parts.of(Kind.class, List.of(new Own("zero"), new Own("middle")));
    assertEquals("zero|middle|early|late", parts.form());
    assertSame(Late.class, parts.read("late").getClass());
    assertSame(Early.class, parts.read("early").getClass());
    assertEquals(new Own("zero"), parts.read("zero"));
    assertRefused(
        "two parts are written \"late\", as " + Kind.class,
        () -> Parts.of(Kind.class, List.of(new Own("late"))).form());
    Setting<Kind> setting =
        Setting.part("kind", Kind.class, new Kind[] {new Own("zero")}, "which of them");
    assertEquals(new Own("zero"), setting.initial());
    assertEquals("zero|early|late", setting.form());
  }

  private enum Word {
    FROM_HERE_ON
  }

  @Test
  void aComparisonTellsWhatWasNoted() {
    Comparison c = new Comparison(2);
    c.z()[1] = 3;
    c.set(3, 4, 4, c.clear(), 0.5, true);
    assertFalse(c.isInformative());
    assertEquals(0, c.logOdds());
    assertEquals(0, c.z()[1]);
    c.set(3, 5, 4, -0.7, 0.75, false);
    assertTrue(c.isInformative());
    assertEquals(-0.7, c.logOdds());
    assertEquals(0.75, c.labelProbability());
    assertEquals(3, c.step());
    assertEquals(5, c.first());
    assertEquals(4, c.second());
    assertEquals(2, c.z().length);
  }

  /** P(σ(u) − Y). */
  @Test
  void theResidualOfALabelIsWeighted() {
    Acceptance.InRun weights = (t, reward) -> reward;
    Comparison c = new Comparison(1);
    for (double u : new double[] {-2, 0.3, 5}) {
      double sigma = 1 / (1 + StrictMath.exp(-u));
      c.set(0, 1, 0, u, 0.5, true);
      assertTrue(c.label());
      assertEquals(0.4 * (sigma - 1), weights.residual(c, 0.4), 1e-15);
      c.set(0, 1, 0, u, 0.5, false);
      assertFalse(c.label());
      assertEquals(0.4 * sigma, weights.residual(c, 0.4), 1e-15);
    }
  }

  @Test
  void aMemoryKeepsEachNameOnce() {
    Memory memory = Memory.of(ImmutableMap.of("a", ImmutableDoubleArray.of(4, 5)));
    double[] a = memory.keep("a", new double[2]);
    double[] b = memory.keep("b", new double[] {7});
    assertArrayEquals(new double[] {4, 5}, a);
    a[1] = 6;
    assertEquals(
        ImmutableMap.of("a", ImmutableDoubleArray.of(4, 6), "b", ImmutableDoubleArray.of(7)),
        memory.snapshot());
    assertEquals(7, b[0]);
    assertRefused("two parts remember \"a\"", () -> memory.keep("a", new double[2]));
    assertRefused("two parts remember \"b\"", () -> memory.keep("b", new double[1]));
    Memory other = Memory.of(ImmutableMap.of("a", ImmutableDoubleArray.of(4, 5)));
    assertRefused("state: a has 2 numbers, not 3", () -> other.keep("a", new double[3]));
    Memory longer = Memory.of(ImmutableMap.of("a", ImmutableDoubleArray.of(4, 5)));
    assertRefused("state: a has 2 numbers, not 1", () -> longer.keep("a", new double[1]));
  }

  @Test
  void drawsAreNamedByPurposeRoundAndIndex() {
    Draws draws = Draws.of(RandomStreams.of(5));
    RandomStreams streams = RandomStreams.of(5);
    assertEquals(
        streams.open(Purpose.EXPLORATION, 3, 0).nextDouble(),
        draws.open(Purpose.EXPLORATION, 3).nextDouble());
    assertEquals(
        streams.open(Purpose.ACCEPTANCE, 3, 8).nextDouble(),
        draws.open(Purpose.ACCEPTANCE, 3, 8).nextDouble());
  }

  /** A stream goes on where it was while those of other purposes are drawn from. */
  @Test
  void drawsOfSeveralPurposesAreOpenTogether() {
    Draws draws = Draws.of(RandomStreams.of(5));
    RandomStream[] own = new RandomStream[Purpose.values().length];
    RandomStream[] expected = new RandomStream[own.length];
    for (Purpose purpose : Purpose.values()) {
      own[purpose.ordinal()] = draws.open(purpose, 3, 1);
      expected[purpose.ordinal()] = RandomStreams.of(5).open(purpose, 3, 1);
    }
    for (int pass = 0; pass < 3; pass++) {
      for (int i = 0; i < own.length; i++) {
        assertEquals(expected[i].nextLong(), own[i].nextLong(), Purpose.values()[i].toString());
      }
    }
  }

  @Test
  void whatNeedsWholeTreesSaysSo() {
    LearningProblem problem = SeparationInstance.of(1, 2, 2, 0.5).problem();
    LearningProblem growing = problem.growing(ForestBudget.standard());
    try (Engine whole = Engine.open(problem, RandomStreams.of(1), Sampler.COUNTS, 1);
        Engine partly = Engine.open(growing, RandomStreams.of(1), Sampler.COUNTS, 1)) {
      new Run(problem, whole, null, null).requireWhole("this", "that");
      assertRefused(
          "this needs whole trees, and these forests grow where they are walked: set that instead,"
              + " or take the preset practical-by-rollouts",
          () -> new Run(growing, partly, null, null).requireWhole("this", "that"));
    }
  }
}
