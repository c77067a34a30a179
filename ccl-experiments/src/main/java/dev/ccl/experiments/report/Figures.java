package dev.ccl.experiments.report;

import com.google.common.collect.ImmutableMap;
import dev.ccl.core.math.Elementary;
import dev.ccl.experiments.chart.Axis;
import dev.ccl.experiments.chart.Chart;
import dev.ccl.experiments.chart.Colour;
import dev.ccl.experiments.chart.Numbers;
import dev.ccl.experiments.chart.Series;
import dev.ccl.experiments.run.Measure;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The figures of one group of recordings: measurements, with the paper's curves laid over them. */
final class Figures {
  private static final String ROUNDS = "rounds T";

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
    Figures figures = new Figures(prefix, group);
    List<Figure> all = new ArrayList<>();
    if (!figures.lines.of(Measure.ORACLE_KL).isEmpty()) {
      all.add(figures.divergence());
    }
    if (group.isRealizable()) {
      figures.calibration().ifPresent(all::add);
    }
    if (!figures.lines.of(Measure.EXCESS_COST).isEmpty() && group.guides().isPresent()) {
      all.add(figures.excess());
    }
    if (group.knowing(Measure.ORACLE_KL).size() > 2) {
      all.add(figures.comparison());
    }
    figures.rollouts().ifPresent(all::add);
    return all;
  }

  // ---- 𝒦 against T

  private Figure divergence() {
    Map<String, Recording> shown = lines.of(Measure.ORACLE_KL);
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
    shown.forEach((name, r) -> series.add(lines.draw(name, r, Measure.ORACLE_KL)));
    caption.append("Mean over seeds with 95 % bootstrap bands; round 0 stands apart on the left.");
    return figure(
        "divergence",
        Headline.of(shown, bounds.map(b -> group.guides().get().directMatchingLimit())),
        "Average KL divergence from the student to the oracle student against rounds.",
        Axis.log("𝒦, average KL to the oracle student"),
        series,
        caption.toString());
  }

  /** The slope over the last half of the rounds on a logarithmic axis. */
  static Slope slope(Recording recording) {
    return recording
        .bootstrap(Measure.ORACLE_KL)
        .slope(Math.max(1, Math.floor(Math.sqrt(recording.lastRound()))));
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
  private void addRate(Map<String, Recording> shown, double last, List<Series> series) {
    Curve first = shown.values().iterator().next().curve(Measure.ORACLE_KL);
    for (int i = 0; i < first.rounds().length(); i++) {
      double from = first.rounds().get(i);
      double height = first.mean().get(i);
      if (from >= 1 && height > 0) {
        double to = height * Elementary.exp(-0.25 * Elementary.log((last + 1) / (from + 1)));
        series.add(
            Series.guide("the paper's rate T^(−1/4)", Colour.INK, from, height, last, to)
                .keyed("paper-rate"));
        return;
      }
    }
  }

  // ---- ‖w − w*‖²

  private Optional<Figure> calibration() {
    ImmutableMap.Builder<String, Recording> moving = ImmutableMap.builder();
    lines
        .of(Measure.CALIBRATION_ERROR_SQUARED)
        .forEach(
            (name, r) -> {
              if (r.spent("sourceQueries").signum() > 0) {
                moving.put(name, r);
              }
            });
    Map<String, Recording> shown = moving.buildOrThrow();
    if (shown.isEmpty()) {
      return Optional.empty();
    }
    double last = RoundSeries.lastRound(shown);
    List<Series> series = new ArrayList<>();
    StringBuilder caption = new StringBuilder("Mean over seeds with 95 % bootstrap bands. ");
    double top = 30 * RoundSeries.most(shown, Measure.CALIBRATION_ERROR_SQUARED);
    group
        .guides()
        .filter(Guides::isIdentified)
        .ifPresent(
            guides -> {
              RoundSeries.addBound(
                  "calibration-bound",
                  "bound 4/(γ²(t+2))",
                  Colour.BLUE,
                  guides::calibrationBound,
                  last,
                  top,
                  series);
              caption
                  .append("With γ = ")
                  .append(Numbers.text(guides.constants().gamma()))
                  .append(" the bound of eq:ced-source-mse is ")
                  .append(Numbers.text(guides.calibrationBound(last)))
                  .append(" at the last round. ");
              if (guides.hasTruth()) {
                double limit = guides.cramerRaoBound();
                RoundSeries.addGuide(
                    "cramer-rao-bound",
                    "Cramér–Rao bound",
                    Colour.INK,
                    Series.Look.DOTTED,
                    t -> limit / t,
                    last,
                    series);
                caption
                    .append("An unbiased estimate from T accepted labels cannot be better than the")
                    .append(" Cramér–Rao bound ")
                    .append(Numbers.text(limit))
                    .append("/T of the branch design with the oracle student's alternatives; the")
                    .append(" preset can, because it also uses how large a reward is.");
              }
            });
    double teacher =
        shown.values().iterator().next().curve(Measure.CALIBRATION_ERROR_SQUARED).mean().get(0);
    series.add(
        Series.guide("the teacher as it is", Colour.VERMILION, 1, teacher, last, teacher)
            .keyed("teacher")
            .drawn(Series.Look.DOTTED));
    shown.forEach((name, r) -> series.add(lines.draw(name, r, Measure.CALIBRATION_ERROR_SQUARED)));
    return Optional.of(
        figure(
            "calibration",
            "How far the calibration is from w*",
            "Squared distance of the calibration from the true parameter against rounds.",
            Axis.log("‖w − w*‖²").within(0, top),
            series,
            caption.toString()));
  }

  // ---- Δ and the recursion

  private Figure excess() {
    Guides guides = group.guides().orElseThrow();
    Map<String, Recording> shown = lines.of(Measure.EXCESS_COST);
    double last = RoundSeries.lastRound(shown);
    double top = 300 * RoundSeries.most(shown, Measure.EXCESS_COST);
    List<Series> series = new ArrayList<>();
    boolean promised = guides.isRealizable() && guides.isIdentified();
    if (promised) {
      RoundSeries.addBound(
          "calibration-term",
          "calibration term",
          Colour.INK,
          guides::calibrationTerm,
          last,
          top,
          series);
      RoundSeries.addBound(
          "gradient-term", "gradient term", Colour.ORANGE, guides::gradientTerm, last, top, series);
      RoundSeries.addBound(
          "validation-term",
          "validation term",
          Colour.SKY,
          guides::validationTerm,
          last,
          top,
          series);
    }
    shown.forEach((name, r) -> series.add(lines.draw(name, r, Measure.EXCESS_COST)));
    return figure(
        "excess",
        promised ? "Excess cost and the error terms of the recursion" : "Excess cost",
        "Excess of the true cost over that of the oracle student against rounds.",
        Axis.log("Δ, excess cost").within(0, top),
        series,
        promised
            ? "Solid: measured Δ, mean over seeds. Dashed: what one round of the recursion"
                + " (eq:ced-gradient-recursion) adds for the errors of calibration, gradient and"
                + " validation with the paper's schedule; they bound the steps of the mean of Δ,"
                + " not Δ itself."
            : "Measured Δ, mean over seeds with 95 % bootstrap bands.");
  }

  // ---- all recordings at the same T

  private Figure comparison() {
    Map<String, Recording> shown = group.knowing(Measure.ORACLE_KL);
    double common = group.commonRound();
    int n = shown.size();
    double[] places = new double[n];
    double[] mean = new double[n];
    double[] low = new double[n];
    double[] high = new double[n];
    int i = 0;
    for (Recording r : shown.values()) {
      Curve curve = r.curve(Measure.ORACLE_KL);
      int at = curve.indexUpTo(common);
      places[i] = i;
      mean[i] = curve.mean().get(at);
      low[i] = curve.low().get(at);
      high[i] = curve.high().get(at);
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
        Series.of("𝒦, mean and 95 % interval", Colour.BLUE, Series.Look.POINTS, mean, places)
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
            + " settings. Left is better.");
  }

  // ---- rollouts

  private Optional<Figure> rollouts() {
    Optional<Recording> literal =
        group.first(
            r -> r.fact("learner").equals("ccl") && r.spent("validationRollouts").signum() > 0);
    if (group.guides().isEmpty() || literal.isEmpty()) {
      return Optional.empty();
    }
    Guides guides = group.guides().get();
    Recording r = literal.get();
    double last = r.lastRound();
    List<Series> series = new ArrayList<>();
    RoundSeries.addGuide(
        "rollouts",
        "one rollout at a time",
        Colour.VERMILION,
        Series.Look.LINE,
        Guides::rollouts,
        last,
        series);
    RoundSeries.addGuide(
        "edge-counts",
        "edge counts, at most",
        Colour.GREEN,
        Series.Look.LINE,
        guides::edgeVisits,
        last,
        series);
    BigInteger spent = r.spent("gradientRollouts").add(r.spent("validationRollouts"));
    double perSeed = spent.doubleValue() / r.seeds().size();
    series.add(
        Series.of(
                "the ledger",
                Colour.BLUE,
                Series.Look.POINTS,
                new double[] {last},
                new double[] {perSeed})
            .keyed("ledger"));
    return Optional.of(
        figure(
            "rollouts",
            "What the paper's schedule costs",
            "Answers that Algorithm 1 samples, and edges that counting visits, against rounds.",
            Axis.log("answers sampled, or edges visited"),
            series,
            "Algorithm 1 asks for "
                + Numbers.text(Guides.rollouts(last))
                + " target answers in "
                + Numbers.count((long) last)
                + " rounds. A batch as edge counts has the same law, and costs at most one visit"
                + " of each edge: "
                + Numbers.text(guides.edgeVisits(last))
                + " visits. The point is what the ledger of the run says was drawn."));
  }

  // ---- parts

  private Figure figure(
      String id, String title, String description, Axis y, List<Series> series, String caption) {
    return new Figure(
        Chart.of(prefix + "-" + id, title, description, Axis.logAndZero(ROUNDS), y, series),
        caption);
  }
}
