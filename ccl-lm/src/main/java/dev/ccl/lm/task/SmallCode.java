package dev.ccl.lm.task;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableMap;
import com.google.common.hash.Hashing;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Complete an expression: two values of a function are shown, the answer continues {@code x} by an
 * operator and a digit. It is executed on unit tests with other arguments, and its reward is the
 * share of the tests that it passes. All questions about a function, whatever is shown of it, stand
 * on one side of a split; neither id nor kind nor group says more of it than the text.
 */
final class SmallCode {
  private static final List<String> DIGITS =
      List.of("0", "1", "2", "3", "4", "5", "6", "7", "8", "9");
  private static final int[][] SHOWN = {{1, 2}, {2, 5}, {3, 4}, {2, 3}, {4, 6}};
  private static final String TESTED = "0 7 8 9";

  private SmallCode() {}

  static Task task() {
    List<Question> questions = new ArrayList<>();
    for (int c = 1; c <= 9; c++) {
      for (int[] shown : SHOWN) {
        add(questions, "plus", "x+" + c, shown);
        add(questions, "minus", "x-" + c, shown);
        add(questions, "times", "x*" + c, shown);
      }
    }
    return Task.of(
        "code",
        questions,
        AnswerGrammar.positions(List.of(List.of("+", "-", "*"), DIGITS)),
        SmallCode::reward,
        List.of(
            Shift.mixture("mixture", "plus", "times"),
            Shift.between("new-functions", List.of("plus", "times"), List.of("minus")),
            Shift.between("halves", List.of("plus", "times"), List.of("plus", "times"))));
  }

  private static void add(List<Question> questions, String type, String body, int[] shown) {
    String examples =
        String.format(
            Locale.ROOT,
            "f(%d)=%d, f(%d)=%d",
            shown[0],
            Expression.evaluate(body, shown[0]),
            shown[1],
            Expression.evaluate(body, shown[1]));
    String group = Hashing.sha256().hashString(body, StandardCharsets.UTF_8).toString();
    questions.add(
        new Question(
            examples,
            type,
            "function",
            group.substring(0, 8),
            "已知" + examples + "，写出f(x)的表达式。",
            "f(x)=x",
            ImmutableMap.of("opening", "x", "body", body, "tests", TESTED)));
  }

  private static double reward(Question question, String answer) {
    String written = question.fact("opening") + answer;
    int passed = 0;
    int count = 0;
    for (String argument : Splitter.on(' ').split(question.fact("tests"))) {
      long x = Long.parseLong(argument);
      count++;
      if (Expression.evaluate(written, x) == Expression.evaluate(question.fact("body"), x)) {
        passed++;
      }
    }
    return (double) passed / count;
  }
}
