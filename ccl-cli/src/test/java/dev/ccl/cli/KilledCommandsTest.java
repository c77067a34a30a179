package dev.ccl.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.hash.HashCode;
import com.google.common.hash.Hashing;
import dev.ccl.core.instance.InstanceWriter;
import dev.ccl.core.instance.generator.SeparationInstance;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Long commands that are killed thirty times, whatever they are doing, and given again: in the end
 * the same files with the same bytes as if nothing had happened.
 */
@EnabledIfSystemProperty(named = "ccl.thorough", matches = "true")
class KilledCommandsTest {
  private static final int KILLS = 30;
  private static final int LONGEST_LIFE = 2500; // milliseconds

  @TempDir Path directory;

  @BeforeEach
  void files() throws IOException {
    InstanceWriter.write(SeparationInstance.of(2, 3, 2, 0.5), directory.resolve("a.json"));
    Files.writeString(
        directory.resolve("grid.yaml"),
        """
        instances: [a.json, {generate: separation, lambda: [0.5, 1]}]
        learners: [ccl, practical, direct-matching]
        rounds: 3000
        seeds: 2
        """);
    TinyModelFile.write(directory.resolve("tiny.bin"), 7);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "run a.json --rounds 200000 --seeds 3 --threads 2 --evaluate --certify --resume --out @",
        "sweep grid.yaml --out @",
        "reproduce --quick --resume --out @",
        "lm study --weights tiny.bin --prompts 6 --splits 2 --only comparisons/mixture --out @.jsonl"
      })
  void endsWithTheSameBytes(String line) throws Exception {
    Process whole = start(line.replace("@", "whole"));
    assertEquals(0, whole.waitFor(), said());
    Random random = new Random(11);
    int kills = 0;
    for (int life = 0; life < KILLS; life++) {
      Process process = start(line.replace("@", "killed"));
      if (!process.waitFor(1 + random.nextInt(LONGEST_LIFE), TimeUnit.MILLISECONDS)) {
        process.destroyForcibly();
        kills++;
      }
      process.waitFor();
    }
    Process last = start(line.replace("@", "killed"));
    assertEquals(0, last.waitFor(), said());
    assertEquals(digests("whole"), digests("killed"));
    System.out.printf("| %s | %d of %d |%n", line, kills, KILLS);
    assertTrue(kills > 5, "the command is too short for kills");
  }

  private Process start(String line) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path")));
    command.add("dev.ccl.cli.Main");
    command.addAll(List.of(line.split(" ")));
    return new ProcessBuilder(command)
        .directory(directory.toFile())
        .redirectErrorStream(true)
        .redirectOutput(directory.resolve("said").toFile())
        .start();
  }

  private String said() throws IOException {
    return Files.readString(directory.resolve("said"));
  }

  /** What is in a directory, but for the times that a reproduction has taken. */
  private Map<String, HashCode> digests(String name) throws IOException {
    Map<String, HashCode> digests = new TreeMap<>();
    Path root = directory.resolve(name);
    if (Files.notExists(root)) {
      root = directory.resolve(name + ".jsonl");
    }
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        if (!file.endsWith("times.json")) {
          HashCode digest = Hashing.sha256().hashBytes(Files.readAllBytes(file));
          digests.put(root.relativize(file).toString(), digest);
        }
      }
    }
    return digests;
  }
}
