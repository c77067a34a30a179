package dev.ccl.core.growing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.core.forest.Dataset;
import dev.ccl.core.mdp.FeasibilityRule;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.mdp.TokenMdp;
import dev.ccl.core.mdp.Vocabulary;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStreams;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is known at a state: all classes, the reference where it is asked for, and the answers. */
class ReferenceTest {
  private static Flow walk(GrowingForest forest, Dataset dataset) {
    Flow flow = new Flow();
    flow.begin((state, out) -> state.student().logits(Deep.THETA, out), 8, Purpose.TRIAL, 0, 0);
    RolloutSampler.on(forest, dataset, RandomStreams.of(3), Workers.ALONE).draw(flow);
    return flow;
  }

  private static void assertReference(KnownState state) {
    assertTrue(state.isReferred());
    for (int k = 0; k < state.degree(); k++) {
      assertEquals(Deep.reference(state.state(), k), state.reference(k));
    }
  }

  @Test
  void sourceStatesKnowTheReferenceAndOthersAreReferred() {
    LearningProblem problem = Deep.problem(3, 4);
    GrowingForest forest = problem.forests().acquire();
    Flow source = walk(forest, problem.source().dataset());
    source.states().forEach(ReferenceTest::assertReference);
    assertEquals(4 * 3, forest.counts().calls(), "three models per level");
    forest.refer(source.states());
    assertEquals(4 * 3, forest.counts().calls(), "known already");

    Flow target = walk(forest, problem.target().dataset());
    assertEquals(4 * 3 + 4 * 2, forest.counts().calls(), "two models per level");
    target.states().forEach(state -> assertFalse(state.isReferred()));
    long bytes = forest.counts().bytes();
    KnownState one = target.state(0);
    forest.refer(List.of(one));
    assertReference(one);
    assertEquals(bytes + 16 + 8 * 3, forest.counts().bytes(), "a row of three numbers");
    forest.refer(target.states());
    target.states().forEach(ReferenceTest::assertReference);
    assertEquals(bytes + target.nodes() * (16L + 8 * 3), forest.counts().bytes());
    assertEquals(4 * 5 + 2, forest.counts().calls(), "one call for all others");
    assertEquals(source.nodes() + target.nodes(), forest.counts().asked());
  }

  @Test
  void anyPromptMayBeReferred() {
    LearningProblem problem = Deep.problem(3, 2);
    List<Prompt> prompts = problem.target().dataset().prompts();
    GrowingForest forest =
        GrowingForest.of(
            problem.mdp(),
            prompts,
            prompts.subList(1, 2),
            problem.student().family(),
            problem.calibration().family(),
            problem.reference(),
            problem.forests().budget());
    forest.begin();
    forest.requestRoot(0);
    forest.requestRoot(1);
    forest.expand();
    assertFalse(forest.root(0).isReferred());
    assertReference(forest.root(1));
  }

  @Test
  void bothSidesMayBeWalkedTogether() {
    LearningProblem problem = Deep.problem(3, 2);
    GrowingForest forest = problem.forests().acquire();
    forest.begin();
    forest.requestRoot(0);
    forest.requestRoot(4);
    forest.expand();
    assertReference(forest.root(0));
    assertFalse(forest.root(4).isReferred());
    assertNotNull(forest.root(4).student());
    assertEquals(2, forest.counts().kept());
  }

  @Test
  void kernelsAreThoseOfTheirClass() {
    LearningProblem problem = Deep.problem(3, 2);
    GrowingForest forest = problem.forests().acquire();
    for (KnownState state : walk(forest, problem.target().dataset()).states()) {
      double[] logits = new double[3];
      state.calibration().logits(Deep.THETA, logits);
      for (int k = 0; k < 3; k++) {
        double x = Deep.calibration(state.state(), k);
        assertEquals(Deep.logit(x), logits[k], 1e-15);
      }
    }
  }

  /** What was noted before a walk broke off is not asked about in the next one. */
  @Test
  void aWalkBeginsWithoutWishes() {
    GrowingForest forest = Deep.problem(3, 2).forests().acquire();
    forest.begin();
    forest.requestRoot(0);
    forest.begin();
    forest.requestRoot(1);
    forest.expand();
    assertEquals(1, forest.counts().asked());
    forest.begin();
    forest.requestRoot(0);
    forest.expand();
    assertNotNull(forest.root(0).student());
    assertEquals(2, forest.counts().asked());
  }

  @Test
  void determinedAnswersAreCompleted() {
    Vocabulary vocabulary = Deep.vocabulary(2);
    TokenMdp mdp = TokenMdp.of(vocabulary, FeasibilityRule.eosPadded(vocabulary), 3);
    LearningProblem problem = Deep.problem(mdp, Deep.prompts(1, 1), Deep.prompts(2, 1));
    GrowingForest forest = problem.forests().acquire();
    forest.begin();
    forest.requestRoot(0);
    forest.expand();
    KnownState root = forest.root(0);
    forest.request(root, 2);
    forest.request(root, 1);
    forest.expand();
    assertTrue(forest.ends(root, 2));
    assertFalse(forest.ends(root, 1));
    int eos = vocabulary.eos();
    int pad = vocabulary.pad();
    assertEquals(ImmutableIntArray.of(eos, pad, pad), forest.answer(root, 2));
    assertEquals(ImmutableIntArray.of(1), forest.child(root, 1).state().prefix());
  }

  private static LearningProblem ruled(FeasibilityRule rule) {
    TokenMdp mdp = TokenMdp.of(Deep.vocabulary(3), rule, 2);
    return Deep.problem(mdp, Deep.prompts(1, 1), Deep.prompts(2, 1));
  }

  @Test
  void rulesThatListTokensWronglyAreRefused() {
    for (ImmutableIntArray wrong :
        List.of(
            ImmutableIntArray.of(0, 1, 0),
            ImmutableIntArray.of(0, 5),
            ImmutableIntArray.of(0, -1))) {
      LearningProblem problem =
          ruled((prompt, prefix) -> prefix.isEmpty() ? ImmutableIntArray.of(0, 1) : wrong);
      IllegalArgumentException refusal =
          assertThrows(
              IllegalArgumentException.class,
              () -> walk(problem.forests().acquire(), problem.target().dataset()));
      int token = wrong.get(wrong.length() - 1);
      assertTrue(refusal.getMessage().contains("token " + token + " "), refusal.getMessage());
    }
    LearningProblem wider =
        ruled(
            (prompt, prefix) ->
                prefix.isEmpty() ? ImmutableIntArray.of(1, 0) : ImmutableIntArray.of(2, 1, 0));
    Flow flow = walk(wider.forests().acquire(), wider.target().dataset());
    assertEquals(2, flow.levels(), "tokens may become legal later");
  }
}
