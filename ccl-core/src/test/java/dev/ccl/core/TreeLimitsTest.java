package dev.ccl.core;

import static dev.ccl.core.brute.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;

import com.google.common.primitives.ImmutableDoubleArray;
import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.core.forest.BudgetExceededException;
import dev.ccl.core.forest.Dataset;
import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.forest.Sweeps;
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
import dev.ccl.core.truth.RolloutEvaluation;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Bad vocabularies, rules, forests and laws are refused where they are given. */
class TreeLimitsTest {
  private static final Vocabulary WORDS = Vocabulary.of(List.of("a", "b", "END", "-"), "END", "-");
  private static final Prompt X = new Prompt("x", "a question");
  private static final Prompt Y = Prompt.of("y");
  private static final TokenMdp MDP = TokenMdp.of(WORDS, FeasibilityRule.eosPadded(WORDS), 2);
  private static final Forest FOREST = Forest.complete(MDP, List.of(X)); // 9 edges
  private static final EdgeLaw LAW = EdgeLaw.ofLogits(FOREST, new double[9]);

  @Test
  void vocabulariesHaveAnEndAndAPadding() {
    refused("token \"a\"", "twice", () -> Vocabulary.of(List.of("a", "b", "a"), "a", "b"));
    refused("eos", "END", () -> Vocabulary.of(List.of("a", "b"), "END", "b"));
    refused("pad", "-", () -> Vocabulary.of(List.of("a", "b"), "a", "-"));
    refused("pad", "eos", () -> Vocabulary.of(List.of("a", "b"), "b", "b"));
  }

  @Test
  void statesAreContinuedByLegalTokens() {
    refused("horizon", 0, () -> TokenMdp.of(WORDS, FeasibilityRule.eosPadded(WORDS), 0));
    State start = MDP.start(X);
    refused("token 3", "(x, [])", () -> MDP.append(start, 3));
    refused("more than one continuation", "(x, [])", () -> MDP.complete(start));
    TokenMdp dead = TokenMdp.of(WORDS, (prompt, prefix) -> ImmutableIntArray.of(), 2);
    refused(IllegalStateException.class, "no legal token", "(x, [])", () -> dead.start(X));
  }

  @Test
  void rulesListEachKnownTokenOnce() {
    for (int a : new int[] {-1, 1, 4}) {
      TokenMdp mdp = TokenMdp.of(WORDS, (p, prefix) -> ImmutableIntArray.of(1, a), 1);
      refused("token " + a + " wrongly", "(x, [])", () -> Forest.complete(mdp, List.of(X)));
      refused("token " + a + " wrongly", "(x, [])", () -> walk(mdp));
    }
    for (int a : new int[] {0, 3}) {
      TokenMdp mdp = TokenMdp.of(WORDS, (p, prefix) -> ImmutableIntArray.of(1, a), 1);
      assertDoesNotThrow(() -> Forest.complete(mdp, List.of(X)));
      assertDoesNotThrow(() -> walk(mdp));
    }
    TokenMdp later =
        TokenMdp.of(
            WORDS,
            (p, prefix) ->
                prefix.isEmpty() ? ImmutableIntArray.of(0, 1) : ImmutableIntArray.of(2, 2),
            2);
    refused("token 2 wrongly", "(x, [0])", () -> Forest.complete(later, List.of(X)));
    refused("token 2 wrongly", "(x, [0])", () -> walk(later));
  }

  @Test
  void forestsStayWithinTheirBudget() {
    refused("prompts", "duplicates", () -> Forest.complete(MDP, List.of(X, X)));
    refused(
        BudgetExceededException.class, "raise it", 8, () -> Forest.complete(MDP, List.of(X), 8));
    assertDoesNotThrow(() -> Forest.complete(MDP, List.of(X), 9));
  }

  @Test
  void datasetsHaveATreeForEachPrompt() {
    refused("prompts", "empty", () -> Dataset.of(FOREST, List.of()));
    refused("\"y\"", "no tree", () -> Dataset.of(FOREST, List.of(X, Y)));
    refused(
        IllegalStateException.class,
        "whole prefix trees of 2 prompts",
        "Dataset.complete",
        () -> Dataset.growing(MDP, List.of(X, Y, X)).forest());
  }

  @Test
  void lawsHaveOneNumberPerEdge() {
    double[] ones = new double[9];
    Arrays.fill(ones, 1);
    for (int n : new int[] {8, 10}) {
      refused(n + " values", 9, () -> EdgeLaw.ofLogits(FOREST, new double[n]));
      refused(n + " values", 9, () -> EdgeLaw.ofProbabilities(FOREST, new double[n], ones));
      refused(n + " values", 9, () -> EdgeLaw.ofProbabilities(FOREST, ones, new double[n]));
      refused("one reward", "edge", () -> Sweeps.logMoments(LAW, new double[n], 1));
      refused("one value", "edge", () -> Sweeps.toGo(LAW, new double[n]));
    }
    for (int n : new int[] {0, 2}) {
      refused("one weight", "root", () -> Sweeps.reach(LAW, new double[n]));
    }
    for (int e : new int[] {0, 4, 8}) {
      for (double p : new double[] {0, -1, Double.NaN}) {
        double[] one = ones.clone();
        one[e] = p;
        refused("edge " + e, p, () -> EdgeLaw.ofProbabilities(FOREST, one, ones));
        refused("edge " + e, p, () -> EdgeLaw.ofProbabilities(FOREST, ones, one));
      }
      double[] tiny = ones.clone();
      tiny[e] = 1e-300;
      assertDoesNotThrow(() -> EdgeLaw.ofProbabilities(FOREST, tiny, tiny));
    }
  }

  @Test
  void lawsAreComparedOnOneForest() {
    Dataset same = Dataset.of(FOREST, List.of(X, X));
    Dataset equal = Dataset.complete(MDP, List.of(X));
    EdgeLaw other = EdgeLaw.ofLogits(equal.forest(), new double[9]);
    assertDoesNotThrow(() -> Sweeps.averageDivergence(same, LAW, LAW));
    refused("another forest", "law", () -> Sweeps.averageDivergence(equal, LAW, LAW));
    refused("different forests", "laws", () -> Sweeps.divergence(LAW, other));
  }

  private static Object walk(TokenMdp mdp) {
    Dataset dataset = Dataset.growing(mdp, List.of(X));
    LearningProblem problem =
        LearningProblem.of(
            1,
            2,
            dataset,
            dataset,
            constant(),
            constant(),
            (s, out) -> Arrays.fill(out, 0.5),
            (p, answer) -> 0.5);
    return RolloutEvaluation.of(problem, (p, answer) -> 0.5, 1, 10, 0.5).reward(new double[1]);
  }

  private static PolicyClass constant() {
    FeatureMap map =
        new FeatureMap() {
          @Override
          public int dimension() {
            return 1;
          }

          @Override
          public void features(State state, double[] out) {
            Arrays.fill(out, 0, state.legal().length(), 0.5);
          }
        };
    return new PolicyClass(LinearSoftmax.of(map), Ball.of(1, 1), ImmutableDoubleArray.of(0));
  }
}
