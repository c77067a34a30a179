package dev.ccl.report.runs;

import com.google.common.collect.ImmutableMap;
import dev.ccl.experiments.recording.RunRecord;
import dev.ccl.experiments.run.Measure;
import dev.ccl.experiments.summary.Numbers;
import dev.ccl.report.chart.Axis;
import dev.ccl.report.chart.Colour;
import dev.ccl.report.chart.Series;
import dev.ccl.report.page.Figure;
import dev.ccl.report.paper.Guides;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The figures for those who have the paper at hand: the calibration with its bounds, the error
 * terms of the recursion, the cost of the schedule.
 */
final class SpecialFigures {
  private final String prefix;
  private final Group group;
  private final RoundSeries lines;

  private SpecialFigures(String prefix, Group group) {
    this.prefix = prefix;
    this.group = group;
    this.lines = new RoundSeries(group);
  }

  /**
   * Draws those for which there are numbers.
   *
   * @param prefix a word that makes the names of the charts unique in a report
   * @param group the recordings
   */
  static List<Figure> of(String prefix, Group group) {
    SpecialFigures figures = new SpecialFigures(prefix, group);
    List<Figure> all = new ArrayList<>();
    if (group.isRealizable()) {
      List<Map<String, RunRecord>> pictures =
          figures.lines.pictures(Measure.CALIBRATION_ERROR_SQUARED);
      for (int i = 0; i < pictures.size(); i++) {
        figures.calibration(pictures.get(i), i).ifPresent(all::add);
      }
    }
    if (group.guides().isPresent()) {
      List<Map<String, RunRecord>> pictures = figures.lines.pictures(Measure.EXCESS_COST);
      for (int i = 0; i < pictures.size(); i++) {
        all.add(figures.excess(pictures.get(i), i));
      }
    }
    figures.rollouts().ifPresent(all::add);
    return all;
  }

  // ---- ‖w − w*‖²

  private Optional<Figure> calibration(Map<String, RunRecord> known, int picture) {
    ImmutableMap.Builder<String, RunRecord> moving = ImmutableMap.builder();
    known.forEach(
        (name, r) -> {
          if (r.spent("sourceQueries").signum() > 0) {
            moving.put(name, r);
          }
        });
    Map<String, RunRecord> shown = moving.buildOrThrow();
    if (shown.isEmpty()) {
      return Optional.empty();
    }
    double last = RoundSeries.lastRound(shown);
    List<Series> series = new ArrayList<>();
    StringBuilder caption = new StringBuilder("Mean over seeds, as the bounds are. ");
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
    double teacher = shown.values().iterator().next().means(Measure.CALIBRATION_ERROR_SQUARED)[0];
    series.add(
        Series.guide("the teacher as it is", Colour.VERMILION, 1, teacher, last, teacher)
            .keyed("teacher")
            .drawn(Series.Look.DOTTED));
    RoundSeries.drawMeans(shown, Measure.CALIBRATION_ERROR_SQUARED, series);
    return Optional.of(
        RoundSeries.figure(
            RoundSeries.id(prefix + "-calibration", picture),
            "How far the calibration is from w*",
            "Squared distance of the calibration from the true parameter against rounds.",
            Axis.log("‖w − w*‖²").within(0, top),
            series,
            caption.toString()));
  }

  // ---- Δ and the recursion

  private Figure excess(Map<String, RunRecord> shown, int picture) {
    Guides guides = group.guides().orElseThrow();
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
    RoundSeries.drawMeans(shown, Measure.EXCESS_COST, series);
    return RoundSeries.figure(
        RoundSeries.id(prefix + "-excess", picture),
        promised ? "Excess cost and the error terms of the recursion" : "Excess cost",
        "Excess of the true cost over that of the oracle student against rounds.",
        Axis.log("Δ, excess cost").within(0, top),
        series,
        promised
            ? "Solid: measured Δ, mean over seeds. Dashed: what one round of the recursion"
                + " (eq:ced-gradient-recursion) adds for the errors of calibration, gradient and"
                + " validation with the paper's schedule; they bound the steps of the mean of Δ,"
                + " not Δ itself."
            : "Measured Δ, mean over seeds.");
  }

  // ---- rollouts

  private Optional<Figure> rollouts() {
    Optional<RunRecord> literal =
        group.first(
            r -> r.fact("learner").equals("ccl") && r.spent("validationRollouts").signum() > 0);
    if (group.guides().isEmpty() || literal.isEmpty()) {
      return Optional.empty();
    }
    Guides guides = group.guides().get();
    RunRecord r = literal.get();
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
        RoundSeries.figure(
            prefix + "-rollouts",
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
}
