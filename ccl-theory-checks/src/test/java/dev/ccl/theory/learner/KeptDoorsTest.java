package dev.ccl.theory.learner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.ImmutableMap;
import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.LearnerState;
import dev.ccl.algorithms.Session;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.theory.PassingSession;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the contract does with what it opens, and what it says as a whole. */
class KeptDoorsTest {
  private static final Instance INSTANCE =
      RandomInstance.of(RandomSpec.SMALL.withLambda(0.7).withRepeated(1), 5).instance();

  /** Algorithm 1 that counts its open sessions; some rounds it does not survive. */
  private static final class Counting extends LearnerConformanceTest.Liar {
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
      ImmutableMap<String, String> broken = LearnerConformance.of(learner, INSTANCE).broken();
      assertEquals(fatal > 100 ? 0 : 6, broken.size(), broken.toString());
      assertTrue(learner.opened > 5, learner.opened + " sessions");
      assertEquals(learner.opened, learner.closed);
      broken
          .values()
          .forEach(found -> assertTrue(found.endsWith("IllegalStateException: the end")));
    }
  }

  /** The learner's name, then every broken clause with all that was found, a line each. */
  @Test
  void whatIsRequiredIsSaidAsAWhole() {
    Learner learner = new Counting(3);
    StringBuilder expected = new StringBuilder("liar breaks the contract:");
    LearnerConformance contract = LearnerConformance.of(learner, INSTANCE);
    contract.broken().forEach((clause, found) -> expected.append("\n  " + clause + ", " + found));
    assertEquals(
        expected.toString(), assertThrows(AssertionError.class, contract::require).getMessage());
    assertEquals(
        List.of("rounds", "queries", "replay", "resume", "threads", "target rewards"),
        contract.broken().keySet().asList());
    LearnerConformance.of(new Counting(1000), INSTANCE).require();
  }
}
