package dev.ccl.algorithms.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.base.Throwables;
import com.google.common.util.concurrent.Uninterruptibles;
import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.LearnerState;
import dev.ccl.algorithms.Session;
import dev.ccl.algorithms.Settings;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.core.problem.LearningProblem;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Seeds that run together stop together, and whoever watches them is asked often. */
@Timeout(30) // a run that nobody stops goes on for ever
class TogetherTest {
  private static final LearningProblem PROBLEM = SeparationInstance.of(2, 3, 2, 0.5).problem();
  private static final RecordedRounds ENDLESS = RecordedRounds.of(new long[0], 1L << 50);

  /** What happens before rounds are done. */
  private interface Before {
    void advance(long seed, long rounds);
  }

  /** A random walk with something before its rounds. */
  private record Disturbed(Before before) implements Learner {
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
    public Session open(LearningProblem problem, LearnerState state, int threads) {
      Session walk = RandomWalk.of().open(problem, state, threads);
      return new PassingSession(walk) {
        @Override
        public void advance(long rounds) {
          before.advance(state.seed(), rounds);
          walk.advance(rounds);
        }
      };
    }
  }

  /** The second seed fails when the first, which would never end, is in the middle. */
  @Test
  void whenOneSeedFailsTheOthersStopWhereTheyAre() {
    for (Throwable fault : List.of(new IllegalStateException("x"), new StackOverflowError("y"))) {
      failTogether(fault);
    }
  }

  private static void failTogether(Throwable fault) {
    CountDownLatch running = new CountDownLatch(3);
    Learner learner =
        new Disturbed(
            (seed, rounds) -> {
              if (seed == 7) {
                running.countDown();
                return;
              }
              Uninterruptibles.awaitUninterruptibly(running);
              Throwables.throwIfUnchecked(fault);
            });
    MemoryJournal kept = new MemoryJournal(Cadence.AT_THE_END);
    Replicates runs = Replicates.of(learner, PROBLEM, ENDLESS);
    assertSame(fault, assertThrows(Throwable.class, () -> runs.run(7, 3, 2, kept, Monitor.NONE)));
    assertTrue(kept.kept().get(7L).state().round() > 0, "kept in the middle");
    assertEquals(0, kept.kept().get(8L).state().round());
    assertFalse(kept.kept().containsKey(9L), "never begun");
  }

  @Test
  void whoeverStopsAtOnceBeginsNothing() {
    Monitor stopped =
        new Monitor() {
          @Override
          public void completed(long rounds) {
            throw new AssertionError("nothing was completed");
          }

          @Override
          public boolean stopping() {
            return true;
          }
        };
    MemoryJournal kept = new MemoryJournal(Cadence.AT_THE_END);
    assertFalse(Replicates.of(RandomWalk.of(), PROBLEM, ENDLESS).run(7, 3, 2, kept, stopped));
    assertEquals(Map.of(), kept.kept());
    assertEquals(List.of(), kept.events());
  }

  private static List<Long> told(Learner learner, long last) {
    List<Long> told = new ArrayList<>();
    Monitor monitor =
        new Monitor() {
          @Override
          public void completed(long rounds) {
            if (rounds > 0) {
              told.add(rounds);
            }
          }
        };
    RecordedRounds few = RecordedRounds.of(new long[0], last);
    assertTrue(
        Replicates.of(learner, PROBLEM, few)
            .run(7, 1, 1, new MemoryJournal(Cadence.AT_THE_END), monitor));
    return told;
  }

  private static void sleep(int milliseconds) {
    Uninterruptibles.sleepUninterruptibly(Duration.ofMillis(milliseconds));
  }

  /** Between two times at which a run is kept on its way there is the time of its cadence. */
  @Test
  void timeIsCountedFromTheLastTimeARunWasKept() {
    Duration time = Duration.ofMillis(15);
    List<Long> begun = new ArrayList<>();
    List<Long> ended = new ArrayList<>();
    Journal journal =
        new Journal() {
          @Override
          public Cadence cadence() {
            return Cadence.every(time);
          }

          @Override
          public Optional<Replicate> find(long seed) {
            return Optional.empty();
          }

          @Override
          public void keep(Replicate replicate) {
            begun.add(System.nanoTime());
            sleep(1);
            ended.add(System.nanoTime());
          }
        };
    Learner learner = new Disturbed((seed, rounds) -> sleep(begun.isEmpty() ? 16 : 1));
    long[] all = LongStream.range(1, 40).toArray(); // so that stretches are rounds
    Replicates.of(learner, PROBLEM, RecordedRounds.of(all, 40)).run(7, 1, 1, journal, Monitor.NONE);
    assertTrue(begun.size() >= 2, "in the first round and at the end");
    for (int i = 1; i + 1 < begun.size(); i++) {
      long between = begun.get(i) - ended.get(i - 1);
      assertTrue(between >= time.toNanos(), between + " nanoseconds");
    }
  }

  /** Rounds of more than ten milliseconds: two together would be a long time without a look. */
  @Test
  void slowRoundsAreDoneOneByOne() {
    assertEquals(List.of(1L, 1L, 1L, 1L, 1L), told(new Disturbed((seed, rounds) -> sleep(12)), 5));
  }

  /** What has taken more than fifty milliseconds is followed by half as many rounds at most. */
  @Test
  void roundsThatBecomeSlowAreDoneInShorterStretches() {
    List<Long> slow = new ArrayList<>();
    Learner learner =
        new Disturbed(
            (seed, rounds) -> {
              if ((rounds >= 8 || !slow.isEmpty()) && slow.size() < 3) {
                slow.add(rounds);
                sleep(52);
              }
            });
    List<Long> told = told(learner, 100);
    assertEquals(100, told.stream().mapToLong(x -> x).sum());
    for (int i = told.indexOf(8L), k = 0; k < slow.size(); i++, k++) {
      assertEquals(slow.get(k), told.get(i));
      assertTrue(told.get(i + 1) <= Math.max(1, told.get(i) / 2), "after slow rounds: " + told);
    }
  }
}
