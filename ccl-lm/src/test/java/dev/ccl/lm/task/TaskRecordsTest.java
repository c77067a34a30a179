package dev.ccl.lm.task;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.common.collect.ImmutableMap;
import com.google.common.hash.Hashing;
import dev.ccl.testkit.Recorded;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** Every task, split and refusal as a whole; what is right is worked out from the words alone. */
class TaskRecordsTest {
  @TempDir Path directory;

  private static String digest(String text) {
    return Hashing.sha256().hashString(text, StandardCharsets.UTF_8).toString().substring(0, 16);
  }

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

  private static String line(Task task, Question q) {
    List<String> worth = new ArrayList<>();
    for (String answer : answers(task.grammar())) {
      double reward = task.verifier().checked(q, answer);
      if (reward > 0) {
        worth.add("'" + answer + "' " + reward);
      }
    }
    return String.join(
        " | ", q.id(), q.type(), q.group(), q.text(), q.opening(), "" + q.facts(), "" + worth);
  }

  /** Each eleventh question to be read, and a digest of all. */
  @Test
  void questionsWithTheirAnswers() {
    StringBuilder out = new StringBuilder();
    for (Task task : Tasks.all()) {
      List<String> lines = task.questions().stream().map(q -> line(task, q)).toList();
      out.append(task.name() + ": " + lines.size() + " questions, ");
      out.append(digest(String.join("\n", lines)) + "\n");
      out.append("answers: " + task.grammar() + ", " + task.grammar().answers() + "\n");
      task.shifts().forEach(shift -> out.append(shift + "\n" + shift.reversed() + "\n"));
      for (int i = 0; i < lines.size(); i += 11) {
        out.append(lines.get(i)).append('\n');
      }
    }
    out.append(Tasks.listed().stream().map(Task::name).toList()).append('\n');
    Recorded.check(TaskRecordsTest.class, "tasks.txt", out.toString());
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
        asked = fits && question.id().startsWith(name(sign)) ? "" + sign + c : asked;
      }
    }
    int same = 0;
    for (String x : List.of("0", "7", "8", "9")) {
      String wanted = value(asked.charAt(0), asked.charAt(1) - '0', x);
      same += wanted.equals(value(answer.charAt(0), answer.charAt(1) - '0', x)) ? 1 : 0;
    }
    return same / 4.0;
  }

  private static String name(char sign) {
    return sign == '+' ? "plus/" : sign == '-' ? "minus/" : "times/";
  }

  private static String value(char sign, int c, String x) {
    int at = Integer.parseInt(x);
    return "" + (sign == '+' ? at + c : sign == '-' ? at - c : at * c);
  }

  /** Small ones to be read, and digests of those that are as large as can be. */
  @Test
  void splits() {
    StringBuilder out = new StringBuilder();
    for (Task task : Tasks.all()) {
      for (Shift listed : task.shifts()) {
        for (String name : List.of(listed.name(), listed.name() + "-reversed")) {
          Shift shift = task.shift(name);
          for (long seed : new long[] {1, 90_210}) {
            Split split = Split.draw(task.questions(), shift, 6, seed);
            out.append(task.name() + "/" + shift.name() + "/" + seed + "\n");
            out.append("  source " + ids(split.source()) + "\n");
            out.append("  target " + ids(split.target()) + "\n");
          }
          Split most = Split.drawUpTo(task.questions(), shift, 90, 5);
          out.append(task.name() + "/" + name + " up to 90: " + most.source().size() + " and ");
          out.append(most.target().size() + ", " + digest(most.toString()) + "\n");
        }
      }
    }
    Recorded.check(TaskRecordsTest.class, "splits.txt", out.toString());
  }

  private static String ids(List<Question> questions) {
    return questions.stream().map(Question::id).collect(Collectors.joining(" "));
  }

  /** Three types in the order of the file, groups, openings, facts, and what is not said. */
  @Test
  void taskOfAFile() throws IOException {
    Path file =
        Files.writeString(
            directory.resolve("my.own.task.jsonl"),
            "{\"id\":\"2\",\"type\":\"z\",\"text\":\"two?\",\"group\":\"even\",\"opening\":\"It is\"}\n"
                + "\n{\"text\":\"one?\",\"id\":\"1\",\"facts\":{\"b\":\"x\",\"a\":\"\"}}\n"
                + "{\"id\":\"z/4\",\"type\":\"a\",\"text\":\" 四? \",\"group\":\"even\"}\r\n"
                + "   \n{\"id\":\"6\",\"type\":\"z\",\"text\":\"six?\",\"facts\":{}}");
    Task task = TaskFile.read(file, AnswerGrammar.number(3), (q, a) -> a.length() / 3.0);
    StringBuilder out = new StringBuilder(task.name() + ", " + task.grammar() + "\n");
    task.questions().forEach(q -> out.append(q + " " + q.prompt() + "\n"));
    task.shifts().forEach(shift -> out.append(shift + "\n"));
    out.append(task.verifier().checked(task.questions().get(0), "12") + "\n");
    Recorded.check(TaskRecordsTest.class, "task-of-a-file.txt", out.toString());
  }

  private final StringBuilder refusals = new StringBuilder();

  private void refused(Executable what) {
    String message = assertThrows(RuntimeException.class, what).getMessage();
    refusals.append(message.replace(directory.toString(), "DIR")).append('\n');
  }

  private void refusedFile(String text) throws IOException {
    Path file = Files.writeString(directory.resolve("my.task.jsonl"), text);
    AnswerGrammar grammar = AnswerGrammar.oneOf(List.of("3"));
    refused(() -> TaskFile.read(file, grammar, (q, a) -> 0));
  }

  @Test
  void refusalsOfTasks() throws IOException {
    Function<String, Question> typed = type -> Question.of("q", type, "g", "?", Map.of("n", "x"));
    refused(() -> Question.of("", "a", "g", "?", Map.of()));
    refused(() -> typed.apply(""));
    refused(() -> typed.apply("a/b"));
    refused(() -> Question.of("q", "a", "g", "", Map.of()));
    refused(() -> typed.apply("a").number("n"));
    refused(() -> typed.apply("a").fact("m"));
    refused(() -> AnswerGrammar.positions(List.of()));
    refused(() -> AnswerGrammar.positions(List.of(List.of("a"), List.of())));
    refused(() -> AnswerGrammar.positions(List.of(List.of("a"), List.of("b", "c", "b"))));
    refused(() -> AnswerGrammar.top(0, 2));
    refused(() -> AnswerGrammar.top(2, 0));
    refused(() -> AnswerGrammar.top(2, 3).pieces(0));
    refused(() -> new Shift("s", ImmutableMap.of("a", 0.5), ImmutableMap.of("a", 1.0)));
    refused(() -> new Shift("s", ImmutableMap.of("a", 1.0), ImmutableMap.of("a", 0.5, "b", 0.6)));
    refused(() -> new Shift("s", ImmutableMap.of("a", 1.0, "b", 0.0), ImmutableMap.of("a", 1.0)));
    refused(() -> new Shift("s", ImmutableMap.of("a", 1.0), ImmutableMap.of("a", 2.0, "b", -1.0)));
    refused(() -> Shift.between("s", List.of("a", ""), List.of("a")));
    Task judge = Tasks.named("judge");
    refused(() -> judge.shift("mixture-en"));
    refused(() -> judge.shift("halves-reversed-reversed"));
    refused(() -> Tasks.named("chess"));
    refused(() -> Split.draw(judge.questions(), judge.shift("subject"), 0, 1));
    refused(() -> Split.drawUpTo(judge.questions(), judge.shift("subject"), -2, 1));
    refused(() -> Split.draw(judge.questions(), judge.shift("subject"), 61, 1));
    refused(() -> Split.draw(judge.questions(), judge.shift("subject-reversed"), 61, 1));
    for (String text : List.of("x+", "(x", "2**3", "x y", "9223372036854775808", "x-", ")")) {
      refused(() -> Expression.evaluate(text, 2));
    }
    refused(() -> Expression.evaluate("x*x*x", 1L << 30));
    refused(() -> Expression.evaluate("1".repeat(101), 1));
    Verifier outside = (q, a) -> 1.5;
    refused(() -> outside.checked(typed.apply("a"), "1"));
    Verifier below = (q, a) -> -0.25;
    refused(() -> below.checked(typed.apply("a"), "1"));
    Verifier broken = (q, a) -> Integer.parseInt("?");
    refused(() -> broken.checked(typed.apply("a"), "1"));
    refused(() -> TaskFile.verifier("no.such.Class"));
    refused(() -> TaskFile.verifier("java.lang.String"));
    refused(() -> TaskFile.verifier("dev.ccl.lm.task.Verifier"));
    refusedFile("");
    refusedFile("\n \n");
    refusedFile("{\"id\":\"q\",\"text\":\"t\"}\n\n{\"id\":\"r\"}");
    refusedFile("{\"text\":\"t\"}");
    refusedFile("{\"id\":7,\"text\":\"t\"}");
    refusedFile("{\"id\":\"q\",\"text\":\"t\",\"type\":null}");
    refusedFile("{\"id\":\"q\",\"text\":\"t\",\"reward\":\"1\"}");
    refusedFile("{\"id\":\"q\",\"text\":\"t\",\"facts\":[]}");
    refusedFile("{\"id\":\"q\",\"text\":\"t\",\"facts\":{\"a\":\"1\",\"b\":1}}");
    refusedFile("{\"id\":\"q\",\"id\":\"r\",\"text\":\"t\"}");
    refusedFile("{\"id\":\"q\",\"text\":\"t\"} {}");
    refusedFile("{\"id\":\"q\",\"text\":\"\"}");
    refusedFile("[1]");
    refusedFile("{\"id\":\"q\",\"text\":\"t\"}\n{\"id\":\"q\",\"text\":\"t\"}");
    Recorded.check(TaskRecordsTest.class, "refusals.txt", refusals.toString());
  }
}
