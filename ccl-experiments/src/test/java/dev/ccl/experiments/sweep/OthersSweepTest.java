package dev.ccl.experiments.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.common.collect.ImmutableList;
import dev.ccl.algorithms.run.Cadence;
import dev.ccl.algorithms.run.Learners;
import dev.ccl.algorithms.run.Monitor;
import dev.ccl.algorithms.run.RecordedRounds;
import dev.ccl.core.instance.InstanceWriter;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.experiments.run.RunJob;
import dev.ccl.experiments.run.RunPlan;
import dev.ccl.experiments.run.Subject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A sweep goes to an empty directory or to one of its own. */
class OthersSweepTest {
  @TempDir private Path directory;
  private ImmutableList<RunPlan> plans;

  @BeforeEach
  void read() throws IOException {
    Path instance = directory.resolve("judge.json");
    InstanceWriter.write(SeparationInstance.of(1, 2, 2, 0.5), instance);
    plans =
        ImmutableList.of(
            RunPlan.of(
                Subject.read(instance),
                Learners.named("sft"),
                RecordedRounds.logarithmic(4),
                1,
                1));
  }

  private static long files(Path out) throws IOException {
    try (Stream<Path> files = Files.walk(out)) {
      return files.count();
    }
  }

  /** Cells of a biologist, of a spreadsheet, and a study of another program. */
  @Test
  void cellsOfAnotherProgramAreRefusedBeforeTheFirstByte() throws IOException {
    for (String name :
        List.of("cells/mouse.tif", "cells/mouse/1.tif", "study.json", "cells.csv", "cells/.x")) {
      Path out = directory.resolve(name.replace('/', '_'));
      Files.createDirectories(out.resolve(name).getParent());
      Files.writeString(out.resolve(name), "precious");
      long before = files(out);
      assertThrows(IllegalArgumentException.class, () -> Sweep.of(out, plans), name);
      assertEquals(before, files(out), name);
    }
    Path real = Files.createDirectories(directory.resolve("real"));
    Path link = Files.createDirectories(directory.resolve("link"));
    Files.createSymbolicLink(link.resolve("cells"), real);
    assertThrows(IllegalArgumentException.class, () -> Sweep.of(link, plans));
  }

  @Test
  void anInterruptedSweepIsGoneOnWith() throws IOException {
    Path out = directory.resolve("out");
    Monitor impatient =
        new Monitor() {
          @Override
          public boolean stopping() {
            return true;
          }
        };
    assertEquals(
        RunJob.End.STOPPED,
        Sweep.of(out, plans).run(new LocalThreads(1, Cadence.AT_THE_END), impatient));
    Files.writeString(out.resolve("notes.txt"), "");
    Files.writeString(out.resolve(".DS_Store"), "");
    assertEquals(
        RunJob.End.FINISHED,
        Sweep.of(out, plans).run(new LocalThreads(1, Cadence.AT_THE_END), Monitor.NONE));
    Files.delete(out.resolve("study.json"));
    assertEquals(
        RunJob.End.FINISHED,
        Sweep.of(out, plans).run(new LocalThreads(1, Cadence.AT_THE_END), Monitor.NONE));
    Path finder = Files.createDirectories(directory.resolve("finder"));
    Files.writeString(finder.resolve(".DS_Store"), "");
    assertEquals(
        RunJob.End.FINISHED,
        Sweep.of(finder, plans).run(new LocalThreads(1, Cadence.AT_THE_END), Monitor.NONE));
  }
}
