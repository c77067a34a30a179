package dev.ccl.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.base.Splitter;
import com.google.common.io.Resources;
import dev.ccl.lm.task.Question;
import dev.ccl.lm.task.Verifier;
import dev.ccl.testkit.Recorded;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Sessions of commands with all that they print and write, recorded; {@link Session} has them. */
class SessionTest {
  static Stream<String> names() {
    return Stream.of(
        "instance",
        "inspect",
        "evaluate",
        "run",
        "certify",
        "plan",
        "learners",
        "sweep",
        "report",
        "ask",
        "verify",
        "lm",
        "lm-run",
        "help",
        "bad");
  }

  /** More for longer answers and for questions of even numbers. */
  public static final class Letters implements Verifier {
    /** Made by its name. */
    public Letters() {}

    @Override
    public double reward(Question question, String answer) {
      return answer.length() / 40.0 + (question.id().equals("a") ? 0.4 : 0.1);
    }
  }

  private static String recorded(String name) throws IOException {
    return Resources.toString(Resources.getResource(SessionTest.class, resource(name)), UTF_8);
  }

  private static String resource(String name) {
    return "sessions/" + name + ".txt";
  }

  @ParameterizedTest
  @MethodSource("names")
  void isAsRecorded(String name, @TempDir Path directory) throws IOException {
    Recorded.check(SessionTest.class, resource(name), Session.again(recorded(name), directory));
  }

  /** Whatever is wrong with what was typed: one line, exit code 2, and no file is touched. */
  @ParameterizedTest
  @MethodSource("names")
  void badInputIsOneLineAndLeavesNothing(String name) throws IOException {
    for (String command : Splitter.on("\n$ ").split("\n" + recorded(name))) {
      List<String> lines = command.lines().filter(line -> !line.startsWith("#")).toList();
      boolean bad = lines.contains("= 2");
      assertEquals(
          bad,
          lines.stream()
              .anyMatch(
                  l -> l.startsWith("! ccl: ") && !l.matches("! ccl: (warning: |watch at ).*")),
          command);
      assertTrue(!bad || lines.size() == 3, command);
    }
  }
}
