package dev.ccl.lm.task;

import com.google.common.collect.ImmutableMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Sums and differences of one or two digits, whose results have one or two. An answer is a number
 * of at most two digits; the right one is worth 1. The same operands are on one side of a split
 * only.
 */
final class Arithmetic {
  private Arithmetic() {}

  static Task task() {
    List<Question> questions = new ArrayList<>();
    for (int a = 1; a <= 9; a++) {
      for (int b = 1; b <= 9; b++) {
        add(questions, "sum-short", a, '+', b);
        add(questions, "difference-short", a + 9, '-', b);
        add(questions, "sum-long", 10 * a / 2 + b + 10, '+', 8 + 3 * b);
        add(questions, "difference-long", 50 + 5 * a - b, '-', 11 + 3 * b);
      }
    }
    return Task.of(
        "arithmetic",
        questions,
        AnswerGrammar.number(2),
        Arithmetic::reward,
        List.of(
            Shift.mixture("mixture", "sum-short", "difference-short"),
            Shift.between("disjoint", List.of("sum-short"), List.of("difference-short")),
            Shift.between("longer", List.of("sum-short"), List.of("sum-long")),
            Shift.between("halves", List.of("sum-short"), List.of("sum-short"))));
  }

  private static void add(List<Question> questions, String type, int a, char sign, int b) {
    String id = type + "/" + a + sign + b;
    questions.add(
        new Question(
            id,
            type,
            Math.min(a, b) + "," + Math.max(a, b),
            String.format(Locale.ROOT, "%d%c%d等于多少？", a, sign, b),
            String.format(Locale.ROOT, "%d%c%d=", a, sign, b),
            ImmutableMap.of("a", "" + a, "sign", "" + sign, "b", "" + b)));
  }

  private static double reward(Question question, String answer) {
    int a = question.number("a");
    int b = question.number("b");
    int right = question.fact("sign").equals("+") ? a + b : a - b;
    return answer.equals(Integer.toString(right)) ? 1 : 0;
  }
}
