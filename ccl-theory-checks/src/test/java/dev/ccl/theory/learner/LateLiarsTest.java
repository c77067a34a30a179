package dev.ccl.theory.learner;

import static dev.ccl.theory.learner.LearnerContractTest.assertBreaks;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.Sets;
import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.algorithms.LearnerState;
import dev.ccl.algorithms.Ledger;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.PromptTable;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.problem.LearningProblem;
import java.util.Set;
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
        new LearnerContractTest.Liar() {
          @Override
          LearnerState told(LearnerState state, long here, int threads, LearningProblem problem) {
            return (state.round() - here) % 4 == 3 ? moved(state, 1e-15) : state;
          }
        });
  }

  /** Something is remembered beside the problem, which another process does not have. */
  @Test
  void memoryThatTheProblemKeepsIsSeen() {
    assertBreaks(
        "resume",
        new LearnerContractTest.Liar() {
          private final Set<LearningProblem> begun = Sets.newIdentityHashSet();

          @Override
          public LearnerState initial(LearningProblem problem, long seed) {
            begun.add(problem);
            return super.initial(problem, seed);
          }

          @Override
          LearnerState told(LearnerState state, long here, int threads, LearningProblem problem) {
            return begun.contains(problem) || here == 0 ? state : moved(state, 1e-15);
          }
        });
  }

  /** What is asked again counts again: an oracle whose answers may be kept could not count. */
  @Test
  void everyQuestionIsCounted() {
    CountingOracle oracle = new CountingOracle(INSTANCE);
    assertFalse(oracle.mayBeKept());
    PromptTable table = INSTANCE.prompts().get(INSTANCE.source().get(0));
    ImmutableIntArray answer = table.rewards().keySet().iterator().next();
    for (int asked = 1; asked <= 3; asked++) {
      assertEquals(table.rewards().get(answer), oracle.reward(table.prompt(), answer));
      assertEquals(asked, oracle.questions());
    }
  }

  @Test
  void aStateThatChangesWhereItIsOnlyOpenedIsSeen() {
    assertBreaks(
        "resume",
        new LearnerContractTest.Liar() {
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
        new LearnerContractTest.Liar() {
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
    LearnerContractTest.Liar eager =
        new LearnerContractTest.Liar() {
          @Override
          public LearnerState initial(LearningProblem problem, long seed) {
            problem.newVerifier().query(problem.source().forest().edges() - 1);
            return super.initial(problem, seed);
          }
        };
    String found = LearnerContract.of(eager, INSTANCE).verdict("queries").toString();
    assertTrue(found.contains("1 questions before the first round"), found);
  }

  /** A student far outside of Θ, of which session and state tell the same. */
  @Test
  void aStudentThatIsNotProjectedIsSeen() {
    assertBreaks(
        "rounds",
        new LearnerContractTest.Liar() {
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
