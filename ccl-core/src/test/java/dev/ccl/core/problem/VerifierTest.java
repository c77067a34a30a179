package dev.ccl.core.problem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.common.primitives.ImmutableDoubleArray;
import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.growing.ForestBudget;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.policy.Ball;
import dev.ccl.core.problem.LearningProblem.PolicyClass;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Verifiers on whole and growing trees, and what every copy of a problem keeps. */
class VerifierTest {
  /** Three source prompts, the first of which is a target prompt too; W is smaller than Θ. */
  private static final Instance INSTANCE =
      RandomInstance.of(
              RandomSpec.SMALL
                  .withPrompts(3, 2)
                  .withShared(1)
                  .withRepeated(1)
                  .withLambda(0.75)
                  .withSetShape(RandomSpec.SetShape.SMALL_BALL),
              4)
          .instance();

  private static final LearningProblem WHOLE = INSTANCE.problem();
  private static final LearningProblem GROWING = WHOLE.growing(ForestBudget.ofBytes(1 << 20));

  private static String refusal(Executable call) {
    return assertThrows(IllegalArgumentException.class, call).getMessage();
  }

  /** The last leaf of the forest, which is not of the first prompt. */
  private static int leaf() {
    return WHOLE.source().forest().edges() - 1;
  }

  @Test
  void growingTreesHaveTheSameRewards() {
    SourceVerifier whole = WHOLE.newVerifier();
    SourceVerifier growing = GROWING.newVerifier();
    Forest forest = WHOLE.source().forest();
    long asked = 0;
    for (int e = 0; e < forest.edges(); e++) {
      if (forest.child(e) == Forest.LEAF) {
        Prompt prompt = forest.prompts().get(forest.root(e));
        double expected = INSTANCE.prompts().get(prompt.id()).reward(forest.answer(e));
        assertEquals(expected, growing.query(prompt, forest.answer(e)));
        assertEquals(expected, whole.query(e));
        asked++;
      }
    }
    assertEquals(asked, growing.queries());
    assertEquals(asked, whole.queries());
    Prompt target = INSTANCE.prompts().get("y1").prompt();
    ImmutableIntArray answer = WHOLE.mdp().answers(target).get(0);
    for (SourceVerifier verifier : List.of(whole, growing)) {
      assertEquals(
          "rewards exist on source prompts only, and \"y1\" is not one",
          refusal(() -> verifier.query(target, answer)));
      assertEquals(
          "rewards exist on source prompts only, and \"x1\" is not one",
          refusal(() -> verifier.query(new Prompt("x1", "another text"), answer)));
      assertEquals(asked, verifier.queries());
    }
  }

  /** The answer is spelled out, with the prompt whose it is; the same is said on every way. */
  @Test
  void aRewardThatIsNoneIsNamed() {
    Forest forest = WHOLE.source().forest();
    Prompt prompt = forest.prompts().get(2);
    assertEquals("x2", prompt.id());
    ImmutableIntArray answer = forest.answer(leaf());
    for (double bad : new double[] {-0.5, 1.25, Double.NaN}) {
      RewardOracle liar = (x, a) -> bad;
      String expected =
          "the reward of answer \"B B EOS\" to prompt \"x2\" is " + bad + ", outside [0,1]";
      for (RewardOracle oracle : List.of(liar, RewardOracle.noisy(liar))) {
        LearningProblem whole = WHOLE.withSourceRewards(oracle);
        LearningProblem growing = GROWING.withSourceRewards(oracle);
        assertEquals(expected, refusal(() -> whole.newVerifier().query(leaf())));
        assertEquals(expected, refusal(() -> whole.newVerifier().query(prompt, answer)));
        assertEquals(expected, refusal(() -> growing.newVerifier().query(prompt, answer)));
      }
    }
    for (double end : new double[] {0, 1}) {
      SourceVerifier verifier = WHOLE.withSourceRewards((x, a) -> end).newVerifier();
      assertEquals(end, verifier.query(leaf()));
      assertEquals(end, verifier.query(prompt, answer));
    }
  }

  /** What was refused is asked for again, and what one verifier knows no other does. */
  @Test
  void verifiersKeepRewardsForThemselves() {
    List<Double> replies = new ArrayList<>(List.of(7.0, 0.5, 0.5, 0.25, 0.5));
    LearningProblem problem = WHOLE.withSourceRewards((x, a) -> replies.remove(0));
    SourceVerifier first = problem.newVerifier();
    assertThrows(IllegalArgumentException.class, () -> first.query(leaf()));
    assertEquals(0.5, first.query(leaf()));
    assertEquals(0.5, first.query(leaf()));
    assertEquals(0.25, problem.newVerifier().query(leaf()), "of another verifier");
    assertEquals(0.5, first.query(leaf()));
  }

  private static void assertKept(LearningProblem from, LearningProblem copy, String changed) {
    assertEquals(changed.equals("lambda"), from.lambda() != copy.lambda(), changed);
    assertSameUnless(changed.equals("calibration"), from.calibration(), copy.calibration());
    assertSameUnless(changed.equals("student"), from.student(), copy.student());
    boolean same = from.newVerifier().isExact() == copy.newVerifier().isExact();
    assertEquals(changed.equals("rewards"), !same, changed);
    assertEquals(from.bound(), copy.bound());
    assertSame(from.reference(), copy.reference());
    assertSame(from.mdp(), copy.mdp());
    if (!changed.equals("growth")) {
      assertSame(from.source().dataset(), copy.source().dataset());
      assertSame(from.target().dataset(), copy.target().dataset());
      assertSame(from.forests().budget(), copy.forests().budget());
    }
    assertNotSame(from.forests(), copy.forests(), "nothing is known yet");
  }

  private static void assertSameUnless(boolean changed, PolicyClass from, PolicyClass copy) {
    if (changed) {
      assertNotSame(from, copy);
    } else {
      assertSame(from, copy);
    }
  }

  private static PolicyClass atZero(PolicyClass any) {
    int d = any.set().dimension();
    return new PolicyClass(
        any.family(), Ball.of(d, 0.5), ImmutableDoubleArray.copyOf(new double[d]));
  }

  /** Each copy of each problem, whole or growing, with exact rewards or noisy ones. */
  @Test
  void copiesKeepAllOthers() {
    RewardOracle noisy = RewardOracle.noisy((x, a) -> 0.125);
    for (LearningProblem any :
        List.of(WHOLE, GROWING, WHOLE.withSourceRewards(noisy), GROWING.withSourceRewards(noisy))) {
      assertKept(any, any.withLambda(3), "lambda");
      assertKept(any, any.withCalibration(atZero(any.calibration())), "calibration");
      assertKept(any, any.withStudent(atZero(any.student())), "student");
      RewardOracle other = any.exactRewards() ? noisy : (x, a) -> 0.5;
      assertKept(any, any.withSourceRewards(other), "rewards");
      assertKept(any, any.growing(ForestBudget.ofBytes(17)), "growth");
      Prompt prompt = any.source().dataset().prompts().get(0);
      ImmutableIntArray answer = any.mdp().answers(prompt).get(0);
      double reward = any.newVerifier().query(prompt, answer);
      for (UnaryOperator<LearningProblem> copy :
          List.<UnaryOperator<LearningProblem>>of(
              p -> p.withLambda(3),
              p -> p.withCalibration(p.calibration()),
              p -> p.withStudent(p.student()),
              p -> p.growing(ForestBudget.ofBytes(17)))) {
        assertEquals(reward, copy.apply(any).newVerifier().query(prompt, answer));
      }
    }
  }

  /** Kernels and laws are made once for each side, of the class that is asked for. */
  @Test
  void sidesMakeTheirKernelsOnce() {
    for (Side side : List.of(WHOLE.source(), WHOLE.target())) {
      assertSame(side.student(), side.student());
      assertSame(side.calibration(), side.calibration());
      assertSame(side.reference(), side.reference());
      assertEquals(2, side.student().dimension());
      assertEquals(3, side.calibration().dimension());
      assertSame(side.forest(), side.student().forest());
      assertSame(side.forest(), side.calibration().forest());
    }
  }

  @Test
  void whatDoesNotFitIsNamed() {
    PolicyClass student = WHOLE.student();
    assertEquals(
        "the family has 2 parameters, the set dimension 3",
        refusal(
            () -> new PolicyClass(student.family(), Ball.of(3, 1), ImmutableDoubleArray.of(0, 0))));
    assertEquals(
        "the initial parameter is not in the set",
        refusal(
            () -> new PolicyClass(student.family(), Ball.of(2, 1), ImmutableDoubleArray.of(1, 1))));
    assertEquals("lambda: -3.0", refusal(() -> WHOLE.withLambda(-3)));
    PolicyClass calibration = WHOLE.calibration();
    PolicyClass wide =
        new PolicyClass(calibration.family(), Ball.of(3, 2.5), calibration.initial());
    assertEquals(
        "W is not inside the ball of radius B", refusal(() -> WHOLE.withCalibration(wide)));
  }
}
