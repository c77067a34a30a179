package dev.ccl.algorithms.engine;

import static com.google.common.base.Preconditions.checkArgument;

import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.random.RandomStreams;

/** The engine that fits the forests of a problem. */
public final class Engines {
  private Engines() {}

  /**
   * Opens the engine of a run. Its parts are made when they are first asked for.
   *
   * @param problem the problem
   * @param streams where batches get their randomness
   * @param sampler how batches are drawn
   * @param threads how many threads to use inside a round, at least 1; no result depends on it
   * @return the engine; close it
   */
  public static Engine open(
      LearningProblem problem, RandomStreams streams, Sampler sampler, int threads) {
    checkArgument(threads >= 1, "threads: %s is not at least 1", threads);
    if (problem.isWhole()) {
      return WholeEngine.of(problem, streams, sampler, threads);
    }
    return GrowingEngine.of(problem, streams, sampler, threads);
  }
}
