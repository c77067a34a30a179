package dev.ccl.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableSortedSet;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

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
}
