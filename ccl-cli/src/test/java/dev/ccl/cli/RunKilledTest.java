package dev.ccl.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.instance.InstanceWriter;
import dev.ccl.core.instance.generator.SeparationInstance;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes of the command line that are ended from outside, at moments told by their files. */
class RunKilledTest {
  private static final int LIVES = Boolean.getBoolean("ccl.thorough") ? 10 : 3;

  @TempDir Path directory;
  private Path killed;

  @BeforeEach
  void reference() throws IOException {
    InstanceWriter.write(SeparationInstance.of(2, 3, 2, 0.5), directory.resolve("instance.json"));
    killed = directory.resolve("killed");
    assertEquals(0, Outcome.of(args("whole").toArray(new String[0])).code());
  }

  private List<String> args(String out, String... more) {
    List<String> args = new ArrayList<>();
    args.addAll(
        List.of(
            "run",
            directory.resolve("instance.json").toString(),
            "--out",
            directory.resolve(out).toString(),
            "--rounds=10000",
            "--seeds=3",
            "--threads=2"));
    args.addAll(List.of(more));
    return args;
  }

  private Process start(String... more) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp"));
    command.add(System.getProperty("java.class.path"));
    command.add("dev.ccl.cli.Main");
    command.addAll(args("killed", more));
    return new ProcessBuilder(command)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(directory.resolve("err").toFile())
        .start();
  }

  /** Waits for a moment in the life of a process; false if it ended before. */
  private static boolean reaches(Process process, BooleanSupplier moment) {
    while (process.isAlive()) {
      if (moment.getAsBoolean()) {
        return true;
      }
      LockSupport.parkNanos(50_000); // a core of the machine belongs to the process
    }
    return false;
  }

  private boolean anyFile(String ending) {
    File[] files = killed.resolve("checkpoint").toFile().listFiles();
    return files != null && Stream.of(files).anyMatch(f -> f.getName().endsWith(ending));
  }

  private void assertSameAsWhole() throws IOException {
    for (String name : List.of("run.json", "rows.csv")) {
      assertEquals(
          Files.readString(directory.resolve("whole").resolve(name)),
          Files.readString(killed.resolve(name)));
    }
    try (Stream<Path> files = Files.list(killed)) {
      assertEquals(2, files.count(), "nothing else is left");
    }
  }

  @Test
  void aKilledRunEndsWithTheSameBytes() throws Exception {
    long checkpoint = 0;
    List<BooleanSupplier> moments =
        List.of(
            () -> Files.exists(killed.resolve("checkpoint")),
            () -> anyFile(".json"),
            () -> anyFile(".tmp"), // in the middle of writing
            () -> anyFile("seed3.json"),
            () -> Files.exists(killed.resolve("rows.csv.tmp")),
            () -> Files.exists(killed.resolve("rows.csv")));
    for (BooleanSupplier moment : moments) {
      Process process = start("--resume", "--checkpoint-every=" + (500 + checkpoint++));
      if (reaches(process, moment)) {
        process.destroyForcibly();
      }
      process.waitFor();
    }
    Process last = start("--resume");
    assertEquals(0, last.waitFor(), Files.readString(directory.resolve("err")));
    assertSameAsWhole();
  }

  /**
   * Deaths in a row, each after a random number of checkpoints, in the middle of whatever the
   * process does then: beside the chosen moments above a few, and ten in {@code -Pthorough}.
   */
  @Test
  void manyDeathsAtRandomMomentsLeaveNoTrace() throws Exception {
    Random random = new Random(4);
    int deaths = 0;
    for (int life = 0; life < LIVES; life++) {
      int checkpoints = 1 + random.nextInt(12);
      Process process = start("--resume", "--checkpoint-every=" + (90 + random.nextInt(20)));
      Changes changes = new Changes();
      while (!process.waitFor(1, TimeUnit.MILLISECONDS) && changes.count() < checkpoints) {
        LockSupport.parkNanos(50_000); // a core of the machine belongs to the process
      }
      deaths += Files.exists(killed.resolve("run.json")) ? 0 : 1;
      process.destroyForcibly();
      process.waitFor();
    }
    assertEquals(LIVES, deaths, "all before the end");
    Process last = start("--resume");
    assertEquals(0, last.waitFor(), Files.readString(directory.resolve("err")));
    assertSameAsWhole();
  }

  /** Counts how often checkpoints have been replaced, as far as the clock of the files tells. */
  private final class Changes {
    private final Map<String, Long> times = new HashMap<>();
    private int count = -3; // each time is new once

    int count() {
      for (int seed = 1; seed <= 3; seed++) {
        String name = "seed" + seed + ".json";
        long time = killed.resolve("checkpoint").resolve(name).toFile().lastModified();
        count += Long.valueOf(time).equals(times.put(name, time)) ? 0 : 1;
      }
      return count;
    }
  }

  @Test
  void anInterruptedRunSaysHowToGoOn() throws Exception {
    Process process = start("--checkpoint-every=200");
    assertTrue(reaches(process, () -> anyFile(".json")));
    process.destroy(); // as Ctrl-C does, by the signal that a test may send
    assertEquals(143, process.waitFor());
    String err = Files.readString(directory.resolve("err"));
    assertTrue(err.lines().filter(line -> line.contains("--resume")).count() == 1, err);
    assertTrue(anyFile("seed1.json"));
    assertFalse(Files.exists(killed.resolve("run.json")));

    Outcome refused = Outcome.of(args("killed").toArray(new String[0]));
    assertEquals(2, refused.code());
    refused.assertOneLine();
    for (String other : List.of("--set=updates=2", "--learner=practical", "--record=5")) {
      Outcome foreign = Outcome.of(args("killed", "--resume", other).toArray(new String[0]));
      assertEquals(2, foreign.code(), foreign.err());
      foreign.assertOneLine();
      assertTrue(foreign.err().contains("belongs to another run"), foreign.err());
    }
    assertEquals(0, Outcome.of(args("killed", "--resume").toArray(new String[0])).code());
    assertSameAsWhole();
  }
}
