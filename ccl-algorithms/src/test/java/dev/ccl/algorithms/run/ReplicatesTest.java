package dev.ccl.algorithms.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.base.Throwables;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.primitives.ImmutableDoubleArray;
import com.google.common.util.concurrent.Uninterruptibles;
import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.LearnerState;
import dev.ccl.algorithms.Session;
import dev.ccl.algorithms.Settings;
import dev.ccl.algorithms.ccl.Ccl;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.core.problem.LearningProblem;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

class ReplicatesTest {
  private static final LearningProblem PROBLEM = SeparationInstance.of(2, 3, 2, 0.5).problem();
  private static final RecordedRounds RECORDED = RecordedRounds.logarithmic(300);

  private static Replicates of(Learner learner) {
    return Replicates.of(learner, PROBLEM, RECORDED);
  }

  private static RunIdentity identity(Learner learner) {
    return RunIdentity.of("1", "abc", learner, PROBLEM, RECORDED);
  }

  /** What a run does without any of the machinery. */
  private static Replicate plain(Learner learner, long seed) {
    LearnerState state = learner.initial(PROBLEM, seed);
    List<Snapshot> record = new ArrayList<>();
    while (true) {
      if (RECORDED.all().contains(state.round())) {
        record.add(Snapshot.of(state));
      }
      if (state.round() == RECORDED.last()) {
        return new Replicate(state, ImmutableList.copyOf(record));
      }
      state = learner.step(PROBLEM, state);
    }
  }

  @Test
  void replicatesAreThoseOfSingleSteps() {
    for (Learner learner : List.of(RandomWalk.of(), Ccl.paper(), Ccl.practical())) {
      ImmutableList<Replicate> replicates = of(learner).run(7, 3, 2);
      for (int i = 0; i < 3; i++) {
        assertEquals(plain(learner, 7 + i), replicates.get(i), learner.name());
      }
      assertNotEquals(replicates.get(0).state().student(), replicates.get(1).state().student());
    }
  }

  @Test
  void threadsChangeNothing() {
    ImmutableList<Replicate> one = of(Ccl.paper()).run(-2, 5, 1);
    assertEquals(one, of(Ccl.paper()).run(-2, 5, 2));
    assertEquals(one, of(Ccl.paper()).run(-2, 5, 16));
  }

  /** Stops a run after each of the given numbers of rounds, and starts it again. */
  private static List<Replicate> interrupted(Learner learner, Journal journal, long... stops) {
    for (long stop : stops) {
      AtomicLong done = new AtomicLong();
      boolean finished =
          of(learner)
              .run(
                  7,
                  2,
                  1,
                  journal,
                  new Monitor() {
                    @Override
                    public void completed(long rounds) {
                      done.addAndGet(rounds);
                    }

                    @Override
                    public boolean stopping() {
                      return done.get() >= stop;
                    }
                  });
      assertFalse(finished);
    }
    assertTrue(of(learner).run(7, 2, 3, journal, Monitor.NONE));
    return List.of(journal.find(7).orElseThrow(), journal.find(8).orElseThrow());
  }

  @Test
  void interruptedRunsEndWhereOthersEnd(@TempDir Path directory) {
    for (Learner learner : List.of(RandomWalk.of(), Ccl.paper(), Ccl.practical())) {
      Checkpoints checkpoints =
          Checkpoints.in(directory, identity(learner), Cadence.everyRounds(7));
      assertEquals(
          of(learner).run(7, 2, 1),
          interrupted(learner, checkpoints, 1, 2, 40, 299, 301, 450),
          learner.name());
      checkpoints.file(7).toFile().delete();
      checkpoints.file(8).toFile().delete();
    }
  }

  /** A liar: a journal that forgets what the learner remembers beyond w and θ. */
  private static Replicate forgetful(Replicate r) {
    LearnerState s = r.state();
    ImmutableMap<String, ImmutableDoubleArray> extras =
        ImmutableMap.of("memory", ImmutableDoubleArray.of(0));
    return new Replicate(
        new LearnerState(s.seed(), s.round(), s.calibration(), s.student(), extras, s.ledger()),
        r.record());
  }

  @Test
  void aForgetfulJournalIsCaught() {
    assertNotEquals(
        of(RandomWalk.of()).run(7, 2, 1).get(0).record(),
        interrupted(
                RandomWalk.of(),
                new MemoryJournal(Cadence.everyRounds(5), ReplicatesTest::forgetful),
                1,
                2,
                40)
            .get(0)
            .record());
  }

  @Test
  void aRecordOfOtherRoundsIsRefused(@TempDir Path directory) {
    Checkpoints checkpoints =
        Checkpoints.in(directory, identity(RandomWalk.of()), Cadence.AT_THE_END);
    assertTrue(of(RandomWalk.of()).run(7, 1, 1, checkpoints, Monitor.NONE));
    Replicates longer =
        Replicates.of(RandomWalk.of(), PROBLEM, RecordedRounds.of(new long[] {11}, 300));
    assertThrows(
        IllegalArgumentException.class, () -> longer.run(7, 1, 1, checkpoints, Monitor.NONE));
  }

  private static void assertRefused(String message, LearnerState state, List<Snapshot> record) {
    Replicate kept = new Replicate(state, ImmutableList.copyOf(record));
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> kept.requireRecordOf(RECORDED));
    assertEquals(message, refused.getMessage());
  }

  /** One record per recorded round up to the state's, and none beyond. */
  @Test
  void aRecordHasTheRoundsOfItsState() {
    List<Snapshot> whole = plain(RandomWalk.of(), 7).record(); // rounds 0, 1, 2, 3, …
    LearnerState second = RandomWalk.of().initial(PROBLEM, 7);
    second = RandomWalk.of().step(PROBLEM, RandomWalk.of().step(PROBLEM, second));
    assertEquals(List.of(0L, 1L, 2L), whole.stream().map(Snapshot::round).limit(3).toList());
    new Replicate(second, ImmutableList.copyOf(whole.subList(0, 3))).requireRecordOf(RECORDED);
    assertRefused("seed 7 is at round 2 without a record of round 0", second, List.of());
    assertRefused("seed 7 is at round 2 without a record of round 2", second, whole.subList(0, 2));
    assertRefused(
        "seed 7 is at round 2 without a record of round 1",
        second,
        List.of(whole.get(0), whole.get(2), whole.get(2)));
    assertRefused("seed 7 is at round 2 with 4 records instead of 3", second, whole.subList(0, 4));
    LearnerState beyond = plain(RandomWalk.of(), 7).state();
    int all = whole.size();
    assertRefused(
        "seed 7 is at round 301 with " + all + " records instead of " + all,
        RandomWalk.of().step(PROBLEM, beyond),
        whole);
  }

  @Test
  void progressIsToldInFull() {
    AtomicLong done = new AtomicLong();
    Monitor monitor =
        new Monitor() {
          @Override
          public void completed(long rounds) {
            done.addAndGet(rounds);
          }
        };
    Journal journal = new MemoryJournal(Cadence.everyRounds(5), ReplicatesTest::forgetful);
    assertTrue(of(RandomWalk.of()).run(1, 4, 1, journal, monitor));
    assertEquals(4 * 300, done.get());
    assertTrue(of(RandomWalk.of()).run(1, 4, 1, journal, monitor));
    assertEquals(8 * 300, done.get());
  }

  @Test
  void badNumbersAreRefused() {
    Replicates replicates = of(RandomWalk.of());
    assertRefused("seeds: 0 is not at least 1", () -> replicates.run(1, 0, 1));
    assertRefused("threads: 0 is not at least 1", () -> replicates.run(1, 1, 0));
    long most = Long.MAX_VALUE;
    assertRefused(
        "the last of 2 seeds from 9223372036854775807 on is beyond 9223372036854775807",
        () -> replicates.run(most, 2, 1));
    assertRefused(
        "the last of 3 seeds from 9223372036854775806 on is beyond 9223372036854775807",
        () -> replicates.run(most - 1, 3, 1));
    assertEquals(most, replicates.run(most, 1, 1).get(0).seed());
    assertEquals(
        List.of(most - 1, most),
        replicates.run(most - 1, 2, 1).stream().map(Replicate::seed).toList());
  }

  /** What a learner keeps under another seed than the one it was asked for is lost. */
  @Test
  void aLearnerThatBeginsAnotherSeedIsRefused() {
    Learner mistaken =
        new ForwardingLearner() {
          @Override
          public LearnerState initial(LearningProblem problem, long seed) {
            return RandomWalk.of().initial(problem, seed + 1);
          }
        };
    assertRefused(
        "random-walk was asked to begin seed 7 and is at round 0 of seed 8",
        () -> of(mistaken).run(7, 1, 1));
    Learner late =
        new ForwardingLearner() {
          @Override
          public LearnerState initial(LearningProblem problem, long seed) {
            return RandomWalk.of().step(problem, RandomWalk.of().initial(problem, seed));
          }
        };
    assertRefused(
        "random-walk was asked to begin seed 7 and is at round 1 of seed 7",
        () -> of(late).run(7, 1, 1));
  }

  private abstract static class ForwardingLearner implements Learner {
    @Override
    public String name() {
      return RandomWalk.of().name();
    }

    @Override
    public Settings settings() {
      return RandomWalk.of().settings();
    }

    @Override
    public Learner with(Settings settings) {
      return this;
    }

    @Override
    public Session open(LearningProblem problem, LearnerState state, int threads) {
      return RandomWalk.of().open(problem, state, threads);
    }
  }

  private static void assertRefused(String message, Executable run) {
    assertEquals(message, assertThrows(IllegalArgumentException.class, run).getMessage());
  }

  /** A walk that notes how many threads it gets and waits for so many others. */
  private record Counting(List<Integer> threads, CountDownLatch others) implements Learner {
    @Override
    public String name() {
      return RandomWalk.of().name();
    }

    @Override
    public Settings settings() {
      return RandomWalk.of().settings();
    }

    @Override
    public Learner with(Settings settings) {
      return this;
    }

    @Override
    public LearnerState initial(LearningProblem problem, long seed) {
      return RandomWalk.of().initial(problem, seed);
    }

    @Override
    public Session open(LearningProblem problem, LearnerState state, int given) {
      threads.add(given);
      others.countDown();
      boolean met = Uninterruptibles.awaitUninterruptibly(others, 1, TimeUnit.MINUTES);
      assertTrue(met, "seeds at the same time");
      return RandomWalk.of().open(problem, state, given);
    }
  }

  @Test
  void threadsAreSharedByTheSeeds() {
    int[][] cases = {{1, 1, 1}, {1, 5, 5}, {2, 5, 2}, {2, 2, 1}, {3, 2, 1}, {3, 7, 2}}; // …, each
    for (int[] one : cases) {
      CountDownLatch others = new CountDownLatch(Math.min(one[0], one[1]));
      Counting learner = new Counting(Collections.synchronizedList(new ArrayList<>()), others);
      of(learner).run(1, one[0], one[1]);
      assertEquals(Collections.nCopies(one[0], one[2]), learner.threads());
    }
  }

  @Test
  void aJournalThatFailsAfterAFaultIsSuppressed() {
    for (Throwable hindrance :
        List.of(new IllegalStateException("no"), new AssertionError("room"))) {
      RuntimeException fault = new IllegalStateException("no reward");
      LearningProblem failing =
          PROBLEM.withSourceRewards(
              (prompt, answer) -> {
                throw fault;
              });
      Journal full =
          new MemoryJournal(
              Cadence.everyRounds(5),
              replicate -> {
                Throwables.throwIfUnchecked(hindrance);
                return replicate;
              });
      Replicates runs = Replicates.of(Ccl.practical(), failing, RECORDED);
      assertSame(
          fault, assertThrows(RuntimeException.class, () -> runs.run(7, 1, 1, full, Monitor.NONE)));
      assertEquals(List.of(hindrance), List.of(fault.getSuppressed()));
    }
  }

  @Test
  void whoIsInterruptedSaysWhereTheRunIsKept() {
    Journal journal = new MemoryJournal(Cadence.everyRounds(5), ReplicatesTest::forgetful);
    AtomicLong done = new AtomicLong();
    Monitor interrupting =
        new Monitor() {
          @Override
          public void completed(long rounds) {
            if (done.addAndGet(rounds) == 3) {
              Thread.currentThread().interrupt();
            }
          }
        };
    IllegalStateException end =
        assertThrows(
            IllegalStateException.class,
            () -> of(RandomWalk.of()).run(7, 1, 1, journal, interrupting));
    assertEquals("interrupted; the run is kept at round 3", end.getMessage());
    assertEquals(3, journal.find(7).orElseThrow().state().round());
    assertEquals(4, journal.find(7).orElseThrow().record().size());
  }
}
