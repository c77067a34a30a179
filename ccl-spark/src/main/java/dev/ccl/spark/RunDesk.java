package dev.ccl.spark;

import com.google.common.collect.ImmutableList;
import dev.ccl.algorithms.run.Cadence;
import dev.ccl.algorithms.run.Monitor;
import dev.ccl.experiments.run.RunJob;
import dev.ccl.experiments.run.RunPlan;
import dev.ccl.experiments.run.StartMode;
import dev.ccl.experiments.sweep.Sweep;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Where deliveries are laid down: the run directories of all cells. */
final class RunDesk implements Errand.Desk<ReplicateTask.Seed, Delivery>, AutoCloseable {
  private final List<Sweep.Cell> cells;
  private final Optional<ReplicateTask.Keep> keep;
  private final RunJob[] jobs;
  private final List<Set<Long>> left = new ArrayList<>();
  private final List<String> failures = new ArrayList<>();
  private long resumed;

  RunDesk(List<Sweep.Cell> cells, Optional<ReplicateTask.Keep> keep) {
    this.cells = cells;
    this.keep = keep;
    this.jobs = new RunJob[cells.size()];
    cells.forEach(cell -> left.add(new HashSet<>()));
  }

  /** Takes possession of the directory of a cell and returns the seeds that are left. */
  List<Long> open(int cell) throws IOException {
    Sweep.Cell it = cells.get(cell);
    jobs[cell] = RunJob.open(it.plan(), it.directory(), StartMode.RESUMED);
    List<Long> seeds = jobs[cell].unfinished();
    left.get(cell).addAll(seeds);
    if (seeds.isEmpty()) {
      finish(cell);
    }
    return seeds;
  }

  @Override
  public void lay(Delivery delivery) throws IOException {
    int cell = delivery.cell();
    if (delivery.isFailed()) {
      fail(cell, delivery.seed(), delivery.failure());
      return;
    }
    if (!left.get(cell).remove(delivery.seed())) {
      return; // it was here before, with the same bits
    }
    resumed = Math.max(resumed, delivery.resumed());
    jobs[cell].accept(delivery.seed(), delivery.checkpoint(), delivery.rows(), delivery.made());
    if (left.get(cell).isEmpty()) {
      finish(cell);
    }
  }

  @Override
  public void lost(ReplicateTask.Seed seed, String reason) {
    fail(seed.cell(), seed.number(), "it ends its worker: " + reason);
  }

  private void fail(int cell, long seed, String reason) {
    fail(cells.get(cell).name() + ", seed " + seed + ": " + reason);
  }

  @Override
  public void fail(String line) {
    failures.add(line);
  }

  private void finish(int cell) throws IOException {
    jobs[cell].run(1, Cadence.AT_THE_END, Monitor.NONE);
    jobs[cell].close();
    jobs[cell] = null;
    if (keep.isPresent()) {
      RunPlan plan = cells.get(cell).plan();
      keep.get().checkpoints(plan.identity(), Cadence.AT_THE_END).forget(plan.allSeeds());
    }
  }

  ImmutableList<String> failures() {
    return ImmutableList.copyOf(failures);
  }

  long resumed() {
    return resumed;
  }

  @Override
  public void close() throws IOException {
    for (RunJob job : jobs) {
      if (job != null) {
        job.close();
      }
    }
  }
}
