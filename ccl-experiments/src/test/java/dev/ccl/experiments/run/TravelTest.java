package dev.ccl.experiments.run;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.Learners;
import dev.ccl.algorithms.run.Cadence;
import dev.ccl.algorithms.run.Checkpoints;
import dev.ccl.algorithms.run.Monitor;
import dev.ccl.algorithms.run.RecordedRounds;
import dev.ccl.algorithms.run.Replicate;
import dev.ccl.algorithms.run.Replicates;
import dev.ccl.core.instance.InstanceWriter;
import dev.ccl.core.instance.generator.SeparationInstance;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Plans, instances and replicates go elsewhere as text and bytes and are the same there. */
class TravelTest {
  @TempDir private Path directory;
  private Path file;

  @BeforeEach
  void instance() throws IOException {
    file = directory.resolve("judge.json");
    InstanceWriter.write(SeparationInstance.of(1, 2, 2, 0.5), file);
  }

  @Test
  void everyLearnersPlanIsTheSameElsewhere() {
    Subject subject = Subject.read(file);
    Subject elsewhere = Subject.of(subject.fileName(), subject.bytes());
    assertEquals(subject.digest(), elsewhere.digest());
    for (Learner learner : Learners.all()) {
      long rounds = 5_000_000_000L; // no number is cut to 32 bits
      RunPlan plan =
          RunPlan.of(subject, learner, RecordedRounds.logarithmic(rounds), -3 - rounds, 7);
      RunPlan there = RunPlan.of(elsewhere, plan.configuration());
      assertEquals(plan.identity(), there.identity());
      assertEquals(plan.digest(), there.digest());
      assertEquals(plan.configuration(), there.configuration());
    }
  }

  @Test
  void aReplicateFromElsewhereMakesTheFilesOfThisMachine() throws IOException {
    RunPlan plan = plan(40);
    Path here = directory.resolve("here");
    try (RunJob job = RunJob.open(plan, here, StartMode.FRESH)) {
      job.run(1, Cadence.AT_THE_END, Monitor.NONE);
    }
    Path taken = directory.resolve("taken");
    try (RunJob job = RunJob.open(plan, taken, StartMode.FRESH)) {
      assertEquals(List.of(1L, 2L), job.unfinished());
      for (long seed : plan.allSeeds()) {
        Replicate replicate = replicate(plan, seed);
        job.accept(
            seed,
            Checkpoints.bytes(plan.identity(), replicate),
            plan.rows(replicate),
            seed == 1 ? Provenance.here() : "another machine");
      }
      assertEquals(List.of(), job.unfinished());
      job.run(1, Cadence.AT_THE_END, Monitor.NONE);
    }
    for (String name : List.of("run.json", "runs.csv")) {
      assertArrayEquals(
          Files.readAllBytes(here.resolve(name)), Files.readAllBytes(taken.resolve(name)));
    }
    assertTrue(Files.readString(taken.resolve("workers.json")).contains("another machine"));
    assertTrue(Files.notExists(here.resolve("workers.json")));
  }

  @Test
  void whatBelongsElsewhereIsRefused() throws IOException {
    RunPlan plan = plan(40);
    RunPlan other = plan(41);
    byte[] foreign = Checkpoints.bytes(other.identity(), replicate(other, 1));
    byte[] own = Checkpoints.bytes(plan.identity(), replicate(plan, 1));
    try (RunJob job = RunJob.open(plan, directory.resolve("out"), StartMode.FRESH)) {
      String message =
          assertThrows(IllegalArgumentException.class, () -> job.accept(1, foreign, "", ""))
              .getMessage();
      assertTrue(message.contains("its rounds is 41, not 40"), message);
      assertThrows(IllegalArgumentException.class, () -> job.accept(2, own, "", ""));
      assertEquals(List.of(1L, 2L), job.unfinished());
    }
  }

  private RunPlan plan(long rounds) {
    return RunPlan.of(
        Subject.read(file), Learners.named("ccl"), RecordedRounds.logarithmic(rounds), 1, 2);
  }

  private static Replicate replicate(RunPlan plan, long seed) {
    return Replicates.of(plan.learner(), plan.problem(), plan.recorded()).run(seed, 1, 1).get(0);
  }
}
