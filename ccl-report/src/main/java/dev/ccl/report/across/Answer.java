package dev.ccl.report.across;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.Iterables;
import com.google.common.collect.ListMultimap;
import com.google.common.collect.Multimaps;
import dev.ccl.experiments.recording.Change;
import dev.ccl.experiments.run.Printable;
import dev.ccl.experiments.summary.Numbers;
import dev.ccl.experiments.summary.Summary;
import dev.ccl.report.across.Line.Point;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What lines across cells say, in words: how each moves along the axis, and which is the lowest.
 * Two medians are said to differ where pairs of seeds or instances do, or else where their 95 %
 * intervals have nothing in common ({@link Line.Point#isClearlyBelow}).
 */
final class Answer {
  private static final int LINES = 8; // more sentences nobody reads
  private static final String TOO_FEW =
      "; fewer than " + Summary.LEAST + " seeds or instances, so this may be chance";

  private final String measure;
  private final String against;
  private final ImmutableList<Line> lines; // of one problem
  private final String where; // the problem, to begin a sentence with

  private Answer(String measure, String against, List<Line> lines) {
    this.measure = measure;
    this.against = against;
    this.lines = ImmutableList.copyOf(lines);
    String problem = lines.get(0).problem();
    this.where = problem.isEmpty() ? "" : "At " + problem + ", ";
  }

  /** Lines on different problems do not compete. */
  private static ImmutableList<Answer> each(String measure, String against, List<Line> lines) {
    ListMultimap<String, Line> problems = Multimaps.index(lines, Line::problem);
    return problems.keySet().stream()
        .map(problem -> new Answer(measure, against, problems.get(problem)))
        .collect(ImmutableList.toImmutableList());
  }

  /**
   * Says how lines move along a coordinate.
   *
   * @param measure the sign of what is measured
   * @param against the coordinate
   * @param isNumber whether its values have an order
   * @param lines any
   * @return sentences; none where there is nothing to compare
   */
  static ImmutableList<String> along(
      String measure, String against, boolean isNumber, List<Line> lines) {
    ImmutableList.Builder<String> sentences = ImmutableList.builder();
    for (Answer answer : each(measure, against, lines)) {
      answer.lowest().ifPresent(sentences::add);
      for (Line line : Iterables.limit(answer.lines, LINES)) {
        if (line.points().size() > 1) {
          sentences.add(line.name() + ": " + answer.course(line, isNumber) + ".");
        }
      }
    }
    return sentences.build();
  }

  /**
   * Says what an accuracy costs: which line is the first below the lowest power of ten that any
   * reaches, and when each line passes which.
   *
   * @param measure the sign of what is measured
   * @param lines any, over rounds
   * @return sentences; none where no line falls below a power of ten
   */
  static ImmutableList<String> budget(String measure, List<Line> lines) {
    ImmutableList.Builder<String> sentences = ImmutableList.builder();
    for (Answer answer : each(measure, "T", lines)) {
      ImmutableList<Double> levels = Line.levels(answer.lines);
      if (!levels.isEmpty()) {
        sentences.add(answer.soonest(Iterables.getLast(levels)));
        for (Line line : Iterables.limit(answer.lines, LINES)) {
          sentences.add(line.name() + ": " + answer.costs(line, levels) + ".");
        }
      }
    }
    return sentences.build();
  }

  // ---- along a coordinate

  /** How a line moves. */
  private String course(Line line, boolean isNumber) {
    Point low = line.lowest();
    Point high = line.highest();
    int pairs = line.points().size() * (line.points().size() - 1) / 2;
    if (!low.isClearlyBelow(high, pairs)) {
      String median = text(low);
      boolean same = median.equals(text(high));
      String range =
          same
              ? " is " + median + " at all " + line.points().size() + " values of " + against
              : " is between " + at(low, false) + " and " + at(high, false);
      String apart = same ? "" : ", which are not told apart";
      return measure + range + (line.hasIntervals() ? apart : TOO_FEW);
    }
    boolean paid = low.rewards() != high.rewards();
    boolean rises = isNumber && low.equals(line.first()) && high.equals(line.last());
    boolean falls = isNumber && high.equals(line.first()) && low.equals(line.last());
    String text =
        rises || falls
            ? (rises ? " rises from " : " falls from ")
                + at(line.first(), paid)
                + " to "
                + at(line.last(), paid)
            : " is lowest, " + at(low, paid) + ", and highest, " + at(high, paid);
    List<Point> equal =
        line.points().stream()
            .filter(p -> !p.equals(low) && !low.isClearlyBelow(p, pairs))
            .toList();
    return measure
        + text
        + (low.isRounding() ? "" : times(high.median() / low.median()))
        + (equal.isEmpty() ? "" : "; not told apart from the lowest: " + places(equal));
  }

  private String at(Point point, boolean paid) {
    return text(point)
        + " at "
        + against
        + " = "
        + point.place()
        + (paid ? " (" + rewards(point) + ")" : "");
  }

  private static String text(Point point) {
    return point.isRounding() ? Change.BELOW_ROUNDING : Numbers.text(point.median());
  }

  private static String rewards(Point point) {
    return Printable.counted(Math.round(point.rewards()), "source reward");
  }

  private static String times(double ratio) {
    return Double.isFinite(ratio) ? ", a factor of " + Numbers.text(ratio) : "";
  }

  private String places(List<Point> points) {
    return against + " = " + points.stream().map(Point::place).collect(Collectors.joining(", "));
  }

  /** Which line is the lowest, and where. */
  private Optional<String> lowest() {
    int[] wins = new int[lines.size()];
    int[] clear = new int[lines.size()];
    int compared = 0;
    for (Point point : lines.get(0).points()) {
      List<Point> there = at(point.place());
      if (there.size() == lines.size() && there.size() > 1) {
        Point best = Collections.min(there, Comparator.comparingDouble(Point::median));
        int winner = there.indexOf(best);
        compared++;
        wins[winner]++;
        long above = there.stream().filter(p -> best.isClearlyBelow(p, 1)).count();
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
    boolean tested = lines.stream().anyMatch(Line::hasIntervals);
    return Optional.of(
        String.format(
            Locale.ROOT,
            "%s%s has the lowest %s at %d of %s of %s%s.",
            where,
            lines.get(most).name(),
            measure,
            wins[most],
            Printable.counted(compared, "value"),
            against,
            tested ? ", clearly below every other line at " + clear[most] : TOO_FEW));
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

  /** Who is the first to stay below a level. */
  private String soonest(double level) {
    List<Line> there = lines.stream().filter(line -> line.fallsBelow(level).isPresent()).toList();
    Line first =
        Collections.min(
            there, Comparator.comparingDouble(line -> line.fallsBelow(level).orElseThrow().x()));
    int never = lines.size() - there.size();
    return where
        + measure
        + " stays below "
        + Numbers.text(level)
        + " soonest with "
        + first.name()
        + (never == 0
            ? "."
            : "; " + never + " of " + lines.size() + " lines do not get there in the rounds run.");
  }

  /** When a line passes which levels, and what it has asked for until then. */
  private String costs(Line line, List<Double> levels) {
    String passed =
        levels.stream()
            .flatMap(
                level ->
                    line.fallsBelow(level).stream()
                        .map(point -> Numbers.text(level) + " " + from(point)))
            .collect(Collectors.joining(", "));
    String end = (line.last().isRounding() ? "" : "at ") + text(line.last());
    return passed.isEmpty()
        ? measure + " ends " + end + ", below none of these"
        : measure + " stays below " + passed + "; it ends " + end;
  }

  private static String from(Point point) {
    return "from T = " + Numbers.count((long) point.x()) + " on (" + rewards(point) + ")";
  }
}
