package dev.ccl.experiments.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.algorithms.run.Cadence;
import dev.ccl.algorithms.run.Learners;
import dev.ccl.algorithms.run.Monitor;
import dev.ccl.algorithms.run.RecordedRounds;
import dev.ccl.core.instance.InstanceWriter;
import dev.ccl.core.instance.generator.SeparationInstance;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run removes and replaces only files that a run has written. */
class OthersFilesTest {
  @TempDir private Path directory;
  private RunPlan plan;

  @BeforeEach
  void read() throws IOException {
    Path instance = directory.resolve("judge.json");
    InstanceWriter.write(SeparationInstance.of(1, 2, 2, 0.5), instance);
    plan =
        RunPlan.of(
            Subject.read(instance), Learners.named("ccl"), RecordedRounds.logarithmic(4), 1, 2);
  }

  private Path file(String name) throws IOException {
    Path file = directory.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, "precious");
  }

  private static TreeMap<String, String> tree(Path root) throws IOException {
    TreeMap<String, String> tree = new TreeMap<>();
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        tree.put(
            root.relativize(file).toString(),
            Files.isSymbolicLink(file)
                ? "-> " + Files.readSymbolicLink(file)
                : Files.isDirectory(file) ? "" : Files.readString(file));
      }
    }
    return tree;
  }

  private void assertRefusedUntouched(Path out) throws IOException {
    TreeMap<String, String> before = tree(directory);
    for (StartMode mode : StartMode.values()) {
      String message =
          assertThrows(
                  IllegalArgumentException.class,
                  () -> {
                    try (RunJob job = RunJob.open(plan, out, mode)) {
                      job.run(1, Cadence.AT_THE_END, Monitor.NONE);
                    }
                  })
              .getMessage();
      assertTrue(message.contains(out.toString()), message);
      assertFalse(message.contains("holds a run already"), message);
      assertEquals(before, tree(directory), mode.toString());
    }
  }

  /** Other programs keep the weights of a model in a directory checkpoint. */
  @Test
  void aCheckpointOfAnotherProgramIsRefusedBeforeTheFirstByte() throws IOException {
    file("out/checkpoint/model.bin");
    assertRefusedUntouched(directory.resolve("out"));
    file("out/rows.csv");
    file("out/thesis.tex");
    assertRefusedUntouched(directory.resolve("out"));
    file("out/checkpoint/lock");
    assertRefusedUntouched(directory.resolve("out"));
  }

  @Test
  void anEmptyCheckpointBesideOtherFilesIsNoRun() throws IOException {
    file("out/rows.csv");
    Files.createDirectories(directory.resolve("out/checkpoint"));
    assertRefusedUntouched(directory.resolve("out"));
  }

  @Test
  void filesThatLookLikeOursButLackOurLockAreRefused() throws IOException {
    file("out/checkpoint/seed1.json");
    assertRefusedUntouched(directory.resolve("out"));
  }

  @Test
  void noSymbolicLinkIsFollowedOutOfTheDirectory() throws IOException {
    file("real/model.bin");
    Path out = Files.createDirectories(directory.resolve("out"));
    Files.createSymbolicLink(out.resolve("checkpoint"), Path.of("../real"));
    assertRefusedUntouched(out);
    Files.delete(directory.resolve("real/model.bin"));
    file("real/lock");
    assertRefusedUntouched(out);
    Path second = directory.resolve("second");
    Files.createDirectories(second.resolve("checkpoint"));
    Files.createSymbolicLink(second.resolve("checkpoint/lock"), Path.of("../../real/lock"));
    assertRefusedUntouched(second);
  }

  @Test
  void aRunJsonOfAnotherProgramIsRefusedBeforeTheFirstByte() throws IOException {
    file("out/run.json");
    TreeMap<String, String> before = tree(directory);
    assertThrows(
        IllegalArgumentException.class,
        () -> RunJob.open(plan, directory.resolve("out"), StartMode.RESUMED).close());
    assertEquals(before, tree(directory));
  }

  /** What others have put beside the checkpoints of a run stays, and is no hindrance. */
  @Test
  void whatIsPutBesideAFinishedRunStays() throws IOException {
    Path out = directory.resolve("out");
    try (RunJob job = RunJob.open(plan, out, StartMode.FRESH)) {
      file("out/notes.txt");
      assertEquals(RunJob.End.FINISHED, job.run(1, Cadence.AT_THE_END, Monitor.NONE));
      file("out/checkpoint/late.bin");
    }
    assertEquals("precious", Files.readString(out.resolve("notes.txt")));
    assertEquals("precious", Files.readString(out.resolve("checkpoint/late.bin")));
    assertFalse(Files.exists(out.resolve("checkpoint/lock")));
  }

  @Test
  void whatFileManagersLeaveMakesNoDirectoryFull() throws IOException {
    for (String name : new String[] {".DS_Store", "._x", "Thumbs.db", "desktop.ini"}) {
      Path out = file("out-" + name + "/" + name).getParent();
      try (RunJob job = RunJob.open(plan, out, StartMode.FRESH)) {
        assertEquals(RunJob.End.FINISHED, job.run(1, Cadence.AT_THE_END, Monitor.NONE));
      }
      assertTrue(Files.exists(out.resolve(name)));
    }
  }
}
