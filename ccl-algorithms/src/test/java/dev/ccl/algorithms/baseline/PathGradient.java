package dev.ccl.algorithms.baseline;

import dev.ccl.algorithms.Draws;
import dev.ccl.algorithms.engine.Engine;
import dev.ccl.algorithms.engine.Sampler;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.random.RandomStreams;

/** Single gradient samples of a baseline. */
final class PathGradient {
  private final Baseline baseline;
  private final PathWalk walk;

  private PathGradient(Baseline baseline, PathWalk walk) {
    this.baseline = baseline;
    this.walk = walk;
  }

  static PathWalk walk(LearningProblem problem, long seed, Baseline baseline, int answers) {
    RandomStreams streams = RandomStreams.of(seed);
    Engine engine = Engine.open(problem, streams, Sampler.COUNTS, 1);
    return PathWalk.of(problem, engine, baseline, Draws.of(streams), answers);
  }

  static PathGradient of(
      LearningProblem problem, RandomStreams streams, Baseline baseline, int answers) {
    return new PathGradient(baseline, walk(problem, streams.rootSeed(), baseline, answers));
  }

  void add(long round, long sample, double[] theta, double scale, double[] gradient) {
    walk.at(round, sample, theta);
    baseline.add(walk, scale, gradient);
  }
}
