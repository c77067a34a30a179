package dev.ccl.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableSortedSet;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whatever is wrong with files that no session can show: one line, exit code 2, and no file is
 * touched.
 */
class BadInputTest {
  @TempDir private static Path directory;

  /** Names behind an @ are in the directory of this test. */
  private static final String LINES =
      """
        inspect @binary.json
        inspect @deep.json
        inspect @str.json
        run @binary.json --rounds 10 --out @o1
        sweep @binary.yaml
        reproduce --quick --out @afile
        reproduce --quick --out @afile/sub
        reproduce --quick --out @full
      """;

  static Stream<String> lines() {
    return LINES.lines().map(String::strip);
  }

  @BeforeAll
  static void makeFiles() throws IOException {
    Files.createDirectory(directory.resolve("full"));
    byte[] binary = new byte[5000];
    for (int i = 0; i < binary.length; i++) {
      binary[i] = (byte) (i * i + 200);
    }
    Files.write(directory.resolve("binary.json"), binary);
    Files.write(directory.resolve("binary.yaml"), binary);
    write("deep.json", "[".repeat(200_000));
    write("str.json", "\"x\"");
    write("afile", "hello");
    write("full/x", "x");
  }

  private static void write(String name, String text) throws IOException {
    Files.writeString(directory.resolve(name), text);
  }

  private static String at(String name) {
    return directory.resolve(name).toString();
  }

  @ParameterizedTest
  @MethodSource("lines")
  void isOneLineAndLeavesNothing(String line) {
    ImmutableSortedSet<String> before = files();
    String[] args =
        Splitter.on(' ')
            .splitToStream(line)
            .map(word -> word.startsWith("@") ? at(word.substring(1)) : word)
            .toArray(String[]::new);
    Outcome outcome = Outcome.of(args);
    outcome.assertOneLine();
    assertEquals(Failures.BAD_INPUT, outcome.code(), outcome.err());
    assertEquals("", outcome.out());
    assertEquals(before, files());
  }

  private static ImmutableSortedSet<String> files() {
    try (Stream<Path> walk = Files.walk(directory)) {
      return walk.map(Path::toString)
          .collect(ImmutableSortedSet.toImmutableSortedSet(Comparator.naturalOrder()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void anArgumentWithoutEndIsNotEchoedWhole() {
    Outcome.of("instance", "demo", "--out=" + at("demo.json"));
    String vector = "[".repeat(100_000);
    Outcome outcome = Outcome.of("evaluate", at("demo.json"), "--w=" + vector, "--theta=[0]");
    assertEquals(2, outcome.code());
    outcome.assertOneLine();
    assertTrue(outcome.err().length() < 7000, outcome.err().length() + " characters");
    assertTrue(outcome.err().contains("--w"), outcome.err());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"inspect @", "run @ --rounds=1 --out=x", "run x --rounds=1 --out @", "report @"})
  void anEmptyNameIsSaidToBeOne(String line) {
    String[] words = Splitter.on(' ').splitToStream(line.replace("@", "")).toArray(String[]::new);
    Outcome outcome = Outcome.of(words);
    assertEquals(2, outcome.code());
    outcome.assertOneLine();
    assertTrue(outcome.err().contains("an empty name is no file"), outcome.err());
  }

  /** A process may be forbidden to write large files, which is like a full disk. */
  @Test
  void aFileThatDoesNotFitIsNamed() throws Exception {
    Process process =
        new ProcessBuilder(
                "sh",
                "-c",
                "ulimit -f 8; exec \"$@\"",
                "sh",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:-UsePerfData",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.ccl.cli.Main",
                "instance",
                "random",
                "--seed=1",
                "--source=50",
                "--target=50",
                "--out=" + at("large.json"))
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertEquals(2, process.waitFor(), said);
    assertTrue(said.startsWith("ccl: " + at("large.json") + ": "), said);
    assertEquals(1, said.lines().count(), said);
    assertTrue(Files.notExists(directory.resolve("large.json")));
  }
}
