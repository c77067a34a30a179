package dev.ccl.report.runs;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.Doubles;
import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.certificates.Certifier;
import dev.ccl.experiments.recording.RunRecord;
import dev.ccl.experiments.run.Certificates;
import dev.ccl.experiments.run.FinishedRun;
import dev.ccl.experiments.run.Measure;
import dev.ccl.experiments.run.RunTable;
import dev.ccl.experiments.summary.Median;
import dev.ccl.experiments.summary.Numbers;
import dev.ccl.report.chart.Axis;
import dev.ccl.report.chart.Chart;
import dev.ccl.report.chart.ChartTable;
import dev.ccl.report.chart.Colour;
import dev.ccl.report.chart.Series;
import dev.ccl.report.page.Figure;
import dev.ccl.report.page.Page;
import dev.ccl.report.paper.Guides;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What certificates say beside what is true, where that is known: the part of a report for whoever
 * has no target rewards.
 */
final class CertificatePage {
  private final Group group;
  private final Map<String, Certified> byName = new TreeMap<>();

  /** A recording with the medians of its bounds at the rounds that all seeds reached. */
  private record Certified(RunRecord recording, ImmutableDoubleArray median) {}

  private CertificatePage(Group group) {
    this.group = group;
    group
        .byName()
        .forEach(
            (name, recording) -> { // of a run that goes on there are none yet
              if (!recording.fact("certificateDelta").isEmpty()) {
                byName.put(name, new Certified(recording, medians(recording)));
              }
            });
  }

  private static ImmutableDoubleArray medians(RunRecord recording) {
    ImmutableDoubleArray.Builder medians = ImmutableDoubleArray.builder();
    for (double round : recording.rounds()) {
      medians.add(
          Median.of(
              recording.seeds().stream()
                  .mapToDouble(seed -> recording.at(Measure.CERTIFIED_EXCESS, seed, round))
                  .map(Certificates::bound)
                  .toArray()));
    }
    return medians.build();
  }

  /**
   * Adds a section to a page, if a run of the group is certified.
   *
   * @return the figures of the section
   */
  static List<Figure> add(Page page, String prefix, Group group) {
    CertificatePage certificates = new CertificatePage(group);
    if (certificates.byName.isEmpty()) {
      return List.of();
    }
    page.section("Without target rewards: " + group.instanceName());
    page.paragraph(
        "Upper bounds of the excess cost Δ from source rewards alone. With the stated probability"
            + " all bounds of a seed hold at once, at every round, if Assumption 1 does; the"
            + " evidence against it stands beside them. Nothing here has used a target reward but"
            + " the lines called true.");
    Figure figure = certificates.figure(prefix);
    page.figure(figure);
    page.table(certificates.table());
    return List.of(figure);
  }

  private Figure figure(String prefix) {
    List<Series> series = new ArrayList<>();
    double last =
        byName.values().stream().mapToDouble(c -> c.recording().lastRound()).max().orElse(1);
    int colour = 0;
    for (Map.Entry<String, Certified> entry : byName.entrySet()) {
      Certified c = entry.getValue();
      String name = RoundSeries.label(entry.getKey());
      series.add(
          Series.of(
              name + ": at most",
              Colour.of(colour),
              Series.Look.LINE,
              c.recording().rounds(),
              c.median().toArray()));
      if (c.recording().has(Measure.EXCESS_COST)) {
        series.add(
            Series.of(
                name + ": true",
                Colour.of(colour),
                Series.Look.DOTTED,
                c.recording().rounds(),
                c.recording().curve(Measure.EXCESS_COST).medians()));
      }
      colour++;
    }
    double end = Math.max(1, last);
    group
        .guides()
        .filter(Guides::hasTruth)
        .map(Guides::teacherExcess)
        .ifPresent(
            excess ->
                series.add(
                    Series.guide("the raw teacher's", Colour.VERMILION, 1, excess, end, excess)));
    cap()
        .ifPresent(
            bound -> series.add(Series.guide("without a query", Colour.INK, 1, bound, end, bound)));
    return new Figure(
        Chart.of(
            prefix + "-certificate",
            "How good the student is, known without target rewards",
            "Certified excess cost against rounds, beside the true one.",
            Axis.logAndZero("rounds T"),
            Axis.log("Δ, excess cost"),
            series),
        "Solid: the median over seeds of the certified bound. Dotted: that of the true excess,"
            + " where it is known. The raw teacher's is the excess of the student distilled from the teacher"
            + " as it is; a bound below it proves that calibration has helped.");
  }

  /** The bound without a query of the last student of the first certified run. */
  private Optional<Double> cap() {
    RunRecord first = byName.values().iterator().next().recording();
    return group
        .guides()
        .map(
            guides -> {
              try {
                Path file = Path.of(first.fact("directory"), FinishedRun.ROWS);
                List<RunTable.Row> rows = RunTable.read(file, Measure.RECORDED);
                double[] theta = rows.get(rows.size() - 1).student().toArray();
                return Certifier.of(guides.truth().problem(), 0.5).certify(theta).cap();
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
  }

  private ChartTable table() {
    ImmutableList.Builder<ImmutableList<String>> rows = ImmutableList.builder();
    byName.forEach(
        (name, c) -> {
          RunRecord recording = c.recording();
          double[] excess =
              Arrays.stream(recording.last(Measure.CERTIFIED_EXCESS))
                  .map(Certificates::bound)
                  .toArray();
          double evidence = // what was exceeded once stays said
              recording.all(Measure.MODEL_EVIDENCE).map(Certificates::bound).max().orElse(0);
          Map<String, String> settings = recording.settings();
          rows.add(
              ImmutableList.of(
                  name,
                  Median.text(recording.ends()),
                  Numbers.text(Median.of(excess)),
                  Numbers.text(Doubles.max(excess)),
                  recording.has(Measure.EXCESS_COST)
                      ? Numbers.text(Median.of(recording.last(Measure.EXCESS_COST)))
                      : "–",
                  evidence < Double.POSITIVE_INFINITY ? Numbers.text(evidence) : "contradiction",
                  recording.fact("certificateDelta"),
                  settings.getOrDefault("stop-when", "never")));
        });
    return new ChartTable(
        ImmutableList.of(
            "learner",
            "T (median)",
            "Δ at most (median)",
            "Δ at most (every seed)",
            "true Δ (median)",
            "largest evidence against the model",
            "δ",
            "stop rule"),
        rows.build());
  }
}
