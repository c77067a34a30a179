package dev.ccl.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReportCommandsTest {
  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "reproduce --threads 0",
        "reproduce --threads two",
        "reproduce --quick --full",
        "reproduce --seed 1.5",
        "reproduce --sed 1",
        "reproduce surplus",
        "report",
        "report no-such-directory",
        "report no-such-directory --instance",
      })
  void badInputIsOneLine(String line) {
    Outcome outcome = Outcome.of(line.split(" "));
    outcome.assertOneLine();
    assertEquals(Failures.BAD_INPUT, outcome.code());
  }

  @Test
  void anUnfinishedDirectoryIsRefused() throws IOException {
    Files.createDirectories(directory.resolve("checkpoint"));
    Outcome outcome = Outcome.of("report", directory.toString());
    outcome.assertOneLine();
    assertTrue(outcome.err().contains("holds no finished run"), outcome.err());
    assertTrue(Files.notExists(directory.resolve("report")));
  }

  @Test
  void aReportOfARunIsMadeBesideIt() {
    Path instance = directory.resolve("judge.json");
    Path run = directory.resolve("run");
    assertEquals(
        0,
        Outcome.of(
                "instance",
                "separation",
                "-d",
                "1",
                "-D",
                "2",
                "--lambda",
                "2",
                "--alpha",
                "0.5",
                "--out",
                instance.toString())
            .code());
    assertEquals(
        0,
        Outcome.of(
                "run",
                instance.toString(),
                "--rounds",
                "30",
                "--seeds",
                "2",
                "--out",
                run.toString())
            .code());
    Outcome outcome = Outcome.of("report", run.toString());
    assertEquals(0, outcome.code(), outcome.err());
    assertTrue(outcome.out().contains("ccl "), outcome.out());
    assertTrue(outcome.out().lines().count() < 24, outcome.out());
    assertTrue(Files.exists(run.resolve("report").resolve("report.html")));
    assertTrue(
        Files.exists(run.resolve("report").resolve("figures").resolve("judge-divergence.svg")));
    assertTrue(Files.exists(run.resolve("report").resolve("manifest.json")));
  }

  @Test
  void helpIsThere() {
    for (String command : new String[] {"report", "reproduce"}) {
      Outcome outcome = Outcome.of(command, "--help");
      assertEquals(0, outcome.code());
      assertTrue(outcome.out().contains("Usage: ccl " + command), outcome.out());
    }
  }

  @Test
  void anInstanceOfNoRunIsRefused() {
    Path judge = directory.resolve("judge.json");
    Path other = directory.resolve("other.json");
    Path run = directory.resolve("run");
    Outcome.of("instance", "separation", "-d", "1", "--out", judge.toString());
    Outcome.of("instance", "separation", "-d", "2", "--out", other.toString());
    Outcome.of("run", judge.toString(), "--rounds=3", "--out=" + run);
    Outcome wrong =
        Outcome.of("report", run.toString(), "--instance=" + judge, "--instance=" + other);
    assertEquals(Failures.BAD_INPUT, wrong.code(), wrong.out());
    assertEquals("ccl: " + other + " is not the instance of a run in " + run, wrong.err().strip());
    assertTrue(Files.notExists(run.resolve("report")));
    assertEquals(0, Outcome.of("report", run.toString(), "--instance=" + judge).code());
  }
}
