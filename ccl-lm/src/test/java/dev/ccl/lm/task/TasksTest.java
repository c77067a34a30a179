package dev.ccl.lm.task;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.ImmutableMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class TasksTest {
  /** Facts of tables are often padded with zeros. */
  @Test
  void factsAreDecimalNumbers() {
    Map<String, String> facts = Map.of("a", "012", "b", "08", "c", "-007", "d", "0x10", "e", " 1");
    Question question = Question.of("q", "t", "g", "?", facts);
    assertEquals(12, question.number("a"));
    assertEquals(8, question.number("b"));
    assertEquals(-7, question.number("c"));
    assertThrows(VerifierException.class, () -> question.number("d"));
    assertThrows(VerifierException.class, () -> question.number("e"));
  }

  @Test
  void aQuestionOfWhichTheModelBeginsTheAnswer() {
    Question question = Question.of("q", "t", "g", "?", Map.of("a", "b"));
    assertEquals(new Question("q", "t", "g", "?", "", ImmutableMap.of("a", "b")), question);
  }

  @Test
  void everyQuestionHasAnAnswerWithTheLargestReward() {
    for (Task task : Tasks.listed()) {
      for (Question question : task.questions()) {
        double best = 0;
        int right = 0;
        for (String answer : answers(task.grammar())) {
          double reward = task.verifier().checked(question, answer);
          best = Math.max(best, reward);
          right += reward == 1 ? 1 : 0;
        }
        assertEquals(1, best, question.id());
        assertTrue(right >= 1 && right <= 3, question.id() + ": " + right); // x*1, x+0, x-0
      }
    }
  }

  private static List<String> answers(AnswerGrammar grammar) {
    List<String> found = new ArrayList<>(List.of(""));
    Set<String> ended = new LinkedHashSet<>();
    for (int h = 0; h < grammar.horizon(); h++) {
      List<String> longer = new ArrayList<>();
      for (String prefix : found) {
        for (String piece : grammar.pieces(h)) {
          if (piece.equals(AnswerGrammar.END)) {
            ended.add(prefix);
          } else {
            longer.add(prefix + piece);
          }
        }
      }
      found = longer;
    }
    ended.addAll(found);
    return List.copyOf(ended);
  }

  @Test
  void verifiersKnowRightFromWrong() {
    Task comparisons = Tasks.named("comparisons");
    Question smaller = question(comparisons, "smaller-en/3,7");
    assertEquals(1, comparisons.verifier().reward(smaller, "3"));
    assertEquals(0, comparisons.verifier().reward(smaller, "7"));
    Task arithmetic = Tasks.named("arithmetic");
    Question sum = question(arithmetic, "sum-short/8+5");
    assertEquals(1, arithmetic.verifier().reward(sum, "13"));
    assertEquals(0, arithmetic.verifier().reward(sum, "31"));
    Question seven = question(arithmetic, "sum-short/3+4");
    assertEquals(1, arithmetic.verifier().reward(seven, "7"));
    assertEquals(0, arithmetic.verifier().reward(seven, "07"));
    Task code = Tasks.named("code");
    Question times = question(code, "f(1)=2, f(2)=4");
    assertEquals(1, code.verifier().reward(times, "*2"));
    assertEquals(0, code.verifier().reward(times, "+1"));
    assertEquals(0, code.verifier().reward(times, "+2"), "they agree at 2, which was shown");
    assertEquals(0.25, code.verifier().reward(question(code, "f(1)=3, f(2)=6"), "*0"), "at 0");
    Task judge = Tasks.named("judge");
    Question false6 =
        judge.questions().stream().filter(q -> q.type().equals("sum-false")).findFirst().get();
    assertEquals(0, judge.verifier().reward(false6, "对"));
    assertEquals(1, judge.verifier().reward(false6, "错"));
    assertEquals(0, judge.verifier().reward(false6, "不知道"));
  }

  private static Question question(Task task, String id) {
    return task.questions().stream().filter(q -> q.id().equals(id)).findFirst().get();
  }

  @Test
  void anAnswerInWordsMentionsTheRightNumberAndNoOther() {
    Task words = Tasks.named("words");
    assertTrue(words.grammar().answers() > 1e9);
    Question question = question(words, "larger-zh/3,7");
    for (String right : List.of("7", "7。", " 7，7更大")) {
      assertEquals(1, words.verifier().checked(question, right), right);
    }
    for (String wrong : List.of("", "。", "3", "7和3", "77", "7比3大", "七")) {
      assertEquals(0, words.verifier().checked(question, wrong), wrong);
    }
  }

  @Test
  void answersAreCounted() {
    assertEquals(10, Tasks.named("comparisons").grammar().answers());
    assertEquals(110, AnswerGrammar.number(2).answers());
    assertEquals(1 + 2 + 4, AnswerGrammar.top(2, 2).answers());
    assertEquals(Math.pow(8, 64) * 8 / 7, AnswerGrammar.top(8, 64).answers(), Math.pow(8, 63));
  }

  @Test
  void splitsKeepTheirMixtureAndShareNoGroup() {
    for (Task task : Tasks.all()) {
      for (Shift shift : task.shifts()) {
        Split split = Split.drawUpTo(task.questions(), shift, 40, 7);
        assertEquals(split.source().size(), split.target().size());
        Set<String> groups = new HashSet<>();
        split.source().forEach(q -> groups.add(q.group()));
        split.target().forEach(q -> assertFalse(groups.contains(q.group()), q.id()));
        assertEquals(
            Split.counts(shift.source(), split.source().size()), typeCounts(split.source()));
        assertEquals(
            Split.counts(shift.target(), split.target().size()), typeCounts(split.target()));
        assertEquals(split, Split.draw(task.questions(), shift, split.source().size(), 7));
        assertNotEquals(split, Split.drawUpTo(task.questions(), shift, 40, 8));
      }
    }
  }

  /** Who has seen 3+4=7 has seen 4+3=7, and who knows x+3 needs no other values of it. */
  @Test
  void mirroredQuestionsStandOnOneSide() {
    for (Task task : Tasks.all()) {
      for (Shift shift : task.shifts()) {
        for (long seed = 1; seed <= 5; seed++) {
          Split split = Split.drawUpTo(task.questions(), shift, 60, seed);
          Set<Object> seen = new HashSet<>();
          split.source().forEach(q -> seen.add(substance(task, q)));
          split.target().forEach(q -> assertFalse(seen.contains(substance(task, q)), q.text()));
        }
      }
    }
  }

  /** The function, the country, or the numbers that are added, subtracted or compared. */
  private static Object substance(Task task, Question question) {
    if (task.name().equals("code")) {
      return question.fact("body");
    }
    Matcher two = Pattern.compile("(\\d+)\\D+(\\d+)").matcher(question.text());
    return two.find()
        ? Set.copyOf(Arrays.asList(two.group(1), two.group(2)))
        : question.text().substring(1, 3);
  }

  /** Shares add up to 1 as far as numbers with sixteen digits do. */
  @Test
  void sharesAddUpToOne() {
    ImmutableMap<String, Double> whole = ImmutableMap.of("a", 1.0);
    for (double off : new double[] {5e-10, -5e-10, 0}) {
      ImmutableMap<String, Double> close = ImmutableMap.of("a", 0.25, "b", 0.75 + off);
      assertEquals(close, new Shift("s", close, whole).source());
      assertEquals(close, new Shift("s", whole, close).target());
    }
    for (double off : new double[] {2e-9, -2e-9}) {
      ImmutableMap<String, Double> wrong = ImmutableMap.of("a", 0.25, "b", 0.75 + off);
      String said = " shares add up to " + (0.25 + (0.75 + off));
      assertEquals("shift \"s\": the source" + said, refusal(() -> new Shift("s", wrong, whole)));
      assertEquals("shift \"s\": the target" + said, refusal(() -> new Shift("s", whole, wrong)));
    }
    List<String> seven = List.of("a", "b", "c", "d", "e", "f", "g");
    assertEquals(7, Shift.between("s", seven, seven).source().size());
    assertEquals(
        "shift \"s\": the source shares add up to 0.0",
        refusal(() -> Shift.between("s", List.of(), seven)));
  }

  private static String refusal(Executable what) {
    return assertThrows(IllegalArgumentException.class, what).getMessage();
  }

  /** Wherever numbers are written otherwise, questions are put in the same words. */
  @Test
  void questionsDoNotDependOnTheLanguageOfTheMachine() {
    Locale before = Locale.getDefault();
    try {
      for (String language : List.of("en", "de", "ar-EG", "fa", "tr")) {
        Locale.setDefault(Locale.forLanguageTag(language));
        for (Task made :
            List.of(
                Comparisons.digits(),
                Comparisons.words(),
                Arithmetic.task(),
                SmallCode.task(),
                Judge.task())) {
          for (Question question : made.questions()) {
            String all = question.toString();
            assertTrue(
                all.chars().allMatch(c -> !Character.isDigit(c) || (c >= '0' && c <= '9')), all);
          }
          assertEquals(Tasks.named(made.name()).questions(), made.questions(), language);
        }
      }
    } finally {
      Locale.setDefault(before);
    }
  }

  /** All 64 bits of a seed count. */
  @Test
  void largeSeedsDrawOtherSplits() {
    Task task = Tasks.named("arithmetic");
    Set<Split> splits = new HashSet<>();
    for (long seed : new long[] {7, 7 + (1L << 32), 7 - (1L << 32), 7 + (1L << 62)}) {
      Split split = Split.draw(task.questions(), task.shift("halves"), 10, seed);
      assertEquals(split, Split.draw(task.questions(), task.shift("halves"), 10, seed));
      splits.add(split);
    }
    assertEquals(4, splits.size());
  }

  @Test
  void mixturesAreFourFifthsAndOneFifth() {
    for (String name : List.of("comparisons", "arithmetic", "code", "judge", "words")) {
      Shift mixture = Tasks.named(name).shift("mixture");
      assertEquals(List.of(0.8, 0.2), List.copyOf(mixture.source().values()), name);
      assertEquals(List.of(0.2, 0.8), List.copyOf(mixture.target().values()), name);
      assertEquals(mixture.source(), Tasks.named(name).shift("mixture-reversed").target());
    }
  }

  /** A name of one's own may end like that of a direction. */
  @Test
  void aShiftIsFirstOfAllItsOwnName() {
    Question plain = Question.of("p", "plain", "g", "?", Map.of());
    Question back = Question.of("b", "back", "h", "?", Map.of());
    Shift own = Shift.between("x-reversed", List.of("plain"), List.of("back"));
    Shift other = Shift.between("y", List.of("plain"), List.of("back"));
    AnswerGrammar grammar = AnswerGrammar.oneOf(List.of("1"));
    Task task = Task.of("t", List.of(plain, back), grammar, (q, a) -> 0, List.of(own, other));
    assertEquals(own, task.shift("x-reversed"));
    assertEquals(own.target(), task.shift("x-reversed-reversed").source());
    assertEquals(other.target(), task.shift("y-reversed").source());
    assertThrows(IllegalArgumentException.class, () -> task.shift("x"));
  }

  @Test
  void shiftSharesGoToTheLargestRemainders() {
    assertEquals(
        Map.of("a", 2, "b", 1, "c", 1),
        Split.counts(ImmutableMap.of("a", 0.6, "b", 0.2, "c", 0.2), 4));
    assertEquals(Map.of("a", 4, "b", 6), Split.counts(ImmutableMap.of("a", 0.35, "b", 0.65), 10));
    assertEquals( // remainders 0.4, 0.2 and 0.4, of which the last is computed a bit larger
        Map.of("a", 1, "b", 1, "c", 6),
        Split.counts(ImmutableMap.of("a", 0.05, "b", 0.15, "c", 0.8), 8));
    assertEquals(Map.of("a", 11, "b", 45), Split.counts(ImmutableMap.of("a", 0.2, "b", 0.8), 56));
  }

  /** A kind is the type of a question where that does not say what is right. */
  @Test
  void kindsSayTheTypeAndNoAnswer() {
    for (Task task : Tasks.all()) {
      for (Question question : task.questions()) {
        String type = question.type().replaceAll("-(true|false)", "");
        assertEquals(task.name().equals("code") ? "function" : type, question.kind());
      }
    }
  }

  private static Map<String, Integer> typeCounts(List<Question> questions) {
    Map<String, Integer> counts = new HashMap<>();
    questions.forEach(q -> counts.merge(q.type(), 1, Integer::sum));
    return counts;
  }

  @Test
  void tooManyPromptsAreRefusedByTypeAndNumber() {
    Task task = Tasks.named("comparisons");
    IllegalArgumentException refusal =
        assertThrows(
            IllegalArgumentException.class,
            () -> Split.draw(task.questions(), task.shift("mixture"), 80, 1));
    assertTrue(refusal.getMessage().contains("64 source questions of type \"larger-zh\""));
    for (int none : new int[] {0, -5}) {
      assertThrows(
          IllegalArgumentException.class,
          () -> Split.drawUpTo(task.questions(), task.shift("mixture"), none, 1));
    }
    assertThrows(IllegalArgumentException.class, () -> task.shift("sideways"));
    assertThrows(IllegalArgumentException.class, () -> Tasks.named("chess"));
    assertThrows(
        IllegalArgumentException.class,
        () -> new Shift("x", ImmutableMap.of("a", 0.5), ImmutableMap.of("a", 1.0)));
  }

  @Test
  void typesOfBothSidesMustOccur() {
    List<Question> questions = List.of(Question.of("q", "a", "q", "say", Map.of()));
    AnswerGrammar grammar = AnswerGrammar.oneOf(List.of("x"));
    Shift known = Shift.between("s", List.of("a"), List.of("a"));
    assertEquals(1, Task.of("t", questions, grammar, (q, a) -> 0, List.of(known)).shifts().size());
    for (Shift shift :
        List.of(
            Shift.between("s", List.of("b"), List.of("a")),
            Shift.between("s", List.of("a"), List.of("b")))) {
      IllegalArgumentException refusal =
          assertThrows(
              IllegalArgumentException.class,
              () -> Task.of("t", questions, grammar, (q, a) -> 0, List.of(shift)));
      assertEquals("shift \"s\": no type \"b\"", refusal.getMessage());
    }
  }

  /** Nine groups: five on the source, four on the target. */
  @Test
  void asManyPromptsAsThereAreAndNoMoreThanWanted() {
    List<Question> questions = new ArrayList<>();
    for (int i = 0; i < 9; i++) {
      questions.add(Question.of("q" + i, "a", "q" + i, "say " + i, Map.of()));
    }
    Shift shift = Shift.between("halves", List.of("a"), List.of("a"));
    for (int most = 1; most <= 12; most++) {
      Split split = Split.drawUpTo(questions, shift, most, 1);
      assertEquals(Math.min(most, 4), split.source().size());
      assertEquals(Math.min(most, 4), split.target().size());
    }
    assertEquals(Split.draw(questions, shift, 4, 2), Split.drawUpTo(questions, shift, 7, 2));
    String said = refusal(() -> Split.drawUpTo(questions.subList(0, 1), shift, 3, 1));
    assertEquals(
        "shift \"halves\" with 1 prompts needs 1 target questions of type \"a\", and there are 0;"
            + " ask for fewer prompts",
        said);
  }

  @Test
  void expressionsAreEvaluatedAndNothingElse() {
    assertEquals(14, Expression.evaluate("2+3*(x-1)", 5));
    assertEquals(-7, Expression.evaluate("x-3-4", 0));
    assertEquals((5L << 40) + 1, Expression.evaluate("x+1", 5L << 40));
    assertEquals(25_000_000_000L, Expression.evaluate("x*5000000000", 5));
    assertThrows(VerifierException.class, () -> Expression.evaluate("99999999999999999999", 2));
    for (String text :
        List.of("", "x+", "x y", "(x", "x)", "2**3", "-1", "x/2", "y", "x+\uff18", "\u0663")) {
      assertThrows(VerifierException.class, () -> Expression.evaluate(text, 2), text);
    }
    assertEquals(5, Expression.evaluate("x+" + "0".repeat(98), 5), "a hundred characters");
    assertEquals(Long.MAX_VALUE, Expression.evaluate("9223372036854775807", 0));
    assertEquals(23, Expression.evaluate("((x))*2+x*(1+1)-(1)", 6));
    assertThrows(VerifierException.class, () -> Expression.evaluate("9999999999*9999999999", 1));
    assertThrows(VerifierException.class, () -> Expression.evaluate("(".repeat(200), 1));
  }
}
