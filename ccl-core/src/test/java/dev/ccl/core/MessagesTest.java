package dev.ccl.core;

import com.google.common.primitives.ImmutableDoubleArray;
import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.core.exact.FisherInformation;
import dev.ccl.core.exact.ForwardKl;
import dev.ccl.core.exact.GlobalMinimizer;
import dev.ccl.core.exact.LogRatioCost;
import dev.ccl.core.exact.Scores;
import dev.ccl.core.exact.SymmetricEigen;
import dev.ccl.core.forest.Dataset;
import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.forest.Sweeps;
import dev.ccl.core.growth.GrowthBudget;
import dev.ccl.core.growth.GrowthCounts;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.InstanceBuilder;
import dev.ccl.core.instance.PromptTable;
import dev.ccl.core.instance.StateTable;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.core.math.Segments;
import dev.ccl.core.mdp.FeasibilityRule;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.mdp.State;
import dev.ccl.core.mdp.TokenMdp;
import dev.ccl.core.mdp.Vocabulary;
import dev.ccl.core.policy.Ball;
import dev.ccl.core.policy.Box;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.LearningProblem.PolicyClass;
import dev.ccl.core.random.BallSampler;
import dev.ccl.core.random.Binomial;
import dev.ccl.core.random.MultinomialTree;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.random.RandomStreams;
import dev.ccl.core.truth.CramerRao;
import dev.ccl.core.truth.Estimate;
import dev.ccl.core.truth.GroundTruth;
import dev.ccl.core.truth.RolloutEvaluation;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
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
  private static final double INFINITY = Double.POSITIVE_INFINITY;

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
  void numbersAndSets() {
    said("no dimension", () -> Ball.of(0, 1));
    said("a negative radius", () -> Ball.of(2, -0.5));
    said("no radius", () -> Ball.of(2, NAN));
    said("lengths of corners", () -> Box.of(new double[2], new double[1]));
    said("an empty box", () -> Box.of(new double[] {0, 1}, new double[] {1, 0.5}));
    said("a box without end", () -> Box.of(new double[] {0}, new double[] {INFINITY}));
    RandomStream random = RandomStreams.of(1).open(Purpose.TRIAL, 0);
    said("a ball of no size", () -> run(() -> BallSampler.sample(random, -1, new double[2])));
    said("too many trials", () -> Binomial.sample(random, 1_000_000_000_000_001L, 0.5, 0.5));
    said("a negative number of trials", () -> Binomial.sample(random, -1, 0.5, 0.5));
    said("no complements", () -> Binomial.sample(random, 3, 0.5, 0.4));
    said("no tokens", () -> MultinomialTree.of(new double[0]));
    said("a weight of 0", () -> MultinomialTree.of(new double[] {1, 0}));
    said("below nothing", () -> random.nextBelow(0));
    said("a state of zeros", () -> RandomStream.ofState(0, 0, 0, 0));
    said("edges of a budget", () -> new GrowthBudget(0, 1, GrowthBudget.WhenFull.STOP));
    said("bytes of a budget", () -> GrowthBudget.ofBytes(-3));
    said("a count that is missing", () -> GrowthCounts.of(Map.of("statesAsked", 1L)));
    said("a matrix of 3", () -> SymmetricEigen.of(new double[3]));
    said("an interval", () -> new Estimate(1, 2, 0, 0.9, 5));
    said("a level of 1", () -> new Estimate(1, 0, 2, 1, 5));
    said("one rollout", () -> new Estimate(1, 0, 2, 0.9, 1));
    said("an estimate", () -> check(new Estimate(-1.25, -2.5, 1e-9, 0.999, 12_345).toString()));
    told.check(getClass(), "numbers.txt");
  }

  private static Object run(Runnable call) {
    call.run();
    return "";
  }

  private static Object check(String text) {
    throw new IllegalStateException(text);
  }

  @Test
  void shapes() {
    said("horizon", () -> SHAPE.withHorizon(0));
    said("letters", () -> SHAPE.withLetters(0));
    said("source", () -> SHAPE.withPrompts(0, 1));
    said("target", () -> SHAPE.withPrompts(1, 0));
    said("shared", () -> SHAPE.withShared(-1));
    said("repeated", () -> SHAPE.withRepeated(-2));
    said("D", () -> SHAPE.withDimensions(0, 1));
    said("d", () -> SHAPE.withDimensions(1, 0));
    said("lambda", () -> SHAPE.withLambda(INFINITY));
    said("bound", () -> SHAPE.withBound(0));
    said("teacher", () -> SHAPE.withTeacherDistance(-0.1));
    said("initial", () -> SHAPE.withInitialNorm(NAN));
    said("more shared than there are", () -> RandomInstance.of(SHAPE.withShared(3), 1));
    said("more repeated than there are", () -> RandomInstance.of(SHAPE.withRepeated(3), 1));
    said("outside", () -> RandomInstance.of(SHAPE.withInitialNorm(2.5), 1));
    said("too large", () -> RandomInstance.of(SHAPE.withLetters(60).withHorizon(6), 1));
    said("underflow", () -> RandomInstance.of(SHAPE.withLambda(1e-4), 1));
    said("separation d", () -> SeparationInstance.of(0, 3, 1, 0.5));
    said("separation D", () -> SeparationInstance.of(2, 2, 1, 0.5));
    said("separation lambda", () -> SeparationInstance.of(1, 2, -1, 0.5));
    said("separation without a bound", () -> SeparationInstance.of(1, 2, 1e-320, 0.5));
    said("separation alpha", () -> SeparationInstance.of(1, 2, 1, 0.49));
    ImmutableIntArray none = ImmutableIntArray.of();
    ImmutableIntArray two = ImmutableIntArray.of(0, 1);
    double[] rows = {0.5, 0.5};
    said("rows", () -> StateTable.of(none, two, new double[3], rows, rows));
    StateTable state = StateTable.of(none, two, rows, rows, rows);
    said("a state twice", () -> PromptTable.of(X, List.of(state, state)));
    StateTable later = StateTable.of(ImmutableIntArray.of(0), two, rows, rows, rows);
    said("no root", () -> PromptTable.of(X, List.of(later)));
    PromptTable table = PromptTable.of(X, List.of(state));
    said("rewards of three", () -> table.withRewards(1, 3, new double[3]));
    said("a reward of 2", () -> table.withRewards(1, 3, new double[] {0, 2}));
    said(
        "no answer", () -> PromptTable.of(X, List.of(state), Map.of(ImmutableIntArray.of(2), 1.0)));
    said("no rewards", () -> table.reward(ImmutableIntArray.of(0)));
    InstanceBuilder builder = InstanceBuilder.of("built", WORDS, 1);
    said("no class of teachers", builder::build);
    builder.calibration(new double[2], (prompt, prefix, token) -> new double[3]);
    said("no class of students", builder::build);
    builder.student(new double[1], (prompt, prefix, token) -> new double[1]);
    said("no verifier", builder::build);
    builder.verifier((prompt, answer) -> 0.5).prompts(List.of("p"), List.of("q"));
    said("features of 3", builder::build);
    builder.calibration(new double[2], (prompt, prefix, token) -> new double[] {1, 1});
    said("features too long", builder::build);
    said("no steps", () -> InstanceBuilder.of("built", WORDS, 0));
    told.check(getClass(), "shapes.txt");
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
    return PROBLEM.growing(GrowthBudget.standard());
  }

  private static double ask(String id) {
    Prompt prompt = INSTANCE.prompts().get(id).prompt();
    return PROBLEM.newVerifier().query(prompt, ImmutableIntArray.of(0, 0));
  }
}
