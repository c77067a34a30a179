package dev.ccl.report.across;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import dev.ccl.experiments.recording.Change;
import dev.ccl.experiments.recording.Curve;
import dev.ccl.experiments.recording.RunRecord;
import dev.ccl.experiments.run.Measure;
import dev.ccl.experiments.sweep.Coordinates;
import dev.ccl.experiments.sweep.Question;
import dev.ccl.report.runs.HandmadeRecord;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Pools and lines of recordings whose numbers are written here. */
class LineTest {
  private static final Measure KL = Measure.ORACLE_KL;

  /** Six seeds, medians 8, 4, 2, 1; 60 rewards of each. */
  private static final RunRecord DENSE =
      HandmadeRecord.of(
          "a",
          new double[] {0, 1, 5, 10},
          HandmadeRecord.repeated(3, new double[][] {{8, 5, 2, 0.5}, {8, 3, 2, 1.5}}),
          60);

  /** One seed that has another round in between and ends earlier; 40 rewards. */
  private static final RunRecord SPARSE =
      HandmadeRecord.of("a", new double[] {0, 2, 5}, new double[][] {{6, 7, 4}}, 40);

  private static StudyCell cell(String x, String learner, RunRecord recording) {
    return new StudyCell(
        new Coordinates(ImmutableMap.of("x", x), ImmutableMap.of(), learner, ImmutableMap.of()),
        recording);
  }

  private static ImmutableList<Line> lines(String against, StudyCell... cells) {
    return Line.all(
        Comparison.of(
            List.of(cells),
            new Question(
                "",
                KL,
                Optional.of(against),
                Optional.of(ImmutableList.of("learner")),
                Optional.empty())));
  }

  @Test
  void aPoolHasTheMediansOfItsCellsAtTheRoundsOfAll() {
    Pool pool = Pool.of(List.of(cell("1", "a", DENSE), cell("1", "a", SPARSE)));
    Curve curve = pool.curve(KL);
    assertArrayEquals(new double[] {0, 5}, curve.rounds().toArray());
    assertArrayEquals(new double[] {7, 3}, curve.medians(), 1e-12);
    Change change = pool.change(KL);
    assertEquals(7, change.start(), 1e-12);
    assertEquals((1 + 4) / 2.0, change.end().median(), 1e-12, "each cell at its own end");
    assertFalse(change.end().hasInterval(), "of two cells");
    assertEquals((60 + 40) / 2.0, pool.rewards(), "of a seed, on average over the cells");
    StudyCell single = cell("1", "a", SPARSE);
    assertFalse(Pool.of(List.of(single)).curve(KL).hasIntervals());
    List<StudyCell> six = List.of(single, single, single, single, single, single);
    assertTrue(Pool.of(six).curve(KL).hasIntervals(), "cells differ, each of one seed");
  }

  @Test
  void alongRoundsRewardsGrowWithTheRound() {
    Line line = lines(Question.ROUND, cell("1", "a", DENSE)).get(0);
    assertArrayEquals(new double[] {0, 6, 30, 60}, line.column(Line.Point::rewards), 1e-12);
    assertArrayEquals(new double[] {8, 4, 2, 1}, line.column(Line.Point::median), 1e-12);
    Line pooled = lines(Question.ROUND, cell("1", "a", DENSE), cell("1", "a", SPARSE)).get(0);
    // At round 5 half of the dense run was paid, and all of the sparse one.
    assertArrayEquals(new double[] {0, (30 + 40) / 2.0}, pooled.column(Line.Point::rewards), 1e-12);
    assertTrue(pooled.isPooled() && !line.isPooled());
  }

  /** Seeds that stopped by themselves were each paid for as long as they went. */
  @Test
  void seedsThatEndApartHaveBeenPaidForTheirOwnRounds() {
    RunRecord apart =
        HandmadeRecord.of(
            "a", new double[] {0, 5, 10, 40}, new double[][] {{3, 2, 1}, {3, 2, 1, 0}}, 10, 80);
    Line line = lines(Question.ROUND, cell("1", "a", apart)).get(0);
    assertArrayEquals(
        new double[] {0, (5 + 10) / 2.0, (10 + 20) / 2.0}, line.column(Line.Point::rewards), 1e-12);
    assertEquals((10 + 80) / 2.0, Pool.of(List.of(cell("1", "a", apart))).rewards(), "in all");
    assertEquals((10 + 40) / 2.0, apart.spentUpTo("sourceQueries", 20), "no more than all");
  }

  @Test
  void alongACoordinateEachPointIsTheEndOfItsCells() {
    Line line = lines("x", cell("3", "a", DENSE), cell("1", "a", SPARSE)).get(0);
    assertArrayEquals(new double[] {1, 3}, line.column(Line.Point::x));
    assertArrayEquals(new double[] {4, 1}, line.column(Line.Point::median), 1e-12);
    assertArrayEquals(new double[] {40, 60}, line.column(Line.Point::rewards));
    assertTrue(line.hasIntervals(), "some point has one");
    Line other = lines("x", cell("1", "a", DENSE), cell("3", "a", SPARSE)).get(0);
    assertTrue(other.hasIntervals(), "whichever comes last");
    assertFalse(line.isPooled());
    StudyCell first = cell("1", "a", DENSE);
    StudyCell last = cell("3", "a", DENSE);
    assertTrue(lines("x", first, first, last).get(0).isPooled(), "at its first point");
    assertTrue(lines("x", first, last, last).get(0).isPooled(), "at its last point");
  }

  /** Words stand at their own places, also on a line that lacks one of them. */
  @Test
  void alongWordsAPlaceThatIsMissingStaysEmpty() {
    ImmutableList<Line> lines =
        lines(
            "x",
            cell("ball", "a", DENSE),
            cell("box", "a", DENSE),
            cell("small", "a", DENSE),
            cell("box", "b", DENSE),
            cell("small", "b", SPARSE),
            cell("ball", "c", SPARSE),
            cell("small", "c", SPARSE));
    assertArrayEquals(new double[] {0, 1, 2}, lines.get(0).column(Line.Point::x));
    assertArrayEquals(new double[] {1, 2}, lines.get(1).column(Line.Point::x));
    assertArrayEquals(new double[] {0, 2}, lines.get(2).column(Line.Point::x));
    assertEquals(
        List.of("box", "small"), lines.get(1).points().stream().map(Line.Point::place).toList());
  }

  @Test
  void aLineIsBelowALevelFromWhereItStaysThere() {
    Line falling = lines(Question.ROUND, cell("1", "a", DENSE)).get(0); // 8, 4, 2, 1
    assertEquals("5", falling.fallsBelow(4).orElseThrow().place(), "4 is not below 4");
    assertEquals("0", falling.fallsBelow(9).orElseThrow().place());
    assertEquals(Optional.empty(), falling.fallsBelow(1));
    Line hump = lines(Question.ROUND, cell("1", "a", SPARSE)).get(0); // 6, 7, 4
    assertEquals("5", hump.fallsBelow(6.5).orElseThrow().place());
  }

  /**
   * Powers of ten between the highest start and the lowest end; what was worse in between is not.
   */
  @Test
  void levelsLieBetweenStartAndEnd() {
    RunRecord hump =
        HandmadeRecord.of("a", new double[] {0, 1, 10}, new double[][] {{0.5, 300, 0.002}}, 10);
    RunRecord poor =
        HandmadeRecord.of("b", new double[] {0, 1, 10}, new double[][] {{2, 1, 0.3}}, 10);
    ImmutableList<Line> lines = lines(Question.ROUND, cell("1", "a", hump), cell("1", "b", poor));
    assertEquals(ImmutableList.of(1.0, 0.1, 0.01), Line.levels(lines));
  }

  /** Powers of ten that the start is above and the end below, at most six, the largest first. */
  @Test
  void levelsAreStrictlyBetweenAndFew() {
    assertEquals(ImmutableList.of(1.0, 0.1), Line.levels(between(10, 0.01)));
    assertEquals(ImmutableList.of(10.0, 1.0, 0.1, 0.01), Line.levels(between(10.1, 0.0099)));
    assertEquals(
        ImmutableList.of(1000.0, 100.0, 10.0, 1.0, 0.1, 0.01), Line.levels(between(1e9, 1e-9)));
    assertEquals(ImmutableList.of(1e-13, 1e-14), Line.levels(between(5e-13, 1e-20)));
    assertEquals(ImmutableList.of(), Line.levels(between(0.01, 10)));
  }

  private static ImmutableList<Line> between(double start, double end) {
    double[][] values = {{start, end}};
    return lines(
        Question.ROUND, cell("1", "a", HandmadeRecord.of("a", new double[] {0, 10}, values, 10)));
  }

  @Test
  void theTableIsSortedByTheEndNotByTheStart() {
    RunRecord early = HandmadeRecord.of("a", new double[] {0, 10}, new double[][] {{1, 0.9}}, 10);
    RunRecord late =
        HandmadeRecord.of(
            "b",
            new double[] {0, 12345},
            HandmadeRecord.repeated(3, new double[][] {{2, 0.1}, {2, 0.3}}),
            30,
            40,
            30,
            40,
            30,
            40);
    Comparison comparison =
        Comparison.of(
            List.of(cell("1", "a", early), cell("1", "b", late)),
            new Question("", KL, Optional.empty(), Optional.empty(), Optional.empty()));
    ImmutableList<ImmutableList<String>> rows = new AcrossTables(comparison).sorted().rows();
    assertEquals(
        List.of("rank", "learner", "median oracleKl at T [95 %]", "at round 0", "since round 0"),
        new AcrossTables(comparison).sorted().head().subList(0, 5));
    assertEquals(
        List.of("1", "b", "0.2 [0.1, 0.3]", "2", "10× lower", "35", "12345", "6"), rows.get(0));
    assertEquals(List.of("2", "a", "0.9", "1", "–", "10", "10", "1"), rows.get(1));
  }

  @Test
  void numbersAreOrderedBySizeAndWordsAsTheyCome() {
    Line line = lines("x", cell("10", "a", DENSE), cell("9", "a", SPARSE)).get(0);
    assertArrayEquals(new double[] {9, 10}, line.column(Line.Point::x));
    assertArrayEquals(new double[] {4, 1}, line.column(Line.Point::median), 1e-12);
    Line words = lines("x", cell("small", "a", DENSE), cell("large", "a", SPARSE)).get(0);
    assertEquals("small", words.first().place());
    assertArrayEquals(new double[] {0, 1}, words.column(Line.Point::x));
  }

  /** What is counted is not rounded as what is measured is. */
  @Test
  void roundsAndRewardsHaveAllTheirDigits() {
    RunRecord run =
        HandmadeRecord.of(
            "a", new double[] {0, 12345, 24690}, new double[][] {{5, 0.5, 0.3}}, 46912);
    ImmutableList<Line> lines = lines(Question.ROUND, cell("1", "a", run));
    assertEquals(
        "a: K stays below 1 from T = 12345 on (23456 source rewards); it ends at 0.3.",
        Answer.budget("K", lines).get(1));
    assertEquals(List.of(List.of("a", "12345")), AcrossTables.budgets("K", lines).rows());
    Comparison comparison = Comparison.of(List.of(cell("1", "a", run)), Question.OPEN);
    ImmutableList<String> row = new AcrossTables(comparison).sorted().rows().get(0);
    assertEquals(List.of("46912", "24690", "1"), row.subList(row.size() - 3, row.size()));
  }

  /** Rounds and rewards of 64 bits, in lines, tables and sentences. */
  @Test
  void largeNumbersAreSaidWhole() {
    RunRecord run =
        HandmadeRecord.of(
            "a", new double[] {0, 5e9, 7e9}, new double[][] {{5, 0.5, 0.3}}, 14_000_000_000_000L);
    StudyCell cell = cell("1", "a", run);
    ImmutableList<Line> lines = lines(Question.ROUND, cell);
    assertEquals(
        List.of("0", "5000000000", "7000000000"),
        lines.get(0).points().stream().map(Line.Point::place).toList());
    assertEquals(
        List.of(
            "K stays below 1 soonest with a.",
            "a: K stays below 1 from T = 5·10⁹ on (10000000000000 source rewards); it ends at"
                + " 0.3."),
        Answer.budget("K", lines));
    assertEquals(List.of(List.of("a", "5·10⁹")), AcrossTables.budgets("K", lines).rows());
    Comparison comparison = Comparison.of(List.of(cell), Question.OPEN);
    ImmutableList<String> row = new AcrossTables(comparison).sorted().rows().get(0);
    assertEquals(List.of("1.4·10¹³", "7·10⁹", "1"), row.subList(row.size() - 3, row.size()));
  }
}
