package dev.ccl.experiments.run;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.collect.ImmutableMap;
import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.LearnerState;
import dev.ccl.algorithms.Ledger;
import dev.ccl.algorithms.run.Cadence;
import dev.ccl.algorithms.run.Checkpoints;
import dev.ccl.algorithms.run.JsonFile;
import dev.ccl.algorithms.run.Learners;
import dev.ccl.algorithms.run.Monitor;
import dev.ccl.algorithms.run.RecordedRounds;
import dev.ccl.algorithms.run.Replicate;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.InstanceWriter;
import dev.ccl.core.instance.generator.SeparationInstance;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
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
    for (String name : List.of("run.json", "rows.csv")) {
      assertArrayEquals(
          Files.readAllBytes(here.resolve(name)), Files.readAllBytes(taken.resolve(name)));
    }
    assertTrue(Files.readString(taken.resolve("workers.json")).contains("another machine"));
    assertTrue(Files.notExists(here.resolve("workers.json")));
  }

  /** Rows and states that have come from elsewhere are believed only as they came. */
  @Test
  void whatWasDeliveredAndThenEditedIsRefused() throws IOException {
    RunPlan plan = plan(40);
    Path out = directory.resolve("out");
    try (RunJob job = RunJob.open(plan, out, StartMode.FRESH)) {
      for (long seed : plan.allSeeds()) {
        Replicate end = replicate(plan, seed);
        byte[] bytes = Checkpoints.bytes(plan.identity(), end);
        job.accept(seed, bytes, plan.rows(end), "another machine 0.1");
      }
      List<Path> kept;
      try (Stream<Path> files = Files.list(out.resolve("checkpoint"))) {
        kept = files.filter(file -> !file.endsWith("lock")).toList();
      }
      assertTrue(kept.size() >= 4, kept.toString());
      for (Path file : kept) {
        String good = Files.readString(file);
        Files.writeString(file, good.replaceFirst("0\\.", "1."));
        String message =
            assertThrows(
                    IllegalArgumentException.class,
                    () -> job.run(1, Cadence.AT_THE_END, Monitor.NONE),
                    file.toString())
                .getMessage();
        assertTrue(message.startsWith(file + " is damaged"), message);
        Files.writeString(file, good);
      }
      assertEquals(RunJob.End.FINISHED, job.run(1, Cadence.AT_THE_END, Monitor.NONE));
    }
    assertTrue(Files.notExists(out.resolve("checkpoint")));
  }

  /** The last delivery of a seed is the one whose rows are kept. */
  @Test
  void aSeedThatIsDeliveredTwiceIsOfItsLastMachine() throws IOException {
    RunPlan plan = plan(4);
    Path out = directory.resolve("twice");
    try (RunJob job = RunJob.open(plan, out, StartMode.FRESH)) {
      for (String made : List.of("first", "second", Provenance.here())) {
        Replicate replicate = replicate(plan, 1);
        byte[] bytes = Checkpoints.bytes(plan.identity(), replicate);
        job.accept(1, bytes, plan.rows(replicate), made);
      }
      assertEquals(RunJob.End.FINISHED, job.run(1, Cadence.AT_THE_END, Monitor.NONE));
    }
    assertTrue(Files.notExists(out.resolve("workers.json")));
  }

  /** Each machine is named once, in the order of the names; this one is not named. */
  @Test
  void everyOtherMachineIsNamedOnce() throws IOException {
    RunPlan plan =
        RunPlan.of(Subject.read(file), Learners.named("ccl"), RecordedRounds.logarithmic(4), -2, 5);
    List<String> made = List.of("b, \"ü\"", "c", Provenance.here(), "a", "c");
    Path out = directory.resolve("out");
    try (RunJob job = RunJob.open(plan, out, StartMode.FRESH)) {
      for (long seed : plan.allSeeds()) {
        Replicate replicate = replicate(plan, seed);
        byte[] bytes = Checkpoints.bytes(plan.identity(), replicate);
        job.accept(seed, bytes, plan.rows(replicate), made.get((int) seed + 2));
      }
      assertEquals(RunJob.End.FINISHED, job.run(2, Cadence.AT_THE_END, Monitor.NONE));
    }
    List<String> named = new ArrayList<>();
    JsonFile.read(out.resolve("workers.json"))
        .path("workers")
        .forEach(worker -> named.add(worker.textValue()));
    assertEquals(List.of("a", "b, \"ü\"", "c"), named);
  }

  /** What has travelled can travel on, and so can what was never in a file. */
  @Test
  void anInstanceTravelsFromWhereverItIs() throws IOException {
    Instance made = SeparationInstance.of(1, 2, 3, 0.75);
    Subject here = Subject.of("made.json", made, ImmutableMap.of("lambda", "3"));
    Subject there = Subject.of("there.json", here.bytes());
    Subject further = Subject.of("further.json", there.bytes());
    for (Subject subject : List.of(here, there, further, Subject.of("x.json", made))) {
      assertEquals(made.digest(), subject.digest());
      assertEquals(made.header().name(), subject.name());
      assertArrayEquals(here.bytes(), subject.bytes());
    }
    assertEquals(
        List.of("made.json", "there.json", "further.json"),
        List.of(here.fileName(), there.fileName(), further.fileName()));
    assertEquals(ImmutableMap.of("lambda", "3"), here.parameters());
    assertEquals(ImmutableMap.of(), further.parameters());
  }

  /** Ten million rounds of the paper's schedules need more rollouts than 64 bits can count. */
  @Test
  void ledgersBeyond64BitsAreWrittenWhole() throws IOException {
    RunPlan plan = plan(40);
    BigInteger many = new BigInteger("700000000000000000001");
    Path out = directory.resolve("out");
    try (RunJob job = RunJob.open(plan, out, StartMode.FRESH)) {
      for (long seed : plan.allSeeds()) {
        Replicate end = replicate(plan, seed);
        LearnerState state = end.state();
        Ledger ledger = new Ledger(5_000_000_000L, 1, BigInteger.TEN, many, 2, 3, Long.MAX_VALUE);
        Replicate dear =
            new Replicate(
                new LearnerState(
                    seed,
                    state.round(),
                    state.calibration(),
                    state.student(),
                    state.extras(),
                    ledger),
                end.record());
        byte[] bytes = Checkpoints.bytes(plan.identity(), dear);
        job.accept(seed, bytes, plan.rows(dear), Provenance.here());
      }
      job.run(1, Cadence.AT_THE_END, Monitor.NONE);
      assertEquals(RunJob.End.FINISHED, job.evaluate(1, Monitor.NONE));
    }
    JsonNode ends = FinishedRun.open(out).json().path("replicates");
    assertEquals(2, ends.size());
    for (JsonNode end : ends) {
      JsonNode spent = end.path("ledger");
      assertEquals(many, spent.path("validationRollouts").bigIntegerValue());
      assertEquals(5_000_000_000L, spent.path("sourceQueries").longValue());
      assertEquals(Long.MAX_VALUE, spent.path("largestCount").longValue());
    }
    String table = ResultTable.read(out).toString();
    assertTrue(table.contains("validationRollouts   7.000e+20"), table);
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
    return plan.replicates().run(seed, 1, 1).get(0);
  }
}
