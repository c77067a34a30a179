package dev.ccl.lm.task;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ccl.lm.Children;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UserTasksTest {
  private static final Question QUESTION =
      Question.of("q1", "all", "q1", "3 or 7?", Map.of("right", "7"));

  @TempDir Path directory;

  /** The verifier that a user would name. */
  public static final class Right implements Verifier {
    @Override
    public double reward(Question question, String answer) {
      return answer.equals(question.fact("right")) ? 1 : 0;
    }
  }

  @Test
  void aFileOfQuestionsIsATask() throws IOException {
    Path file = directory.resolve("mine.jsonl");
    Files.writeString(
        file,
        "{\"id\":\"q1\",\"type\":\"a\",\"text\":\"3 or 7?\",\"facts\":{\"right\":\"7\"}}\n\n"
            + "{\"id\":\"q2\",\"type\":\"b\",\"text\":\"1 or 2?\",\"opening\":\"It is \"}\n");
    Verifier verifier = TaskFile.verifier(Right.class.getName());
    assertInstanceOf(Right.class, verifier);
    Task task = TaskFile.read(file, AnswerGrammar.oneOf(List.of("3", "7")), verifier);
    assertEquals("mine", task.name());
    assertEquals(2, task.questions().size());
    assertEquals(1, task.verifier().checked(task.questions().get(0), "7"));
    assertEquals("It is ", task.questions().get(1).opening());
    assertEquals(
        List.of("halves", "mixture-a-b", "disjoint-a-b"),
        task.shifts().stream().map(Shift::name).toList());
    assertThrows(
        VerifierException.class, () -> task.verifier().checked(task.questions().get(1), "7"));
  }

  /** Questions of a group stay on one side; one without a group is its own. */
  @Test
  void aQuestionIsItsOwnGroupUnlessItNamesOne() throws IOException {
    Path file = directory.resolve("groups.jsonl");
    Files.writeString(
        file,
        "{\"id\":\"1\",\"type\":\"a\",\"text\":\"x\"}\n"
            + "{\"id\":\"2\",\"type\":\"a\",\"text\":\"y\",\"group\":\"g\"}\n"
            + "{\"id\":\"3\",\"text\":\"z\"}\n");
    Task task = TaskFile.read(file, AnswerGrammar.oneOf(List.of("3", "7")), (q, a) -> 0);
    assertEquals(List.of("1", "g", "3"), task.questions().stream().map(Question::group).toList());
  }

  /** Every pair of types, and a question without one has the type "all". */
  @Test
  void threeTypesHaveThreePairs() throws IOException {
    Path file = directory.resolve("three.jsonl");
    Files.writeString(
        file,
        "{\"id\":\"1\",\"type\":\"a\",\"text\":\"x\"}\n"
            + "{\"id\":\"2\",\"type\":\"b\",\"text\":\"y\"}\n"
            + "{\"id\":\"3\",\"text\":\"z\"}\n");
    Task task = TaskFile.read(file, AnswerGrammar.oneOf(List.of("3", "7")), (q, a) -> 0);
    assertEquals(
        List.of(
            "halves",
            "mixture-a-b",
            "disjoint-a-b",
            "mixture-a-all",
            "disjoint-a-all",
            "mixture-b-all",
            "disjoint-b-all"),
        task.shifts().stream().map(Shift::name).toList());
    assertEquals(Map.of("b", 1.0), task.shift("disjoint-b-all").source());
    assertEquals(Map.of("all", 1.0), task.shift("disjoint-b-all").target());
    assertEquals(Map.of("a", 0.2, "all", 0.8), task.shift("mixture-a-all").target());
    assertEquals(3, task.shift("halves").source().size());
  }

  @Test
  void linesThatBreakARuleAreNamed() throws IOException {
    refused("{\"id\":\"q\"}", "line 1: key \"text\" is missing");
    refused("{\"id\":\"q\",\"text\":\"t\"}\n\n{\"id\":\"r\"}", "line 3: key \"text\" is missing");
    refused("{\"id\":\"q\",\"text\":\"t\",\"reward\":1}", "unknown key \"reward\"");
    refused("{\"id\":\"q\",\"text\":7}", "key \"text\" is no string");
    refused("{\"id\":\"q\",\"text\":\"t\",\"facts\":{\"a\":1}}", "fact \"a\" is no string");
    refused("[1]", "not a JSON object");
    refused("{\"id\":", "no JSON");
    refused("{\"id\":\"q\",\"text\":\"t\"}\n{\"id\":\"q\",\"text\":\"t\"}", "\"q\" appears twice");
    refused("", "no question");
    assertThrows(IllegalArgumentException.class, () -> TaskFile.verifier("no.such.Class"));
    assertThrows(IllegalArgumentException.class, () -> TaskFile.verifier("java.lang.String"));
  }

  private void refused(String text, String why) throws IOException {
    Path file = directory.resolve("bad.jsonl");
    Files.writeString(file, text);
    AnswerGrammar grammar = AnswerGrammar.oneOf(List.of("3"));
    IllegalArgumentException refusal =
        assertThrows(
            IllegalArgumentException.class, () -> TaskFile.read(file, grammar, (q, a) -> 0));
    assertTrue(refusal.getMessage().contains(why), refusal.getMessage());
  }

  @Test
  void aVerifierThatBreaksHasNotJudged() {
    Verifier broken = (question, answer) -> Integer.parseInt(answer);
    assertEquals(1, broken.checked(QUESTION, "1"));
    VerifierException failure =
        assertThrows(VerifierException.class, () -> broken.checked(QUESTION, "x"));
    assertTrue(failure.getMessage().contains("NumberFormatException"), failure.getMessage());
    Verifier minus = (question, answer) -> -0.0;
    assertEquals("0.0", Double.toString(minus.checked(QUESTION, "1")));
    for (double reward : new double[] {0, Double.MIN_VALUE, Math.nextDown(1.0), 1}) {
      Verifier legal = (question, answer) -> reward;
      assertEquals(reward, legal.checked(QUESTION, "1"));
    }
    for (double reward : new double[] {-Double.MIN_VALUE, Math.nextUp(1.0)}) {
      Verifier illegal = (question, answer) -> reward;
      assertThrows(VerifierException.class, () -> illegal.checked(QUESTION, "1"));
    }
    Verifier none = (question, answer) -> Double.NaN;
    assertThrows(VerifierException.class, () -> none.checked(QUESTION, "1"));
  }

  @Test
  void aFileInAnotherEncodingIsNamed() throws IOException {
    Path file = Files.write(directory.resolve("latin.jsonl"), new byte[] {'{', (byte) 0xff, '}'});
    AnswerGrammar grammar = AnswerGrammar.oneOf(List.of("3"));
    IllegalArgumentException refusal =
        assertThrows(
            IllegalArgumentException.class, () -> TaskFile.read(file, grammar, (q, a) -> 0));
    assertTrue(refusal.getMessage().endsWith("latin.jsonl: not in UTF-8"), refusal.getMessage());
  }

  @Test
  void aCommandJudgesAndItsFailuresAreTold() {
    assertEquals(0.25, command("cat > /dev/null; echo 0.25").checked(QUESTION, "7"));
    assertEquals(
        1, command("grep -q '\"answer\":\"7\"' && echo 1 || echo 0").checked(QUESTION, "7"));
    assertEquals(
        0, command("grep -q '\"answer\":\"7\"' && echo 1 || echo 0").checked(QUESTION, "3"));
    assertEquals(0.5, command("printf '%.4094f' 0.5").checked(QUESTION, "7"), "4096 bytes");
    failure("printf '%.4095f' 0.5", "]: more than 4096 bytes of output");
    failure("printf '%041d' 0 | tr 0 x", "]: \"" + "x".repeat(40) + "…\" is no reward");
    failure("printf '%040d' 0 | tr 0 x", "]: \"" + "x".repeat(40) + "\" is no reward");
    failure("echo 2", "outside [0,1]");
    failure("echo perhaps", "command [sh, -c, echo perhaps]: \"perhaps\" is no reward");
    failure("exit 3", "command [sh, -c, exit 3]: exit code 3");
    failure("echo 1; exit 1", "exit code 1");
    failure("sleep 20", "command [sh, -c, sleep 20]: no reward after 1500 ms");
    failure("echo ' 0.5 x'", "]: \"0.5 x\" is no reward");
    failure("true", "]: \"\" is no reward");
    assertEquals(0.5, command("echo 1 >&2; echo; echo ' 0.5 '; echo").checked(QUESTION, "7"));
    failure(
        "head -c 10000 /dev/zero",
        "command [sh, -c, head -c 10000 /dev/zero]: more than 4096 bytes of output");
    VerifierException missing =
        assertThrows(
            VerifierException.class,
            () ->
                CommandVerifier.of(List.of("no-such-command"), Duration.ofSeconds(1))
                    .checked(QUESTION, "7"));
    assertTrue(missing.getMessage().contains("no-such-command"));
  }

  private static CommandVerifier command(String script) {
    return CommandVerifier.of(List.of("sh", "-c", script), Duration.ofMillis(1_500));
  }

  private static void failure(String script, String why) {
    VerifierException failure =
        assertThrows(VerifierException.class, () -> command(script).checked(QUESTION, "7"));
    assertTrue(failure.getMessage().contains(why), failure.getMessage());
  }

  @Test
  void commandsThatAreNotRun() {
    for (Duration limit : List.of(Duration.ZERO, Duration.ofNanos(-1))) {
      assertEquals(
          "a verifier needs a command and a positive time",
          assertThrows(
                  IllegalArgumentException.class, () -> CommandVerifier.of(List.of("sh"), limit))
              .getMessage());
    }
    assertEquals(
        "a verifier needs a command and a positive time",
        assertThrows(
                IllegalArgumentException.class,
                () -> CommandVerifier.of(List.of(), Duration.ofSeconds(1)))
            .getMessage());
    Thread.currentThread().interrupt();
    CommandVerifier verifier = command("sleep 20");
    VerifierException stopped =
        assertThrows(VerifierException.class, () -> verifier.checked(QUESTION, "7"));
    assertTrue(Thread.interrupted(), "whoever interrupts is told");
    assertEquals("command [sh, -c, sleep 20]: interrupted", stopped.getMessage());
  }

  /** More milliseconds than an int has. */
  @Test
  void aLimitOfManyDays() {
    CommandVerifier verifier =
        CommandVerifier.of(List.of("sh", "-c", "sleep 0.05; echo 0.5"), Duration.ofDays(30));
    assertEquals(0.5, verifier.checked(QUESTION, "7"));
  }

  /** Who stops a verifier ends it and what it has started. */
  @Test
  void nothingGoesOnBehindAVerifierThatWasStopped() {
    Path told = directory.resolve("told");
    CommandVerifier verifier =
        CommandVerifier.of(
            List.of(
                "sh",
                "-c",
                "sleep 50 & echo $$ $! > '" + told + "'; while true; do sleep 51; done"),
            Duration.ofMinutes(5));
    Children.interruptWhenToldIn(told);
    assertThrows(VerifierException.class, () -> verifier.checked(QUESTION, "7"));
    assertTrue(Thread.interrupted());
    assertTrue(Children.allEnd(told), "something goes on");
  }

  /** Judges in a directory of its own, well and badly. */
  static final class Judgements {
    private Judgements() {}

    public static void main(String[] args) {
      for (String script : List.of("echo 1", "echo x", "exit 3", "head -c 9999 /dev/zero")) {
        try {
          System.out.print(command(script).reward(QUESTION, "7"));
        } catch (VerifierException e) {
          System.out.print("!");
        }
      }
      try {
        CommandVerifier.of(List.of("no-such-command"), Duration.ofSeconds(1)).reward(QUESTION, "7");
      } catch (VerifierException e) {
        System.out.print("?");
      }
    }
  }

  @Test
  void noFileIsLeftBehind() throws IOException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Djava.io.tmpdir=" + directory,
                "-cp",
                System.getProperty("java.class.path"),
                Judgements.class.getName())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals("1.0!!!?", said);
    try (Stream<Path> left = Files.list(directory)) {
      assertEquals(
          List.of(), left.filter(file -> file.toString().contains("ccl-verifier")).toList());
    }
  }

  /** Knows a verifier that the loader of this library does not: another class of the same name. */
  private static final class Own extends ClassLoader {
    Own() {
      super(Own.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.equals(Right.class.getName())) {
        return super.loadClass(name, resolve);
      }
      try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
        byte[] bytes = in.readAllBytes();
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }

  /** A user's classes may be known to the thread alone. */
  @Test
  void verifiersAreThoseThatTheThreadKnows() {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    Own own = new Own();
    try {
      thread.setContextClassLoader(own);
      assertSame(own, TaskFile.verifier(Right.class.getName()).getClass().getClassLoader());
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  /** All that a verifier may need, and nothing that depends on the reward. */
  @Test
  void aCommandIsToldTheWholeQuestion() throws IOException {
    Path request = directory.resolve("request.json");
    Question question = Question.of("q2", "kind", "g", "5和6? é", Map.of("low", " 5 ", "high", "六"));
    CommandVerifier verifier = command("cat > '" + request + "'; echo 1");
    assertEquals(1, verifier.checked(question, " 六\n"));
    ObjectMapper mapper = new ObjectMapper();
    ObjectNode expected =
        mapper
            .createObjectNode()
            .put("id", "q2")
            .put("type", "kind")
            .put("text", "5和6? é")
            .put("answer", " 六\n");
    expected.putObject("facts").put("low", " 5 ").put("high", "六");
    assertEquals(expected, mapper.readTree(Files.readString(request)));
  }

  /** However long an answer is: whoever reads gets all of it, and nobody has to read. */
  @Test
  void longAnswersReachTheCommandAndHoldNobodyUp() {
    String answer = "z".repeat(1 << 20);
    String count = "[ $(tr -cd z | wc -c) = 1048576 ] && echo 1 || echo 0";
    assertEquals(1, command(count).checked(QUESTION, answer));
    assertEquals(0.5, command("read -r line && echo 0.5").checked(QUESTION, "7"), "a whole line");
    CommandVerifier deaf =
        CommandVerifier.of(List.of("sh", "-c", "exec sleep 3"), Duration.ofMillis(200));
    VerifierException late =
        assertThrows(VerifierException.class, () -> deaf.checked(QUESTION, answer));
    assertEquals("command [sh, -c, exec sleep 3]: no reward after 200 ms", late.getMessage());
  }

  /** Not by its directory, and whole where it has no ending. */
  @Test
  void aTaskIsNamedLikeItsFile() throws IOException {
    Path below = Files.createDirectories(directory.resolve("v1.2"));
    AnswerGrammar grammar = AnswerGrammar.oneOf(List.of("3"));
    String odd = "a\u2028b\u0085c\u000bd"; // no ends of lines
    Map<String, String> names =
        Map.of("mine", "mine", "mine.jsonl", "mine", "a.b.txt", "a.b", "我的.jsonl", "我的");
    for (Map.Entry<String, String> entry : names.entrySet()) {
      Path file = below.resolve(entry.getKey());
      Files.writeString(
          file, "{\"id\":\"1\",\"text\":\"" + odd.replace("\u000b", "\\u000b") + "\"}\n");
      Task task = TaskFile.read(file, grammar, (q, a) -> 0);
      assertEquals(entry.getValue(), task.name());
      assertEquals(odd, task.questions().get(0).text());
    }
  }
}
