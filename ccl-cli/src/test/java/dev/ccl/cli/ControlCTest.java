package dev.ccl.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.instance.InstanceWriter;
import dev.ccl.core.instance.generator.SeparationInstance;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

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

  /** Waits until the bar shows some of all the work, presses Ctrl-C and returns what is shown. */
  private static String interrupted(String all, String... words) throws Exception {
    PseudoTerminal terminal = PseudoTerminal.start(words);
    terminal.await("[1-9]\\d*/\\d+ [^\\r\\n]* left");
    assertEquals(130, terminal.interrupt(), terminal.shown());
    assertTrue(terminal.shown().contains("/" + all + ", "), terminal.shown());
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

  /** A terminal that cannot go back in a line is shown lines alone. */
  @Test
  void aDumbTerminalIsShownNoBar() throws Exception {
    for (String term : List.of("xterm", "dumb")) {
      String out = "--out=" + at(term);
      PseudoTerminal terminal =
          PseudoTerminal.ofKind(term, "run", at("judge.json").toString(), "--rounds=3", out);
      assertEquals(0, terminal.end(), terminal.shown());
      boolean drawn = terminal.shown().replace("\r\n", "\n").contains("\r");
      assertEquals(term.equals("xterm"), drawn, terminal.shown());
    }
  }

  @Test
  void aRunIsLaidDown() throws Exception {
    String last =
        interrupted(
            "200000000 rounds",
            "run",
            at("judge.json").toString(),
            "--rounds=1e8",
            "--seeds=2",
            "--out=" + at("run"));
    assertEquals(
        "ccl: interrupted; the same command with --resume continues the run in " + at("run"), last);
    assertTrue(anyCheckpoint("run"), "ten seconds before the first checkpoint was due");
  }

  @Test
  void aSweepIsLaidDown() throws Exception {
    Files.writeString(
        at("sweep.yaml"), "instances: [judge.json]\nlearners: [ccl, oracle]\nrounds: 100000000\n");
    String last =
        interrupted(
            "200000000 rounds",
            "sweep",
            at("sweep.yaml").toString(),
            "--watch",
            "--out=" + at("sweep"));
    assertEquals("ccl: interrupted; the same command continues in " + at("sweep"), last);
    assertTrue(anyCheckpoint("sweep"));
  }

  @Test
  void aReproductionIsLaidDown() throws Exception {
    Path other = Files.createDirectory(at("other"));
    long rounds =
        CommandLine.populateCommand(new ReproduceOptions(), "--out=" + other).experiments().stream()
            .mapToLong(experiment -> experiment.plan().work())
            .sum();
    String last = interrupted(rounds + " rounds", "reproduce", "--out=" + at("reproduce"));
    assertEquals(
        "ccl: interrupted; the same command with --resume continues from "
            + at("reproduce/runs/standard-seed1"),
        last);
    assertTrue(anyCheckpoint("reproduce"));
  }

  @Test
  void aVerificationSaysThatItIsNotWhole() throws Exception {
    VerifyOptions options = CommandLine.populateCommand(new VerifyOptions(), "--thorough");
    int pairs = options.plan().ids().size() * options.instances().size();
    interrupted(pairs + " checks", "verify", "--thorough", "--out=" + at("verify"));
    assertTrue(Files.notExists(at("verify")));
  }

  @Test
  void aPlanKeepsNothing() throws Exception {
    String last =
        interrupted(
            "30000000 rounds",
            "plan",
            at("judge.json").toString(),
            "--epsilon=1e-3",
            "--pilot=1e7",
            "--pilots=3");
    assertEquals("ccl: interrupted; a plan keeps nothing", last);
  }

  private PseudoTerminal inAnEndlessRound() throws IOException {
    PseudoTerminal terminal =
        PseudoTerminal.start(
            "run",
            at("judge.json").toString(),
            "--rounds=5",
            "--preset=practical",
            "--set=updates=999999999999",
            "--out=" + at("long"));
    terminal.await("0/5 rounds");
    return terminal;
  }

  /** It was waited for a minute; half of it leaves a busy machine time enough for two seconds. */
  @Test
  void aVeryLongRoundIsNotWaitedFor() throws Exception {
    PseudoTerminal terminal = inAnEndlessRound();
    terminal.press(1);
    assertEquals(130, terminal.end(30), terminal.shown());
    assertTrue(terminal.shown().contains("ccl: interrupted; "), terminal.shown());
  }

  @Test
  void aSecondControlCEndsAtOnce() throws Exception {
    PseudoTerminal terminal = inAnEndlessRound();
    terminal.press(2);
    assertEquals(130, terminal.end(), terminal.shown());
    assertTrue(!terminal.shown().contains("ccl: interrupted; "), terminal.shown());
  }
}
