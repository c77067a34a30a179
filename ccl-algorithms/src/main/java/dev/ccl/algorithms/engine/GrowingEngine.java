package dev.ccl.algorithms.engine;

import dev.ccl.core.growing.GrowingForest;
import dev.ccl.core.growing.StateCounts;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.random.RandomStreams;

/**
 * Both sides of a problem on one forest that grows where the run walks. A state that belongs to
 * both sides is asked for once.
 */
final class GrowingEngine implements Engine {
  private final LearningProblem problem;
  private final GrowingForest forest;
  private final StateCounts before;
  private final GrowingCursor source;
  private final GrowingCursor target;
  private final GrowingBatches batches;
  private boolean closed;

  private GrowingEngine(
      LearningProblem problem, RandomStreams streams, Sampler sampler, int threads) {
    this.problem = problem;
    this.forest = problem.forests().acquire();
    this.before = forest.counts();
    this.source =
        new GrowingCursor(problem, problem.source().dataset(), forest, problem.newVerifier());
    this.target = new GrowingCursor(problem, problem.target().dataset(), forest, null);
    this.batches = new GrowingBatches(problem, streams, forest, sampler, threads);
  }

  /**
   * Opens the forests of a problem for one run.
   *
   * @param problem the problem
   * @param streams where batches get their randomness
   * @param sampler how batches are drawn
   * @param threads how many threads share the states of a batch, at least 1
   * @return the engine; close it, so that the next run knows what this one has got to know
   */
  static GrowingEngine of(
      LearningProblem problem, RandomStreams streams, Sampler sampler, int threads) {
    return new GrowingEngine(problem, streams, sampler, threads);
  }

  @Override
  public boolean isWhole() {
    return false;
  }

  @Override
  public SourceCursor source() {
    return source;
  }

  @Override
  public Cursor target() {
    return target;
  }

  @Override
  public TargetBatches batches() {
    return batches;
  }

  @Override
  public StateCounts stateCounts() {
    return forest.counts().since(before);
  }

  @Override
  public void inspect(double[] w, double[] theta, boolean everywhere) {
    source.inspect(w, theta, everywhere);
    target.inspect(w, theta, everywhere);
    batches.inspect(0, w, theta, everywhere);
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      batches.close();
      problem.forests().release(forest);
    }
  }
}
