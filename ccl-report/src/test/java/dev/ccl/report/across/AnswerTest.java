package dev.ccl.report.across;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import dev.ccl.experiments.summary.Summary;
import dev.ccl.report.across.Line.Point;
import dev.ccl.report.chart.ChartTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Sentences made of lines whose numbers are written here. */
class AnswerTest {
  private static final double[] PLACES = {1, 3, 10};
  private static final double REWARDS = 20;

  /** A line with intervals of a tenth to both sides. */
  private static Line line(String name, double... means) {
    return line(name, true, means);
  }

  private static Line line(String name, boolean hasIntervals, double... means) {
    ImmutableList.Builder<Point> points = ImmutableList.builder();
    for (int i = 0; i < means.length; i++) {
      String place = Integer.toString((int) PLACES[i]);
      double end = hasIntervals ? means[i] : Double.NaN;
      points.add(point(place, PLACES[i], means[i], 0.9 * end, 1.1 * end, REWARDS));
    }
    return new Line(name, "", points.build(), false);
  }

  private static Point point(
      String place, double x, double median, double low, double high, double rewards) {
    int count = Double.isNaN(low) ? 5 : 6;
    return new Point(place, x, new Summary(count, median, low, high), ImmutableMap.of(), rewards);
  }

  private static List<String> along(Line... lines) {
    return Answer.along("K", "k", true, List.of(lines));
  }

  @Test
  void aLineThatRisesOrFallsIsSaidTo() {
    assertEquals(
        List.of("a: K rises from 1 at k = 1 to 4 at k = 10, a factor of 4."),
        along(line("a", 1, 2, 4)));
    assertEquals(
        List.of("a: K falls from 4 at k = 1 to 1 at k = 10, a factor of 4."),
        along(line("a", 4, 2, 1)));
    assertEquals(
        List.of("a: K is lowest, 1 at k = 3, and highest, 4 at k = 1, a factor of 4."),
        along(line("a", 4, 1, 2)));
    assertEquals(
        List.of("a: K is lowest, 1 at k = 1, and highest, 4 at k = 10, a factor of 4."),
        Answer.along("K", "k", false, List.of(line("a", 1, 2, 4))),
        "words have no order");
  }

  @Test
  void whatTheIntervalsDoNotTellApartIsNotSaidToDiffer() {
    assertEquals(
        List.of("a: K is between 1 at k = 1 and 1.2 at k = 10, which are not told" + " apart."),
        along(line("a", 1, 1.1, 1.2)));
    assertEquals(
        List.of(
            "a: K rises from 1 at k = 1 to 4 at k = 10, a factor of 4; not told apart from the"
                + " lowest: k = 3."),
        along(line("a", 1, 1.1, 4)));
    assertEquals(
        List.of(
            "a: K is between 1 at k = 1 and 4 at k = 10; fewer than 6 seeds or instances, so this may be"
                + " chance."),
        along(line("a", false, 1, 2, 4)));
  }

  /** Numbers that read alike have no lowest and no highest place. */
  @Test
  void oneNumberEverywhereIsSaidOnce() {
    assertEquals(List.of("a: K is 2 at all 3 values of k."), along(line("a", 2, 2, 2)));
    assertEquals(
        List.of("a: K is 2 at all 2 values of k."), along(line("a", 2.0000001, 1.9999999)));
    assertEquals(
        List.of(
            "a: K is below 10⁻¹⁴ at all 3 values of k; fewer than 6 seeds or instances, so this may be"
                + " chance."),
        along(line("a", false, 0, 0, 0)));
    assertEquals(
        List.of("a: K is below 10⁻¹⁴ at all 3 values of k."),
        along(line("a", 3e-16, 1e-18, 0)),
        "rounding has no order");
    assertEquals(
        List.of("a: K rises from below 10⁻¹⁴ at k = 1 to 4 at k = 10."),
        along(line("a", 1e-17, 1, 4)),
        "and no factor");
    assertEquals(
        List.of("a: K is between 2 at k = 3 and 2.1 at k = 1, which are not told" + " apart."),
        along(line("a", 2.1, 2, 2.1)));
  }

  @Test
  void ofTooFewSeedsNoLineIsClearlyBelow() {
    assertEquals(
        "a has the lowest K at 2 of 3 values of k; fewer than 6 seeds or instances, so this may be"
            + " chance.",
        along(line("a", false, 1, 2, 4), line("b", false, 30, 21, 1)).get(0));
  }

  /** Instances differ by more than what is compared on them; each is compared with itself. */
  @Test
  void pairsOfInstancesAreCompared() {
    double[] easy = {1, 10, 100, 1000, 1e4, 1e5};
    for (int count = 1; count <= 6; count++) {
      ImmutableMap.Builder<String, Double> low = ImmutableMap.builder();
      ImmutableMap.Builder<String, Double> high = ImmutableMap.builder();
      ImmutableMap.Builder<String, Double> others = ImmutableMap.builder();
      for (int i = 0; i < count; i++) {
        low.put("instance " + i, 0.9 * easy[i]);
        high.put("instance " + (count - 1 - i), easy[count - 1 - i]);
        others.put("another " + i, easy[i]);
      }
      Point a = paired(low.buildOrThrow());
      Point b = paired(high.buildOrThrow());
      assertEquals(count == 6, a.isClearlyBelow(b, 1), count + " instances");
      assertFalse(b.isClearlyBelow(a, 1));
      assertFalse(a.isClearlyBelow(paired(others.buildOrThrow()), 1), "no pairs");
    }
    ImmutableMap.Builder<String, Double> one = ImmutableMap.builder();
    ImmutableMap.Builder<String, Double> two = ImmutableMap.builder();
    for (int i = 0; i < 6; i++) {
      one.put("instance " + i, (i == 0 ? 1.1 : 0.9) * easy[i]);
      two.put("instance " + i, easy[i]);
    }
    assertFalse(
        paired(one.buildOrThrow()).isClearlyBelow(paired(two.buildOrThrow()), 1), "not all");
  }

  private static Point paired(ImmutableMap<String, Double> sample) {
    double[] values = sample.values().stream().mapToDouble(v -> v).toArray();
    return new Point("1", 1, Summary.of(values), sample, REWARDS);
  }

  /** Of ten values that are alike the lowest and the highest differ more than any two do. */
  @Test
  void valuesThatAreAlikeAreSeldomToldApart() {
    SplittableRandom random = new SplittableRandom(7);
    for (int seeds : new int[] {6, 8, 20}) {
      int told = 0;
      for (int attempt = 0; attempt < 2000; attempt++) {
        ImmutableList.Builder<Point> points = ImmutableList.builder();
        for (int k = 0; k < 10; k++) {
          ImmutableMap.Builder<String, Double> sample = ImmutableMap.builder();
          for (int seed = 0; seed < seeds; seed++) {
            sample.put("seed " + seed, random.nextDouble());
          }
          Point point = paired(sample.buildOrThrow());
          points.add(new Point("" + k, k, point.value(), point.paired(), REWARDS));
        }
        String said = along(new Line("a", "", points.build(), false)).get(0);
        told += said.contains("not told apart.") ? 0 : 1;
      }
      assertTrue(told <= 0.05 * 2000, seeds + " seeds: " + told + " of 2000");
    }
  }

  @Test
  void theLowestLineIsNamedWithWhereItIsClear() {
    String first = along(line("a", 1, 2, 4), line("b", 3, 2.1, 1)).get(0);
    assertEquals(
        "a has the lowest K at 2 of 3 values of k, clearly below every other line at 1.", first);
    assertEquals(
        "a has the lowest K at 1 of 1 value of k, clearly below every other line at 0.",
        along(line("a", 1), line("b", 1)).get(0),
        "a tie is not clear");
    assertEquals(
        "a has the lowest K at 1 of 1 value of k, clearly below every other line at 0.",
        along(line("a", 1), line("b", 1.1), line("c", 4)).get(0),
        "below one of two is not below every other");
    Point wide = point("1", PLACES[0], 4, 0.5, 9, REWARDS);
    assertEquals(
        "a has the lowest K at 1 of 1 value of k, clearly below every other line at 0.",
        along(line("a", 1), line("b", 2), new Line("c", "", ImmutableList.of(wide), false)).get(0),
        "nor is below the next one, where another reaches down");
  }

  /** A line that has no point somewhere is not compared there, nor taken for another one. */
  @Test
  void onlyPlacesThatAllLinesHaveAreCompared() {
    Line whole = line("a", 1, 2, 4);
    Line late = new Line("b", "", line("", 0, 3, 8).points().subList(1, 3), false); // not at k = 1
    Line low = line("c", 9, 0.5, 5);
    assertEquals(
        "a has the lowest K at 1 of 2 values of k, clearly below every other line at 1.",
        along(whole, late, low).get(0));
    assertEquals(
        "b has the lowest K at 2 of 2 values of k, clearly below every other line at 2.",
        along(line("a", 1, 9, 19), late, line("c", 0.1, 19, 29)).get(0));
  }

  @Test
  void linesOnDifferentProblemsDoNotCompete() {
    Line easy = new Line("a, l=1", "l=1", line("", 1, 2, 4).points(), false);
    Line hard = new Line("a, l=2", "l=2", line("", 2, 4, 8).points(), false);
    Line rival = new Line("b, l=2", "l=2", line("", 4, 8, 16).points(), false);
    List<String> said = along(easy, hard, rival);
    assertEquals(4, said.size(), said.toString());
    assertEquals(
        "At l=2, a, l=2 has the lowest K at 3 of 3 values of k, clearly below every other line at"
            + " 3.",
        said.get(1));
  }

  @Test
  void whatWasPaidIsSaidWhereItDiffers() {
    Line line =
        new Line(
            "a",
            "",
            ImmutableList.of(point("1", 1, 1, 0.9, 1.1, 1000), point("10", 10, 4, 3, 5, 100)),
            false);
    assertEquals(
        List.of(
            "a: K rises from 1 at k = 1 (1000 source rewards) to 4 at k = 10 (100 source rewards),"
                + " a factor of 4."),
        along(line));
    ImmutableList<Point> ends =
        ImmutableList.of(
            point("1", 1, 4, 3, 5, 100),
            point("3", 3, 1, 0.9, 1.1, 50),
            point("10", 10, 2, 1.9, 2.1, 100));
    assertEquals(
        List.of(
            "a: K is lowest, 1 at k = 3 (50 source rewards), and highest, 4 at k = 1 (100 source"
                + " rewards), a factor of 4."),
        along(new Line("a", "", ends, false)),
        "where it is lowest and highest, not at the ends");
  }

  @Test
  void anAccuracyHasItsPrice() {
    Line fast = line("fast", 1, 0.005, 0.0005);
    Line slow = line("slow", 1, 0.5, 0.005);
    Line stuck = line("stuck", 1, 0.9, 0.9);
    assertEquals(
        List.of(
            "K stays below 0.001 soonest with fast; 2 of 3 lines do not get there in the rounds"
                + " run.",
            "slow: K stays below 0.1 from T = 10 on (20 source rewards), 0.01 from T = 10 on (20"
                + " source rewards); it ends at 0.005.",
            "fast: K stays below 0.1 from T = 3 on (20 source rewards), 0.01 from T = 3 on (20"
                + " source rewards), 0.001 from T = 10 on (20 source rewards); it ends at 5·10⁻⁴.",
            "stuck: K ends at 0.9, below none of these."),
        Answer.budget("K", List.of(slow, fast, stuck)));
    assertEquals(List.of(), Answer.budget("K", List.of(stuck)), "no power of ten is passed");
    Line late = line("late", 1, 0.5, 0.0005);
    Line soon = line("soon", 1, 0.0006, 0.0005);
    assertEquals(
        "K stays below 0.001 soonest with soon.", Answer.budget("K", List.of(late, soon)).get(0));
    ChartTable table = AcrossTables.budgets("K", ImmutableList.of(slow, fast, stuck));
    assertEquals(List.of("T from which on K stays below", "0.1", "0.01", "0.001"), table.head());
    assertEquals(
        List.of(
            List.of("slow", "10", "10", "–"),
            List.of("fast", "3", "3", "10"),
            List.of("stuck", "–", "–", "–")),
        table.rows());
  }

  /** The accuracies that are priced are those of the problem, not of an easier one beside it. */
  @Test
  void eachProblemHasItsOwnLevels() {
    Line easy = new Line("a, l=1", "l=1", line("", 1, 0.05, 0.0005).points(), false);
    Line hard = new Line("a, l=2", "l=2", line("", 20, 5, 0.5).points(), false);
    assertEquals(
        List.of(
            "At l=1, K stays below 0.001 soonest with a, l=1.",
            "a, l=1: K stays below 0.1 from T = 3 on (20 source rewards), 0.01 from T = 10 on (20"
                + " source rewards), 0.001 from T = 10 on (20 source rewards); it ends at 5·10⁻⁴.",
            "At l=2, K stays below 1 soonest with a, l=2.",
            "a, l=2: K stays below 10 from T = 3 on (20 source rewards), 1 from T = 10 on (20"
                + " source rewards); it ends at 0.5."),
        Answer.budget("K", List.of(easy, hard)));
  }

  /** Eight lines of a problem have a sentence; the ninth has none. */
  @Test
  void eightLinesAreSpokenOf() {
    for (int count : new int[] {7, 8, 9}) {
      List<Line> lines = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        lines.add(line("l" + i, 1 + i, 0.05 + i, 0.005 * (i + 1)));
      }
      List<String> along = Answer.along("K", "k", true, lines);
      assertEquals(1 + Math.min(count, 8), along.size());
      assertTrue(along.get(along.size() - 1).startsWith("l" + Math.min(count - 1, 7) + ": "));
      List<String> budget = Answer.budget("K", lines);
      assertEquals(1 + Math.min(count, 8), budget.size());
      assertTrue(budget.get(budget.size() - 1).startsWith("l" + Math.min(count - 1, 7) + ": "));
    }
  }

  @Test
  void whatIsZeroHasNoFactorAndAsManyWinsNameTheFirst() {
    assertEquals(
        List.of("a: K rises from below 10⁻¹⁴ at k = 1 to 4 at k = 10."), along(line("a", 0, 2, 4)));
    assertEquals(
        "a has the lowest K at 1 of 2 values of k, clearly below every other line at 1.",
        along(line("a", 1, 4), line("b", 2, 2)).get(0));
    assertEquals(
        "b has the lowest K at 2 of 3 values of k, clearly below every other line at 2.",
        along(line("a", 1, 4, 9), line("b", 2, 2, 3), line("c", 3, 3, 5)).get(0));
    assertEquals(List.of(), along(line("a", 1)), "one place is no course");
  }

  /** Intervals that touch have a number in common. */
  @Test
  void intervalsThatTouchAreNotToldApart() {
    Point low = point("1", 1, 1, 0.5, 1.5, REWARDS);
    Point touching = point("3", 3, 2, 1.5, 2.5, REWARDS);
    Point apart = point("3", 3, 2, 1.75, 2.5, REWARDS);
    assertEquals(
        List.of("a: K is between 1 at k = 1 and 2 at k = 3, which are not told" + " apart."),
        along(new Line("a", "", ImmutableList.of(low, touching), false)));
    assertEquals(
        List.of("a: K rises from 1 at k = 1 to 2 at k = 3, a factor of 2."),
        along(new Line("a", "", ImmutableList.of(low, apart), false)));
  }

  /** A line that has no sentence of its own competes nevertheless. */
  @Test
  void theNinthLineMayBeTheLowestAndTheSoonest() {
    List<Line> lines = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      lines.add(line("l" + i, 50 + i, 20 + i, 2 + i));
    }
    lines.add(line("last", 9, 0.5, 0.05));
    assertEquals(
        "last has the lowest K at 3 of 3 values of k, clearly below every other line at 3.",
        Answer.along("K", "k", true, lines).get(0));
    assertEquals(
        "K stays below 0.1 soonest with last; 8 of 9 lines do not get there in the rounds run.",
        Answer.budget("K", lines).get(0));
  }

  /** Of two that are equal the first one is named: lines, and places of a line. */
  @Test
  void amongEqualsTheFirstIsNamed() {
    Line a = line("a", 5, 4, 0.5);
    Line b = line("b", 5, 4, 0.25);
    assertEquals("K stays below 1 soonest with a.", Answer.budget("K", List.of(a, b)).get(0));
    assertEquals("K stays below 1 soonest with b.", Answer.budget("K", List.of(b, a)).get(0));
    assertEquals(
        List.of(
            "a: K is lowest, 1 at k = 1, and highest, 4 at k = 3, a factor of 4; not told apart"
                + " from the lowest: k = 10."),
        along(line("a", 1, 4, 1)));
  }

  /** To the nearest whole one; what a place between the lowest and the highest cost is not said. */
  @Test
  void rewardsOfASeedAreRoundedToTheNearest() {
    ImmutableList<Point> points =
        ImmutableList.of(
            point("1", 1, 1, 0.9, 1.1, 0.75),
            point("3", 3, 2, 1.9, 2.1, 7),
            point("10", 10, 4, 3, 5, 1.75));
    assertEquals(
        List.of(
            "a: K rises from 1 at k = 1 (1 source reward) to 4 at k = 10 (2 source rewards), a"
                + " factor of 4."),
        along(new Line("a", "", points, false)));
    ImmutableList<Point> alike =
        ImmutableList.of(
            point("1", 1, 1, 0.9, 1.1, 7),
            point("3", 3, 2, 1.9, 2.1, 5),
            point("10", 10, 4, 3, 5, 7));
    assertEquals(
        List.of("a: K rises from 1 at k = 1 to 4 at k = 10, a factor of 4."),
        along(new Line("a", "", alike, false)));
  }

  @Test
  void theLanguageOfTheMachineDoesNotMatter() {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag("ar-EG"));
      theLowestLineIsNamedWithWhereItIsClear();
      anAccuracyHasItsPrice();
    } finally {
      Locale.setDefault(before);
    }
  }
}
