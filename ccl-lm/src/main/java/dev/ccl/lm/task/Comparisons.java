package dev.ccl.lm.task;

import com.google.common.base.CharMatcher;
import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Which of two digits is larger, or smaller, asked in English and in Chinese. A pair of digits
 * stands on one side of a split only, in whatever order, type and language.
 */
final class Comparisons {
  private static final List<String> DIGITS =
      List.of("0", "1", "2", "3", "4", "5", "6", "7", "8", "9");

  private static final Splitter NOT_DIGITS = Splitter.on(CharMatcher.inRange('0', '9').negate());

  /** Tokens that are legal at a state of an answer in words, beside the end. */
  private static final int TOP = 16;

  /** The longest answer in words, in tokens. */
  private static final int HORIZON = 8;

  private Comparisons() {}

  /** The task whose answers are digits; the right one is worth 1. */
  static Task digits() {
    return task("comparisons", AnswerGrammar.oneOf(DIGITS), Comparisons::digitReward);
  }

  /**
   * The task whose answers are any words of the model, far too many to list. An answer is worth 1
   * if it mentions the right number and no other.
   */
  static Task words() {
    return task("words", AnswerGrammar.top(TOP, HORIZON), Comparisons::wordsReward);
  }

  private static Task task(String name, AnswerGrammar grammar, Verifier verifier) {
    List<Question> questions = new ArrayList<>();
    for (int a = 0; a <= 9; a++) {
      for (int b = 0; b <= 9; b++) {
        if (a != b) {
          add(questions, "larger", "en", a, b, "Which number is larger, %d or %d?");
          add(questions, "smaller", "en", a, b, "Which number is smaller, %d or %d?");
          add(questions, "larger", "zh", a, b, "%d和%d哪个数更大？");
          add(questions, "smaller", "zh", a, b, "%d和%d哪个数更小？");
        }
      }
    }
    return Task.of(
        name,
        questions,
        grammar,
        verifier,
        List.of(
            Shift.mixture("mixture", "larger-zh", "smaller-zh"),
            Shift.mixture("mixture-en", "larger-en", "smaller-en"),
            Shift.between("disjoint", List.of("larger-zh"), List.of("smaller-zh")),
            Shift.between(
                "language", List.of("larger-zh", "smaller-zh"), List.of("larger-en", "smaller-en")),
            Shift.between("halves", List.of("larger-zh"), List.of("larger-zh"))));
  }

  private static void add(
      List<Question> questions, String kind, String language, int a, int b, String text) {
    String opening =
        language.equals("zh")
            ? (kind.equals("larger") ? "更大的数是" : "更小的数是")
            : "The " + kind + " number is";
    questions.add(
        new Question(
            kind + "-" + language + "/" + a + "," + b,
            kind + "-" + language,
            Math.min(a, b) + "," + Math.max(a, b),
            String.format(Locale.ROOT, text, a, b),
            opening,
            ImmutableMap.of("kind", kind, "a", "" + a, "b", "" + b)));
  }

  private static String right(Question question) {
    int a = question.number("a");
    int b = question.number("b");
    int right = question.fact("kind").equals("larger") ? Math.max(a, b) : Math.min(a, b);
    return Integer.toString(right);
  }

  private static double digitReward(Question question, String answer) {
    return answer.equals(right(question)) ? 1 : 0;
  }

  private static double wordsReward(Question question, String answer) {
    String right = right(question);
    List<String> numbers = NOT_DIGITS.omitEmptyStrings().splitToList(answer);
    return !numbers.isEmpty() && numbers.stream().allMatch(right::equals) ? 1 : 0;
  }
}
