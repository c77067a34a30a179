package dev.ccl.experiments.report;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import dev.ccl.experiments.chart.Chart;
import dev.ccl.experiments.chart.ChartTable;
import dev.ccl.experiments.chart.Series;
import dev.ccl.experiments.paper.InstanceLocator;
import dev.ccl.experiments.recording.HandmadeRecording;
import dev.ccl.experiments.recording.Recording;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Every cell of the tables that people read, on recordings whose numbers are written here. */
class TablesTest {
  /** Two seeds with the means 8, 4, 2, 1; 60 and 40 rewards. */
  private static final Recording DENSE =
      HandmadeRecording.of(
          "ccl",
          new double[] {0, 1, 5, 10},
          new double[][] {{8, 5, 2, 0.5}, {8, 3, 2, 1.5}},
          60,
          40);

  /** One seed whose last round the other one has not recorded. */
  private static final Recording SPARSE =
      HandmadeRecording.of("practical", new double[] {0, 5, 8}, new double[][] {{6, 3, 9}}, 9);

  private static final Group GROUP = Group.of(List.of(DENSE, SPARSE), Optional.empty());

  @Test
  void aSummaryIsOfTheLastRoundAndRewardsAreThoseOfASeed() {
    ImmutableList<ImmutableList<String>> rows = Tables.summary(GROUP, GROUP.byName()).rows();
    assertEquals(List.of("ccl", "10", "2", "1 [0.5, 1.5]", "8× lower"), rows.get(0).subList(0, 5));
    assertEquals(List.of("1", "50"), rows.get(0).subList(6, 8), "mean of w, rewards of a seed");
    assertEquals(List.of("practical", "8", "1", "9", "worse"), rows.get(1).subList(0, 5));
    assertEquals(List.of("9", "9"), rows.get(1).subList(6, 8));
  }

  /** Learners are compared at a round that all of them have recorded. */
  @Test
  void togetherMeansAtTheLastCommonRound() {
    assertEquals(5, GROUP.commonRound());
    ImmutableList<ImmutableList<String>> rows = Tables.together(GROUP).orElseThrow().rows();
    assertEquals(List.of("ccl", "2 [2, 2]", "4× lower", "8", "2", "2", "2"), rows.get(0));
    assertEquals(List.of("practical", "3", "2× lower", "6", "3", "3", "1"), rows.get(1));
  }

  /** The picture side by side is of the same round as the table, with its intervals. */
  @Test
  void thePictureOfAllLearnersIsOfTheLastCommonRound() {
    Recording third =
        HandmadeRecording.of(
            "sft", new double[] {0, 5, 9}, new double[][] {{4, 1, 7}, {4, 3, 8}}, 5, 5);
    Group three = Group.of(List.of(DENSE, SPARSE, third), Optional.empty());
    Chart chart = (Chart) Figures.main("x", three).get(1).chart();
    assertEquals("All learners after 5 rounds", chart.title());
    assertEquals(List.of("ccl", "practical", "sft"), chart.y().categories());
    Series learners = chart.series().get(0);
    assertArrayEquals(new double[] {2, 3, 2}, learners.x().toArray());
    assertArrayEquals(new double[] {2, 3, 1}, learners.low().toArray());
    assertArrayEquals(new double[] {2, 3, 3}, learners.high().toArray());
  }

  /** On a terminal: the learner, T, seeds, 𝒦, what became of it, and the distance from w*. */
  @Test
  void theTableOfTheTerminalHasTheColumnsOfTheSummary() {
    Report report = Report.of(List.of(DENSE, SPARSE), InstanceLocator.of(List.of(), List.of()));
    assertEquals(
        List.of(
            "",
            "  learner    T   seeds  𝒦 [95 %]      since round 0  ‖w−w*‖²",
            "  ccl        10  2      1 [0.5, 1.5]  8× lower       1",
            "  practical  8   1      9             worse          9"),
        SummaryText.of(report).lines().toList());
  }

  /** Names come from files of others: what a terminal would obey is not passed on. */
  @Test
  void namesAreMadePrintableAndOnlyTheFirstRowsAreShown() {
    ImmutableList.Builder<ImmutableList<String>> rows = ImmutableList.builder();
    rows.add(ImmutableList.of("a\u001b[2J", "1"));
    for (int i = 2; i <= 10; i++) {
      rows.add(ImmutableList.of("𝒦𝒦" + i, "x\ny"));
    }
    String text =
        SummaryText.of(new ChartTable(ImmutableList.of("name\u0007", "value"), rows.build()));
    assertEquals(
        List.of("  name\\u0007  value", "  a\\u001b[2J  1", "  𝒦𝒦2         x\\u000ay"),
        text.lines().limit(3).toList());
    assertEquals("  … 2 more in the report", text.lines().toList().get(9));
    assertEquals(10, text.lines().count());
  }

  @Test
  void aMeanBelowTheLimitIsNotYetALearnerBelowIt() {
    assertEquals(
        "CCL is not yet below the limit of direct matching",
        Headline.of(
            ImmutableMap.of("ccl", HandmadeRecording.of("ccl", 0.01, 0.15)), Optional.of(0.1)),
        "its interval reaches above");
  }
}
