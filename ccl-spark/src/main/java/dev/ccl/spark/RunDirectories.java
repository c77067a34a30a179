package dev.ccl.spark;

import com.google.common.collect.ImmutableList;
import dev.ccl.algorithms.run.Cadence;
import dev.ccl.algorithms.run.Monitor;
import dev.ccl.experiments.run.RunJob;
import dev.ccl.experiments.run.RunPlan;
import dev.ccl.experiments.run.StartMode;
import dev.ccl.experiments.sweep.Executor;
import dev.ccl.experiments.sweep.Sweep;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The run directories of all cells on the driver, into which deliveries go as they arrive. */
final class RunDirectories implements AutoCloseable {
  /** An open directory is an open file, of which a process may have a thousand or so. */
  private static final int OPEN_AT_ONCE = 100;

  private final List<Sweep.Cell> cells;
  private final Optional<ReplicateTask.Keep> keep;

  /** The cells whose directories are open, the least recently used first. */
  private final LinkedHashMap<Integer, RunJob> jobs = new LinkedHashMap<>(16, 0.75f, true);

  private final List<Set<Long>> left = new ArrayList<>();
  private final Executor.FailureListener failures;
  private boolean failed;

  RunDirectories(
      List<Sweep.Cell> cells,
      Optional<ReplicateTask.Keep> keep,
      Executor.FailureListener failures) {
    this.cells = cells;
    this.keep = keep;
    this.failures = failures;
    cells.forEach(cell -> left.add(new HashSet<>()));
  }

  /** Looks into the directory of a cell and returns the seeds that are left; none if it fails. */
  List<Long> open(int cell) throws IOException {
    try {
      List<Long> seeds = job(cell).unfinished();
      left.get(cell).addAll(seeds);
      if (seeds.isEmpty()) {
        finish(cell);
      }
      return seeds;
    } catch (IOException | IllegalArgumentException e) {
      if (cells.size() == 1) {
        throw e;
      }
      fail(cell, e);
      return List.of();
    }
  }

  /** The job of a cell; the one that has not been used for longest gives its directory free. */
  private RunJob job(int cell) throws IOException {
    RunJob open = jobs.get(cell);
    if (open != null) {
      return open;
    }
    if (jobs.size() >= OPEN_AT_ONCE) {
      close(jobs.keySet().iterator().next());
    }
    Sweep.Cell it = cells.get(cell);
    RunJob job = RunJob.open(it.plan(), it.directory(), StartMode.RESUMED);
    jobs.put(cell, job);
    return job;
  }

  private void close(int cell) throws IOException {
    RunJob job = jobs.remove(cell);
    if (job != null) {
      job.close();
    }
  }

  /**
   * Takes a delivery over; the last one of a cell finishes its run.
   *
   * @return the rounds that are done by it
   */
  long accept(Delivery delivery) throws IOException {
    int cell = delivery.cell();
    if (delivery.isFailed()) {
      fail(cell, failure(delivery.seed(), delivery.failure()));
      return 0;
    }
    if (!left.get(cell).remove(delivery.seed())) {
      return 0; // it was here before, with the same bits
    }
    try {
      job(cell).accept(delivery.seed(), delivery.checkpoint(), delivery.rows(), delivery.made());
    } catch (
        IllegalArgumentException e) { // such as a directory that another process took meanwhile
      left.get(cell).add(delivery.seed());
      fail(cell, failure(delivery.seed(), Reasons.of(e)));
      return 0;
    }
    if (left.get(cell).isEmpty()) {
      finish(cell);
    }
    return cells.get(cell).plan().recorded().last();
  }

  /** Notes that a replicate ended its worker whenever it was tried. */
  void lost(ReplicateTask.Seed seed, String reason) {
    fail(seed.cell(), failure(seed.number(), "it ends its worker: " + reason));
  }

  private static IOException failure(long seed, String reason) {
    return new IOException("seed " + seed + ": " + reason);
  }

  private void fail(int cell, Exception reason) {
    failed = true;
    failures.failed(cells.get(cell), reason);
  }

  boolean hasFailures() {
    return failed;
  }

  private void finish(int cell) throws IOException {
    job(cell).run(1, Cadence.AT_THE_END, Monitor.NONE);
    close(cell);
    if (keep.isPresent()) {
      RunPlan plan = cells.get(cell).plan();
      keep.get().checkpoints(plan.identity(), Cadence.AT_THE_END).forget(plan.allSeeds());
    }
  }

  @Override
  public void close() throws IOException {
    for (int cell : ImmutableList.copyOf(jobs.keySet())) {
      close(cell);
    }
  }
}
