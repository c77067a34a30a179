package dev.ccl.algorithms.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Sets;
import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.LearnerState;
import dev.ccl.algorithms.Session;
import dev.ccl.algorithms.Settings;
import dev.ccl.algorithms.baseline.PathLearner;
import dev.ccl.algorithms.ccl.Ccl;
import dev.ccl.algorithms.run.UserCode.Fault;
import dev.ccl.algorithms.run.UserCode.Place;
import dev.ccl.core.growing.ForestBudget;
import dev.ccl.core.growing.ForestFullException;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.random.RandomStreams;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Whatever user code throws, at any moment of a whole run, in whichever thread: the run ends with
 * it, no thread is left, and what the journal has goes on to the bits of an undisturbed run.
 */
@Timeout(300) // a lost helper would hang for ever
class FaultsTest {
  private static final ForestBudget AMPLE = ForestBudget.ofBytes(1L << 28);
  private static final RecordedRounds RECORDED = RecordedRounds.logarithmic(9);
  private static final long FIRST_SEED = 7;

  /** One block of edges: no thread is worth it. */
  private static final Instance SMALL =
      RandomInstance.of(RandomSpec.SMALL.withHorizon(3), 41).instance();

  /** So many edges in a level that a team shares them. */
  private static final Instance WIDE =
      RandomInstance.of(RandomSpec.SMALL.withHorizon(5).withLetters(6), 42).instance();

  /** How the trees are held. */
  private enum Trees {
    WHOLE,
    GROWING,
    FORGETTING;

    LearningProblem of(UserCode code, Instance instance, long edges) {
      LearningProblem whole = code.problem(instance);
      return switch (this) {
        case WHOLE -> whole;
        case GROWING -> whole.growing(AMPLE);
        case FORGETTING -> whole.growing(AMPLE.withEdges(edges));
      };
    }
  }

  /** A run that shall fail: of which learner, where, and by how many threads. */
  private record Trial(
      Function<UserCode, Learner> learner,
      Instance instance,
      Trees trees,
      long edges,
      Place place,
      Fault fault,
      double moment,
      int seeds,
      int threads) {

    private Replicates runs(UserCode code, UnaryOperator<Learner> lie) {
      return Replicates.of(
          lie.apply(learner.apply(code)), trees.of(code, instance, edges), RECORDED);
    }

    /** What is wrong with how a learner bears the fault; nothing if all is well. */
    List<String> complaints(UnaryOperator<Learner> lie) {
      MemoryJournal expected = sealed();
      UserCode sound = UserCode.sound(place);
      runs(sound, learner -> learner).run(FIRST_SEED, seeds, 1, expected, Monitor.NONE);
      if (sound.calls() == 0) {
        return List.of(); // this learner has no use for such code
      }
      long at = 1 + (long) (moment * sound.calls());
      Set<Thread> before = alive();
      MemoryJournal journal = sealed();
      List<String> complaints = new ArrayList<>();
      UserCode failing = UserCode.failing(place, fault, at);
      try {
        runs(failing, lie).run(FIRST_SEED, seeds, threads, journal, Monitor.NONE);
        complaints.add("the run goes on");
      } catch (RuntimeException | Error thrown) {
        if (!"user code".equals(thrown.getMessage()) || thrown.getSuppressed().length > 0) {
          complaints.add("it ends with " + thrown);
        }
      }
      if (!Sets.difference(alive(), before).isEmpty()) {
        complaints.add("a thread is left");
      }
      runs(UserCode.sound(place), lie).run(FIRST_SEED, seeds, threads, journal, Monitor.NONE);
      if (!results(expected).equals(results(journal))) {
        complaints.add("it goes on to other results");
      }
      return complaints;
    }
  }

  /** A journal whose replicates have been through the bytes of a file. */
  private static MemoryJournal sealed() {
    RunIdentity identity = RunIdentity.of(ImmutableMap.of("run", "fault"));
    return new MemoryJournal(
        Cadence.everyRounds(4),
        r -> Checkpoints.replicate("memory", Checkpoints.bytes(identity, r), identity, r.seed()));
  }

  private static List<Object> results(MemoryJournal journal) {
    List<Object> all = new ArrayList<>();
    journal.kept().values().forEach(r -> all.addAll(List.of(r.state(), r.record())));
    return all;
  }

  private static final ImmutableList<Function<UserCode, Learner>> LEARNERS =
      ImmutableList.of(
          code -> Ccl.practicalByRollouts(),
          code -> Ccl.paper().with("calibration", "newton").with("gradient", "causal"),
          code -> Learners.named("source-reward").with("batch", "3"),
          code -> PathLearner.of(code.baseline()).with("batch", "2"));

  /** The threads that are alive, but for those of the test runner. */
  private static Set<Thread> alive() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.isAlive() && !thread.getName().startsWith("surefire"))
        .collect(Collectors.toSet());
  }

  private static final UnaryOperator<Learner> HONEST = learner -> learner;

  private static <T> T any(RandomStream random, List<T> choices) {
    return choices.get(random.nextBelow(choices.size()));
  }

  @Test
  void faultsAtRandomMomentsLeaveARunToGoOnFrom() {
    for (int i = 0; i < 100; i++) {
      RandomStream random = RandomStreams.of(12).open(Purpose.TRIAL, i);
      Trial trial =
          new Trial(
              any(random, LEARNERS),
              SMALL,
              any(random, List.of(Trees.values())),
              60,
              any(random, List.of(Place.values())),
              any(random, List.of(Fault.values())),
              random.nextDouble(),
              1 + random.nextBelow(3),
              1 + random.nextBelow(2));
      assertEquals(List.of(), trial.complaints(HONEST), "trial " + i + ": " + trial);
    }
  }

  @Test
  void faultsInTheThreadsOfATeamDoToo() {
    for (int i = 0; i < 8; i++) {
      RandomStream random = RandomStreams.of(13).open(Purpose.TRIAL, i);
      Trial trial = wide(any(random, List.of(Fault.values())), i % 2 == 0, random.nextDouble());
      assertEquals(List.of(), trial.complaints(HONEST), "trial " + i + ": " + trial);
    }
  }

  private static Trial wide(Fault fault, boolean whole, double moment) {
    return new Trial(
        code ->
            Ccl.paper()
                .with("calibration", "newton")
                .with("gradient-batch", "1500")
                .with("validation", "1500"),
        WIDE,
        whole ? Trees.WHOLE : Trees.GROWING,
        0,
        Place.STUDENT,
        fault,
        moment,
        1,
        2);
  }

  /** A learner with another session. */
  private static Learner lying(Learner learner, UnaryOperator<Session> lie) {
    return new Learner() {
      @Override
      public String name() {
        return learner.name();
      }

      @Override
      public Settings settings() {
        return learner.settings();
      }

      @Override
      public Learner with(Settings settings) {
        return lying(learner.with(settings), lie);
      }

      @Override
      public LearnerState initial(LearningProblem problem, long seed) {
        return learner.initial(problem, seed);
      }

      @Override
      public Session open(LearningProblem problem, LearnerState state, int threads) {
        return lie.apply(learner.open(problem, state, threads));
      }
    };
  }

  private static Trial oneError() {
    return new Trial(
        LEARNERS.get(1), SMALL, Trees.GROWING, 0, Place.STUDENT, Fault.ERROR, 0.5, 1, 2);
  }

  @Test
  void aLearnerThatSwallowsAnErrorIsNoticed() {
    UnaryOperator<Learner> lie =
        learner ->
            lying(
                learner,
                session ->
                    new PassingSession(session) {
                      private long lost;
                      private LearnerState before = session.state();

                      @Override
                      public long round() {
                        return session.round() + lost;
                      }

                      @Override
                      public void advance(long rounds) {
                        if (lost > 0) {
                          lost += rounds;
                          return;
                        }
                        try {
                          before = session.state();
                          session.advance(rounds);
                        } catch (Error swallowed) {
                          lost += rounds;
                        }
                      }

                      @Override
                      public LearnerState state() {
                        LearnerState s = lost > 0 ? before : session.state();
                        return new LearnerState(
                            s.seed(),
                            s.round() + lost,
                            s.calibration(),
                            s.student(),
                            s.extras(),
                            s.ledger());
                      }
                    });
    assertEquals(
        List.of("the run goes on", "it goes on to other results"), oneError().complaints(lie));
  }

  @Test
  void aThreadLeftAliveIsNoticed() throws InterruptedException {
    List<Thread> left = new ArrayList<>();
    UnaryOperator<Learner> lie =
        learner ->
            lying(
                learner,
                session ->
                    new PassingSession(session) {
                      @Override
                      public void close() {
                        Thread forgotten = new Thread(FaultsTest::sleep, "left");
                        forgotten.start();
                        left.add(forgotten);
                        super.close();
                      }
                    });
    try {
      assertEquals(List.of("a thread is left"), oneError().complaints(lie));
    } finally {
      for (Thread thread : left) {
        thread.interrupt();
        thread.join();
      }
    }
  }

  private static void sleep() {
    try {
      Thread.sleep(60_000);
    } catch (InterruptedException over) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void aStateThatIsHalfDoneIsNoticed() {
    UnaryOperator<Learner> lie =
        learner ->
            lying(
                learner,
                session ->
                    new PassingSession(session) {
                      @Override
                      public LearnerState state() { // as if a failed round had counted its work
                        LearnerState s = session.state();
                        double[] theta = s.student().toArray();
                        theta[0] += s.round() == 4 ? 1e-15 : 0;
                        return new LearnerState(
                            s.seed(),
                            s.round(),
                            s.calibration(),
                            ImmutableDoubleArray.copyOf(theta),
                            s.extras(),
                            s.ledger());
                      }
                    });
    assertTrue(oneError().complaints(lie).contains("it goes on to other results"));
  }

  @Test
  void aRunThatStopsAtItsBudgetIsKeptInTheRoundItNames() {
    for (Place place : List.of(Place.STUDENT_FEATURES, Place.REFERENCE)) {
      UserCode code = UserCode.sound(place);
      Learner learner = Ccl.practicalByRollouts();
      MemoryJournal expected = sealed();
      Replicates.of(learner, code.problem(SMALL).growing(AMPLE), RECORDED)
          .run(FIRST_SEED, 1, 1, expected, Monitor.NONE);
      LearningProblem tight = code.problem(SMALL).growing(AMPLE.withEdges(60).stopping());
      for (int threads = 1; threads <= 2; threads++) {
        MemoryJournal journal = sealed();
        ForestFullException stop = null;
        try {
          Replicates.of(learner, tight, RECORDED)
              .run(FIRST_SEED, 1, threads, journal, Monitor.NONE);
        } catch (ForestFullException thrown) {
          stop = thrown;
        }
        long round = journal.find(FIRST_SEED).orElseThrow().state().round();
        assertTrue(
            stop != null && stop.getMessage().startsWith("stopped in round " + round + ": "));
        assertTrue(round > 0 && round < RECORDED.last(), "round " + round);
        Replicates.of(learner, code.problem(SMALL).growing(AMPLE), RECORDED)
            .run(FIRST_SEED, 1, threads, journal, Monitor.NONE);
        assertEquals(results(expected), results(journal));
      }
    }
  }

  /** Somebody interrupts who waits for the run, while the run asks a slow model. */
  @Test
  @Timeout(60)
  void anInterruptFromOutsideEndsAllThreads() throws InterruptedException {
    UserCode code = UserCode.sound(Place.STUDENT);
    MemoryJournal expected = sealed();
    Replicates runs = Replicates.of(LEARNERS.get(1).apply(code), code.problem(SMALL), RECORDED);
    runs.run(FIRST_SEED, 2, 2, expected, Monitor.NONE);
    MemoryJournal journal = sealed();
    Set<Thread> before = alive();
    List<Throwable> ends = new ArrayList<>();
    Thread waiting =
        new Thread(
            () -> {
              try {
                runs.run(FIRST_SEED, 2, 2, journal, interrupting(Thread.currentThread()));
              } catch (IllegalStateException end) {
                ends.add(end);
                assertTrue(Thread.currentThread().isInterrupted());
              }
            });
    waiting.setDaemon(true);
    waiting.start();
    waiting.join();
    assertEquals(1, ends.size());
    assertTrue(ends.get(0).getMessage().startsWith("interrupted"), ends.toString());
    assertEquals(Set.of(), Sets.difference(alive(), before));
    assertFalse(journal.kept().isEmpty());
    runs.run(FIRST_SEED, 2, 2, journal, Monitor.NONE);
    assertEquals(results(expected), results(journal));
  }

  private static Monitor interrupting(Thread caller) {
    return new Monitor() {
      @Override
      public void completed(long rounds) {
        caller.interrupt();
        sleep(); // until the interrupt has come round to this thread
      }
    };
  }
}
