package dev.ccl.core.problem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.primitives.ImmutableDoubleArray;
import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.core.brute.TrialInstances;
import dev.ccl.core.forest.Dataset;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.mdp.FeasibilityRule;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.mdp.TokenMdp;
import dev.ccl.core.mdp.Vocabulary;
import dev.ccl.core.policy.Ball;
import java.util.List;
import org.junit.jupiter.api.Test;

class LearningProblemTest {
  private static Instance instance() {
    Instance any = TrialInstances.of(1);
    return Instance.of(
        any.header(), any.prompts().values().asList(), List.of("x", "x"), List.of("y", "z"));
  }

  @Test
  void verifierCountsAndRefusesTargetPrompts() {
    Instance instance = instance();
    LearningProblem problem = instance.problem();
    SourceVerifier verifier = problem.newVerifier();
    Forest forest = problem.source().forest();
    Prompt x = forest.prompts().get(0);
    long asked = 0;
    for (int e = 0; e < forest.edges(); e++) {
      if (forest.child(e) == Forest.LEAF) {
        double expected = instance.prompts().get("x").reward(forest.answer(e));
        assertEquals(expected, verifier.query(e));
        assertEquals(expected, verifier.query(e), "again");
        assertEquals(expected, verifier.query(x, forest.answer(e)));
        asked += 3;
      }
    }
    assertEquals(asked, verifier.queries(), "repetitions count");
    assertEquals(0, problem.newVerifier().queries());
    ImmutableIntArray answer = problem.mdp().answers(Prompt.of("y")).get(0);
    IllegalArgumentException failure =
        assertThrows(IllegalArgumentException.class, () -> verifier.query(Prompt.of("y"), answer));
    assertTrue(failure.getMessage().contains("\"y\""), failure.getMessage());
    assertEquals(asked, verifier.queries(), "a refused query does not count");
  }

  /** Rewards found by the tokens on a path are those of the answers spelled out. */
  @Test
  void leavesHaveTheRewardsOfTheirAnswers() {
    for (int trial = 0; trial < 60; trial++) {
      Instance instance = TrialInstances.of(trial);
      LearningProblem problem = instance.problem();
      Forest forest = problem.source().forest();
      SourceVerifier verifier = problem.newVerifier();
      RewardOracle byAnswer = (x, answer) -> instance.prompts().get(x.id()).reward(answer);
      RewardOracle.LeafRewards bound = byAnswer.on(forest);
      int[] path = new int[problem.horizon()];
      for (int e = 0; e < forest.edges(); e++) {
        int length = forest.path(e, path);
        assertEquals(forest.state(forest.node(e)).prefix().length() + 1, length);
        assertEquals(forest.token(e), path[length - 1]);
        assertEquals(forest.state(forest.node(e)).prompt(), forest.prompts().get(forest.root(e)));
        if (forest.child(e) == Forest.LEAF) {
          assertEquals(
              ImmutableIntArray.copyOf(path).subArray(0, length),
              forest.answer(e).subArray(0, length));
          assertEquals(bound.reward(e), verifier.query(e), "trial " + trial + ", edge " + e);
        }
      }
    }
  }

  @Test
  void rewardsOutsideTheUnitIntervalAreRefused() {
    LearningProblem sane = instance().problem();
    for (double reward : new double[] {-0.1, 1.1, Double.NaN}) {
      LearningProblem problem =
          LearningProblem.of(
              sane.lambda(),
              sane.bound(),
              sane.source().dataset(),
              sane.target().dataset(),
              sane.calibration(),
              sane.student(),
              sane.reference(),
              (prompt, answer) -> reward);
      SourceVerifier verifier = problem.newVerifier();
      int leaf = 0;
      while (problem.source().forest().child(leaf) != Forest.LEAF) {
        leaf++;
      }
      int edge = leaf;
      assertThrows(IllegalArgumentException.class, () -> verifier.query(edge));
    }
  }

  @Test
  void partsHaveToFit() {
    LearningProblem p = instance().problem();
    assertThrows(
        IllegalArgumentException.class,
        () ->
            new LearningProblem.PolicyClass(
                p.student().family(), Ball.of(17, 1), ImmutableDoubleArray.of()));
    double[] outside = new double[p.student().set().dimension()];
    outside[0] = 2 * p.bound();
    assertThrows(
        IllegalArgumentException.class,
        () ->
            new LearningProblem.PolicyClass(
                p.student().family(), p.student().set(), ImmutableDoubleArray.copyOf(outside)));
    for (double bad : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThrows(
          IllegalArgumentException.class,
          () ->
              LearningProblem.of(
                  bad,
                  p.bound(),
                  p.source().dataset(),
                  p.target().dataset(),
                  p.calibration(),
                  p.student(),
                  p.reference(),
                  (prompt, answer) -> 0));
    }
  }

  @Test
  void boundsAndForestsHaveToFit() {
    LearningProblem p = instance().problem();
    for (double bad : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThrows(IllegalArgumentException.class, () -> with(p, bad, p.target().dataset()));
    }
    assertThrows(
        IllegalArgumentException.class,
        () -> with(p, 0.5 * p.calibration().set().radius(), p.target().dataset()));
    LearningProblem exact = with(p, p.calibration().set().radius(), p.target().dataset());
    assertEquals(p.calibration().set().radius(), exact.bound());
    assertEquals(p.mdp().horizon(), p.horizon());
    LearningProblem other = instance().problem(); // equal, but another MDP object
    assertThrows(
        IllegalArgumentException.class, () -> with(p, p.bound(), other.target().dataset()));
    assertSame(p.source().forest(), p.source().calibration().forest());
    assertSame(p.source().forest(), p.source().student().forest());
    assertEquals(p.calibration().family().dimension(), p.source().calibration().dimension());
  }

  private static LearningProblem with(LearningProblem p, double bound, Dataset target) {
    return LearningProblem.of(
        p.lambda(),
        bound,
        p.source().dataset(),
        target,
        p.calibration(),
        p.student(),
        p.reference(),
        (prompt, answer) -> 0);
  }

  @Test
  void familiesAndSetsHaveOneDimension() {
    LearningProblem p = instance().problem();
    int d = p.student().set().dimension();
    ImmutableDoubleArray longer = ImmutableDoubleArray.copyOf(new double[d + 1]);
    assertThrows(
        IllegalArgumentException.class,
        () -> new LearningProblem.PolicyClass(p.student().family(), Ball.of(d + 1, 1), longer));
  }

  @Test
  void verifiersKnowWhoseAnswerALeafIs() {
    Vocabulary vocabulary = Vocabulary.of(List.of("A", "B", "EOS", "null"), "EOS", "null");
    TokenMdp mdp = TokenMdp.of(vocabulary, FeasibilityRule.eosPadded(vocabulary), 3);
    List<Prompt> prompts = List.of(Prompt.of("x"), Prompt.of("y"));
    Forest forest = Forest.complete(mdp, prompts);
    SourceVerifier verifier =
        new SourceVerifier(
            Dataset.of(forest, prompts),
            (prompt, answer) ->
                (prompt.id().equals("x") ? 0.1 : 0.5) + 0.01 * answer.get(0) + 0.1 * answer.get(2));
    for (int e = forest.edges() - 1; e >= 0; e--) {
      if (forest.child(e) == Forest.LEAF) {
        ImmutableIntArray answer = forest.answer(e);
        double base = forest.state(forest.node(e)).prompt().id().equals("x") ? 0.1 : 0.5;
        double expected = base + 0.01 * answer.get(0) + 0.1 * answer.get(2);
        assertEquals(expected, verifier.query(e), 1e-15, "leaf " + e);
        assertEquals(expected, verifier.query(e), 1e-15, "leaf " + e);
      }
    }
  }
}
