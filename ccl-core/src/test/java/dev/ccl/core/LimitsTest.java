package dev.ccl.core;

import com.google.common.primitives.ImmutableDoubleArray;
import com.google.common.primitives.ImmutableIntArray;
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
import dev.ccl.core.policy.Box;
import dev.ccl.core.policy.FeatureMap;
import dev.ccl.core.policy.LinearSoftmax;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.LearningProblem.PolicyClass;
import dev.ccl.core.random.BallSampler;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.random.RandomStreams;
import dev.ccl.core.truth.RolloutEvaluation;
import java.util.Arrays;
import java.util.List;
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
