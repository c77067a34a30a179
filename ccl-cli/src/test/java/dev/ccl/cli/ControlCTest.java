package dev.ccl.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.instance.InstanceWriter;
import dev.ccl.core.instance.generator.SeparationInstance;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ctrl-C in a terminal, where a bar shows progress. */
class ControlCTest {
  @TempDir Path directory;

  @BeforeEach
  void instance() throws IOException {
    InstanceWriter.write(SeparationInstance.of(2, 3, 2, 0.5), at("judge.json"));
  }

  private Path at(String name) {
    return directory.resolve(name);
  }

  /** Waits until the bar shows work, presses Ctrl-C and returns what is shown. */
  private static String interrupted(String... words) throws Exception {
    PseudoTerminal terminal = PseudoTerminal.start(words);
    terminal.await("[1-9]\\d*/\\d+ [^\\r\\n]* left");
    assertEquals(130, terminal.interrupt(), terminal.shown());
    String last = terminal.shown().stripTrailing();
    last = last.substring(last.lastIndexOf('\n') + 1);
    assertTrue(last.startsWith("ccl: interrupted; "), terminal.shown());
    return last;
  }

  private boolean anyCheckpoint(String under) throws IOException {
    try (Stream<Path> files = Files.walk(at(under))) {
      return files.anyMatch(file -> file.getFileName().toString().matches("seed\\d+\\.json"));
    }
  }

  @Test
  void aRunIsLaidDown() throws Exception {
    String last =
        interrupted("run", at("judge.json").toString(), "--rounds=1e8", "--out=" + at("run"));
    assertTrue(last.contains("--resume"), last);
    assertTrue(anyCheckpoint("run"), "ten seconds before the first checkpoint was due");
  }

  @Test
  void aSweepIsLaidDown() throws Exception {
    Files.writeString(
        at("sweep.yaml"), "instances: [judge.json]\nlearners: [ccl]\nrounds: 100000000\n");
    String last =
        interrupted("sweep", at("sweep.yaml").toString(), "--watch", "--out=" + at("sweep"));
    assertTrue(last.contains("the same command"), last);
    assertTrue(anyCheckpoint("sweep"));
  }

  @Test
  void aReproductionIsLaidDown() throws Exception {
    String last = interrupted("reproduce", "--out=" + at("reproduce"));
    assertTrue(last.contains("--resume"), last);
    assertTrue(anyCheckpoint("reproduce"));
  }

  @Test
  void aVerificationSaysThatItIsNotWhole() throws Exception {
    interrupted("verify", "--thorough", "--out=" + at("verify"));
    assertTrue(Files.notExists(at("verify")));
  }
}
