package dev.ccl.algorithms;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.algorithms.ccl.Ccl;
import dev.ccl.core.forest.Dataset;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.growing.ForestBudget;
import dev.ccl.core.mdp.FeasibilityRule;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.mdp.State;
import dev.ccl.core.mdp.TokenMdp;
import dev.ccl.core.mdp.Vocabulary;
import dev.ccl.core.policy.Ball;
import dev.ccl.core.policy.FeatureMap;
import dev.ccl.core.policy.LinearSoftmax;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.LearningProblem.PolicyClass;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Answers of thousands of tokens need no deeper stack than short ones. */
class DeepTreesTest {
  private static final int HORIZON = 1000;
  private static final long STACK = 140 << 10; // bytes
  private static final Vocabulary WORDS = Vocabulary.of(List.of("a", "EOS", "PAD"), "EOS", "PAD");
  private static final TokenMdp MDP = TokenMdp.of(WORDS, FeasibilityRule.eosPadded(WORDS), HORIZON);

  /** A letter, or the end: the tree of a prompt has one path from which all answers leave. */
  private static LearningProblem problem(Dataset source, Dataset target) {
    FeatureMap features =
        new FeatureMap() {
          @Override
          public int dimension() {
            return 1;
          }

          @Override
          public void features(State state, double[] out) {
            for (int k = 0; k < state.legal().length(); k++) {
              out[k] = state.legal().get(k) == 0 ? 1 : -1;
            }
          }
        };
    PolicyClass policies =
        new PolicyClass(LinearSoftmax.of(features), Ball.of(1, 4), ImmutableDoubleArray.of(4));
    return LearningProblem.of(
        1,
        4,
        source,
        target,
        policies,
        policies,
        (state, out) -> {
          out[0] = state.legal().length() == 1 ? 1 : 0.999;
          out[1] = 0.001;
        },
        (prompt, answer) -> answer.indexOf(1) % 2 == 0 ? 1 : 0.25);
  }

  private static void inSmallStack(Runnable work) throws InterruptedException {
    AtomicReference<Throwable> thrown = new AtomicReference<>();
    Thread thread =
        new Thread(
            null,
            () -> {
              try {
                work.run();
              } catch (Throwable e) {
                thrown.set(e);
              }
            },
            "small",
            STACK);
    thread.start();
    thread.join();
    assertNull(thrown.get());
  }

  private static void run(Learner learner, LearningProblem problem, long rounds) {
    try (Session session = learner.start(problem, 1, 1)) {
      session.advance(rounds);
      assertEquals(rounds, session.state().round());
    }
  }

  private static List<Prompt> prompts(String... ids) {
    return Arrays.stream(ids).map(Prompt::of).toList();
  }

  @Test
  void wholeTreesMayBeDeep() throws InterruptedException {
    inSmallStack(
        () -> {
          Dataset source = Dataset.complete(MDP, prompts("x1", "x2"));
          assertEquals(2 * HORIZON, source.forest().nodes());
          assertEquals(HORIZON, source.forest().state(source.forest().nodes() - 1).step());
          assertEquals(Forest.LEAF, source.forest().child(source.forest().edges() - 1));
          LearningProblem problem = problem(source, Dataset.complete(MDP, prompts("y")));
          run(Ccl.practicalByRollouts(), problem, 3);
          run(Ccl.practicalByRollouts().with("teaching", "guarded"), problem, 3);
        });
  }

  @Test
  void growingTreesMayBeDeepAndForgotten() throws InterruptedException {
    inSmallStack(
        () -> {
          LearningProblem problem =
              problem(Dataset.growing(MDP, prompts("x1")), Dataset.growing(MDP, prompts("y")))
                  .growing(ForestBudget.ofBytes(1L << 28).withEdges(2 * HORIZON + 100));
          Learner learner =
              Ccl.practicalByRollouts().with("gradient-batch", "2").with("exploration", "off");
          try (Session session = learner.start(problem, 1, 1)) {
            session.advance(6);
            assertTrue(
                session.stateCounts().asked() > HORIZON / 2, session.stateCounts().toString());
            assertTrue(session.stateCounts().forgotten() > 0, session.stateCounts().toString());
          }
        });
  }

  /** Where every answer has thousands of forced tokens, whole trees take too long to spell out. */
  @Test
  void answersTooLongForWholeTreesAreRefused() {
    TokenMdp padded = TokenMdp.of(WORDS, FeasibilityRule.eosPadded(WORDS), 100_000);
    String refusal =
        assertThrows(IllegalArgumentException.class, () -> Dataset.complete(padded, prompts("x")))
            .getMessage();
    assertTrue(refusal.startsWith("answers of 100000 tokens are too long for whole"), refusal);
  }
}
