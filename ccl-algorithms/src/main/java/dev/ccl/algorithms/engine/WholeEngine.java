package dev.ccl.algorithms.engine;

import com.google.common.base.Supplier;
import com.google.common.base.Suppliers;
import com.google.common.collect.ImmutableSet;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.Side;
import dev.ccl.core.random.RandomStreams;
import java.util.LinkedHashSet;
import java.util.Set;

/** An engine on whole forests: probabilities in arrays by edge, batches by sweeps. */
final class WholeEngine implements Engine {
  private final ImmutableSet<Side> both;
  private final Set<Side> used = new LinkedHashSet<>();
  private final FamilyCheck teacher;
  private final FamilyCheck student;
  private final Supplier<SourceCursor> source;
  private final Supplier<Cursor> target;
  private final Supplier<TargetSweep> batches;
  private boolean sweeping;

  private WholeEngine(
      LearningProblem problem, RandomStreams streams, Sampler sampler, int threads) {
    this.both = ImmutableSet.of(problem.source(), problem.target());
    this.teacher = FamilyCheck.of("teacher", problem.calibration().family());
    this.student = FamilyCheck.of("student", problem.student().family());
    this.source =
        Suppliers.memoize(
            () -> {
              used.add(problem.source());
              return new VerifiedCursor(problem);
            });
    this.target =
        Suppliers.memoize(
            () -> {
              used.add(problem.target());
              return new ForestCursor(problem, problem.target());
            });
    this.batches =
        Suppliers.memoize(
            () -> {
              TargetSweep sweep = TargetSweep.of(problem, streams, sampler, threads);
              used.add(problem.target());
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
  static WholeEngine of(
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
  public void inspect(double[] w, double[] theta, boolean everywhere) {
    for (Side side : everywhere ? both : used) {
      if (everywhere) {
        teacher.everywhere(side.calibration(), w);
        student.everywhere(side.student(), theta);
      } else {
        teacher.at(side.calibration(), 0, w);
        student.at(side.student(), 0, theta);
      }
    }
  }

  @Override
  public void close() {
    if (sweeping) {
      batches.get().close();
    }
  }
}
