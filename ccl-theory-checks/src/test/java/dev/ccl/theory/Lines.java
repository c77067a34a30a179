package dev.ccl.theory;

import com.google.common.collect.LinkedListMultimap;
import com.google.common.collect.ListMultimap;
import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.PromptTable;
import dev.ccl.core.instance.StateTable;
import dev.ccl.testkit.Evidence;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Findings and instances as lines that can be recorded, all their numbers within few of them. */
public final class Lines {
  private static final Pattern PLACE =
      Pattern.compile(
          "(?<![\\w.])-?\\d+(\\.\\d+)?([eE][+-]?\\d+)?(?![\\w.])|(?<=\\b[xyz])\\d+[+−-]?(?!\\w)");
  private static final Pattern LONG = Pattern.compile("-?\\d+\\.\\d{5,}([eE][+-]?\\d+)?");

  private Lines() {}

  /**
   * Returns a number with ten digits: the same on every JDK, and past the last bits of a sum.
   *
   * @param x the number
   * @return its text
   */
  public static String number(double x) {
    String text = String.format(Locale.ROOT, "%.9e", x);
    double rounded = Double.parseDouble(text);
    return rounded == Math.rint(rounded) && Math.abs(rounded) < 1e9
        ? Long.toString((long) rounded)
        : text;
  }

  /**
   * Returns numbers with ten digits.
   *
   * @param x the numbers; read
   * @return their texts in brackets
   */
  public static String numbers(double[] x) {
    return ImmutableDoubleArray.copyOf(x).stream()
        .mapToObj(Lines::number)
        .collect(Collectors.joining(" ", "[", "]"));
  }

  /**
   * Returns a text with its long numbers cut to ten digits.
   *
   * @param text what may hold numbers
   * @return the same on every JDK
   */
  public static String cut(String text) {
    return LONG.matcher(text).replaceAll(m -> number(Double.parseDouble(m.group())));
  }

  /**
   * Returns statements, those that differ by a number of their place alone in one line: how many,
   * the sums of their sides, each times its number, and both sides and the tolerance of the first.
   *
   * @param head begins every line
   * @param all the statements
   * @return the lines
   */
  public static String of(String head, List<Evidence> all) {
    ListMultimap<String, Evidence> groups = LinkedListMultimap.create();
    all.forEach(e -> groups.put(kind(e), e));
    StringBuilder lines = new StringBuilder();
    for (String what : groups.keySet()) {
      List<Evidence> group = groups.get(what);
      Evidence first = group.get(0);
      double left = 0;
      double right = 0;
      for (int k = 0; k < group.size(); k++) {
        left += (k + 1) * side(group.get(k), group.get(k).left());
        right += (k + 1) * side(group.get(k), group.get(k).right());
      }
      String place = cut(first.where());
      String kind = what + (group.size() == 1 && !what.startsWith(place) ? " (" + place + ")" : "");
      lines
          .append(head)
          .append(kind)
          .append(": ")
          .append(number(side(first, first.left())))
          .append(' ')
          .append(number(side(first, first.right())))
          .append(' ')
          .append(first.tolerance().toString().replaceFirst(" \\(rounding of .*\\)$", ""))
          .append(
              group.size() == 1
                  ? ""
                  : "; " + group.size() + " times, sums " + number(left) + " " + number(right))
          .append('\n');
    }
    return lines.toString();
  }

  /**
   * Returns what a statement says, whatever the numbers of its place.
   *
   * @param e the statement
   * @return its words and its relation
   */
  public static String kind(Evidence e) {
    String where = cut(e.where()).replaceAll("\\[[0-9, ]*\\]", "[]");
    return PLACE.matcher(where).replaceAll("#") + " " + e.relation();
  }

  /** What is smaller than its tolerance is rounding. */
  private static double side(Evidence e, double side) {
    return Math.abs(side) <= e.tolerance().amount() ? 0 : side;
  }

  /**
   * Returns all numbers of an instance, those of its tables as one sum.
   *
   * @param instance the instance
   * @return one line
   */
  public static String of(Instance instance) {
    Instance.Header h = instance.header();
    double sum = 0;
    int k = 0;
    StringBuilder tables = new StringBuilder();
    for (PromptTable table : instance.prompts().values()) {
      for (StateTable s : table.states()) {
        for (int a = 0; a < s.tokens().length(); a++) {
          sum += ++k * s.pre(a);
          for (int i = 0; i < h.calibrationDimension(); i++) {
            sum += ++k * s.phi(a, i);
          }
          for (int i = 0; i < h.studentDimension(); i++) {
            sum += ++k * s.phiStu(a, i);
          }
        }
      }
      for (double reward : table.rewards().values()) {
        sum += ++k * reward;
      }
      tables.append(' ').append(table.prompt().id()).append(':').append(table.states().size());
    }
    return String.format(
        Locale.ROOT,
        "%s | λ %s B %s H %d %s W %s tea %s θ0 %s | %s | %s → %s |%s | %d numbers, %s",
        cut(h.name()),
        number(h.lambda()),
        number(h.bound()),
        h.horizon(),
        h.feasibility(),
        cut(h.calibrationSet().toString()),
        numbers(h.teacher().toArray()),
        numbers(h.initial().toArray()),
        String.join(" ", h.vocabulary().tokens()),
        instance.source(),
        instance.target(),
        tables,
        k,
        number(sum));
  }
}
