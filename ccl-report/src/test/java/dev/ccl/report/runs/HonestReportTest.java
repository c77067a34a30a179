package dev.ccl.report.runs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.ImmutableMap;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.InstanceReader;
import dev.ccl.core.instance.InstanceWriter;
import dev.ccl.core.instance.generator.BrokenInstance;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.experiments.recording.Change;
import dev.ccl.experiments.recording.RunRecord;
import dev.ccl.experiments.run.Caveats;
import dev.ccl.experiments.run.Measure;
import dev.ccl.experiments.summary.Numbers;
import dev.ccl.report.chart.Chart;
import dev.ccl.report.chart.Series;
import dev.ccl.report.page.Addition;
import dev.ccl.report.page.Fact;
import dev.ccl.report.paper.Assumptions;
import dev.ccl.report.paper.Guides;
import dev.ccl.report.paper.InstanceLocator;
import dev.ccl.report.paper.SeparationBounds;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A report says what the data say, and draws of the paper what the instance deserves. */
class HonestReportTest {
  @TempDir private Path directory;

  /** Six seeds for each of the ends. */
  private static RunRecord recording(String learner, double... ends) {
    return HandmadeRecord.of(learner, HandmadeRecord.repeated(6, ends));
  }

  private static String headline(Optional<Double> limit, RunRecord... recordings) {
    ImmutableMap.Builder<String, RunRecord> shown = ImmutableMap.builder();
    for (RunRecord r : recordings) {
      shown.put(r.fact("learner"), r);
    }
    return Headline.of(shown.buildOrThrow(), limit);
  }

  @Test
  void theTitleFollowsTheData() {
    Optional<Double> limit = Optional.of(0.1);
    RunRecord stuck = recording("direct-matching", 0.09, 0.11);
    assertEquals(
        "Direct matching stops, CCL goes on", headline(limit, recording("ccl", 0.01, 0.02), stuck));
    assertEquals(
        "CCL falls below the limit of direct matching",
        headline(limit, recording("ccl", 0.01, 0.02)));
    assertEquals(
        "CCL falls below the limit of direct matching",
        headline(limit, recording("ccl", 0.01, 0.02), recording("direct-matching", 0.001, 0.002)));
    assertEquals(
        "CCL is not yet below the limit of direct matching",
        headline(limit, recording("ccl", 0.2, 0.3), stuck));
    assertEquals(
        "CCL is not yet below the limit of direct matching",
        headline(limit, recording("ccl", 0.05, 0.12), stuck),
        "the median is, its interval is not");
    assertEquals(
        "Direct matching stops, CCL, practical preset goes on",
        headline(limit, recording("ccl", 0.2, 0.3), stuck, recording("practical", 0.01)));
    assertEquals(
        "ccl ends worse than at the start",
        headline(limit, recording("ccl", 2, 3), stuck, recording("practical", 0.01)));
    assertEquals(
        "ccl and sft end worse than at the start",
        headline(limit, recording("ccl", 2, 3), stuck, recording("sft", 4)));
    assertEquals(
        "ccl ends worse than at the start",
        headline(limit, recording("ccl", 2, 3)),
        "one of one is not every");
    assertEquals(
        "Every learner ends worse than at the start",
        headline(Optional.empty(), recording("ccl", 2, 3), recording("practical", 2)));
    assertEquals(
        "How far the student is from the oracle student",
        headline(Optional.empty(), recording("ccl", 0.1, 0.2)));
    assertEquals(
        "How far the student is from the oracle student",
        headline(limit, recording("sft", 0.01), stuck),
        "where neither schedule is");
    assertEquals(
        "CCL is not yet below the limit of direct matching",
        headline(limit, recording("practical", 0.1), stuck),
        "at the limit is not below it");
    assertEquals(
        "Direct matching stops, CCL, the paper's schedule goes on",
        headline(limit, recording("practical", 0.1), recording("ccl", 0.09), stuck));
    assertEquals(
        "Direct matching stops, CCL goes on",
        headline(limit, recording("practical", 0.01), recording("direct-matching", 0.0501)),
        "half of the limit");
    assertEquals(
        "CCL falls below the limit of direct matching",
        headline(limit, recording("practical", 0.01), recording("direct-matching", 0.049)));
    assertEquals(
        "CCL falls below the limit of direct matching",
        headline(limit, recording("ccl", 0.01), recording("direct-matching", 0.02, 0.12)),
        "its interval begins below half of the limit");
    for (int seeds = 1; seeds < 6; seeds++) {
      assertEquals(
          "How far the student is from the oracle student",
          headline(
              limit,
              HandmadeRecord.of("ccl", HandmadeRecord.repeated(seeds, 0.001)),
              HandmadeRecord.of("sft", HandmadeRecord.repeated(seeds, 100)),
              stuck),
          "too few to conclude anything");
    }
    assertEquals(
        "ccl and sft and oracle end worse than at the start",
        headline(
            limit, recording("ccl", 2), recording("sft", 4), stuck, recording("oracle", 1.01)));
    assertEquals(
        "Direct matching stops, CCL goes on",
        headline(limit, recording("ccl", 0.01), stuck, recording("sft", 1, 1)),
        "as at the start is not worse");
  }

  @Test
  void aChangeIsSaidInWords() {
    assertEquals("2× lower", change(recording("ccl", 0.5, 0.5)).word());
    assertEquals("2 times lower than at the start", change(recording("ccl", 0.5, 0.5)).text());
    assertEquals("unclear", change(recording("ccl", 0.5, 1.5)).word());
    assertEquals("worse", change(recording("ccl", 1.5, 2.5)).word());
    assertEquals("worse than at the start, where it was 1", change(recording("ccl", 2)).text());
  }

  private static Change change(RunRecord recording) {
    return recording.change(Measure.ORACLE_KL, 10).orElseThrow();
  }

  private Group group(Instance instance) throws IOException {
    SmallRuns.write(directory, instance, List.of("practical", "sft"));
    return read().groups().get(0);
  }

  private Report read() throws IOException {
    return Report.read(directory, InstanceLocator.of(List.of(), List.of(directory)));
  }

  private static List<String> lines(Group group) {
    return Figures.of("x", group).stream()
        .flatMap(figure -> ((Chart) figure.chart()).series().stream())
        .map(Series::name)
        .toList();
  }

  private static boolean promises(Group group) {
    return lines(group).stream()
        .anyMatch(name -> name.matches(".*(rate|bound|Cramér|term|teacher).*"));
  }

  @Test
  void whatRealizabilityCarriesFallsWithIt() throws IOException {
    Group group = group(BrokenInstance.NOT_REALIZABLE.instance());
    assertFalse(promises(group), lines(group).toString());
    assertTrue(
        Figures.of("x", group).stream().noneMatch(f -> f.chart().id().endsWith("calibration")));
    assertEquals("–", Tables.together(group).orElseThrow().rows().get(0).get(5));
    assertTrue(group.omissions().get(0).contains("left out"));
    Path out = directory.resolve("report");
    Report report = read();
    report.write(out, "T", report.facts(), Addition.NOTHING);
    String page = Files.readString(out.resolve("report.html"));
    assertTrue(page.contains(group.omissions().get(0)), page);
    Files.delete(directory.resolve("judge.json"));
    assertFalse(read().groups().get(0).isRealizable(), "the runs say it, too");
  }

  @Test
  void withoutIdentificationThereIsADistanceAndNoBound() throws IOException {
    Group group = group(BrokenInstance.NOT_IDENTIFIED.instance());
    assertFalse(
        lines(group).stream().anyMatch(name -> name.matches(".*(rate|bound|Cramér|term).*")),
        lines(group).toString());
    assertTrue(group.omissions().get(0).contains("does not identify"));
    assertTrue(
        Figures.of("x", group).stream().anyMatch(f -> f.chart().id().endsWith("calibration")));
  }

  /** A w* that W leaves out is none: ‖w*‖ = √2/λ = 0.71, and W has the radius 0.5. */
  @Test
  void aTruthOutsideOfWPromisesNothing() throws IOException {
    StringWriter text = new StringWriter();
    InstanceWriter.write(SeparationInstance.of(1, 2, 2, 0.5), text);
    String narrow = text.toString().replaceFirst("\"radius\": *[0-9.]+", "\"radius\": 0.5");
    Path file = directory.resolve("narrow.json");
    Files.writeString(file, narrow);
    Guides guides = Guides.of(InstanceReader.read(file));
    assertFalse(guides.isRealizable());
    assertFalse(guides.hasRate());
    assertTrue(
        Caveats.of(guides.truth(), guides.realizability())
            .contains("w* is not in W: no calibration reaches the truth"));
    Group group = Group.of(List.of(recording("ccl", 0.5)), Optional.of(guides));
    assertFalse(promises(group), lines(group).toString());
    assertTrue(group.omissions().get(0).startsWith("No w* in W"), group.omissions().toString());
    assertEquals("no", Assumptions.of(guides).rows().get(2).get(0));
  }

  @Test
  void withTwoOraclesThereIsNoRate() throws IOException {
    Group group = group(BrokenInstance.TWO_ORACLES.instance());
    assertFalse(lines(group).stream().anyMatch(name -> name.contains("rate")));
    assertTrue(group.omissions().get(0).contains("not unique"));
    assertTrue(lines(group).contains("Cramér–Rao bound"), "w* is one, whatever the student");
  }

  @Test
  void whereAllHoldsNothingIsLeftOutAndRoundZeroIsDrawn() throws IOException {
    Group group = group(SeparationInstance.of(1, 2, 2, 0.5));
    assertTrue(promises(group));
    assertEquals(List.of(), group.omissions());
    Series practical =
        ((Chart) Figures.of("x", group).get(0).chart())
            .series().stream().filter(s -> s.look() == Series.Look.LINE).findFirst().orElseThrow();
    assertEquals(0, practical.x().get(0));
  }

  @Test
  void oneTableComparesAtOneRound() throws IOException {
    SmallRuns.write(directory, SeparationInstance.of(1, 2, 2, 0.5), List.of("ccl"), 60);
    SmallRuns.write(directory, SeparationInstance.of(1, 2, 2, 0.5), List.of("practical"), 40);
    Group group = read().groups().get(0);
    assertEquals(40, group.commonRound());
    assertEquals(2, Tables.together(group).orElseThrow().rows().size());
  }

  /** A card is about the end of its own learner, however short others ran. */
  @Test
  void aCardIsAboutTheLastRoundOfItsLearner() {
    double[][] values = HandmadeRecord.repeated(6, new double[][] {{1, 0.5, 0.2}});
    RunRecord ccl = HandmadeRecord.of("ccl", new double[] {0, 1, 10}, values, 10, 10);
    double[][] fewer = HandmadeRecord.repeated(6, new double[][] {{1, 0.7}});
    RunRecord other = HandmadeRecord.of("practical", new double[] {0, 1}, fewer, 1, 1);
    List<Fact> facts =
        Report.of(List.of(ccl, other), InstanceLocator.of(List.of(), List.of())).facts();
    assertEquals(List.of("0.2", "0.7"), facts.stream().map(Fact::value).toList());
    assertTrue(facts.get(0).toString().contains("after 10 rounds"), facts.toString());
    assertTrue(facts.get(1).toString().contains("after 1 rounds"), facts.toString());
  }

  /** Measures are rounded, rounds and rewards are not. */
  @Test
  void whatIsCountedHasAllItsDigits() {
    List<RunRecord> runs =
        List.of("ccl", "practical", "sft").stream()
            .map(
                name ->
                    HandmadeRecord.of(
                        name,
                        new double[] {0, 12345},
                        HandmadeRecord.repeated(6, new double[][] {{8, 2}}),
                        23456))
            .toList();
    Report report = Report.of(runs, InstanceLocator.of(List.of(), List.of()));
    Group group = report.groups().get(0);
    List<String> row = Tables.summary(group, group.byName()).rows().get(0);
    assertEquals("12345", row.get(1));
    assertEquals("23456", row.get(7));
    assertEquals(
        "All learners after 12345 rounds", Figures.main("x", group).get(1).chart().title());
    String page = report.files("T", report.facts(), Addition.NOTHING).get("report.html");
    assertTrue(page.contains("<p>All learners after T = 12345 rounds, the last round"), page);
    assertTrue(page.contains("after 12345 rounds: 4 times lower than at the start"), page);
  }

  private static Series drawn(Group group, String key) {
    return Figures.of("x", group).stream()
        .flatMap(figure -> ((Chart) figure.chart()).series().stream())
        .filter(s -> s.key().equals(key))
        .findFirst()
        .orElseThrow();
  }

  /** Where a bound ends above the picture its name says so, and how high; elsewhere it does not. */
  @Test
  void aBoundAboveThePictureIsNamedWithItsEnd() {
    double last = 1e6;
    Guides guides = Guides.of(RandomInstance.of(RandomSpec.SMALL, 1).instance());
    Map<String, DoubleUnaryOperator> bounds =
        Map.of(
            "calibration-bound", guides::calibrationBound,
            "calibration-term", guides::calibrationTerm,
            "gradient-term", guides::gradientTerm,
            "validation-term", guides::validationTerm);
    for (double measured : new double[] {1e-9, 1e9}) { // all of the bounds are between
      double[][] values = {{measured, measured / 2}};
      RunRecord run = HandmadeRecord.of("ccl", new double[] {0, last}, values, 5);
      Group group = Group.of(List.of(run), Optional.of(guides));
      bounds.forEach(
          (key, bound) -> {
            double end = bound.applyAsDouble(last);
            assertTrue(end > 300e-9 && end < last, key + " ends at " + end);
            String above = " (" + Numbers.text(end) + " at the end, off the top)";
            String name = drawn(group, key).name();
            assertEquals(measured < 1, name.endsWith(above), name);
            assertEquals(measured < 1, name.contains("off the top"), name);
          });
    }
  }

  /** What the paper proves is dashed, from where on it says something. */
  @Test
  void theFiniteRoundsBoundIsDashedWhereItIsPositive() {
    Instance instance = SeparationInstance.of(1, 2, 2, 0.5);
    SeparationBounds bounds = SeparationBounds.of(instance).orElseThrow();
    double[][] values = {{0.5, 0.25}};
    RunRecord run = HandmadeRecord.of("ccl", new double[] {0, 1e7}, values, 5);
    Series bound =
        drawn(Group.of(List.of(run), Optional.of(Guides.of(instance))), "finite-rounds-bound");
    assertEquals(Series.Look.GUIDE, bound.look());
    assertTrue(bound.x().get(0) > 1 && bounds.atRounds(1) == 0, "not from the first round on");
    for (int i = 0; i < bound.x().length(); i++) {
      assertEquals(bounds.atRounds(bound.x().get(i)), bound.y().get(i));
      assertTrue(bound.y().get(i) > 0);
    }
    assertEquals(1e7, bound.x().get(bound.x().length() - 1));
  }

  /** Of two, three or four seeds an interval would cover in 50, 75 or 88 of 100 cases. */
  @Test
  void fewSeedsHaveNoIntervalAndNothingIsSaidOfThem() {
    for (int seeds = 1; seeds <= 8; seeds++) {
      double[] ends = {0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9};
      double[] worse = {2, 3, 4, 5, 6, 7, 8, 9};
      List<RunRecord> runs = new ArrayList<>();
      for (double[] values : List.of(ends, worse)) {
        String name = values == ends ? "ccl" : "sft";
        runs.add(HandmadeRecord.in("nowhere", name, Arrays.copyOf(values, seeds)));
      }
      Report report = Report.of(runs, InstanceLocator.of(List.of(), List.of()));
      String page = report.files("T", report.facts(), Addition.NOTHING).get("report.html");
      String shown = page.replaceAll("(?s)<details.*?Glossary.*?</details>", "");
      boolean enough = seeds >= 6;
      for (List<String> row : Tables.together(report.groups().get(0)).orElseThrow().rows()) {
        assertEquals(enough, row.get(1).contains("["), seeds + " seeds: " + row);
      }
      for (Group group : report.groups()) {
        for (List<String> row : Tables.summary(group, group.byName()).rows()) {
          assertEquals(enough, row.get(3).contains("["), seeds + " seeds: " + row);
        }
      }
      assertEquals(enough, shown.contains("sft ends worse than at the start"), seeds + " seeds");
      assertEquals(enough, shown.contains(" times lower than at the start"), seeds + " seeds");
      assertEquals(enough, shown.contains("class=\"band\""), seeds + " seeds");
    }
  }

  @Test
  void settingsThatAreComparedAreInTheTableOfTheTerminal() {
    RunRecord each = HandmadeRecord.of("ccl", Map.of("calibrate-every", "1"), 0.5, 0.7);
    RunRecord tenth = HandmadeRecord.of("ccl", Map.of("calibrate-every", "10"), 0.6, 0.8);
    Report report = Report.of(List.of(each, tenth), InstanceLocator.of(List.of(), List.of()));
    String text = SummaryText.of(report);
    assertTrue(text.contains("ccl calibrate-every=10"), text);
  }
}
