package dev.ccl.report.across;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Iterables;
import dev.ccl.experiments.recording.Change;
import dev.ccl.experiments.recording.Curve;
import dev.ccl.experiments.run.Measure;
import dev.ccl.experiments.summary.Summary;
import dev.ccl.experiments.sweep.Question;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * A line of a picture across cells: medians with their intervals along the axis of a comparison.
 *
 * @param name what its cells share
 * @param problem the part of it that belongs to the instance; lines of one problem compete
 * @param points in the order of the axis
 * @param isPooled whether a point stands for several cells
 */
record Line(String name, String problem, ImmutableList<Point> points, boolean isPooled) {
  private static final int MOST_LEVELS = 6;

  private static final ImmutableList<Double> LEVELS =
      IntStream.rangeClosed(-3, 14)
          .mapToObj(exponent -> Double.parseDouble("1e" + -exponent))
          .collect(ImmutableList.toImmutableList());

  /**
   * A point of a line.
   *
   * @param place the value of the coordinate, as it was given
   * @param x where that is along the axis
   * @param value what is there
   * @param paired the sample behind it by what its numbers are of; empty where that is not known
   * @param rewards source rewards per seed up to there
   */
  record Point(
      String place, double x, Summary value, ImmutableMap<String, Double> paired, double rewards) {

    double median() {
      return value.median();
    }

    /** Whether what is there is 0 as far as numbers of the computer tell. */
    boolean isRounding() {
      return Math.abs(median()) < Change.ROUNDING;
    }

    /**
     * Whether this point is lower and it is no chance: pair by pair, if the samples are of the same
     * seeds or instances, otherwise if the intervals have nothing in common.
     *
     * @param comparisons from how many pairs of points this one was chosen after looking
     */
    boolean isClearlyBelow(Point other, int comparisons) {
      if (!(median() < other.median()) || (isRounding() && other.isRounding())) {
        return false;
      }
      if (paired.isEmpty() || !paired.keySet().equals(other.paired.keySet())) {
        return value.high() < other.value.low();
      }
      return Summary.ofDifferences(
              paired.keySet().stream().mapToDouble(other.paired::get).toArray(),
              paired.values().stream().mapToDouble(v -> v).toArray(),
              comparisons)
          .isBelow(0);
    }
  }

  static ImmutableList<Line> all(Comparison comparison) {
    return comparison.lines().entrySet().stream()
        .map(entry -> of(comparison, entry.getKey(), entry.getValue()))
        .collect(ImmutableList.toImmutableList());
  }

  private static Line of(Comparison comparison, String name, List<StudyCell> cells) {
    return comparison.against().equals(Question.ROUND)
        ? overRounds(comparison, name, cells)
        : overPlaces(comparison, name, cells);
  }

  private static Line overRounds(Comparison comparison, String name, List<StudyCell> cells) {
    Pool pool = Pool.of(cells);
    Curve curve = pool.curve(comparison.measure());
    ImmutableList.Builder<Point> points = ImmutableList.builder();
    for (int i = 0; i < curve.rounds().length(); i++) {
      double round = curve.rounds().get(i);
      points.add(
          new Point(
              Long.toString((long) round),
              round,
              curve.summaries().get(i),
              ImmutableMap.of(),
              pool.rewardsUpTo(round)));
    }
    return new Line(name, comparison.problem(cells.get(0)), points.build(), pool.size() > 1);
  }

  private static Line overPlaces(Comparison comparison, String name, List<StudyCell> cells) {
    ImmutableList<String> values = comparison.values(comparison.against());
    ImmutableList.Builder<Point> points = ImmutableList.builder();
    boolean isPooled = false;
    for (int i = 0; i < values.size(); i++) {
      String value = values.get(i);
      List<StudyCell> there =
          cells.stream().filter(c -> c.text(comparison.against()).equals(value)).toList();
      if (!there.isEmpty()) {
        Pool pool = Pool.of(there);
        Measure measure = comparison.measure();
        double x = comparison.isAlongNumbers() ? Double.parseDouble(value) : i;
        points.add(
            new Point(
                value, x, Summary.of(pool.last(measure)), pool.paired(measure), pool.rewards()));
        isPooled |= pool.size() > 1;
      }
    }
    return new Line(name, comparison.problem(cells.get(0)), points.build(), isPooled);
  }

  /** Whether a point has enough seeds or instances behind it. */
  boolean hasIntervals() {
    return points.stream().anyMatch(point -> point.value().hasInterval());
  }

  Point first() {
    return points.get(0);
  }

  Point last() {
    return Iterables.getLast(points);
  }

  Point lowest() {
    return Collections.min(points, Comparator.comparingDouble(Point::median));
  }

  Point highest() {
    return Collections.max(points, Comparator.comparingDouble(Point::median));
  }

  /** The first point from which on the median stays below a level. */
  Optional<Point> fallsBelow(double level) {
    int index = points.size();
    while (index > 0 && points.get(index - 1).median() < level) {
      index--;
    }
    return index == points.size() ? Optional.empty() : Optional.of(points.get(index));
  }

  /**
   * The powers of ten between the worst median at the start and the best at the end, from above.
   */
  static ImmutableList<Double> levels(List<Line> lines) {
    double best = lines.stream().mapToDouble(line -> line.last().median()).min().orElse(1);
    double worst = lines.stream().mapToDouble(line -> line.first().median()).max().orElse(1);
    return LEVELS.stream()
        .filter(level -> level < worst && level > best)
        .limit(MOST_LEVELS)
        .collect(ImmutableList.toImmutableList());
  }

  /** One number of each point. */
  double[] column(ToDoubleFunction<Point> number) {
    return points.stream().mapToDouble(number).toArray();
  }
}
