package dev.ccl.core.growing;

import dev.ccl.core.forest.Forest;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.mdp.State;
import dev.ccl.core.policy.FeatureFamily;
import dev.ccl.core.policy.FeatureMap;
import dev.ccl.core.policy.LinearSoftmax;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.LearningProblem.PolicyClass;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStreams;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** Small problems that fit both ways, and what tests ask of flows on them. */
final class Trees {
  private Trees() {}

  static LearningProblem small(long seed) {
    return RandomInstance.of(RandomSpec.SMALL.withHorizon(3), seed).instance().problem();
  }

  /** Some hundreds of states. */
  static LearningProblem wide(long seed) {
    return RandomInstance.of(RandomSpec.SMALL.withHorizon(4).withLetters(4), seed)
        .instance()
        .problem();
  }

  static LearningProblem growing(LearningProblem whole) {
    return whole.growing(ForestBudget.ofBytes(1L << 28));
  }

  /** The problem with another feature map in front of the student's. */
  static LearningProblem withFeatures(LearningProblem problem, UnaryOperator<FeatureMap> wrapper) {
    PolicyClass student = problem.student();
    FeatureMap features = ((FeatureFamily) student.family()).features();
    return problem.withStudent(
        new PolicyClass(
            LinearSoftmax.of(wrapper.apply(features)), student.set(), student.initial()));
  }

  /** Draws one batch of student rollouts on the target side. */
  static Flow walk(
      LearningProblem problem,
      GrowingForest forest,
      double[] theta,
      double rollouts,
      long seed,
      long round) {
    return walk(problem, forest, theta, rollouts, seed, round, flow -> {});
  }

  /** The same with a batch that is prepared after it has begun. */
  static Flow walk(
      LearningProblem problem,
      GrowingForest forest,
      double[] theta,
      double rollouts,
      long seed,
      long round,
      Consumer<Flow> prepared) {
    Flow flow = new Flow();
    flow.begin(
        (state, out) -> state.student().logits(theta, out),
        rollouts,
        Purpose.GRADIENT_BATCH,
        round,
        0);
    prepared.accept(flow);
    RolloutSampler.on(forest, problem.target().dataset(), RandomStreams.of(seed), Workers.ALONE)
        .draw(flow);
    return flow;
  }

  /** The node of each state of a whole forest. */
  static Map<State, Integer> nodes(Forest forest) {
    Map<State, Integer> nodes = new HashMap<>();
    forest.forEachNode((s, state) -> nodes.put(state, s));
    return nodes;
  }

  /** A parameter inside the student's set that is not 0. */
  static double[] student(LearningProblem problem, long seed) {
    double[] theta = new double[problem.student().family().dimension()];
    problem.student().set().draw(RandomStreams.of(seed).open(Purpose.TRIAL, 0), theta);
    return theta;
  }

  /** A map that counts its calls and the states it was asked about, and may do something first. */
  static final class Counting implements FeatureMap {
    private final FeatureMap features;
    private final Runnable first;
    final Map<State, Integer> asked = new HashMap<>();
    int calls;

    Counting(FeatureMap features, Runnable first) {
      this.features = features;
      this.first = first;
    }

    @Override
    public int dimension() {
      return features.dimension();
    }

    @Override
    public void features(State state, double[] out) {
      features.features(state, out);
    }

    @Override
    public void features(List<State> states, double[][] out) {
      calls++;
      first.run();
      for (State state : states) {
        asked.merge(state, 1, Integer::sum);
      }
      features.features(states, out);
    }
  }
}
