package dev.ccl.core;

import com.google.common.primitives.ImmutableDoubleArray;
import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.core.exact.FisherInformation;
import dev.ccl.core.exact.ForwardKl;
import dev.ccl.core.exact.GlobalMinimizer;
import dev.ccl.core.exact.LogRatioCost;
import dev.ccl.core.exact.Scores;
import dev.ccl.core.forest.Dataset;
import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.forest.Sweeps;
import dev.ccl.core.growing.ForestBudget;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.math.Segments;
import dev.ccl.core.mdp.FeasibilityRule;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.mdp.State;
import dev.ccl.core.mdp.TokenMdp;
import dev.ccl.core.mdp.Vocabulary;
import dev.ccl.core.policy.Ball;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.LearningProblem.PolicyClass;
import dev.ccl.core.truth.CramerRao;
import dev.ccl.core.truth.GroundTruth;
import dev.ccl.core.truth.RolloutEvaluation;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What bad arguments are told: one line each, with the place and the value. */
@Tag("record")
class MessagesTest {
  private static final Vocabulary WORDS = Vocabulary.of(List.of("a", "b", "END", "-"), "END", "-");
  private static final Prompt X = new Prompt("x", "a question");
  private static final Prompt Y = Prompt.of("y");
  private static final TokenMdp MDP = TokenMdp.of(WORDS, FeasibilityRule.eosPadded(WORDS), 2);
  private static final RandomSpec SHAPE =
      RandomSpec.SMALL.withPrompts(3, 2).withDimensions(2, 1).withHorizon(2);
  private static final Instance INSTANCE = RandomInstance.of(SHAPE, 1).instance();
  private static final LearningProblem PROBLEM = INSTANCE.problem();
  private static final double NAN = Double.NaN;

  private final Told told = new Told();

  private void said(String what, Told.Attempt attempt) {
    told.said(what, attempt);
  }

  @Test
  void wordsAndTrees() {
    said("a token twice", () -> Vocabulary.of(List.of("a", "b", "a"), "a", "b"));
    said("no end", () -> Vocabulary.of(List.of("a", "b"), "END", "b"));
    said("no padding", () -> Vocabulary.of(List.of("a", "b"), "a", "-"));
    said("the end pads", () -> Vocabulary.of(List.of("a", "b"), "b", "b"));
    said("no step", () -> TokenMdp.of(WORDS, FeasibilityRule.eosPadded(WORDS), 0));
    State start = MDP.start(X);
    said("padding too early", () -> MDP.append(start, 3));
    said("an open answer", () -> MDP.complete(start));
    TokenMdp dead = TokenMdp.of(WORDS, (prompt, prefix) -> ImmutableIntArray.of(), 2);
    said("nothing is legal", () -> dead.start(X));
    TokenMdp twice = TokenMdp.of(WORDS, (prompt, prefix) -> ImmutableIntArray.of(0, 1, 0), 2);
    said("legal twice", () -> Forest.complete(twice, List.of(X)));
    TokenMdp unknown = TokenMdp.of(WORDS, (prompt, prefix) -> ImmutableIntArray.of(0, 4), 2);
    said("an unknown token", () -> Forest.complete(unknown, List.of(Y)));
    said("a prompt twice", () -> Forest.complete(MDP, List.of(X, X)));
    said("8 edges of 9", () -> Forest.complete(MDP, List.of(X), 8));
    said("9 edges of 9", () -> Forest.complete(MDP, List.of(X), 9));
    Forest forest = Forest.complete(MDP, List.of(X));
    said("no prompts", () -> Dataset.of(forest, List.of()));
    said("a prompt without a tree", () -> Dataset.of(forest, List.of(X, Y)));
    said("no whole trees", () -> Dataset.growing(MDP, List.of(X, Y, X)).forest());
    said("too few logits", () -> EdgeLaw.ofLogits(forest, new double[8]));
    double[] ones = new double[9];
    Arrays.fill(ones, 1);
    said("too few rests", () -> EdgeLaw.ofProbabilities(forest, ones, new double[10]));
    said("a chance of 0", () -> EdgeLaw.ofProbabilities(forest, new double[9], ones));
    EdgeLaw law = EdgeLaw.ofLogits(forest, ones);
    EdgeLaw other = EdgeLaw.ofLogits(Forest.complete(MDP, List.of(X)), ones);
    said("two forests", () -> Sweeps.divergence(law, other));
    said("weights of two", () -> Sweeps.reach(law, new double[2]));
    said("rewards of eight", () -> Sweeps.logMoments(law, new double[8], 1));
    said("segments from 1", () -> Segments.of(1, 2));
    said("segments back", () -> Segments.of(0, 3, 2));
    told.check(getClass(), "trees.txt");
  }

  @Test
  void problems() {
    PolicyClass students = PROBLEM.student();
    said("lambda", () -> PROBLEM.withLambda(0));
    said("lambda that is no number", () -> PROBLEM.withLambda(NAN));
    said(
        "a set of another dimension",
        () -> new PolicyClass(students.family(), Ball.of(2, 1), ImmutableDoubleArray.of(0, 0)));
    said(
        "a start outside",
        () -> new PolicyClass(students.family(), Ball.of(1, 1), ImmutableDoubleArray.of(1.5)));
    said(
        "teachers outside",
        () ->
            PROBLEM.withCalibration(
                new PolicyClass(
                    PROBLEM.calibration().family(),
                    Ball.of(2, 2.1),
                    ImmutableDoubleArray.of(0, 0))));
    said("not of the source", () -> ask("y1"));
    said(
        "a reward of 1.5",
        () ->
            PROBLEM
                .withSourceRewards((prompt, answer) -> 1.5)
                .newVerifier()
                .query(PROBLEM.source().forest().edges() - 1));
    GroundTruth truth = GroundTruth.of(INSTANCE);
    said("a small budget", () -> GroundTruth.of(INSTANCE, 17));
    said("growing trees", () -> GroundTruth.of(growing(), (prompt, answer) -> 1));
    said("rewards above 1", () -> GroundTruth.of(PROBLEM, (prompt, answer) -> 1.25));
    GroundTruth blind = GroundTruth.of(INSTANCE.withoutTargetRewards());
    said("no target rewards", () -> blind.objective(new double[1]));
    EdgeLaw onTarget = PROBLEM.target().reference();
    said("alternatives", () -> CramerRao.of(truth, new double[2], onTarget));
    EdgeLaw onSource = truth.problem().source().reference();
    CramerRao bound = CramerRao.of(truth, new double[2], onSource);
    said("no queries", () -> bound.bound(0));
    said("one rollout", () -> RolloutEvaluation.of(growing(), (p, a) -> 1, 1, 1, 0.9));
    said("level", () -> RolloutEvaluation.of(growing(), (p, a) -> 1, 1, 2, 0));
    LogRatioCost cost = truth.trueCost();
    said("theta of 2", () -> cost.value(new double[2]));
    said("scores of 2", () -> Scores.of(cost.student(), new double[2]));
    said("a set of 2", () -> GlobalMinimizer.minimize(cost, Ball.of(2, 1)));
    double[] weights = PROBLEM.target().dataset().rootWeights();
    said("potentials", () -> LogRatioCost.of(cost.student(), weights, 1, new double[1]));
    said("weights", () -> FisherInformation.of(cost.student(), new double[3], new double[1]));
    said("laws", () -> ForwardKl.of(PROBLEM.source().calibration(), onTarget, weights));
    told.check(getClass(), "problems.txt");
  }

  private static LearningProblem growing() {
    return PROBLEM.growing(ForestBudget.standard());
  }

  private static double ask(String id) {
    Prompt prompt = INSTANCE.prompts().get(id).prompt();
    return PROBLEM.newVerifier().query(prompt, ImmutableIntArray.of(0, 0));
  }
}
