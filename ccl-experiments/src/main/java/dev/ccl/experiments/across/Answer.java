package dev.ccl.experiments.across;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.Iterables;
import dev.ccl.experiments.across.Line.Point;
import dev.ccl.experiments.chart.Numbers;
import dev.ccl.experiments.run.Printable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What lines across cells say, in words: how each moves along the axis, and which is the lowest.
 * Two means are said to differ where their 95 % intervals have nothing in common.
 */
final class Answer {
  private static final int LINES = 8; // more sentences nobody reads

  private final String measure;
  private final String against;
  private final ImmutableList<Line> lines;

  private Answer(String measure, String against, List<Line> lines) {
    this.measure = measure;
    this.against = against;
    this.lines = ImmutableList.copyOf(lines);
  }

  /**
   * Says how lines move along a coordinate.
   *
   * @param measure the sign of what is measured
   * @param against the coordinate
   * @param isNumber whether its values have an order
   * @param lines one or more
   * @return sentences; none where there is nothing to compare
   */
  static ImmutableList<String> along(
      String measure, String against, boolean isNumber, List<Line> lines) {
    Answer answer = new Answer(measure, against, lines);
    ImmutableList.Builder<String> sentences = ImmutableList.builder();
    answer.lowest().ifPresent(sentences::add);
    for (Line line : Iterables.limit(lines, LINES)) {
      if (line.points().size() > 1) {
        sentences.add(line.name() + ": " + answer.course(line, isNumber) + ".");
      }
    }
    return sentences.build();
  }

  /**
   * Says what an accuracy costs: the lowest power of ten that all lines reach, and the lowest that
   * any reaches.
   *
   * @param measure the sign of what is measured
   * @param lines one or more, over rounds
   * @return sentences; none where no line falls below a power of ten
   */
  static ImmutableList<String> budget(String measure, List<Line> lines) {
    Answer answer = new Answer(measure, "T", lines);
    ImmutableList.Builder<String> sentences = ImmutableList.builder();
    Optional<Double> common = Optional.empty();
    Optional<Double> lowest = Optional.empty();
    for (double level : Line.levels(lines)) {
      int there = answer.below(level).size();
      common = there == lines.size() ? Optional.of(level) : common;
      lowest = there > 0 ? Optional.of(level) : lowest;
    }
    common.ifPresent(level -> sentences.add(answer.cost(level)));
    if (!lowest.equals(common)) {
      lowest.ifPresent(level -> sentences.add(answer.cost(level)));
    }
    return sentences.build();
  }

  // ---- along a coordinate

  /** How a line moves. */
  private String course(Line line, boolean isNumber) {
    Point low = line.lowest();
    Point high = line.highest();
    if (!line.hasIntervals() || !low.isClearlyBelow(high)) {
      String range = measure + " is between " + at(low) + " and " + at(high);
      return range
          + (line.hasIntervals()
              ? ", which their 95 % intervals do not tell apart"
              : "; one seed has no interval, so this may be chance");
    }
    boolean rises = isNumber && low.equals(line.first()) && high.equals(line.last());
    boolean falls = isNumber && high.equals(line.first()) && low.equals(line.last());
    String text =
        rises || falls
            ? (rises ? " rises from " : " falls from ")
                + at(line.first())
                + " to "
                + at(line.last())
            : " is lowest, " + at(low) + ", and highest, " + at(high);
    List<Point> equal =
        line.points().stream().filter(p -> !p.equals(low) && !low.isClearlyBelow(p)).toList();
    return measure
        + text
        + times(high.mean() / low.mean())
        + (equal.isEmpty() ? "" : "; not told apart from the lowest: " + places(equal));
  }

  private String at(Point point) {
    return Numbers.text(point.mean()) + " at " + against + " = " + point.place();
  }

  private static String times(double ratio) {
    return Double.isFinite(ratio) ? " (a factor of " + Numbers.text(ratio) + ")" : "";
  }

  private String places(List<Point> points) {
    return against + " = " + points.stream().map(Point::place).collect(Collectors.joining(", "));
  }

  /** Which line is the lowest, and where. */
  private Optional<String> lowest() {
    int[] wins = new int[lines.size()];
    int[] clear = new int[lines.size()];
    int compared = 0;
    for (Point point : lines.isEmpty() ? List.<Point>of() : lines.get(0).points()) {
      List<Point> there = at(point.place());
      if (there.size() == lines.size() && there.size() > 1) {
        Point best = Collections.min(there, Comparator.comparingDouble(Point::mean));
        int winner = there.indexOf(best);
        compared++;
        wins[winner]++;
        long above = there.stream().filter(best::isClearlyBelow).count();
        clear[winner] += above == there.size() - 1 ? 1 : 0;
      }
    }
    if (compared == 0) {
      return Optional.empty();
    }
    int most = 0;
    for (int i = 1; i < wins.length; i++) {
      most = wins[i] > wins[most] ? i : most;
    }
    return Optional.of(
        String.format(
            Locale.ROOT,
            "%s has the lowest %s at %d of %s of %s, and is clearly below every other line at %d.",
            lines.get(most).name(),
            measure,
            wins[most],
            Printable.counted(compared, "value"),
            against,
            clear[most]));
  }

  /** The points of all lines at a place. */
  private List<Point> at(String place) {
    List<Point> there = new ArrayList<>();
    for (Line line : lines) {
      line.points().stream().filter(p -> p.place().equals(place)).forEach(there::add);
    }
    return there;
  }

  // ---- against rounds

  /** The lines that end below a level, the soonest first. */
  private List<Line> below(double level) {
    return lines.stream()
        .filter(line -> line.fallsBelow(level).isPresent())
        .sorted(Comparator.comparingDouble(line -> line.fallsBelow(level).orElseThrow().x()))
        .toList();
  }

  private String cost(double level) {
    List<Line> there = below(level);
    StringBuilder text = new StringBuilder(measure);
    text.append(" stays below ").append(Numbers.text(level)).append(" soonest with ");
    text.append(spent(there.get(0), level));
    if (there.size() > 1) {
      text.append("; the last ")
          .append(there.size() == lines.size() ? "of all lines" : "that gets there")
          .append(" is ")
          .append(spent(Iterables.getLast(there), level));
    }
    if (there.size() < lines.size()) {
      int never = lines.size() - there.size();
      text.append("; ").append(never).append(" of ").append(lines.size()).append(" lines ");
      text.append(never == 1 ? "does" : "do").append(" not get there");
    }
    return text.append('.').toString();
  }

  /** When a line gets below a level, and what it has asked for until then. */
  private static String spent(Line line, double level) {
    double round = line.fallsBelow(level).orElseThrow().x();
    long rewards = Math.round(line.rewards() * round / line.last().x());
    return line.name()
        + ", from T = "
        + Numbers.count((long) round)
        + " on ("
        + Printable.counted(rewards, "source reward")
        + ")";
  }
}
