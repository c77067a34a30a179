package dev.ccl.experiments.report;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import dev.ccl.core.math.Elementary;
import dev.ccl.experiments.chart.Axis;
import dev.ccl.experiments.chart.Chart;
import dev.ccl.experiments.chart.Colour;
import dev.ccl.experiments.chart.Numbers;
import dev.ccl.experiments.chart.Series;
import dev.ccl.experiments.page.Figure;
import dev.ccl.experiments.recording.Curve;
import dev.ccl.experiments.recording.Recording;
import dev.ccl.experiments.run.Measure;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;

/** Recordings and curves of the paper as lines over rounds. */
final class RoundSeries {
  private static final int MOST = 5; // more are hard to tell apart; the comparison has them all

  private final Group group;

  RoundSeries(Group group) {
    this.group = group;
  }

  /**
   * The recordings to draw as lines: those with usual settings that went at least a tenth of the
   * longest way, as many as can be told apart.
   */
  Map<String, Recording> of(Measure measure) {
    double longest = lastRound(group.main());
    ImmutableMap.Builder<String, Recording> lines = ImmutableMap.builder();
    group.main().entrySet().stream()
        .filter(entry -> entry.getValue().has(measure))
        .filter(entry -> entry.getValue().lastRound() >= 0.1 * longest)
        .limit(MOST)
        .forEach(lines::put);
    return lines.buildOrThrow();
  }

  /** A figure over rounds, with a place for round 0. */
  static Figure figure(
      String id, String title, String description, Axis y, List<Series> series, String caption) {
    return new Figure(
        Chart.of(id, title, description, Axis.logAndZero("rounds T"), y, series), caption);
  }

  /** The learners of the paper by the names that the paper's readers know. */
  static String label(String name) {
    return switch (name) {
      case "ccl" -> "CCL, the paper's schedule";
      case "practical" -> "CCL, practical preset";
      case "direct-matching" -> "direct matching";
      default -> name;
    };
  }

  /** A recording as a line with its band. */
  Series draw(String name, Recording recording, Measure measure) {
    Curve curve = recording.curve(measure);
    Series series =
        Series.of(
                label(name),
                colour(name),
                Series.Look.LINE,
                curve.rounds().toArray(),
                curve.mean().toArray())
            .keyed(name);
    return recording.seeds().size() < 2
        ? series
        : series.between(curve.low().toArray(), curve.high().toArray());
  }

  /** The main learners have the same colour in every figure. */
  private Colour colour(String name) {
    ImmutableList<String> main = ImmutableList.of("ccl", "direct-matching", "practical", "oracle");
    if (main.contains(name)) {
      return Colour.of(main.indexOf(name));
    }
    long before =
        group.byName().keySet().stream()
            .takeWhile(other -> !other.equals(name))
            .filter(other -> !main.contains(other))
            .count();
    return Colour.of(main.size() + (int) before);
  }

  /** The last round of all recordings. */
  static double lastRound(Map<String, Recording> recordings) {
    return recordings.values().stream().mapToDouble(Recording::lastRound).max().orElse(1);
  }

  /** The largest upper end of an interval. */
  static double most(Map<String, Recording> recordings, Measure measure) {
    double most = 0;
    for (Recording recording : recordings.values()) {
      for (double mean : recording.curve(measure).high().toArray()) {
        most = Math.max(most, mean);
      }
    }
    return most;
  }

  /** Adds a bound, with its last value in the name where all of it is above the picture. */
  static void addBound(
      String key,
      String name,
      Colour colour,
      DoubleUnaryOperator bound,
      double last,
      double top,
      List<Series> series) {
    double end = bound.applyAsDouble(last);
    String full = end > top ? name + " (" + Numbers.text(end) + " at the end, off the top)" : name;
    addGuide(key, full, colour, Series.Look.GUIDE, bound, last, series);
  }

  /** Adds a curve at rounds from 1 to the last in equal steps of the logarithm, where positive. */
  static void addGuide(
      String key,
      String name,
      Colour colour,
      Series.Look look,
      DoubleUnaryOperator curve,
      double last,
      List<Series> series) {
    List<Double> x = new ArrayList<>();
    List<Double> y = new ArrayList<>();
    int points = 48;
    double before = 0;
    for (int i = 0; i <= points; i++) {
      double t = Math.rint(Elementary.exp(Elementary.log(last) * i / points));
      double value = curve.applyAsDouble(t);
      if (t > before && value > 0 && Double.isFinite(value)) {
        x.add(t);
        y.add(value);
      }
      before = t;
    }
    if (!x.isEmpty()) {
      series.add(
          Series.of(
                  name,
                  colour,
                  look,
                  x.stream().mapToDouble(v -> v).toArray(),
                  y.stream().mapToDouble(v -> v).toArray())
              .keyed(key));
    }
  }
}
