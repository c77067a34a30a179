package dev.ccl.experiments.sweep;

import com.google.common.collect.ImmutableList;
import dev.ccl.algorithms.run.Cadence;
import dev.ccl.algorithms.run.Monitor;
import dev.ccl.algorithms.run.Parallel;
import dev.ccl.experiments.run.RunJob;
import dev.ccl.experiments.run.StartMode;
import java.io.IOException;
import java.util.List;

/**
 * Threads of this machine. Where there are fewer seeds in a cell than threads, several cells run at
 * a time.
 *
 * @param threads how many, at least 1; no result depends on it
 * @param cadence how often to keep checkpoints; no result depends on it
 */
public record LocalThreads(int threads, Cadence cadence) implements Executor {
  @Override
  public RunJob.End run(List<Sweep.Cell> cells, Monitor monitor, FailureListener failures) {
    int fewest = cells.stream().mapToInt(cell -> cell.plan().seeds()).min().orElse(1);
    int atOnce = Math.max(1, Math.min(cells.size(), threads / fewest));
    ImmutableList<RunJob.End> ends =
        Parallel.map(atOnce, cells, cell -> run(cell, threads / atOnce, monitor, failures));
    if (ends.contains(RunJob.End.STOPPED)) {
      return RunJob.End.STOPPED;
    }
    return ends.contains(RunJob.End.FAILED) ? RunJob.End.FAILED : RunJob.End.FINISHED;
  }

  private RunJob.End run(Sweep.Cell cell, int ofCell, Monitor monitor, FailureListener failures) {
    if (monitor.stopping()) {
      return RunJob.End.STOPPED;
    }
    try (RunJob job = RunJob.open(cell.plan(), cell.directory(), StartMode.RESUMED)) {
      return job.run(ofCell, cadence, monitor);
    } catch (IOException | RuntimeException e) {
      if (Thread.currentThread().isInterrupted()) {
        throw new IllegalStateException("interrupted", e);
      }
      failures.failed(cell, e);
      return RunJob.End.FAILED;
    }
  }
}
