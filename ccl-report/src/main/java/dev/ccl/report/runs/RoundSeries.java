package dev.ccl.report.runs;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Iterables;
import dev.ccl.core.math.Elementary;
import dev.ccl.experiments.recording.Curve;
import dev.ccl.experiments.recording.RunRecord;
import dev.ccl.experiments.run.Measure;
import dev.ccl.experiments.summary.Numbers;
import dev.ccl.report.chart.Axis;
import dev.ccl.report.chart.Chart;
import dev.ccl.report.chart.Colour;
import dev.ccl.report.chart.Series;
import dev.ccl.report.page.Figure;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.DoubleUnaryOperator;

/** Recordings and curves of the paper as lines over rounds. */
final class RoundSeries {
  /** The colours that the main learners have in every figure; others have those that are left. */
  private static final ImmutableMap<String, Colour> COLOURS =
      ImmutableMap.of(
          "ccl", Colour.BLUE,
          "direct-matching", Colour.VERMILION,
          "practical", Colour.GREEN,
          "oracle", Colour.PURPLE);

  private final Group group;

  RoundSeries(Group group) {
    this.group = group;
  }

  /**
   * Returns the recordings to draw as lines: all of them, on as many pictures as it takes to give
   * each line of a picture a colour of its own.
   */
  List<Map<String, RunRecord>> pictures(Measure measure) {
    List<Map<String, RunRecord>> pictures = new ArrayList<>();
    for (List<Map.Entry<String, RunRecord>> part :
        Iterables.partition(group.knowing(measure).entrySet(), Colour.INK.ordinal())) {
      pictures.add(ImmutableMap.copyOf(part));
    }
    return pictures;
  }

  /** The id of one of several pictures of a kind. */
  static String id(String name, int picture) {
    return picture == 0 ? name : name + "-" + (picture + 1);
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

  /** The medians of recordings as lines with their bands. */
  static void drawMedians(Map<String, RunRecord> shown, Measure measure, List<Series> series) {
    Map<String, Colour> colours = colours(shown.keySet());
    shown.forEach(
        (name, recording) -> {
          Curve curve = recording.curve(measure);
          Series line = line(name, colours.get(name), recording, curve.medians());
          series.add(curve.hasIntervals() ? line.between(curve.lows(), curve.highs()) : line);
        });
  }

  /** The means of recordings as lines, to be read beside what is known of expectations. */
  static void drawMeans(Map<String, RunRecord> shown, Measure measure, List<Series> series) {
    Map<String, Colour> colours = colours(shown.keySet());
    shown.forEach(
        (name, recording) ->
            series.add(line(name, colours.get(name), recording, recording.means(measure))));
  }

  private static Series line(String name, Colour colour, RunRecord recording, double[] numbers) {
    return Series.of(label(name), colour, Series.Look.LINE, recording.rounds(), numbers)
        .keyed(name);
  }

  private static Map<String, Colour> colours(Set<String> names) {
    Deque<Colour> free = new ArrayDeque<>();
    for (int i = 0; i < Colour.INK.ordinal(); i++) {
      free.add(Colour.of(i));
    }
    names.forEach(name -> free.remove(COLOURS.get(name)));
    Map<String, Colour> colours = new HashMap<>();
    for (String name : names) {
      colours.put(name, COLOURS.containsKey(name) ? COLOURS.get(name) : free.remove());
    }
    return colours;
  }

  /** The last round of all recordings. */
  static double lastRound(Map<String, RunRecord> recordings) {
    return recordings.values().stream().mapToDouble(RunRecord::lastRound).max().orElse(1);
  }

  /** The largest mean. */
  static double most(Map<String, RunRecord> recordings, Measure measure) {
    return recordings.values().stream()
        .flatMapToDouble(recording -> Arrays.stream(recording.means(measure)))
        .max()
        .orElse(0);
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
