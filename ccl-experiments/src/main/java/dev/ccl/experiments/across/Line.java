package dev.ccl.experiments.across;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.Iterables;
import dev.ccl.experiments.recording.Curve;
import dev.ccl.experiments.sweep.Question;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * A line of a picture across cells: means with their intervals along the axis of a comparison.
 *
 * @param name what its cells share
 * @param problem the part of it that belongs to the instance; lines of one problem compete
 * @param points in the order of the axis
 * @param hasIntervals whether the intervals say something
 * @param isPooled whether a point stands for several cells
 */
record Line(
    String name,
    String problem,
    ImmutableList<Point> points,
    boolean hasIntervals,
    boolean isPooled) {
  private static final int MOST_LEVELS = 6;

  private static final ImmutableList<Double> LEVELS =
      IntStream.rangeClosed(-3, 15)
          .mapToObj(exponent -> Double.parseDouble("1e" + -exponent))
          .collect(ImmutableList.toImmutableList());

  /**
   * A point of a line.
   *
   * @param place the value of the coordinate, as it was given
   * @param x where that is along the axis
   * @param mean the mean
   * @param low the lower end of its 95 % interval
   * @param high the upper end
   * @param rewards source rewards per seed up to there
   */
  record Point(String place, double x, double mean, double low, double high, double rewards) {

    private static Point of(String place, double x, Curve curve, int index, double rewards) {
      return new Point(
          place,
          x,
          curve.mean().get(index),
          curve.low().get(index),
          curve.high().get(index),
          rewards);
    }

    /** Whether the intervals of two points have nothing in common, and this one is lower. */
    boolean isClearlyBelow(Point other) {
      return high < other.low;
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
      points.add(Point.of(Long.toString((long) round), round, curve, i, pool.rewardsUpTo(round)));
    }
    return new Line(
        name,
        comparison.problem(cells.get(0)),
        points.build(),
        pool.hasIntervals(),
        pool.size() > 1);
  }

  private static Line overPlaces(Comparison comparison, String name, List<StudyCell> cells) {
    ImmutableList<String> values = comparison.values(comparison.against());
    ImmutableList.Builder<Point> points = ImmutableList.builder();
    boolean hasIntervals = false;
    boolean isPooled = false;
    for (int i = 0; i < values.size(); i++) {
      String value = values.get(i);
      List<StudyCell> there =
          cells.stream().filter(c -> c.text(comparison.against()).equals(value)).toList();
      if (!there.isEmpty()) {
        Pool pool = Pool.of(there);
        Curve curve = pool.curve(comparison.measure());
        double x = comparison.isAlongNumbers() ? Double.parseDouble(value) : i;
        points.add(Point.of(value, x, curve, curve.mean().length() - 1, pool.rewards()));
        hasIntervals |= pool.hasIntervals();
        isPooled |= pool.size() > 1;
      }
    }
    return new Line(name, comparison.problem(cells.get(0)), points.build(), hasIntervals, isPooled);
  }

  Point first() {
    return points.get(0);
  }

  Point last() {
    return Iterables.getLast(points);
  }

  Point lowest() {
    return Collections.min(points, Comparator.comparingDouble(Point::mean));
  }

  Point highest() {
    return Collections.max(points, Comparator.comparingDouble(Point::mean));
  }

  /** The first point from which on the mean stays below a level. */
  Optional<Point> fallsBelow(double level) {
    int index = points.size();
    while (index > 0 && points.get(index - 1).mean() < level) {
      index--;
    }
    return index == points.size() ? Optional.empty() : Optional.of(points.get(index));
  }

  /** The powers of ten between the worst mean at the start and the best at the end, from above. */
  static ImmutableList<Double> levels(List<Line> lines) {
    double best = lines.stream().mapToDouble(line -> line.last().mean()).min().orElse(1);
    double worst = lines.stream().mapToDouble(line -> line.first().mean()).max().orElse(1);
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
