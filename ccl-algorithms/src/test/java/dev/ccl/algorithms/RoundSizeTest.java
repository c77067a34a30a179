package dev.ccl.algorithms;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A reader who lays Algorithm 1 beside its code has fewer than 900 lines before him. */
class RoundSizeTest {
  private static final Path SOURCES = Path.of("src", "main", "java", "dev", "ccl", "algorithms");

  /** What a round of the paper's algorithm goes through, without the kernels on arrays of edges. */
  private static final List<String> CLASSES =
      List.of(
          "Round",
          "part/Comparison",
          "part/Comparisons",
          "calibration/Alternatives",
          "calibration/Acceptance",
          "calibration/CalibrationStep",
          "calibration/DecreasingStep",
          "batch/TargetSweep",
          "batch/Batch");

  @Test
  void theClassesOfARoundAreFew() throws IOException {
    int all = 0;
    for (String name : CLASSES) {
      try (var lines = Files.lines(SOURCES.resolve(name + ".java"))) {
        int length = (int) lines.count();
        assertTrue(length < 300, name + " has " + length + " lines");
        all += length;
      }
    }
    assertTrue(all < 900, "the classes of a round have " + all + " lines");
  }
}
