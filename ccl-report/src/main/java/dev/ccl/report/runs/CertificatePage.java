package dev.ccl.report.runs;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.Doubles;
import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.certificates.Certifier;
import dev.ccl.experiments.recording.Recording;
import dev.ccl.experiments.run.CertificateFile;
import dev.ccl.experiments.run.CertificateFile.Row;
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

  /** A recording with its certificates, and their medians at the rounds that all seeds reached. */
  private record Certified(
      Recording recording, ImmutableList<Row> rows, ImmutableDoubleArray median, String delta) {}

  private CertificatePage(Group group) throws IOException {
    this.group = group;
    for (Map.Entry<String, Recording> entry : group.byName().entrySet()) {
      Recording recording = entry.getValue(); // of a run that goes on there are none yet
      Path directory = Path.of(recording.fact("directory"));
      if (recording.fact("certificates").isEmpty()) {
        continue;
      }
      FinishedRun run = FinishedRun.open(directory);
      if (run.has(CertificateFile.NAME)) {
        ImmutableList<Row> rows = CertificateFile.read(directory);
        byName.put(entry.getKey(), certified(recording, rows, CertificateFile.delta(run.json())));
      }
    }
  }

  private static Certified certified(Recording recording, ImmutableList<Row> rows, String delta) {
    double[] rounds = recording.rounds();
    double[] median = new double[rounds.length];
    for (int i = 0; i < rounds.length; i++) {
      double round = rounds[i];
      median[i] =
          Median.of(
              rows.stream().filter(r -> r.round() == round).mapToDouble(Row::excess).toArray());
    }
    return new Certified(recording, rows, ImmutableDoubleArray.copyOf(median), delta);
  }

  /**
   * Adds a section to a page, if a run of the group is certified.
   *
   * @return the figures of the section
   */
  static List<Figure> add(Page page, String prefix, Group group) {
    CertificatePage certificates;
    try {
      certificates = new CertificatePage(group);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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
    Recording first = byName.values().iterator().next().recording();
    return group
        .guides()
        .map(
            guides -> {
              try {
                Path file = Path.of(first.fact("directory"), "runs.csv");
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
          List<Row> ends = CertificateFile.ends(c.rows());
          double[] excess = ends.stream().mapToDouble(Row::excess).toArray();
          double[] rounds = ends.stream().mapToDouble(Row::round).toArray();
          double evidence = CertificateFile.evidence(c.rows());
          Map<String, String> settings = c.recording().settings();
          rows.add(
              ImmutableList.of(
                  name,
                  Median.text(rounds),
                  Numbers.text(Median.of(excess)),
                  Numbers.text(Doubles.max(excess)),
                  c.recording().has(Measure.EXCESS_COST)
                      ? Numbers.text(Median.of(truth(c.recording(), ends)))
                      : "–",
                  evidence < Double.POSITIVE_INFINITY ? Numbers.text(evidence) : "contradiction",
                  c.delta(),
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

  /** The true excess of each seed at the round of its certificate. */
  private static double[] truth(Recording recording, List<Row> ends) {
    return ends.stream()
        .mapToDouble(end -> recording.at(Measure.EXCESS_COST, end.seed(), end.round()))
        .toArray();
  }
}
