package dev.ccl.core;

import com.google.common.primitives.ImmutableDoubleArray;
import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.core.exact.SymmetricEigen;
import dev.ccl.core.forest.Dataset;
import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.forest.Sweeps;
import dev.ccl.core.growing.ForestBudget;
import dev.ccl.core.growing.StateCounts;
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
import dev.ccl.core.policy.FeatureMap;
import dev.ccl.core.policy.LinearSoftmax;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.LearningProblem.PolicyClass;
import dev.ccl.core.random.BallSampler;
import dev.ccl.core.random.Binomial;
import dev.ccl.core.random.MultinomialTree;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.random.RandomStreams;
import dev.ccl.core.truth.Estimate;
import dev.ccl.core.truth.RolloutEvaluation;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Arguments below, at and above each limit. */
@Tag("record")
class LimitsTest {
  private static final double NAN = Double.NaN;
  private static final double INFINITY = Double.POSITIVE_INFINITY;
  private static final Vocabulary WORDS = Vocabulary.of(List.of("a", "b", "END", "-"), "END", "-");
  private static final Prompt X = new Prompt("x", "a question");
  private static final TokenMdp MDP = TokenMdp.of(WORDS, FeasibilityRule.eosPadded(WORDS), 2);
  private static final RandomSpec SHAPE =
      RandomSpec.SMALL.withPrompts(3, 2).withDimensions(2, 1).withHorizon(2);

  private final Told told = new Told();

  private void said(String what, Told.Attempt attempt) {
    told.said(what, attempt);
  }

  private void limits(String what, Told.OfNumber call, double... numbers) {
    told.limits(what, call, numbers);
  }

  private static Object run(Runnable call) {
    call.run();
    return "";
  }

  @Test
  void sets() {
    limits("ball in dimension", x -> Ball.of((int) x, 1), -1, 0, 1);
    limits("ball of radius", x -> Ball.of(1, x), -Double.MIN_VALUE, 0, Double.MAX_VALUE, INFINITY);
    said("box without a side", () -> Box.of(new double[0], new double[0]));
    limits("box from 1 to", x -> Box.of(new double[] {0, 1}, new double[] {1, x}), 0.5, 1, 2, NAN);
    limits("box up to 1 from", x -> Box.of(new double[] {x}, new double[] {1}), -INFINITY, 1, NAN);
    double most = Double.MAX_VALUE;
    limits("box up to the most from", x -> Box.of(new double[] {x}, new double[] {most}), -most, 0);
    said("a corner of 1 and one of 2", () -> Box.of(new double[1], new double[2]));
    RandomStream random = RandomStreams.of(1).open(Purpose.TRIAL, 0);
    limits(
        "draw from a ball of radius",
        x -> run(() -> BallSampler.sample(random, x, new double[2])),
        -Double.MIN_VALUE,
        0,
        Double.MAX_VALUE,
        INFINITY,
        NAN);
    told.check(getClass(), "limits-sets.txt");
  }

  @Test
  void draws() {
    RandomStream random = RandomStreams.of(1).open(Purpose.TRIAL, 0);
    limits("binomial of trials", n -> Binomial.sample(random, (long) n, 0.5, 0.5), -1, 0, 1e15);
    said("binomial of 10^15 + 1", () -> Binomial.sample(random, 1_000_000_000_000_001L, 0.5, 0.5));
    limits("binomial of p", p -> Binomial.sample(random, 3, p, 1 - p), -0.25, 0, 1, 1.25, NAN);
    limits(
        "binomial of 1/2 and", q -> Binomial.sample(random, 3, 0.5, q), 0.5 + 9e-13, 0.5 - 9e-13);
    limits(
        "binomial of 1/2 and", q -> Binomial.sample(random, 3, 0.5, q), 0.5 + 2e-12, 0.5 - 2e-12);
    limits("below", n -> random.nextBelow((int) n), -1, 0, 1);
    limits("an integer below", n -> random.nextInt((int) n), -1, 0, 1);
    for (int i = 0; i < 4; i++) {
      long[] s = new long[4];
      s[i] = 1;
      said("a state with word " + i, () -> RandomStream.ofState(s[0], s[1], s[2], s[3]));
    }
    limits("weight", w -> MultinomialTree.of(new double[] {1, w}), -1, 0, 1e-300, INFINITY, NAN);
    said("one token", () -> MultinomialTree.of(new double[] {2}));
    said("no segments", Segments::of);
    said("one border", () -> Segments.of(0));
    said("an empty segment", () -> Segments.of(0, 2, 2, 3));
    said("the second goes back", () -> Segments.of(0, 2, 1, 3));
    limits("matrix", n -> SymmetricEigen.of(new double[(int) n]), 0, 1, 2, 3, 4, 5, 8, 9);
    limits("budget of edges", n -> ForestBudget.ofBytes(1).withEdges((long) n), -1, 0, 1);
    limits("budget of bytes", n -> ForestBudget.ofBytes((long) n), -1, 0, 1);
    for (String name : StateCounts.NONE.entries().keySet()) {
      Map<String, Long> entries = new HashMap<>(StateCounts.NONE.entries());
      entries.put(name, -1L);
      said("a negative count", () -> StateCounts.of(entries));
    }
    said("counts of nothing", () -> StateCounts.of(StateCounts.NONE.entries()));
    limits("interval up to 1 from", x -> new Estimate(1, x, 1, 0.5, 2), 1, 1 + 1e-15, NAN);
    limits("level", x -> new Estimate(1, 0, 2, x, 2), 0, Double.MIN_VALUE, 1 - 1e-15, 1, NAN);
    limits("rollouts", n -> new Estimate(1, 0, 2, 0.5, (long) n), 1, 2);
    told.check(getClass(), "limits-draws.txt");
  }

  @Test
  void shapes() {
    limits("horizon", n -> SHAPE.withHorizon((int) n), 0, 1);
    limits("letters", n -> SHAPE.withLetters((int) n), 0, 1);
    limits("source", n -> SHAPE.withPrompts((int) n, 1), 0, 1);
    limits("target", n -> SHAPE.withPrompts(1, (int) n), 0, 1);
    limits("shared", n -> SHAPE.withShared((int) n), -1, 0);
    limits("repeated", n -> SHAPE.withRepeated((int) n), -1, 0);
    limits("D", n -> SHAPE.withDimensions((int) n, 1), 0, 1);
    limits("d", n -> SHAPE.withDimensions(1, (int) n), 0, 1);
    limits("lambda", SHAPE::withLambda, -1, 0, 1e-300, 1e300, INFINITY, NAN);
    limits("bound", SHAPE::withBound, -1, 0, 1e-300, 1e300, INFINITY, NAN);
    limits("distance", SHAPE::withTeacherDistance, -1e-300, 0, 1e300, INFINITY, NAN);
    limits("initial norm", SHAPE::withInitialNorm, -1e-300, 0, NAN);
    limits("3 and 2 prompts share", n -> drawn(SHAPE.withShared((int) n)), 2, 3);
    limits("3 and 2 prompts repeat", n -> drawn(SHAPE.withRepeated((int) n)), 2, 3);
    RandomSpec other = SHAPE.withPrompts(2, 3);
    limits("2 and 3 prompts share", n -> drawn(other.withShared((int) n)), 2, 3);
    limits("2 and 3 prompts repeat", n -> drawn(other.withRepeated((int) n)), 2, 3);
    limits("within 2", x -> drawn(SHAPE.withInitialNorm(x)), 2, 2 + 1e-15, INFINITY);
    RandomSpec large = SHAPE.withLetters(10).withHorizon(6); // 1222221 edges of a prompt
    said("17 large prompts", () -> drawn(large.withPrompts(9, 8)));
    said(
        "17 large prompts, one of them shared", () -> drawn(large.withPrompts(9, 9).withShared(1)));
    limits("d of separation", n -> SeparationInstance.of((int) n, 3, 1, 0.5), 0, 1, 2, 3, 4);
    limits(
        "lambda of separation", x -> SeparationInstance.of(1, 2, x, 0.5), 0, 1e300, INFINITY, NAN);
    limits(
        "alpha of separation",
        x -> SeparationInstance.of(1, 2, 1, x),
        0.5 - 1e-15,
        0.5,
        1 - 1e-15,
        1);
    told.check(getClass(), "limits-shapes.txt");
  }

  private static RandomInstance drawn(RandomSpec spec) {
    return RandomInstance.of(spec, 1);
  }

  @Test
  void tables() {
    ImmutableIntArray none = ImmutableIntArray.of();
    ImmutableIntArray two = ImmutableIntArray.of(0, 1);
    double[] rows = {0.5, 0.5};
    limits("phi of", n -> StateTable.of(none, two, new double[(int) n], rows, rows), 2, 3, 4);
    limits("phiStu of", n -> StateTable.of(none, two, rows, new double[(int) n], rows), 2, 3, 4);
    limits("pre of", n -> StateTable.of(none, two, rows, rows, new double[(int) n]), 1, 2, 4);
    said("no tokens", () -> StateTable.of(none, none, rows, rows, new double[0]));
    StateTable root = StateTable.of(none, two, rows, rows, rows);
    StateTable left = StateTable.of(ImmutableIntArray.of(0), two, rows, rows, rows);
    said("a later state twice", () -> PromptTable.of(X, List.of(left, root, left)));
    PromptTable table = PromptTable.of(X, List.of(root, left));
    double[] limits = {-1e-300, 0, 1, 1 + 1e-15, NAN};
    limits("a reward of", r -> table.withRewards(2, 3, new double[] {7, 1, 0, r}), limits);
    limits("rewards of", n -> table.withRewards(2, 3, new double[(int) n]), 3, 4, 5);
    for (ImmutableIntArray answer :
        List.of(two, ImmutableIntArray.of(1, 3), ImmutableIntArray.of(3, 0), none)) {
      said(
          "an answer " + answer, () -> PromptTable.of(X, List.of(root, left), Map.of(answer, 1.0)));
    }
    said("no answers", () -> refuse(PromptTable.of(X, List.of(root), Map.of()).hasRewards()));
    InstanceBuilder builder = InstanceBuilder.of("built", WORDS, 1);
    builder.calibration(new double[2], (p, prefix, token) -> new double[2]);
    builder.verifier((p, answer) -> 0.5).prompts(List.of("p"), List.of("q"));
    limits(
        "student features of",
        n -> builder.student(new double[2], (p, prefix, token) -> new double[(int) n]).build(),
        1,
        2,
        3);
    told.check(getClass(), "limits-tables.txt");
  }

  private static Object refuse(boolean rewarded) {
    throw new IllegalStateException("rewarded: " + rewarded);
  }

  @Test
  void trees() {
    for (int a : new int[] {-1, 0, 3, 4}) {
      TokenMdp mdp = TokenMdp.of(WORDS, (p, prefix) -> ImmutableIntArray.of(1, a), 1);
      said("token " + a + " is legal", () -> Forest.complete(mdp, List.of(X)));
      said("token " + a + " is legal where trees grow", () -> walk(mdp));
    }
    TokenMdp later =
        TokenMdp.of(
            WORDS,
            (p, prefix) ->
                prefix.isEmpty() ? ImmutableIntArray.of(0, 1) : ImmutableIntArray.of(2, 2),
            2);
    said("twice at a later state", () -> Forest.complete(later, List.of(X)));
    said("twice at a later state where trees grow", () -> walk(later));
    Forest forest = Forest.complete(MDP, List.of(X));
    limits("logits of", n -> EdgeLaw.ofLogits(forest, new double[(int) n]), 8, 9, 10);
    for (int e : new int[] {0, 4, 8}) {
      for (double p : new double[] {0, 1e-300, NAN}) {
        double[] ones = new double[9];
        Arrays.fill(ones, 1);
        double[] one = ones.clone();
        one[e] = p;
        said("edge " + e + " has " + p, () -> EdgeLaw.ofProbabilities(forest, one, ones));
        said("then edge " + e + " has " + p, () -> EdgeLaw.ofProbabilities(forest, ones, one));
      }
    }
    EdgeLaw law = EdgeLaw.ofLogits(forest, new double[9]);
    limits("reach of", n -> Sweeps.reach(law, new double[(int) n]), 0, 1, 2);
    limits("moments of", n -> Sweeps.logMoments(law, new double[(int) n], 1), 8, 9, 10);
    Dataset same = Dataset.of(forest, List.of(X, X));
    Dataset equal = Dataset.complete(MDP, List.of(X));
    said("the average on its forest", () -> Sweeps.averageDivergence(same, law, law));
    said("the average on an equal forest", () -> Sweeps.averageDivergence(equal, law, law));
    told.check(getClass(), "limits-trees.txt");
  }

  private static Object walk(TokenMdp mdp) {
    Dataset dataset = Dataset.growing(mdp, List.of(X));
    LearningProblem problem =
        LearningProblem.of(
            1,
            2,
            dataset,
            dataset,
            constant(1),
            constant(1),
            (s, out) -> Arrays.fill(out, 0.5),
            (p, answer) -> 0.5);
    return RolloutEvaluation.of(problem, (p, answer) -> 0.5, 1, 10, 0.5).reward(new double[1]);
  }

  private static PolicyClass constant(int d) {
    return new PolicyClass(
        LinearSoftmax.of(
            new FeatureMap() {
              @Override
              public int dimension() {
                return d;
              }

              @Override
              public void features(State state, double[] out) {
                Arrays.fill(out, 0, d * state.legal().length(), 0.5);
              }
            }),
        Ball.of(d, 1),
        ImmutableDoubleArray.copyOf(new double[d]));
  }
}
