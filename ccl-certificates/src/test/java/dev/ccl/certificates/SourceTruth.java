package dev.ccl.certificates;

import com.google.common.collect.ImmutableMap;
import dev.ccl.algorithms.Memory;
import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.SourceVerifier;
import dev.ccl.core.truth.GroundTruth;
import java.util.function.IntPredicate;

/** A problem with its w* and the rewards of its source answers. */
final class SourceTruth {
  final LearningProblem problem;
  final double[] truth;
  final Forest forest;
  final EdgeLaw reference;
  final double[] rewards;

  SourceTruth(RandomSpec spec, long seed) {
    RandomInstance random = RandomInstance.of(spec, seed);
    this.problem = GroundTruth.of(random.instance()).problem();
    this.truth = random.truth().toArray();
    this.forest = problem.source().forest();
    this.reference = problem.source().reference();
    this.rewards = new double[forest.edges()];
    SourceVerifier verifier = problem.newVerifier();
    for (int e = 0; e < rewards.length; e++) {
      rewards[e] = forest.child(e) < 0 ? verifier.query(e) : Double.NaN;
    }
  }

  static RandomSpec spec(int horizon, int letters, int dimension) {
    return RandomSpec.SMALL
        .withHorizon(horizon)
        .withLetters(letters)
        .withPrompts(3, 1)
        .withDimensions(dimension, 1)
        .withLambda(0.8);
  }

  SeenAnswers seen(IntPredicate which) {
    return seen(which, Memory.of(ImmutableMap.of()));
  }

  SeenAnswers seen(IntPredicate which, Memory memory) {
    SeenAnswers seen = new SeenAnswers(problem, memory);
    for (int e = 0; e < rewards.length; e++) {
      if (forest.child(e) < 0 && which.test(e)) {
        seen.record(e, rewards[e]);
      }
    }
    return seen;
  }

  /** The first answer to each prompt. */
  boolean isFirst(int leaf) {
    for (int e = 0; e < leaf; e++) {
      if (forest.child(e) < 0 && forest.root(e) == forest.root(leaf)) {
        return false;
      }
    }
    return true;
  }

  /** Least or largest E[P | e], with rewards of 0 or 1 where none was seen. */
  double mean(int e, IntPredicate which, double unseen) {
    int c = forest.child(e);
    if (c < 0) {
      double reward = which.test(e) ? rewards[e] : unseen;
      return StrictMath.exp((reward - 1) / problem.lambda());
    }
    double sum = 0;
    for (int k = forest.firstEdge(c); k < forest.firstEdge(c) + forest.degree(c); k++) {
      sum += reference.probability(k) * mean(k, which, unseen);
    }
    return sum;
  }
}
