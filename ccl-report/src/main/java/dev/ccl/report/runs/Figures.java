package dev.ccl.report.runs;

import dev.ccl.core.math.Elementary;
import dev.ccl.experiments.recording.Curve;
import dev.ccl.experiments.recording.RunRecord;
import dev.ccl.experiments.recording.Slope;
import dev.ccl.experiments.run.Measure;
import dev.ccl.experiments.summary.Numbers;
import dev.ccl.experiments.summary.Summary;
import dev.ccl.report.chart.Axis;
import dev.ccl.report.chart.Chart;
import dev.ccl.report.chart.Colour;
import dev.ccl.report.chart.Series;
import dev.ccl.report.page.Figure;
import dev.ccl.report.paper.Guides;
import dev.ccl.report.paper.SeparationBounds;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The figures of one group of recordings: measurements, with the paper's curves laid over them. */
final class Figures {
  private final String prefix;
  private final Group group;
  private final RoundSeries lines;

  private Figures(String prefix, Group group) {
    this.prefix = prefix;
    this.group = group;
    this.lines = new RoundSeries(group);
  }

  /**
   * Draws all figures for which there are numbers.
   *
   * @param prefix a word that makes the names of the charts unique in a report
   * @param group the recordings
   */
  static List<Figure> of(String prefix, Group group) {
    List<Figure> all = new ArrayList<>(main(prefix, group));
    all.addAll(SpecialFigures.of(prefix, group));
    return all;
  }

  /** Draws the figures that everybody reads: 𝒦 against rounds, and all learners side by side. */
  static List<Figure> main(String prefix, Group group) {
    Figures figures = new Figures(prefix, group);
    List<Figure> main = new ArrayList<>();
    List<Map<String, RunRecord>> pictures = figures.lines.pictures(Measure.ORACLE_KL);
    for (int i = 0; i < pictures.size(); i++) {
      main.add(figures.divergence(pictures.get(i), i));
    }
    if (group.knowing(Measure.ORACLE_KL).size() > 2) {
      main.add(Math.min(1, main.size()), figures.comparison());
    }
    return main;
  }

  // ---- 𝒦 against T

  private Figure divergence(Map<String, RunRecord> shown, int picture) {
    double last = RoundSeries.lastRound(shown);
    List<Series> series = new ArrayList<>();
    StringBuilder caption = new StringBuilder();
    Optional<SeparationBounds> bounds =
        group
            .guides()
            .filter(Guides::hasRate)
            .flatMap(guides -> SeparationBounds.of(guides.instance()));
    group
        .guides()
        .filter(Guides::hasTruth)
        .ifPresent(guides -> addDirectMatching(guides, bounds, last, series, caption));
    if (bounds.isEmpty() && group.guides().map(Guides::hasRate).orElse(false)) {
      addRate(shown, last, series);
    }
    RoundSeries.drawMedians(shown, Measure.ORACLE_KL, series);
    caption
        .append("Median over seeds")
        .append(
            shown.values().stream().anyMatch(r -> r.seeds().size() >= Summary.LEAST)
                ? " with 95 % bands"
                : "; fewer than " + Summary.LEAST + " have no bands")
        .append("; round 0 is set apart on the left.");
    return RoundSeries.figure(
        RoundSeries.id(prefix + "-divergence", picture),
        Headline.of(shown, bounds.map(b -> group.guides().get().directMatchingLimit())),
        "Average KL divergence from the student to the oracle student against rounds.",
        Axis.log("𝒦, average KL to the oracle student"),
        series,
        caption.toString());
  }

  /** The slope over the last half of the rounds on a logarithmic axis. */
  static Slope slope(RunRecord recording) {
    return recording.slope(
        Measure.ORACLE_KL, Math.max(1, Math.floor(Math.sqrt(recording.lastRound()))));
  }

  private void addDirectMatching(
      Guides guides,
      Optional<SeparationBounds> bounds,
      double last,
      List<Series> series,
      StringBuilder caption) {
    double limit = guides.directMatchingLimit();
    series.add(
        Series.guide("limit of direct matching", Colour.VERMILION, 1, limit, last, limit)
            .keyed("direct-matching-limit")
            .drawn(Series.Look.DOTTED));
    bounds.ifPresent(
        b -> {
          double floor = b.floor();
          series.add(
              Series.guide("floor κ(1−α)²/(128λ²)", Colour.VERMILION, 1, floor, last, floor)
                  .keyed("floor"));
          RoundSeries.addGuide(
              "finite-rounds-bound",
              "finite-T bound",
              Colour.INK,
              Series.Look.GUIDE,
              b::atRounds,
              last,
              series);
          caption
              .append("Direct matching ends at 𝒦 = ")
              .append(Numbers.text(limit))
              .append("; thm:sm-temperature keeps it above ")
              .append(Numbers.text(floor))
              .append(" from T = ")
              .append(Numbers.text(b.rounds()))
              .append(" on. ");
        });
  }

  /** The paper's rate for p = 1, through the first point of the first line. */
  private void addRate(Map<String, RunRecord> shown, double last, List<Series> series) {
    Curve first = shown.values().iterator().next().curve(Measure.ORACLE_KL);
    for (int i = 0; i < first.rounds().length(); i++) {
      double from = first.rounds().get(i);
      double height = first.summaries().get(i).median();
      if (from >= 1 && height > 0) {
        double to = height * Elementary.exp(-0.25 * Elementary.log((last + 1) / (from + 1)));
        series.add(
            Series.guide("the paper's rate T^(−1/4)", Colour.INK, from, height, last, to)
                .keyed("paper-rate"));
        return;
      }
    }
  }

  // ---- all recordings at the same T

  private Figure comparison() {
    Map<String, RunRecord> shown = group.knowing(Measure.ORACLE_KL);
    double common = group.commonRound();
    int n = shown.size();
    double[] places = new double[n];
    double[] median = new double[n];
    double[] low = new double[n];
    double[] high = new double[n];
    int i = 0;
    for (RunRecord r : shown.values()) {
      Summary summary = r.curve(Measure.ORACLE_KL).upTo(common);
      places[i] = i;
      median[i] = summary.median();
      low[i] = summary.low();
      high[i] = summary.high();
      i++;
    }
    List<Series> series = new ArrayList<>();
    group
        .guides()
        .filter(Guides::hasTruth)
        .ifPresent(
            guides -> {
              double limit = guides.directMatchingLimit();
              series.add(
                  Series.guide(
                          "limit of direct matching", Colour.VERMILION, limit, -0.5, limit, n - 0.5)
                      .keyed("direct-matching-limit"));
            });
    series.add(
        Series.of("𝒦, median and 95 % interval", Colour.BLUE, Series.Look.POINTS, median, places)
            .keyed("learners")
            .between(low, high));
    Chart chart =
        Chart.of(
            prefix + "-comparison",
            "All learners after " + Numbers.count((long) common) + " rounds",
            "Average KL divergence to the oracle student, one row per learner.",
            Axis.log("𝒦, average KL to the oracle student"),
            Axis.categories(shown.keySet()),
            series);
    return new Figure(
        chart,
        "Each row is a learner, named as on the command line, with what differs from its first"
            + " settings. Left is better. Fewer than "
            + Summary.LEAST
            + " seeds have no interval.");
  }
}
