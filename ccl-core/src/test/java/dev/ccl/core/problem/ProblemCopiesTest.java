package dev.ccl.core.problem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.primitives.ImmutableDoubleArray;
import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.core.forest.Dataset;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.growing.ForestBudget;
import dev.ccl.core.instance.generator.DemoInstance;
import dev.ccl.core.mdp.BrokenPartException;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.policy.Ball;
import dev.ccl.core.problem.LearningProblem.PolicyClass;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Copies of a problem change what they say and nothing else; rewards may be kept or not. */
class ProblemCopiesTest {
  private static final LearningProblem DEMO = DemoInstance.of().problem();

  /** Everything but the four parts that copies may change. */
  private static void assertSameRest(LearningProblem copy) {
    assertEquals(DEMO.bound(), copy.bound());
    assertSame(DEMO.source().dataset(), copy.source().dataset());
    assertSame(DEMO.target().dataset(), copy.target().dataset());
    assertSame(DEMO.reference(), copy.reference());
    assertSame(DEMO.forests().budget(), copy.forests().budget());
  }

  private static PolicyClass withRadius(PolicyClass any, double radius) {
    int d = any.set().dimension();
    return new PolicyClass(
        any.family(), Ball.of(d, radius), ImmutableDoubleArray.copyOf(new double[d]));
  }

  @Test
  void copiesChangeOnePart() {
    LearningProblem lambda = DEMO.withLambda(2 * DEMO.lambda());
    assertSameRest(lambda);
    assertEquals(2 * DEMO.lambda(), lambda.lambda());
    assertSame(DEMO.calibration(), lambda.calibration());
    assertSame(DEMO.student(), lambda.student());

    PolicyClass smaller = withRadius(DEMO.calibration(), 0.5 * DEMO.bound());
    LearningProblem teachers = DEMO.withCalibration(smaller);
    assertSameRest(teachers);
    assertEquals(DEMO.lambda(), teachers.lambda());
    assertSame(smaller, teachers.calibration());
    assertSame(DEMO.student(), teachers.student());

    PolicyClass student = withRadius(DEMO.student(), 0.25);
    LearningProblem students = DEMO.withStudent(student);
    assertSameRest(students);
    assertSame(DEMO.calibration(), students.calibration());
    assertSame(student, students.student());

    LearningProblem rewards = DEMO.withSourceRewards(RewardOracle.noisy((x, answer) -> 0.5));
    assertSameRest(rewards);
    assertTrue(DEMO.exactRewards());
    assertFalse(rewards.exactRewards());
    assertTrue(DEMO.newVerifier().isExact());
    assertFalse(rewards.newVerifier().isExact());
    assertEquals(0.5, rewards.newVerifier().query(leaf(rewards.source().forest())));
  }

  @Test
  void treesGrowOnBothSidesOrOnOne() {
    assertTrue(DEMO.isWhole());
    ForestBudget budget = ForestBudget.ofBytes(1 << 20);
    LearningProblem growing = DEMO.growing(budget);
    assertFalse(growing.isWhole());
    assertSame(budget, growing.forests().budget());
    assertEquals(DEMO.target().dataset().prompts(), growing.target().dataset().prompts());
    assertFalse(growing.source().dataset().isWhole());
    assertFalse(growing.target().dataset().isWhole());
    Dataset wholeSource = DEMO.source().dataset();
    Dataset wholeTarget = DEMO.target().dataset();
    assertFalse(between(wholeSource, growing.target().dataset()).isWhole());
    assertFalse(between(growing.source().dataset(), wholeTarget).isWhole());
  }

  private static LearningProblem between(Dataset source, Dataset target) {
    return LearningProblem.of(
        DEMO.lambda(),
        DEMO.bound(),
        source,
        target,
        DEMO.calibration(),
        DEMO.student(),
        DEMO.reference(),
        (x, answer) -> 0);
  }

  @Test
  void sidesKnowTheReference() {
    Side target = DEMO.target();
    assertSame(target.forest(), target.reference().forest());
    assertSame(target.reference(), target.reference(), "made once");
    assertNotSame(target.reference(), DEMO.source().reference());
  }

  /** Where W may reach is B, up to a relative rounding of 10⁻¹². */
  @Test
  void theBallOfWMayExceedTheBoundByARounding() {
    double bound = 1e9;
    LearningProblem wide = withBound(withRadius(DEMO.calibration(), bound * (1 + 5e-13)), bound);
    assertEquals(bound, wide.bound());
    PolicyClass tooWide = withRadius(DEMO.calibration(), bound * (1 + 3e-12));
    assertThrows(IllegalArgumentException.class, () -> withBound(tooWide, bound));
    PolicyClass point = withRadius(DEMO.calibration(), 0);
    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> withBound(point, 0));
    assertTrue(refusal.getMessage().contains("bound"), refusal.getMessage());
  }

  private static LearningProblem withBound(PolicyClass calibration, double bound) {
    return LearningProblem.of(
        DEMO.lambda(),
        bound,
        DEMO.source().dataset(),
        DEMO.target().dataset(),
        calibration,
        DEMO.student(),
        DEMO.reference(),
        (x, answer) -> 0);
  }

  /** Replies 0, 1/8, 2/8, ... and so tells how often it was asked. */
  private static class Counting implements RewardOracle {
    private final List<ImmutableIntArray> asked = new ArrayList<>();
    private final double step; // from one reply to the next

    Counting(double step) {
      this.step = step;
    }

    @Override
    public double reward(Prompt prompt, ImmutableIntArray answer) {
      asked.add(answer);
      return (asked.size() - 1) * step;
    }
  }

  @Test
  void exactRepliesAreKeptAndNoisyOnesAskedForAnew() {
    Forest forest = DEMO.source().forest();
    int leaf = leaf(forest);
    Counting exact = new Counting(0);
    SourceVerifier keeping = DEMO.withSourceRewards(exact).newVerifier();
    for (int i = 0; i < 100; i++) {
      assertEquals(0, keeping.query(leaf));
    }
    assertEquals(100, keeping.queries());
    assertEquals(1 + 7, exact.asked.size(), "of 99 repeated queries the 1st, 2nd, 4th, …, 64th");
    assertEquals(Set.of(forest.answer(leaf)), Set.copyOf(exact.asked));
    assertTrue(exact.mayBeKept());

    RewardOracle draws = RewardOracle.noisy(new Counting(1 / 8.0));
    assertFalse(draws.isExact());
    assertFalse(draws.mayBeKept());
    SourceVerifier asking = DEMO.withSourceRewards(draws).newVerifier();
    assertEquals(0, asking.query(leaf));
    assertEquals(0.125, asking.query(leaf));
    assertEquals(0.25, asking.query(leaf));
    assertEquals(3, asking.queries());
  }

  /** One that counts its own questions is exact, and wants to be asked all of them. */
  @Test
  void exactRepliesThatMayNotBeKeptAreAskedForAnew() {
    Counting counting =
        new Counting(0) {
          @Override
          public boolean mayBeKept() {
            return false;
          }
        };
    SourceVerifier asking = DEMO.withSourceRewards(counting).newVerifier();
    int leaf = leaf(DEMO.source().forest());
    assertTrue(asking.isExact());
    assertEquals(0, asking.query(leaf));
    assertEquals(0, asking.query(leaf));
    assertEquals(0, asking.query(leaf));
    assertEquals(3, counting.asked.size());
  }

  /** Who says that rewards are exact and replies otherwise is found out, on any trees. */
  @Test
  void anExactVerifierRepeatsItself() {
    SourceVerifier whole = DEMO.withSourceRewards(new Counting(1 / 8.0)).newVerifier();
    Forest forest = DEMO.source().forest();
    int leaf = leaf(forest);
    assertEquals(0, whole.query(leaf));
    BrokenPartException broken = assertThrows(BrokenPartException.class, () -> whole.query(leaf));
    assertTrue(broken.getMessage().contains("was 0.0 and now is 0.125"), broken.getMessage());

    Prompt prompt = forest.prompts().get(forest.root(leaf));
    LearningProblem growing =
        DEMO.withSourceRewards(new Counting(1 / 8.0)).growing(ForestBudget.standard());
    SourceVerifier walked = growing.newVerifier();
    assertEquals(0, walked.query(prompt, forest.answer(leaf)));
    assertThrows(BrokenPartException.class, () -> walked.query(prompt, forest.answer(leaf)));
  }

  private static int leaf(Forest forest) {
    int leaf = 0;
    while (forest.child(leaf) != Forest.LEAF) {
      leaf++;
    }
    return leaf;
  }
}
