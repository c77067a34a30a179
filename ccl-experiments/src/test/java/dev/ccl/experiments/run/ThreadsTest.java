package dev.ccl.experiments.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.ImmutableList;
import dev.ccl.algorithms.run.Cadence;
import dev.ccl.algorithms.run.Learners;
import dev.ccl.algorithms.run.Monitor;
import dev.ccl.algorithms.run.RecordedRounds;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.experiments.sweep.LocalThreads;
import dev.ccl.experiments.sweep.Sweep;
import dev.ccl.experiments.sweep.SweepFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** As many threads as were asked for are at work at the same time. */
class ThreadsTest {
  private static final int PATIENCE_SECONDS = 60; // only where somebody does not come

  @TempDir private Path directory;

  /** Lets nobody go on before so many threads have come; asks to stop once they have. */
  private static final class Meeting implements Audience.Stage {
    private final Set<Thread> came = ConcurrentHashMap.newKeySet();
    private final CountDownLatch missing;
    private final boolean atWork;

    /** Of threads that have completed something, or of those that ask whether to go on. */
    Meeting(int threads, boolean atWork) {
      this.missing = new CountDownLatch(threads);
      this.atWork = atWork;
    }

    private void meet() {
      if (came.add(Thread.currentThread())) {
        missing.countDown();
      }
      try {
        assertTrue(missing.await(PATIENCE_SECONDS, TimeUnit.SECONDS), came.size() + " have come");
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public void completed(long more) {
      if (atWork) {
        meet();
      }
    }

    @Override
    public boolean stopping() {
      if (!atWork) {
        meet();
      }
      return missing.getCount() == 0;
    }

    @Override
    public void close() {}
  }

  @Test
  void seedsRunAndAreEvaluatedAtTheSameTime() throws IOException {
    RunPlan plan =
        RunPlan.of(
            Subject.of("judge.json", SeparationInstance.of(1, 2, 2, 0.5)),
            Learners.named("practical"),
            RecordedRounds.of(new long[] {3}, 1000),
            1,
            3);
    try (RunJob job = RunJob.open(plan, directory.resolve("out"), StartMode.FRESH)) {
      assertEquals(RunJob.End.STOPPED, job.run(3, Cadence.AT_THE_END, new Meeting(3, true)));
      job.run(1, Cadence.AT_THE_END, Audience.NONE.begin("", "", 0));
      assertEquals(RunJob.End.STOPPED, job.evaluate(4, new Meeting(4, false)));
    }
  }

  /** Two cells of two seeds each. */
  @Test
  void cellsRunAtTheSameTimeWithAllTheirSeeds() throws IOException {
    String grid =
        """
        instances: [{generate: separation, d: 1, lambda: [1, 2]}]
        learners: [practical]
        rounds: 1000
        seeds: 2
        """;
    SweepFile file = SweepFile.parse("grid", grid, Map.of(), directory);
    Sweep sweep = Sweep.of(directory.resolve("out"), file.plans());
    assertEquals(
        RunJob.End.STOPPED,
        sweep.run(new LocalThreads(4, Cadence.AT_THE_END), new Meeting(4, true)));
  }

  /** One seed in the first cell and two of three in the second: the smallest cell decides. */
  @Test
  void cellsOfFewSeedsLeaveThreadsToOthers() throws IOException {
    ImmutableList.Builder<RunPlan> plans = ImmutableList.builder();
    for (int seeds : new int[] {1, 3}) {
      plans.add(
          RunPlan.of(
              Subject.of("judge.json", SeparationInstance.of(1, 2, 2, 0.5)),
              Learners.named("practical"),
              RecordedRounds.of(new long[] {3}, 1000),
              1,
              seeds));
    }
    Sweep sweep = Sweep.of(directory.resolve("out"), plans.build());
    assertEquals(
        RunJob.End.STOPPED,
        sweep.run(new LocalThreads(4, Cadence.AT_THE_END), new Meeting(3, true)));
    Set<Thread> workers = ConcurrentHashMap.newKeySet();
    Monitor watching =
        new Monitor() {
          @Override
          public void completed(long more) {
            workers.add(Thread.currentThread());
          }
        };
    assertEquals(RunJob.End.FINISHED, sweep.run(new LocalThreads(4, Cadence.AT_THE_END), watching));
    assertTrue(workers.size() <= 3, "one and two: " + workers);
  }
}
