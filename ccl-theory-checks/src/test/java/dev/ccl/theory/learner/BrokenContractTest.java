package dev.ccl.theory.learner;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.common.collect.ImmutableMap;
import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.LearnerState;
import dev.ccl.algorithms.Ledger;
import dev.ccl.algorithms.Session;
import dev.ccl.algorithms.Settings;
import dev.ccl.algorithms.ccl.Ccl;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.judge.Verdict;
import dev.ccl.theory.PassingSession;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Learners with one fault in one place break the checks that their names list. */
class BrokenContractTest {
  private static final Instance INSTANCE =
      RandomInstance.of(
              RandomSpec.SMALL
                  .withPrompts(3, 2)
                  .withShared(1)
                  .withRepeated(1)
                  .withDimensions(3, 2)
                  .withLambda(0.7),
              5)
          .instance();

  /** Where a session is: the round, those since it was opened, and the run's number. */
  record At(long round, long here, int threads, int run, LearningProblem problem) {}

  /** What a session tells: of a state, of the parameters that it copies, of its round. */
  abstract static class Tale {
    LearnerState state(LearnerState state, At at) {
      return state;
    }

    void calibration(double[] w, At at) {}

    void student(double[] theta, At at) {}

    long round(long round) {
      return round;
    }

    void advanced(At at) {}
  }

  private static final class Teller implements Learner {
    private final Learner honest = Ccl.paper();
    private final Tale tale;
    private int runs;

    Teller(Tale tale) {
      this.tale = tale;
    }

    @Override
    public String name() {
      return "teller";
    }

    @Override
    public Settings settings() {
      return honest.settings();
    }

    @Override
    public Learner with(Settings settings) {
      throw new UnsupportedOperationException();
    }

    @Override
    public LearnerState initial(LearningProblem problem, long seed) {
      return honest.initial(problem, seed);
    }

    @Override
    public Session open(LearningProblem problem, LearnerState state, int threads) {
      Session session = honest.open(problem, state, threads);
      int run = runs++;
      return new PassingSession(session) {
        private long here;

        private At at() {
          return new At(session.round(), here, threads, run, problem);
        }

        @Override
        public long round() {
          return tale.round(session.round());
        }

        @Override
        public void advance(long rounds) {
          session.advance(rounds);
          here += rounds;
          tale.advanced(at());
        }

        @Override
        public void calibration(double[] out) {
          session.calibration(out);
          tale.calibration(out, at());
        }

        @Override
        public void student(double[] out) {
          session.student(out);
          tale.student(out, at());
        }

        @Override
        public LearnerState state() {
          return tale.state(session.state(), at());
        }
      };
    }
  }

  private static LearnerState with(LearnerState s, double[] w, double[] theta) {
    return new LearnerState(
        s.seed(),
        s.round(),
        ImmutableDoubleArray.copyOf(w),
        ImmutableDoubleArray.copyOf(theta),
        s.extras(),
        s.ledger());
  }

  private static LearnerState with(LearnerState s, long seed, long round) {
    return new LearnerState(seed, round, s.calibration(), s.student(), s.extras(), s.ledger());
  }

  private static LearnerState with(LearnerState s, Map<String, ImmutableDoubleArray> extras) {
    return new LearnerState(
        s.seed(), s.round(), s.calibration(), s.student(), ImmutableMap.copyOf(extras), s.ledger());
  }

  private static double[] moved(ImmutableDoubleArray x, int last, double by) {
    double[] out = x.toArray();
    out[last] += by;
    return out;
  }

  /** A state with one more query than there were, or one more of something else. */
  private static LearnerState more(LearnerState s, int queries, int seconds) {
    Ledger l = s.ledger();
    Ledger told =
        new Ledger(
            l.sourceQueries() + queries,
            l.acceptedTrials(),
            l.gradientRollouts(),
            l.validationRollouts(),
            l.firstWins(),
            l.secondWins() + seconds,
            l.largestCount());
    return new LearnerState(s.seed(), s.round(), s.calibration(), s.student(), s.extras(), told);
  }

  private interface Lie {
    LearnerState of(LearnerState state, At at);
  }

  private static Tale states(Lie lie) {
    return new Tale() {
      @Override
      LearnerState state(LearnerState state, At at) {
        return lie.of(state, at);
      }
    };
  }

  private static Map<String, Tale> tales() {
    Map<String, Tale> out = new LinkedHashMap<>(); // by name, with what they break
    out.put("honest: ", new Tale() {});
    out.put(
        "a state of another seed: rounds, resume",
        states((s, at) -> with(s, s.seed() + 1, s.round())));
    out.put(
        "the last state of another round: rounds",
        states((s, at) -> at.round() == 12 ? with(s, s.seed(), 13) : s));
    out.put(
        "a session of another round: rounds",
        new Tale() {
          @Override
          long round(long round) {
            return round == 5 ? 6 : round;
          }
        });
    out.put(
        "another w in the first session, last coordinate: rounds",
        new Tale() {
          @Override
          void calibration(double[] w, At at) {
            w[2] *= at.round() == 0 ? 1 - 1e-9 : 1;
          }
        });
    out.put(
        "another θ in the last session, last coordinate: rounds",
        new Tale() {
          @Override
          void student(double[] theta, At at) {
            theta[1] *= at.round() == 12 ? 1 - 1e-9 : 1;
          }
        });
    out.put(
        "a state with a w that is longer: rounds, queries, resume",
        states((s, at) -> with(s, new double[4], s.student().toArray())));
    out.put(
        "w far outside: rounds, resume",
        new Tale() {
          @Override
          void calibration(double[] w, At at) {
            w[0] += 1e3;
          }

          @Override
          LearnerState state(LearnerState s, At at) {
            return with(s, moved(s.calibration(), 0, 1e3), s.student().toArray());
          }
        });
    out.put(
        "θ far outside: rounds, resume",
        new Tale() {
          @Override
          void student(double[] theta, At at) {
            theta[0] += 1e3;
          }

          @Override
          LearnerState state(LearnerState s, At at) {
            return with(s, s.calibration().toArray(), moved(s.student(), 0, 1e3));
          }
        });
    out.put(
        "a query too many at the end: queries, resume",
        states((s, at) -> at.round() == 12 ? more(s, 1, 0) : s));
    out.put(
        "a question in the fourth round: queries",
        new Tale() {
          @Override
          void advanced(At at) {
            if (at.round() == 4) {
              at.problem().newVerifier().query(at.problem().source().forest().edges() - 1);
            }
          }
        });
    out.put(
        "another w in every second run: replay, threads, target rewards",
        states(
            (s, at) ->
                at.run() % 2 == 1
                    ? with(s, moved(s.calibration(), 2, 1e-9), s.student().toArray())
                    : s));
    out.put(
        "another win with two threads: threads",
        states((s, at) -> at.threads() == 2 ? more(s, 0, 1) : s));
    out.put(
        "memory that a state holds: ",
        states((s, at) -> with(s, Map.of("age", ImmutableDoubleArray.of(at.round(), 7)))));
    out.put(
        "memory of a session that a state holds: resume",
        states((s, at) -> with(s, Map.of("age", ImmutableDoubleArray.of(7, at.here())))));
    out.put(
        "memory that grows with threads: threads",
        states(
            (s, at) ->
                with(s, Map.of("age", ImmutableDoubleArray.copyOf(new double[at.threads()])))));
    out.put(
        "memory that is there for one thread: threads",
        states(
            (s, at) -> at.threads() == 1 ? with(s, Map.of("age", ImmutableDoubleArray.of(3))) : s));
    out.put(
        "memory that is there for two threads: threads",
        states(
            (s, at) -> at.threads() == 2 ? with(s, Map.of("age", ImmutableDoubleArray.of(3))) : s));
    out.put(
        "a zero of another sign in every second run: rounds, replay, resume, threads, target rewards",
        states(
            (s, at) ->
                with(
                    s,
                    s.calibration().toArray(),
                    new double[] {0.5, at.run() % 2 == 1 ? -0.0 : 0})));
    out.put(
        "opened at the end: resume",
        states(
            (s, at) ->
                at.round() == 12 && at.here() == 0
                    ? with(s, s.calibration().toArray(), moved(s.student(), 1, 1e-9))
                    : s));
    return out;
  }

  @TestFactory
  Stream<DynamicTest> everyTaleBreaksWhatItNames() {
    return tales().entrySet().stream()
        .map(
            tale ->
                DynamicTest.dynamicTest(
                    tale.getKey(),
                    () ->
                        assertEquals(
                            tale.getKey().replaceFirst(".*: ", ""),
                            LearnerContract.of(new Teller(tale.getValue()), INSTANCE)
                                .report()
                                .stream()
                                .filter(verdict -> !verdict.holds())
                                .map(Verdict::check)
                                .collect(Collectors.joining(", ")))));
  }

  /** Where no target reward is known there is none to change. */
  @Test
  void anInstanceMayLackItsTargetRewards() {
    Learner honest = new Teller(new Tale() {});
    LearnerContract.of(honest, INSTANCE.withoutTargetRewards()).require();
  }
}
