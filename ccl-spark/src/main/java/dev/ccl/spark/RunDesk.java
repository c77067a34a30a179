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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Where deliveries are laid down: the run directories of all cells. */
final class RunDesk implements Errand.Desk<ReplicateTask.Seed, Delivery>, AutoCloseable {
  /** An open directory is an open file, of which a process may have a thousand or so. */
  private static final int OPEN_AT_ONCE = 100;

  private final List<Sweep.Cell> cells;
  private final Optional<ReplicateTask.Keep> keep;

  /** The cells whose directories are open, the least recently used first. */
  private final LinkedHashMap<Integer, RunJob> jobs = new LinkedHashMap<>(16, 0.75f, true);

  private final List<Set<Long>> left = new ArrayList<>();
  private final List<String> failures = new ArrayList<>();
  private long resumed;

  RunDesk(List<Sweep.Cell> cells, Optional<ReplicateTask.Keep> keep) {
    this.cells = cells;
    this.keep = keep;
    cells.forEach(cell -> left.add(new HashSet<>()));
  }

  /** Takes possession of the directory of a cell and returns the seeds that are left. */
  List<Long> open(int cell) throws IOException {
    List<Long> seeds = job(cell).unfinished();
    left.get(cell).addAll(seeds);
    if (seeds.isEmpty()) {
      finish(cell);
    }
    return seeds;
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
    try {
      job(cell).accept(delivery.seed(), delivery.checkpoint(), delivery.rows(), delivery.made());
    } catch (
        IllegalArgumentException e) { // such as a directory that another process took meanwhile
      left.get(cell).add(delivery.seed());
      fail(cell, delivery.seed(), Reasons.of(e));
      return;
    }
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
    job(cell).run(1, Cadence.AT_THE_END, Monitor.NONE);
    close(cell);
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
    for (int cell : ImmutableList.copyOf(jobs.keySet())) {
      close(cell);
    }
  }
}
