package dev.ccl.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A cell of a sweep that fails is named, and all other cells are run. */
class FailingCellTest {
  @TempDir private Path directory;
  private Path grid;
  private Path out;

  @BeforeEach
  void sweep() throws IOException {
    grid = directory.resolve("grid.yaml");
    out = directory.resolve("out");
    write("[1]");
    assertEquals(0, run("--threads=1").code());
    Path cell = cells().get(0);
    Files.writeString(cell.resolve("run.json"), "not what a run has written");
    write("[1, 2, 3]"); // the damaged cell first
  }

  private void write(String lambda) throws IOException {
    Files.writeString(
        grid,
        """
        instances: [{generate: separation, d: 1, lambda: %s}]
        learners: [practical]
        rounds: 20
        seeds: 2
        """
            .formatted(lambda));
  }

  private Outcome run(String threads) {
    return Outcome.of("sweep", grid.toString(), "--out", out.toString(), threads);
  }

  private List<Path> cells() throws IOException {
    try (Stream<Path> cells = Files.list(out.resolve("cells"))) {
      return cells.sorted().toList();
    }
  }

  @Test
  void theOtherCellsAreRun() throws IOException {
    String damaged = cells().get(0).getFileName().toString();
    for (String threads : List.of("--threads=1", "--threads=6")) {
      Outcome outcome = run(threads);
      assertEquals(2, outcome.code(), outcome.err());
      assertEquals(3, cells().size());
      for (Path cell : cells()) {
        assertTrue(Files.exists(cell.resolve("run.json")), cell + " has run");
      }
      List<String> lines = outcome.err().lines().toList();
      assertEquals(2, lines.size(), outcome.err());
      assertTrue(lines.get(0).startsWith("ccl: cell " + damaged + ": "), lines.get(0));
      assertTrue(lines.get(0).contains("run.json is damaged"), lines.get(0));
      assertEquals(
          "ccl: 1 of 3 cells failed; the others are finished, and the same command runs the rest",
          lines.get(1));
    }
  }

  @Test
  void theSameCommandRunsTheRest() throws IOException {
    Path damaged = cells().get(0);
    assertEquals(2, run("--threads=1").code());
    Files.delete(damaged.resolve("run.json"));
    Files.delete(damaged.resolve("rows.csv"));
    Files.delete(damaged);
    Outcome outcome = run("--threads=1");
    assertEquals(0, outcome.code(), outcome.err());
    assertFalse(Files.readString(out.resolve("cells.csv")).isEmpty());
  }
}
