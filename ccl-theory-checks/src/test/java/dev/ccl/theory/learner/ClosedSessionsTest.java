package dev.ccl.theory.learner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.algorithms.LearnerState;
import dev.ccl.algorithms.Session;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.judge.Verdict;
import dev.ccl.theory.PassingSession;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the contract does with what it opens, and what it says as a whole. */
class ClosedSessionsTest {
  private static final Instance INSTANCE =
      RandomInstance.of(RandomSpec.SMALL.withLambda(0.7).withRepeated(1), 5).instance();

  /** Algorithm 1 that counts its open sessions; some rounds it does not survive. */
  private static final class Counting extends LearnerContractTest.Liar {
    private final long fatal;
    private int opened;
    private int closed;

    Counting(long fatal) {
      this.fatal = fatal;
    }

    @Override
    public Session open(LearningProblem problem, LearnerState state, int threads) {
      opened++;
      Session session = super.open(problem, state, threads);
      return new PassingSession(session) {
        @Override
        public void advance(long rounds) {
          session.advance(rounds);
          if (session.round() >= fatal) {
            throw new IllegalStateException("the end");
          }
        }

        @Override
        public void close() {
          closed++;
          session.close();
        }
      };
    }
  }

  /** Every session is closed once, also one that throws. */
  @Test
  void whatIsOpenedIsClosed() {
    for (long fatal : new long[] {1000, 3, 1}) {
      Counting learner = new Counting(fatal);
      List<Verdict> verdicts = LearnerContract.of(learner, INSTANCE).report();
      Verdict.Status status = fatal > 100 ? Verdict.Status.HOLDS : Verdict.Status.FAILS;
      assertTrue(learner.opened > 5, learner.opened + " sessions");
      assertEquals(learner.opened, learner.closed);
      for (Verdict verdict : verdicts) {
        assertEquals(status, verdict.status(), verdict.toString());
        assertEquals(fatal <= 100, verdict.toString().contains("IllegalStateException: the end"));
      }
    }
  }
}
