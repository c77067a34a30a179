package dev.ccl.experiments.recording;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.ImmutableList;
import dev.ccl.algorithms.run.Cadence;
import dev.ccl.algorithms.run.Checkpoints;
import dev.ccl.algorithms.run.Learners;
import dev.ccl.algorithms.run.Monitor;
import dev.ccl.algorithms.run.RecordedRounds;
import dev.ccl.core.instance.InstanceWriter;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.experiments.run.Measure;
import dev.ccl.experiments.run.RunJob;
import dev.ccl.experiments.run.RunPlan;
import dev.ccl.experiments.run.StartMode;
import dev.ccl.experiments.run.Subject;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What can be seen of a run before it ends. */
class UnfinishedRunTest {
  @TempDir private Path directory;
  private RunPlan plan;
  private UnfinishedRun run;

  @BeforeEach
  void plan() throws IOException {
    Path instance = directory.resolve("judge.json");
    InstanceWriter.write(SeparationInstance.of(1, 2, 2, 0.5), instance);
    plan =
        RunPlan.of(
            Subject.read(instance),
            Learners.named("practical"),
            RecordedRounds.of(new long[] {5, 20}, 40),
            7,
            3);
    Files.createDirectories(directory.resolve("out").resolve("checkpoint"));
    Files.writeString(directory.resolve("out").resolve("checkpoint").resolve("lock"), "");
    run = UnfinishedRun.of(plan, directory.resolve("out"));
  }

  /** Goes on with a seed for so many rounds. */
  private void advance(long seed, long rounds) {
    AtomicLong left = new AtomicLong(rounds);
    Monitor monitor =
        new Monitor() {
          @Override
          public void completed(long more) {
            left.addAndGet(-more);
          }

          @Override
          public boolean stopping() {
            return left.get() <= 0;
          }
        };
    Checkpoints checkpoints =
        Checkpoints.in(
            directory.resolve("out").resolve("checkpoint"),
            plan.identity(),
            Cadence.everyRounds(5));
    plan.replicates().run(seed, 1, 1, checkpoints, monitor);
  }

  @Test
  void seedsAreShownUpToWhereAllOfThemAre() throws IOException {
    assertTrue(run.read().isEmpty());
    advance(7, 20);
    advance(8, 5);
    RunRecord both = run.read().orElseThrow();
    assertEquals(ImmutableList.of(7L, 8L), both.seeds());
    assertArrayEquals(new double[] {0, 5}, both.rounds());
    assertEquals(BigInteger.valueOf(5 + 5), both.spent("sourceQueries"), "as far as is shown");
    assertEquals(5, both.spentUpTo("sourceQueries", 5), "of each, where both are shown");
    advance(8, 5 + 15); // a resumed seed tells again what it had done
    RunRecord later = run.read().orElseThrow();
    assertArrayEquals(new double[] {0, 5, 20}, later.rounds());
    assertEquals(
        BigInteger.valueOf(20 + 20), later.spent("sourceQueries"), "as far as is shown now");
    assertEquals(5, later.spentUpTo("sourceQueries", 5), "of each");
  }

  /** Rounds and ledgers are those of the seeds that are shown. */
  @Test
  void seedsAtTheirEndAreShownWithoutTheOthers() throws IOException {
    advance(9, Long.MAX_VALUE);
    run.read(); // so that the last seed was met first
    advance(7, Long.MAX_VALUE);
    advance(8, 5);
    RunRecord ended = run.read().orElseThrow();
    assertEquals(ImmutableList.of(7L, 9L), ended.seeds());
    assertArrayEquals(new double[] {0, 5, 20, 40}, ended.rounds());
    assertEquals(BigInteger.valueOf(40 + 40), ended.spent("sourceQueries"));
    assertEquals(40, ended.spentUpTo("sourceQueries", 40));
    assertEquals(20, ended.spentUpTo("sourceQueries", 20));
  }

  @Test
  void aCheckpointThatCannotBeReadIsNotShown() throws IOException {
    advance(7, 5);
    advance(8, 20);
    Path broken = directory.resolve("out").resolve("checkpoint").resolve("seed7.json");
    assertTrue(Files.exists(broken));
    String good = Files.readString(broken);
    Files.writeString(broken, good.substring(0, good.length() / 2));
    RunRecord one = run.read().orElseThrow();
    assertEquals(ImmutableList.of(8L), one.seeds());
    assertArrayEquals(new double[] {0, 5, 20}, one.rounds());
    Files.writeString(broken, good);
    assertEquals(ImmutableList.of(7L, 8L), run.read().orElseThrow().seeds());
  }

  @Test
  void theFactsAreThoseOfThePlanAsTheyWillBeInItsFiles() throws IOException {
    advance(8, Long.MAX_VALUE);
    RunRecord first = run.read().orElseThrow();
    assertEquals(ImmutableList.of(8L), first.seeds());
    RunRecord again = run.read().orElseThrow(); // what is whole is not measured twice
    assertEquals(ImmutableList.of(8L), again.seeds());
    assertArrayEquals(first.rounds(), again.rounds());
    Path out = directory.resolve("out");
    try (RunJob job = RunJob.open(plan, out, StartMode.RESUMED)) {
      job.run(1, Cadence.AT_THE_END, Monitor.NONE);
    }
    RunRecord whole = run.read().orElseThrow();
    assertEquals(ImmutableList.of(7L, 8L, 9L), whole.seeds());
    for (String key :
        ImmutableList.of(
            "instance", "instanceName", "instanceDigest", "learner", "digest", "directory")) {
      assertEquals(whole.fact(key), first.fact(key), key);
      assertTrue(!first.fact(key).isEmpty(), key);
    }
    assertEquals("judge.json", first.fact("instance"));
    assertEquals(out.toString(), first.fact("directory"));
    assertEquals(whole.settings(), first.settings());
    assertEquals(whole.warnings(), first.warnings());
    for (Measure measure : Measure.RECORDED) {
      assertTrue(first.has(measure) && whole.has(measure), measure.column());
    }
  }

  /** What is seen before the files are written is what they say afterwards, number by number. */
  @Test
  void everyMeasureIsTheOneThatWillBeWritten() throws IOException {
    for (long seed = 7; seed < 10; seed++) {
      advance(seed, Long.MAX_VALUE);
    }
    RunRecord before = run.read().orElseThrow();
    assertEquals(ImmutableList.of(7L, 8L, 9L), before.seeds());
    try (RunJob job = RunJob.open(plan, directory.resolve("out"), StartMode.RESUMED)) {
      job.run(1, Cadence.AT_THE_END, Monitor.NONE);
    }
    RunRecord after = RecordingReader.read(directory.resolve("out"));
    for (Measure measure : Measure.RECORDED) {
      assertEquals(after.curve(measure), before.curve(measure), measure.column());
    }
    for (String entry : ImmutableList.of("sourceQueries", "gradientRollouts")) {
      assertEquals(after.spent(entry), before.spent(entry), entry);
      assertEquals(after.spentUpTo(entry, 20), before.spentUpTo(entry, 20), entry);
    }
  }

  @Test
  void onceASeedIsWholeOthersWaitUntilTheyAre() throws IOException {
    advance(7, 5);
    advance(8, Long.MAX_VALUE);
    RunRecord whole = run.read().orElseThrow();
    assertEquals(ImmutableList.of(8L), whole.seeds());
    assertArrayEquals(new double[] {0, 5, 20, 40}, whole.rounds());
    Checkpoints checkpoints =
        Checkpoints.in(
            directory.resolve("out").resolve("checkpoint"), plan.identity(), Cadence.AT_THE_END);
    double end =
        plan.subject()
            .evaluator()
            .measure(
                ImmutableList.of(Measure.ORACLE_KL),
                checkpoints.find(8).orElseThrow().state().calibration().toArray(),
                checkpoints.find(8).orElseThrow().state().student().toArray())
            .get(Measure.ORACLE_KL);
    assertEquals(end, whole.curve(Measure.ORACLE_KL).last().median());
  }

  /** A file that cannot be read at all is as good as none, as long as others can. */
  @Test
  void whatCannotBeOpenedIsNotShown() throws IOException {
    advance(8, 20);
    Files.createDirectories(directory.resolve("out").resolve("checkpoint").resolve("seed7.json"));
    assertEquals(ImmutableList.of(8L), run.read().orElseThrow().seeds());
  }
}
