package dev.ccl.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.ImmutableList;
import dev.ccl.algorithms.ccl.Ccl;
import dev.ccl.algorithms.run.Cadence;
import dev.ccl.algorithms.run.RecordedRounds;
import dev.ccl.algorithms.run.Replicate;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.experiments.run.RunPlan;
import dev.ccl.experiments.run.Subject;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.util.Progressable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

class HadoopCheckpointsTest {
  private static final RunPlan PLAN =
      RunPlan.of(
          Subject.of("judge.json", SeparationInstance.of(1, 2, 2, 0.5)),
          Ccl.practical(),
          RecordedRounds.logarithmic(10),
          1,
          1);

  private static final Replicate END = PLAN.replicates().run(1, 1, 1).get(0);

  @TempDir private Path directory;

  private HadoopCheckpoints checkpoints() {
    return HadoopCheckpoints.in(
        new Configuration(), directory.toUri(), PLAN.identity(), Cadence.AT_THE_END);
  }

  @Test
  void whatIsKeptIsFoundAndForgotten() throws Exception {
    assertEquals(Optional.empty(), checkpoints().find(1));
    checkpoints().keep(END);
    assertEquals(Optional.of(END.state()), checkpoints().find(1).map(Replicate::state));
    Path kept;
    try (Stream<Path> files = Files.list(directory)) {
      kept = files.filter(file -> file.toString().endsWith("seed1.json")).findFirst().orElseThrow();
    }
    Path half = directory.resolve("." + kept.getFileName() + ".of-a-writer-that-was-ended");
    Files.writeString(half, "{");
    Path another = Files.writeString(directory.resolve(".another-run-seed1.json.half"), "{");
    checkpoints().forget(List.of(1L));
    assertEquals(Optional.empty(), checkpoints().find(1));
    try (Stream<Path> files = Files.list(directory)) {
      assertEquals(List.of(another), files.toList(), "what is of others stays");
    }
  }

  /** What goes on from a checkpoint goes on from the last one, of its own seed. */
  @Test
  void aLaterCheckpointReplacesAnEarlierOne() {
    RunPlan begun =
        RunPlan.of(PLAN.subject(), Ccl.practical(), RecordedRounds.logarithmic(4), 1, 2);
    ImmutableList<Replicate> early = begun.replicates().run(1, 2, 1);
    early.forEach(checkpoints()::keep);
    assertEquals(4, checkpoints().find(1).orElseThrow().state().round());
    checkpoints().keep(END);
    assertEquals(10, checkpoints().find(1).orElseThrow().state().round());
    assertEquals(4, checkpoints().find(2).orElseThrow().state().round());
    assertEquals(2, checkpoints().find(2).orElseThrow().seed());
  }

  /** Seeds may have all 64 bits, and a sign. */
  @Test
  void everySeedHasItsOwnFile() throws IOException {
    checkpoints().keep(END);
    for (long other : new long[] {-1, 0, 10, 11, 1 + (1L << 32), Long.MIN_VALUE + 1}) {
      assertEquals(Optional.empty(), checkpoints().find(other), "seed " + other);
      checkpoints().forget(List.of(other));
    }
    assertTrue(checkpoints().find(1).isPresent());
  }

  /** A file and its checksum are replaced one after the other. */
  @Test
  void aFileInTheMiddleOfItsReplacementIsNone() throws Exception {
    checkpoints().keep(END);
    try (Stream<Path> files = Files.list(directory)) {
      Path kept = files.filter(file -> file.toString().endsWith(".json")).findFirst().orElseThrow();
      Files.writeString(kept, "{");
    }
    assertEquals(Optional.empty(), checkpoints().find(1));
  }

  /** A file system that refuses what it is told to refuse. */
  public static final class Refusing extends RawLocalFileSystem {
    @Override
    public boolean mkdirs(org.apache.hadoop.fs.Path path) throws IOException {
      return !getConf().get("refused").equals("mkdirs") && super.mkdirs(path);
    }

    @Override
    public FSDataInputStream open(org.apache.hadoop.fs.Path path, int size) throws IOException {
      if (getConf().get("refused").equals("open")) {
        throw new IOException("no route");
      }
      if (getConf().get("refused").equals("gone")) {
        throw new FileNotFoundException(path + " was there just now");
      }
      return super.open(path, size);
    }

    @Override
    public FSDataOutputStream create(
        org.apache.hadoop.fs.Path path,
        boolean overwrite,
        int size,
        short replication,
        long block,
        Progressable progress)
        throws IOException {
      if (getConf().get("refused").equals("create")) {
        throw new IOException("no room");
      }
      return super.create(path, overwrite, size, replication, block, progress);
    }
  }

  private HadoopCheckpoints refusing(String what) {
    Configuration hadoop = new Configuration();
    hadoop.setClass("fs.file.impl", Refusing.class, FileSystem.class);
    hadoop.setBoolean("fs.file.impl.disable.cache", true);
    hadoop.set("refused", what);
    return HadoopCheckpoints.in(hadoop, directory.toUri(), PLAN.identity(), Cadence.AT_THE_END);
  }

  private static String refusal(Executable what) {
    return assertThrows(UncheckedIOException.class, what).getCause().getMessage();
  }

  /** The place, or the file, and what is wrong with it. */
  @Test
  void aPlaceThatRefusesIsNamed() {
    assertEquals(
        "--checkpoints " + directory.toUri() + ": IOException: cannot be made a directory",
        refusal(() -> refusing("mkdirs")));
    refusing("nothing").keep(END);
    assertEquals(10, refusing("nothing").find(1).orElseThrow().state().round());
    String name = PLAN.identity().digest().substring(0, 32) + "-seed1.json: IOException: ";
    String opened = refusal(() -> refusing("open").find(1));
    assertTrue(opened.endsWith("/" + name + "no route"), opened);
    String created = refusal(() -> refusing("create").keep(END));
    assertTrue(created.endsWith("/" + name + "no room"), created);
    assertEquals(Optional.empty(), refusing("open").find(2), "what is not there is not opened");
    assertEquals(Optional.empty(), refusing("gone").find(1), "it is being replaced");
  }

  @Test
  void replicatesAreKeptAsOftenAsAsked() {
    Cadence cadence = Cadence.everyRounds(7);
    assertSame(
        cadence,
        HadoopCheckpoints.in(new Configuration(), directory.toUri(), PLAN.identity(), cadence)
            .cadence());
  }

  /** Cells of a sweep have the same seeds and one directory. */
  @Test
  void runsOfOneDirectoryDoNotMeet() throws Exception {
    RunPlan longer =
        RunPlan.of(PLAN.subject(), Ccl.practical(), RecordedRounds.logarithmic(20), 1, 1);
    HadoopCheckpoints others =
        HadoopCheckpoints.in(
            new Configuration(), directory.toUri(), longer.identity(), Cadence.AT_THE_END);
    checkpoints().keep(END);
    assertEquals(Optional.empty(), others.find(1));
    Replicate end = longer.replicates().run(1, 1, 1).get(0);
    others.keep(end);
    assertEquals(Optional.of(END.state()), checkpoints().find(1).map(Replicate::state));
    others.forget(List.of(1L));
    assertEquals(Optional.of(END.state()), checkpoints().find(1).map(Replicate::state));
  }

  /** A worker that was given up but lives on writes the same file as the one that follows it. */
  @Test
  void writersOfOneFileDoNotFailEachOther() throws Exception {
    int writers = 2;
    CyclicBarrier together = new CyclicBarrier(writers + 1);
    ExecutorService pool = Executors.newFixedThreadPool(writers + 1);
    List<Future<Integer>> results = new ArrayList<>();
    try {
      for (int i = 0; i <= writers; i++) {
        boolean reads = i == writers;
        Callable<Integer> side =
            () -> {
              HadoopCheckpoints mine = checkpoints();
              int found = 0;
              for (int k = 0; k < 15; k++) {
                together.await(1, TimeUnit.MINUTES); // a writer that failed does not come
                if (reads) {
                  found += mine.find(1).isPresent() ? 1 : 0;
                } else {
                  mine.keep(END);
                }
              }
              return found;
            };
        results.add(pool.submit(side));
      }
      for (int i = 0; i < writers; i++) {
        results.get(i).get();
      }
      assertTrue(results.get(writers).get() > 0, "the reader has found something at times");
    } finally {
      pool.shutdownNow();
    }
    assertEquals(Optional.of(END.state()), checkpoints().find(1).map(Replicate::state));
    try (Stream<Path> files = Files.list(directory)) {
      long rest = files.filter(file -> !file.toString().endsWith(".crc")).count();
      assertEquals(1, rest, "no temporary file is left");
    }
  }
}
