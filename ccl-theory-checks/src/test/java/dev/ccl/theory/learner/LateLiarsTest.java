package dev.ccl.theory.learner;

import static dev.ccl.theory.learner.LearnerConformanceTest.assertBreaks;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.algorithms.LearnerState;
import dev.ccl.algorithms.Ledger;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.problem.LearningProblem;
import org.junit.jupiter.api.Test;

/** Liars who are honest in most rounds. */
class LateLiarsTest {
  private static final Instance INSTANCE =
      RandomInstance.of(RandomSpec.SMALL.withLambda(0.7).withRepeated(1), 5).instance();

  /** Opened after three rounds, seven or eleven, it has lost something. */
  @Test
  void memoryThatIsLostAfterSomeRoundsIsSeen() {
    assertBreaks(
        "resume",
        new LearnerConformanceTest.Liar() {
          @Override
          LearnerState told(LearnerState state, long here, int threads, LearningProblem problem) {
            return (state.round() - here) % 4 == 3 ? moved(state, 1e-15) : state;
          }
        });
  }

  @Test
  void aStateThatChangesWhereItIsOnlyOpenedIsSeen() {
    assertBreaks(
        "resume",
        new LearnerConformanceTest.Liar() {
          @Override
          LearnerState told(LearnerState state, long here, int threads, LearningProblem problem) {
            return here == 0 && state.round() > 1 ? moved(state, 1e-15) : state;
          }
        });
  }

  /** One query too many in every second round, which the next round takes back. */
  @Test
  void aLedgerThatIsRightInTheEndIsSeen() {
    assertBreaks(
        "queries",
        new LearnerConformanceTest.Liar() {
          @Override
          LearnerState told(LearnerState state, long here, int threads, LearningProblem problem) {
            Ledger l = state.ledger();
            Ledger told =
                new Ledger(
                    l.sourceQueries() + (state.round() % 2 == 1 ? 1 : Math.max(-1, -here)),
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
                told);
          }
        });
  }

  @Test
  void aQueryBeforeTheFirstRoundIsSeen() {
    LearnerConformanceTest.Liar eager =
        new LearnerConformanceTest.Liar() {
          @Override
          public LearnerState initial(LearningProblem problem, long seed) {
            problem.newVerifier().query(problem.source().forest().edges() - 1);
            return super.initial(problem, seed);
          }
        };
    String found = LearnerConformance.of(eager, INSTANCE).broken().get("queries");
    assertTrue(found.contains("1 questions before the first round"), found);
  }

  /** A student far outside of Θ, of which session and state tell the same. */
  @Test
  void aStudentThatIsNotProjectedIsSeen() {
    assertBreaks(
        "rounds",
        new LearnerConformanceTest.Liar() {
          @Override
          LearnerState told(LearnerState state, long here, int threads, LearningProblem problem) {
            return moved(state, -1e6);
          }

          @Override
          void shown(double[] theta) {
            theta[0] *= 1 + 1e6;
          }
        });
  }
}
