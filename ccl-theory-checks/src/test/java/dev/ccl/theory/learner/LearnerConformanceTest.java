package dev.ccl.theory.learner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.ImmutableMap;
import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.algorithms.Ccl;
import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.LearnerState;
import dev.ccl.algorithms.Learners;
import dev.ccl.algorithms.Ledger;
import dev.ccl.algorithms.Session;
import dev.ccl.algorithms.Settings;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.problem.LearningProblem;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every learner keeps the contract, and one liar per clause breaks that clause. */
class LearnerConformanceTest {
  private static final Instance INSTANCE =
      RandomInstance.of(RandomSpec.SMALL.withLambda(0.7).withRepeated(1), 5).instance();

  static Stream<Learner> learners() {
    Learner ccl = Ccl.paper();
    return Stream.concat(
        Learners.all().stream(),
        Stream.of(
            ccl.with("averaging", "tail").with("acceptance", "controlled"),
            ccl.with("calibration", "curvature").with("gradient", "baseline"),
            ccl.with("sampler", "trajectories").with("updates", "2"),
            Learners.named("two-stage").with("first-stage", "5")));
  }

  @ParameterizedTest
  @MethodSource("learners")
  void shippedLearnersKeepTheContract(Learner learner) {
    assertEquals(ImmutableMap.of(), LearnerConformance.of(learner, INSTANCE).broken());
  }

  /** Algorithm 1, with one lie told by a session. */
  static class Liar implements Learner {
    private final Learner honest = Ccl.paper();

    @Override
    public String name() {
      return "liar";
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
      return new Session() {
        private long here; // rounds since this session was opened

        @Override
        public long round() {
          return session.round();
        }

        @Override
        public void advance(long rounds) {
          session.advance(rounds);
          here += rounds;
          whenAdvanced(problem);
        }

        @Override
        public void calibration(double[] out) {
          session.calibration(out);
        }

        @Override
        public void student(double[] out) {
          session.student(out);
        }

        @Override
        public LearnerState state() {
          return told(session.state(), here, threads, problem);
        }

        @Override
        public void close() {
          session.close();
        }
      };
    }

    void whenAdvanced(LearningProblem problem) {}

    LearnerState told(LearnerState state, long here, int threads, LearningProblem problem) {
      return state;
    }

    static LearnerState moved(LearnerState state, double by) {
      double[] theta = state.student().toArray();
      theta[0] *= 1 - by;
      return new LearnerState(
          state.seed(),
          state.round(),
          state.calibration(),
          ImmutableDoubleArray.copyOf(theta),
          state.extras(),
          state.ledger());
    }
  }

  private static void assertBreaks(String clause, Learner liar) {
    ImmutableMap<String, String> broken = LearnerConformance.of(liar, INSTANCE).broken();
    assertTrue(broken.containsKey(clause), clause + " is not among " + broken);
  }

  @Test
  void aParameterThatIsNotTheSessionsOwnIsSeen() {
    assertBreaks(
        "rounds",
        new Liar() {
          @Override
          LearnerState told(LearnerState state, long here, int threads, LearningProblem problem) {
            return moved(state, 1e-15);
          }
        });
  }

  @Test
  void aQueryBesideTheLedgerIsSeen() {
    assertBreaks(
        "queries",
        new Liar() {
          @Override
          void whenAdvanced(LearningProblem problem) {
            int leaf = problem.source().forest().edges() - 1;
            problem.newVerifier().query(leaf);
          }
        });
  }

  @Test
  void aQueryThatNobodyAskedIsSeen() {
    assertBreaks(
        "queries",
        new Liar() {
          @Override
          LearnerState told(LearnerState state, long here, int threads, LearningProblem problem) {
            Ledger l = state.ledger();
            Ledger padded =
                new Ledger(
                    l.sourceQueries() + 1,
                    l.acceptedTrials(),
                    l.gradientRollouts(),
                    l.validationRollouts(),
                    l.firstWins(),
                    l.secondWins(),
                    l.largestCount());
            return new LearnerState(
                state.seed(),
                state.round(),
                state.calibration(),
                state.student(),
                state.extras(),
                padded);
          }
        });
  }

  @Test
  void memoryOutsideOfTheStateIsSeen() {
    assertBreaks(
        "resume",
        new Liar() {
          @Override
          LearnerState told(LearnerState state, long here, int threads, LearningProblem problem) {
            return moved(state, here * 1e-15);
          }
        });
  }

  @Test
  void chanceOfItsOwnIsSeen() {
    assertBreaks(
        "replay",
        new Liar() {
          private int runs;

          @Override
          LearnerState told(LearnerState state, long here, int threads, LearningProblem problem) {
            return moved(state, runs++ * 1e-15);
          }
        });
  }

  @Test
  void aThreadThatCountsIsSeen() {
    assertBreaks(
        "threads",
        new Liar() {
          @Override
          LearnerState told(LearnerState state, long here, int threads, LearningProblem problem) {
            return moved(state, threads * 1e-15);
          }
        });
  }

  /**
   * Nothing in a problem tells whether target prompts have rewards, so the liar counts the problems
   * that it is shown: it stands for one that reads the file beside them.
   */
  @Test
  void aLookAtTargetRewardsIsSeen() {
    assertBreaks(
        "target rewards",
        new Liar() {
          private int problems;

          @Override
          public LearnerState initial(LearningProblem problem, long seed) {
            problems++;
            return super.initial(problem, seed);
          }

          @Override
          LearnerState told(LearnerState state, long here, int threads, LearningProblem problem) {
            return moved(state, problems * 1e-15);
          }
        });
  }

  @Test
  void aFindingSaysCauseCoordinateAndBothValues() {
    Learner forgetful =
        new Liar() {
          @Override
          LearnerState told(LearnerState state, long here, int threads, LearningProblem problem) {
            return moved(state, here * 1e-15);
          }
        };
    String found = LearnerConformance.of(forgetful, INSTANCE).broken().get("resume");
    String cause = "probably something is remembered that the state does not hold.*: ";
    String place = "stopped after \\d+ rounds, θ, coordinate 0, is ";
    assertTrue(found.matches(cause + place + "[-.\\de+]+, expected [-.\\de+]+"), found);
    AssertionError error =
        assertThrows(
            AssertionError.class, () -> LearnerConformance.of(forgetful, INSTANCE).require());
    assertTrue(error.getMessage().contains("\n  resume, " + cause.substring(0, 20)));
  }

  @Test
  void failuresAreFindings() {
    Learner broken =
        new Liar() {
          @Override
          public LearnerState initial(LearningProblem problem, long seed) {
            throw new IllegalArgumentException("not on this problem");
          }
        };
    ImmutableMap<String, String> findings = LearnerConformance.of(broken, INSTANCE).broken();
    assertEquals(6, findings.size());
    assertTrue(findings.get("resume").contains("not on this problem"), findings.toString());
  }
}
