package dev.ccl.lm.task;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Rewards beside what the words of a question ask for, worked out from the words alone. */
class RewardsTest {
  /** Answers as texts, of tasks whose answers can be listed; else some sentences. */
  private static Set<String> answers(AnswerGrammar grammar) {
    if (grammar.top() > 0) {
      return new LinkedHashSet<>(
          List.of("", "7", " 3。", "0, 0", "1和2", "12", "5比4大", "9 9", "x6y", "８"));
    }
    Set<String> open = new LinkedHashSet<>(List.of(""));
    Set<String> all = new LinkedHashSet<>();
    for (int h = 0; h < grammar.horizon(); h++) {
      Set<String> longer = new LinkedHashSet<>();
      for (String prefix : open) {
        for (String piece : grammar.pieces(h)) {
          (piece.isEmpty() ? all : longer).add(prefix + piece);
        }
      }
      open = longer;
    }
    all.addAll(open);
    return all;
  }

  private static final Pattern SUM = Pattern.compile("(\\d+)([-+])(\\d+)(?:=(\\d+))?");
  private static final Pattern SHOWN =
      Pattern.compile("f\\((\\d)\\)=(-?\\d+), f\\((\\d)\\)=(-?\\d+)");

  /** What the words of a question ask for, by another way than its facts. */
  private static String right(Task task, Question q) {
    Matcher sum = SUM.matcher(q.text());
    switch (task.name()) {
      case "arithmetic":
        assertEquals(true, sum.find());
        int a = Integer.parseInt(sum.group(1));
        int b = Integer.parseInt(sum.group(3));
        assertEquals(sum.group(1) + sum.group(2) + sum.group(3) + "=", q.opening());
        return "" + (sum.group(2).equals("+") ? a + b : a - b);
      case "judge":
        if (!sum.find()) {
          return q.type().equals("capital-true") ? "对" : "错";
        }
        int claimed = Integer.parseInt(sum.group(4));
        boolean holds = Integer.parseInt(sum.group(1)) + Integer.parseInt(sum.group(3)) == claimed;
        assertEquals("sum-" + holds, q.type());
        return holds ? "对" : "错";
      default:
        int[] digits = q.text().chars().filter(Character::isDigit).map(c -> c - '0').toArray();
        boolean larger = q.text().contains("larger") || q.text().contains("大");
        assertEquals(larger, q.opening().contains("larger") || q.opening().contains("大"));
        return "" + (larger == digits[0] > digits[1] ? digits[0] : digits[1]);
    }
  }

  @Test
  void rewardsAreWhatTheWordsAskFor() {
    for (Task task : Tasks.all()) {
      for (Question question : task.questions()) {
        for (String answer : answers(task.grammar())) {
          double expected =
              task.name().equals("code")
                  ? share(question, answer)
                  : task.grammar().top() > 0
                      ? mentions(right(task, question), answer)
                      : answer.equals(right(task, question)) ? 1 : 0;
          assertEquals(
              expected,
              task.verifier().checked(question, answer),
              () -> question.id() + ": " + answer);
        }
      }
    }
  }

  private static double mentions(String right, String answer) {
    String numbers = answer.replaceAll("[^0-9]+", " ").strip();
    return numbers.matches(right + "( " + right + ")*") ? 1 : 0;
  }

  /** Of the arguments 0, 7, 8 and 9; the two values that are shown tell the function. */
  private static double share(Question question, String answer) {
    Matcher shown = SHOWN.matcher(question.text());
    assertEquals(true, shown.find());
    String asked = null;
    for (char sign : "+-*".toCharArray()) {
      for (int c = 1; c <= 9; c++) {
        boolean fits =
            value(sign, c, shown.group(1)).equals(shown.group(2))
                && value(sign, c, shown.group(3)).equals(shown.group(4));
        assertTrue(!fits || asked == null, "one function only");
        asked = fits ? "" + sign + c : asked;
      }
    }
    int same = 0;
    for (String x : List.of("0", "7", "8", "9")) {
      String wanted = value(asked.charAt(0), asked.charAt(1) - '0', x);
      same += wanted.equals(value(answer.charAt(0), answer.charAt(1) - '0', x)) ? 1 : 0;
    }
    return same / 4.0;
  }

  private static String value(char sign, int c, String x) {
    int at = Integer.parseInt(x);
    return "" + (sign == '+' ? at + c : sign == '-' ? at - c : at * c);
  }
}
