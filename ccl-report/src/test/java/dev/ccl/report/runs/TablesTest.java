package dev.ccl.report.runs;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.experiments.recording.RunRecord;
import dev.ccl.experiments.run.Caveats;
import dev.ccl.report.chart.Chart;
import dev.ccl.report.chart.ChartTable;
import dev.ccl.report.chart.Series;
import dev.ccl.report.page.Addition;
import dev.ccl.report.page.Figure;
import dev.ccl.report.paper.Guides;
import dev.ccl.report.paper.InstanceLocator;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Every cell of the tables that people read, on recordings whose numbers are written here. */
class TablesTest {
  /** Six seeds with the medians 8, 4, 2, 1; 60 and 40 rewards. */
  private static final RunRecord DENSE =
      HandmadeRecord.of(
          "ccl",
          new double[] {0, 1, 5, 10},
          HandmadeRecord.repeated(3, new double[][] {{8, 5, 2, 0.5}, {8, 3, 2, 1.5}}),
          60,
          40,
          60,
          40,
          60,
          40);

  /** One seed whose last round the other one has not recorded. */
  private static final RunRecord SPARSE =
      HandmadeRecord.of("practical", new double[] {0, 5, 8}, new double[][] {{6, 3, 9}}, 9);

  private static final Group GROUP = Group.of(List.of(DENSE, SPARSE), Optional.empty());

  @Test
  void aSummaryIsOfTheLastRoundAndRewardsAreThoseOfASeed() {
    ImmutableList<ImmutableList<String>> rows = Tables.summary(GROUP, GROUP.byName()).rows();
    assertEquals(List.of("ccl", "10", "6", "1 [0.5, 1.5]", "8× lower"), rows.get(0).subList(0, 5));
    assertEquals(List.of("1", "50"), rows.get(0).subList(6, 8), "median of w, rewards of a seed");
    assertEquals(List.of("practical", "8", "1", "9", "–"), rows.get(1).subList(0, 5));
    assertEquals(List.of("9", "9"), rows.get(1).subList(6, 8));
  }

  /** Learners are compared at a round that all of them have recorded. */
  @Test
  void togetherIsAtTheLastCommonRound() {
    assertEquals(5, GROUP.commonRound());
    ImmutableList<ImmutableList<String>> rows = Tables.together(GROUP).orElseThrow().rows();
    assertEquals(List.of("ccl", "2 [2, 2]", "4× lower", "8", "2", "2", "6"), rows.get(0));
    assertEquals(List.of("practical", "3", "–", "6", "3", "3", "1"), rows.get(1));
  }

  /** The picture side by side is of the same round as the table, with its intervals. */
  @Test
  void thePictureOfAllLearnersIsOfTheLastCommonRound() {
    RunRecord third =
        HandmadeRecord.of(
            "sft",
            new double[] {0, 5, 9},
            HandmadeRecord.repeated(3, new double[][] {{4, 1, 7}, {4, 3, 8}}),
            5);
    Group three = Group.of(List.of(DENSE, SPARSE, third), Optional.empty());
    Chart chart = (Chart) Figures.main("x", three).get(1).chart();
    assertEquals("All learners after 5 rounds", chart.title());
    assertEquals(List.of("ccl", "practical", "sft"), chart.y().categories());
    Series learners = chart.series().get(0);
    assertArrayEquals(new double[] {2, 3, 2}, learners.x().toArray());
    assertArrayEquals(new double[] {2, Double.NaN, 1}, learners.low().toArray(), "one seed");
    assertArrayEquals(new double[] {2, Double.NaN, 3}, learners.high().toArray(), "has none");
  }

  /** On a terminal: the learner, T, seeds, 𝒦, what became of it, and the distance from w*. */
  @Test
  void theTableOfTheTerminalHasTheColumnsOfTheSummary() {
    Report report = Report.of(List.of(DENSE, SPARSE), InstanceLocator.of(List.of(), List.of()));
    assertEquals(
        List.of(
            "",
            "  learner    T   seeds  median 𝒦 [95 %]  since round 0  ‖w−w*‖²",
            "  ccl        10  6      1 [0.5, 1.5]     8× lower       1",
            "  practical  8   1      9                –              9"),
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

  /** Eight learners have room; of more the first eight are shown, and how many there are. */
  @Test
  void eightLearnersHaveRoom() {
    for (int count : new int[] {7, 8, 9}) {
      List<RunRecord> runs = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        String name = i == 3 ? "sft" : "ccl";
        runs.add(HandmadeRecord.of(name, Map.of("batch", Integer.toString(i)), 0.5 + i));
      }
      String text = SummaryText.of(Report.of(runs, InstanceLocator.of(List.of(), List.of())));
      assertEquals(2 + count, text.lines().count(), text);
      assertTrue(text.contains("ccl batch=1 "), text);
      assertEquals(count == 9, text.endsWith("  … 1 more in the report\n"), text);
      assertTrue(text.contains("  sft "), text);
      ImmutableList.Builder<ImmutableList<String>> rows = ImmutableList.builder();
      for (int i = 0; i < count; i++) {
        rows.add(ImmutableList.of("row " + i));
      }
      String table = SummaryText.of(new ChartTable(ImmutableList.of("head"), rows.build()));
      assertEquals(1 + Math.min(count, 9), table.lines().count(), table);
      assertEquals(count == 9, table.endsWith("  row 7\n  … 1 more in the report\n"), table);
    }
  }

  @Test
  void runsWithoutACommonRoundAreNotCompared() {
    double[][] two = {{3, 2}};
    RunRecord early = HandmadeRecord.of("ccl", new double[] {0, 5}, two, 1);
    RunRecord late = HandmadeRecord.of("sft", new double[] {0, 7}, two, 1);
    Group start = Group.of(List.of(early, late), Optional.empty());
    assertEquals(0, start.commonRound());
    assertEquals(Optional.empty(), Tables.together(start), "only the start is common");
    RunRecord other = HandmadeRecord.of("sft", new double[] {2, 7}, two, 1);
    assertEquals(0, Group.of(List.of(early, other), Optional.empty()).commonRound());
    assertEquals(0, Group.of(List.of(), Optional.empty()).commonRound());
    RunRecord one = HandmadeRecord.of("sft", new double[] {1, 5}, two, 1);
    Group some = Group.of(List.of(early, one), Optional.empty());
    assertEquals(5, some.commonRound());
    assertTrue(Tables.together(some).isPresent());
  }

  @Test
  void runsThatAreNamedAlikeAreNumbered() {
    RunRecord same = HandmadeRecord.of("ccl", Map.of("batch", "1"), 0.5);
    RunRecord other = HandmadeRecord.of("ccl", Map.of("batch", "2"), 0.5);
    RunRecord more = HandmadeRecord.of("ccl", Map.of("batch", "1", "step", "3"), 0.5);
    assertEquals(
        List.of("ccl", "ccl (2)", "ccl batch=2", "ccl step=3", "ccl (3)", "ccl batch=2 (2)"),
        Group.of(List.of(same, same, other, more, same, other), Optional.empty())
            .byName()
            .keySet()
            .asList());
  }

  /** The paper's rate begins at the first number that a logarithm has. */
  @Test
  void theRateBeginsWhereThereIsSomethingToDraw() {
    Guides guides = Guides.of(RandomInstance.of(RandomSpec.SMALL, 1).instance());
    assertTrue(guides.hasRate());
    double[] rounds = {0, 1, 4, 24};
    Series rate = rate(guides, rounds, 3, 0, 2, 1).orElseThrow();
    assertArrayEquals(new double[] {4, 24}, rate.x().toArray());
    assertEquals(2, rate.y().get(0));
    assertEquals(2 * Math.pow(5, -0.25), rate.y().get(1), 1e-12);
    assertEquals(1, rate(guides, rounds, 0, 0.5, 2, 1).orElseThrow().x().get(0));
    assertEquals(Optional.empty(), rate(guides, rounds, 3, 0, 0, 0));
  }

  private static Optional<Series> rate(Guides guides, double[] rounds, double... values) {
    RunRecord run = HandmadeRecord.of("ccl", rounds, new double[][] {values}, 1);
    Group group = Group.of(List.of(run), Optional.of(guides));
    return ((Chart) Figures.main("x", group).get(0).chart())
        .series().stream().filter(s -> s.key().equals("paper-rate")).findFirst();
  }

  @Test
  void aMedianBelowTheLimitIsNotYetALearnerBelowIt() {
    assertEquals(
        "CCL is not yet below the limit of direct matching",
        Headline.of(
            ImmutableMap.of(
                "ccl", HandmadeRecord.of("ccl", HandmadeRecord.repeated(3, 0.01, 0.15))),
            Optional.of(0.1)),
        "its interval reaches above");
  }

  /** More rounds and rewards than 32 bits can count, wherever they are said. */
  @Test
  void largeNumbersAreSaidWhole() {
    double[] rounds = {0, 5e9};
    double[][] values = HandmadeRecord.repeated(6, new double[][] {{8, 2}});
    List<RunRecord> runs = new ArrayList<>();
    for (String learner : List.of("ccl", "practical", "sft")) {
      runs.add(HandmadeRecord.of(learner, rounds, values, 4_000_000_000_000L));
    }
    Report report = Report.of(runs, InstanceLocator.of(List.of(), List.of()));
    Group group = report.groups().get(0);
    ImmutableList<String> row = Tables.summary(group, group.byName()).rows().get(0);
    assertEquals("5·10⁹", row.get(1));
    assertEquals("4·10¹²", row.get(7));
    assertEquals(
        "All learners after 5·10⁹ rounds", Figures.main("x", group).get(1).chart().title());
    String page = report.files("T", report.facts(), Addition.NOTHING).get("report.html");
    assertTrue(page.contains("<p>All learners after T = 5·10⁹ rounds, the last round"), page);
    assertTrue(page.contains("after 5·10⁹ rounds: 4 times lower than at the start"), page);
  }

  /** Only one of the things that a run may say is about w*. */
  @Test
  void withoutTheInstanceTheRunsTellWhetherItIsRealizable() {
    String other = "the cost is flat at the oracle student";
    String broken = Caveats.NOT_REALIZABLE + ": w* misses a token";
    RunRecord silent = HandmadeRecord.warned("a");
    RunRecord warned = HandmadeRecord.warned("b", other);
    RunRecord last = HandmadeRecord.warned("c", other, broken);
    assertTrue(Group.of(List.of(silent, warned), Optional.empty()).isRealizable());
    Group some = Group.of(List.of(silent, warned, last), Optional.empty());
    assertFalse(some.isRealizable());
    assertEquals(List.of(other, broken), some.warnings(), "each once");
    assertEquals("–", Tables.summary(some, some.byName()).rows().get(0).get(6));
  }

  /** Seeds that a certificate ended at different rounds: value, T and rewards are of their ends. */
  @Test
  void aRowOfSeedsThatEndApartIsOfTheEndOfEach() {
    double[][] values = {{8, 4}, {8, 4, 3}, {8, 4, 3, 1}, {8, 4, 3, 1}, {8, 5}, {8, 5, 4}};
    RunRecord apart =
        HandmadeRecord.of("ccl", new double[] {0, 1, 5, 10}, values, 1, 5, 10, 10, 1, 5);
    Group group = Group.of(List.of(apart), Optional.empty());
    List<String> row = Tables.summary(group, group.byName()).rows().get(0);
    assertEquals(List.of("ccl", "1…10", "6", "3.5 [1, 5]", "2.29× lower"), row.subList(0, 5));
    assertEquals("5", row.get(7), "the rewards that were asked for until then: 32 of six seeds");
    List<String> common = Tables.together(group).orElseThrow().rows().get(0);
    assertEquals("4 [4, 5]", common.get(1), "at T = 1, where all seeds were");
    assertEquals(1, group.commonRound());
  }

  private static RunRecord on(String digest, String file, String name, String learner) {
    return HandmadeRecord.of(
        ImmutableMap.of(
            "instanceDigest",
            digest,
            "instance",
            file,
            "instanceName",
            name,
            "learner",
            learner,
            "directory",
            "nowhere"),
        ImmutableMap.of(),
        new double[] {0, 5},
        new double[][] {{3, 2}},
        1);
  }

  /**
   * Files of one name, of names that differ in what is dropped, and of what looks like a number.
   */
  @Test
  void everyInstanceHasFiguresOfItsOwn() {
    List<RunRecord> runs = new ArrayList<>();
    for (String file :
        List.of(
            "a.json",
            "a-2.json",
            "a.json",
            "A.json",
            "a 2.json",
            "ä.json",
            "MINI.json",
            "v1.5.json")) {
      runs.add(on("digest " + runs.size(), file, "I", "ccl"));
    }
    Report report = Report.of(runs, InstanceLocator.of(List.of(), List.of()));
    assertEquals(
        List.of(
            "a-divergence",
            "a-2-divergence",
            "a-3-divergence",
            "a-4-divergence",
            "a-2-2-divergence",
            "instance-divergence",
            "mini-divergence",
            "v1-5-divergence"),
        report.files("T", List.of(), Addition.NOTHING).keySet().stream()
            .filter(name -> name.endsWith("-divergence.csv"))
            .map(name -> name.replaceAll("figures/(.*).csv", "$1"))
            .toList());
  }

  @Test
  void theNamesOfInstancesAndLearnersAreMadePrintableToo() {
    RunRecord run = on("d", "a.json", "in\u001b[2Jstance", "ccl\u0007");
    String text = SummaryText.of(Report.of(List.of(run), InstanceLocator.of(List.of(), List.of())));
    assertEquals("in\\u001b[2Jstance", text.lines().findFirst().orElseThrow());
    assertTrue(text.contains("\n  ccl\\u0007  5 "), text);
  }

  /** A Turkish capital I has another small letter, which no name of a file may have. */
  @Test
  void theLanguageOfTheMachineDoesNotMatter() {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag("tr-TR"));
      everyInstanceHasFiguresOfItsOwn();
    } finally {
      Locale.setDefault(before);
    }
  }

  /** Only the paper's schedule has its price, and only where something was drawn. */
  @Test
  void theRolloutsAreThoseOfThePapersSchedule() {
    Guides guides = Guides.of(RandomInstance.of(RandomSpec.SMALL, 1).instance());
    double[] rounds = {0, 10};
    RunRecord other = drawing("uncalibrated", rounds, 7);
    RunRecord idle = drawing("ccl", rounds, 0);
    RunRecord ccl = drawing("ccl", rounds, 5);
    for (List<RunRecord> none : List.of(List.of(other), List.of(idle), List.of(other, idle))) {
      assertEquals(Optional.empty(), ledger(none, guides));
    }
    Series ledger = ledger(List.of(other, idle, ccl), guides).orElseThrow();
    assertEquals(List.of(10.0), ledger.y().asList());
  }

  private static RunRecord drawing(String learner, double[] rounds, long answers) {
    BigInteger drawn = BigInteger.valueOf(answers);
    return HandmadeRecord.spending(
        learner, rounds, ImmutableMap.of("gradientRollouts", drawn, "validationRollouts", drawn));
  }

  private static Optional<Series> ledger(List<RunRecord> runs, Guides guides) {
    return Figures.of("x", Group.of(runs, Optional.of(guides))).stream()
        .flatMap(f -> ((Chart) f.chart()).series().stream())
        .filter(s -> s.key().equals("ledger"))
        .findFirst();
  }

  /** Seeds may begin apart; the teacher is then where they begin on average. */
  @Test
  void theTeacherIsTheMeanOfTheStarts() {
    RunRecord run =
        HandmadeRecord.of("ccl", new double[] {0, 10}, new double[][] {{2, 1}, {6, 1}}, 10, 10);
    Series teacher =
        Figures.of("x", Group.of(List.of(run), Optional.empty())).stream()
            .flatMap(f -> ((Chart) f.chart()).series().stream())
            .filter(s -> s.key().equals("teacher"))
            .findFirst()
            .orElseThrow();
    assertEquals(List.of(4.0, 4.0), teacher.y().asList());
    assertEquals(List.of(1.0, 10.0), teacher.x().asList());
  }

  /** The paper's schedule has drawn more answers after 5·10⁹ rounds than 64 bits can count. */
  @Test
  void theLedgerOfManyRoundsIsDrawnWhole() {
    BigInteger drawn = BigInteger.TEN.pow(29);
    RunRecord run =
        HandmadeRecord.spending(
            "ccl",
            new double[] {0, 5e9},
            ImmutableMap.of("gradientRollouts", drawn, "validationRollouts", drawn));
    Guides guides = Guides.of(RandomInstance.of(RandomSpec.SMALL, 1).instance());
    Figure figure =
        Figures.of("x", Group.of(List.of(run), Optional.of(guides))).stream()
            .filter(f -> f.chart().id().equals("x-rollouts"))
            .findFirst()
            .orElseThrow();
    Series ledger =
        ((Chart) figure.chart())
            .series().stream().filter(s -> s.key().equals("ledger")).findFirst().orElseThrow();
    assertEquals(5e9, ledger.x().get(0));
    assertEquals(2e29, ledger.y().get(0), 1e16);
    assertTrue(figure.caption().contains(" target answers in 5·10⁹ rounds. "), figure.caption());
  }
}
