package dev.ccl.theory.learner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableDoubleArray;
import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.LearnerState;
import dev.ccl.algorithms.Ledger;
import dev.ccl.algorithms.Session;
import dev.ccl.algorithms.Settings;
import dev.ccl.algorithms.ccl.Ccl;
import dev.ccl.algorithms.run.Learners;
import dev.ccl.core.growing.ForestBudget;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.PromptTable;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.RewardOracle;
import dev.ccl.judge.Verdict;
import dev.ccl.theory.PassingSession;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every learner keeps the contract, and one liar per clause breaks that clause. */
class LearnerContractTest {
  private static final Instance INSTANCE =
      RandomInstance.of(RandomSpec.SMALL.withLambda(0.7).withRepeated(1), 5).instance();

  static Stream<Learner> learners() {
    Learner ccl = Ccl.paper();
    return Stream.concat(
        Learners.all().stream(),
        Stream.of(
            ccl.with("acceptance", "controlled"),
            ccl.with("calibration", "newton").with("gradient", "causal"),
            ccl.with("sampler", "trajectories").with("updates", "2"),
            Learners.named("two-stage").with("first-stage", "5")));
  }

  @ParameterizedTest
  @MethodSource("learners")
  void shippedLearnersKeepTheContract(Learner learner) {
    LearnerContract.of(learner, INSTANCE).require();
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
      return new PassingSession(session) {
        private long here; // rounds since this session was opened

        @Override
        public void advance(long rounds) {
          session.advance(rounds);
          here += rounds;
          whenAdvanced(problem);
        }

        @Override
        public void student(double[] out) {
          session.student(out);
          shown(out);
        }

        @Override
        public LearnerState state() {
          return told(session.state(), here, threads, problem);
        }
      };
    }

    void whenAdvanced(LearningProblem problem) {}

    void shown(double[] theta) {}

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

  static void assertBreaks(String clause, Learner liar) {
    assertEquals(Verdict.Status.FAILS, LearnerContract.of(liar, INSTANCE).verdict(clause).status());
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
  void aStartOfItsOwnIsSeen() {
    assertBreaks(
        "replay",
        new Liar() {
          @Override
          public Session start(LearningProblem problem, long seed, int threads) {
            return open(problem, initial(problem, seed + 1), threads);
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
   * No public door leads to a target reward, so the liar breaks a wall: it reads private fields.
   */
  @Test
  void aLookAtTargetRewardsIsSeen() {
    assertBreaks(
        "target rewards",
        new Liar() {
          @Override
          LearnerState told(LearnerState state, long here, int threads, LearningProblem problem) {
            return moved(state, 1e-9 * (1 + stolen(problem)));
          }
        });
  }

  /** A liar whom a file without target rewards does not give away, because it makes do without. */
  @Test
  void aLookThatHidesItsFailureIsSeen() {
    double honest = stolen(INSTANCE.problem());
    assertBreaks(
        "target rewards",
        new Liar() {
          @Override
          LearnerState told(LearnerState state, long here, int threads, LearningProblem problem) {
            double found = stolen(problem);
            return moved(state, 1e-9 * (1 + (found == 0 ? honest : found)));
          }
        });
  }

  /** The sum of all target rewards within reach of reflection, 0 if there are none. */
  private static double stolen(LearningProblem problem) {
    double sum = 0;
    for (Object found : new Doors(true).behind(problem)) {
      if (found instanceof PromptTable table && table.hasRewards()) {
        boolean target = problem.target().dataset().prompts().contains(table.prompt());
        boolean source = problem.source().dataset().prompts().contains(table.prompt());
        for (int e = 0; target && !source && e < table.edges(); e++) {
          sum += table.child(e) < 0 ? table.reward(e) : 0;
        }
      }
    }
    return sum;
  }

  /**
   * Whatever public methods without arguments return, and what theirs return, is neither an
   * instance nor ground truth nor rewards that can be asked past a verifier.
   */
  @Test
  void noPublicDoorLeadsToRewards() {
    LearningProblem problem = INSTANCE.problem();
    assertEquals(List.of(), forbidden(new Doors(false).behind(problem)));
    assertEquals(
        List.of(), forbidden(new Doors(false).behind(problem.growing(ForestBudget.standard()))));
    assertTrue(new Doors(false).behind(problem).size() > 20, "there are doors");
  }

  /** A side door that the search has to find. */
  public static final class Leak {
    /**
     * Returns more than a learner may see.
     *
     * @return a way to an instance
     */
    public ImmutableList<Supplier<Instance>> door() {
      return ImmutableList.of(new Way());
    }
  }

  /** A way to an instance behind two corners. */
  public static final class Way implements Supplier<Instance> {
    @Override
    public Instance get() {
      return INSTANCE;
    }
  }

  @Test
  void aPublicDoorIsFound() {
    assertTrue(forbidden(new Doors(false).behind(new Leak())).contains("Instance"));
  }

  private static List<String> forbidden(Iterable<Object> objects) {
    List<String> names = new ArrayList<>();
    for (Object o : objects) {
      String home = o.getClass().getPackageName();
      boolean hidden = home.endsWith(".core.instance") || home.endsWith(".core.truth");
      boolean open = Modifier.isPublic(o.getClass().getModifiers());
      if ((hidden && open) || o instanceof RewardOracle) {
        names.add(o.getClass().getSimpleName());
      }
    }
    return names;
  }

  /**
   * Shown the target prompts, in their words or as edges of another forest, a verifier is blind.
   */
  @Test
  void verifiersRefuseTargetPrompts() {
    LearningProblem problem = INSTANCE.problem();
    int refused = 0;
    for (Prompt prompt : problem.target().dataset().prompts()) {
      if (!problem.source().dataset().prompts().contains(prompt)) {
        ImmutableIntArray answer = problem.mdp().answers(prompt).get(0);
        assertThrows(
            IllegalArgumentException.class, () -> problem.newVerifier().query(prompt, answer));
        refused++;
      }
    }
    assertTrue(refused > 0, "there are prompts of the target alone");
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
    AssertionError error =
        assertThrows(AssertionError.class, () -> LearnerContract.of(forgetful, INSTANCE).require());
    String cause = "probably because something is remembered that the state does not hold";
    assertTrue(error.getMessage().contains("\n  FAILED resume, " + cause), error.getMessage());
    String place = "stopped after \\d+ rounds, θ, coordinate 0, is ";
    assertTrue(
        error.getMessage().matches("(?s).*" + place + "[-.\\de+]+, expected [-.\\de+]+.*"),
        error.getMessage());
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
    for (Verdict verdict : LearnerContract.of(broken, INSTANCE).report()) {
      assertEquals(Verdict.Status.FAILS, verdict.status());
      assertTrue(verdict.toString().contains("not on this problem"), verdict.toString());
    }
  }
}
