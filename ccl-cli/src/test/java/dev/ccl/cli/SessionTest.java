package dev.ccl.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.common.io.Resources;
import dev.ccl.judge.Recorded;
import dev.ccl.lm.task.Question;
import dev.ccl.lm.task.Verifier;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Sessions of commands with the files and exit codes that they leave; {@link Session} has them. */
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
        "study",
        "verify",
        "lm",
        "lm-run",
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

  /** In a process of its own, which is somewhere else and has another home for models. */
  @Test
  void isAsRecordedElsewhere(@TempDir Path directory) throws Exception {
    Path here = Files.createDirectory(directory.resolve("here"));
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Dfile.encoding=UTF-8",
            "-cp",
            Outcome.of("classpath").out().strip(),
            Session.class.getName(),
            directory.toString());
    builder.directory(here.toFile());
    Map<String, String> environment = builder.environment();
    environment.put("XDG_CACHE_HOME", directory.resolve("cache").toString());
    environment.merge("PATH", directory.resolve("bin").toString(), (path, bin) -> bin + ":" + path);
    Process process = builder.start();
    try (OutputStream commands = process.getOutputStream()) {
      commands.write(recorded("here").getBytes(UTF_8));
    }
    String text = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertEquals(0, process.waitFor(), text);
    Recorded.check(SessionTest.class, resource("here"), text);
  }
}
