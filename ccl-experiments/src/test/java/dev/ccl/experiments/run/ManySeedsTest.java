package dev.ccl.experiments.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ccl.algorithms.baseline.DirectMatching;
import dev.ccl.algorithms.run.Cadence;
import dev.ccl.algorithms.run.Monitor;
import dev.ccl.algorithms.run.RecordedRounds;
import dev.ccl.core.instance.generator.SeparationInstance;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files of a run of many seeds are written in a heap that cannot hold all its records. */
class ManySeedsTest {
  private static final int SEEDS = 1000;
  private static final int ROUNDS = 400;

  @TempDir private Path directory;

  /** Runs in a process of its own with a small heap. */
  static final class Program {
    public static void main(String[] args) throws IOException {
      RunPlan plan =
          RunPlan.of(
              Subject.of("judge.json", SeparationInstance.of(1, 2, 2, 0.5)),
              DirectMatching.learner(),
              RecordedRounds.of(LongStream.rangeClosed(1, ROUNDS).toArray(), ROUNDS),
              1,
              SEEDS);
      try (RunJob job = RunJob.open(plan, Path.of(args[0]), StartMode.FRESH)) {
        job.run(1, Cadence.AT_THE_END, Monitor.NONE);
      }
    }
  }

  @Test
  void recordsAreNotHeldInMemory() throws IOException, InterruptedException {
    Path out = directory.resolve("out");
    Path log = directory.resolve("log");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx40m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Program.class.getName(),
                out.toString())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    assertEquals(0, process.waitFor(), () -> read(log));
    try (Stream<String> lines = Files.lines(out.resolve("rows.csv"))) {
      assertEquals(1 + (long) SEEDS * (ROUNDS + 1), lines.count());
    }
  }

  private static String read(Path log) {
    try {
      return Files.readString(log);
    } catch (IOException e) {
      return e.toString();
    }
  }
}
