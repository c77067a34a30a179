package dev.ccl.algorithms.whole;

import com.google.common.base.Supplier;
import com.google.common.base.Suppliers;
import dev.ccl.algorithms.batch.Sampler;
import dev.ccl.algorithms.batch.TargetSweep;
import dev.ccl.algorithms.engine.Cursor;
import dev.ccl.algorithms.engine.Engine;
import dev.ccl.algorithms.engine.SourceCursor;
import dev.ccl.algorithms.engine.TargetBatches;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.random.RandomStreams;

/** An engine on whole forests: probabilities in arrays by edge, batches by sweeps. */
public final class WholeEngine implements Engine {
  private final Supplier<SourceCursor> source;
  private final Supplier<Cursor> target;
  private final Supplier<TargetSweep> batches;
  private boolean sweeping;

  private WholeEngine(
      LearningProblem problem, RandomStreams streams, Sampler sampler, int threads) {
    this.source = Suppliers.memoize(() -> new VerifiedCursor(problem));
    this.target = Suppliers.memoize(() -> new ForestCursor(problem, problem.target()));
    this.batches =
        Suppliers.memoize(
            () -> {
              TargetSweep sweep = TargetSweep.of(problem, streams, sampler, threads);
              sweeping = true;
              return sweep;
            });
  }

  /**
   * Opens the engine of a run.
   *
   * @param problem a problem with complete forests
   * @param streams where batches get their randomness
   * @param sampler how batches are drawn
   * @param threads how many threads to use inside a batch, at least 1
   * @return the engine
   */
  public static WholeEngine of(
      LearningProblem problem, RandomStreams streams, Sampler sampler, int threads) {
    return new WholeEngine(problem, streams, sampler, threads);
  }

  @Override
  public boolean isWhole() {
    return true;
  }

  @Override
  public SourceCursor source() {
    return source.get();
  }

  @Override
  public Cursor target() {
    return target.get();
  }

  @Override
  public TargetBatches batches() {
    return batches.get();
  }

  @Override
  public void close() {
    if (sweeping) {
      batches.get().close();
    }
  }
}
