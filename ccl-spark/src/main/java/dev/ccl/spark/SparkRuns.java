package dev.ccl.spark;

import com.google.common.collect.ImmutableList;
import dev.ccl.algorithms.run.Cadence;
import dev.ccl.algorithms.run.Monitor;
import dev.ccl.experiments.run.RunJob;
import dev.ccl.experiments.run.StartMode;
import dev.ccl.experiments.sweep.Sweep;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;

/**
 * Runs plans on a cluster and leaves the files that one machine would. Results are written as they
 * arrive: a finished replicate is on the driver's disk at once, a finished run is a finished
 * directory whatever becomes of the others, and what is missing is all that a second call runs.
 */
public final class SparkRuns {
  private static final double TASK_SECONDS = 5;

  private final JavaSparkContext spark;
  private final Optional<URI> checkpoints;
  private final Duration every;
  private final ReplicateTask.Tap tap;

  private SparkRuns(
      JavaSparkContext spark, Optional<URI> checkpoints, Duration every, ReplicateTask.Tap tap) {
    this.spark = spark;
    this.checkpoints = checkpoints;
    this.every = every;
    this.tap = tap;
  }

  /**
   * Returns runs that keep nothing of a replicate before it is finished.
   *
   * @param spark a context whose workers have the jars of this program
   * @return the runs
   */
  public static SparkRuns on(JavaSparkContext spark) {
    return new SparkRuns(spark, Optional.empty(), Duration.ofSeconds(10), journal -> journal);
  }

  /**
   * Returns the same with checkpoints: a replicate whose worker is lost goes on elsewhere.
   *
   * @param place a directory of any file system of Hadoop that all workers see
   * @param every how often to keep a replicate in progress; no result depends on it
   * @return the runs
   */
  public SparkRuns withCheckpoints(URI place, Duration every) {
    return new SparkRuns(spark, Optional.of(place), every, tap);
  }

  SparkRuns with(ReplicateTask.Tap otherTap) {
    return new SparkRuns(spark, checkpoints, every, otherTap);
  }

  /**
   * How it ended.
   *
   * @param failures what failed: the name of the run, the seed and the reason, one line each
   * @param stopped whether the monitor stopped it
   * @param tasks how many tasks there were
   * @param resumed the latest round at which a replicate went on from a checkpoint, 0 if none did
   */
  public record Outcome(ImmutableList<String> failures, boolean stopped, int tasks, long resumed) {
    /**
     * Tells whether all runs are finished.
     *
     * @return whether nothing failed and nothing was stopped
     */
    public boolean isComplete() {
      return failures.isEmpty() && !stopped;
    }
  }

  /**
   * Runs what is not finished.
   *
   * @param cells the plans with their directories on this machine
   * @param monitor watches and may stop
   * @return how it ended
   * @throws IOException if the driver cannot read or write a file; what was written is kept
   */
  public Outcome run(List<Sweep.Cell> cells, Monitor monitor) throws IOException {
    for (Sweep.Cell cell : cells) { // refuses an unreachable place before anything runs
      if (checkpoints.isPresent()) {
        HadoopCheckpoints.in(checkpoints.get(), cell.plan().identity(), Cadence.AT_THE_END);
        break;
      }
    }
    try (Desk desk = new Desk(cells, checkpoints)) {
      List<Parcel.Load> loads = new ArrayList<>();
      for (int i = 0; i < cells.size(); i++) {
        List<Long> left = desk.open(i);
        long rounds = cells.get(i).plan().recorded().last();
        monitor.completed(rounds * (cells.get(i).plan().seeds() - left.size()));
        if (!left.isEmpty()) {
          loads.add(new Parcel.Load(i, left, Pace.seconds(cells.get(i).plan())));
        }
      }
      int cores = Math.max(1, spark.sc().defaultParallelism());
      List<Parcel> parcels = Parcel.pack(loads, cores, TASK_SECONDS);
      boolean stopped = false;
      if (!parcels.isEmpty()) {
        Broadcast<HashMap<String, byte[]>> instances = spark.broadcast(instances(cells, loads));
        try {
          stopped =
              Errand.of(spark, monitor)
                  .run(
                      parcels,
                      rounds ->
                          new ReplicateTask(
                              cells.stream().map(cell -> CellText.of(cell.plan())).toList(),
                              instances,
                              checkpoints,
                              every,
                              tap,
                              rounds),
                      desk);
        } finally {
          instances.destroy();
        }
      }
      return new Outcome(desk.failures(), stopped, parcels.size(), desk.resumed());
    }
  }

  private static HashMap<String, byte[]> instances(
      List<Sweep.Cell> cells, List<Parcel.Load> loads) {
    HashMap<String, byte[]> bytes = new HashMap<>();
    for (Parcel.Load load : loads) {
      var subject = cells.get(load.cell()).plan().subject();
      bytes.computeIfAbsent(subject.digest(), digest -> subject.bytes());
    }
    return bytes;
  }

  /** Where deliveries are laid down: the run directories of all cells. */
  static final class Desk implements AutoCloseable {
    private final List<Sweep.Cell> cells;
    private final Optional<URI> checkpoints;
    private final RunJob[] jobs;
    private final int[] left;
    private final List<String> failures = new ArrayList<>();
    private long resumed;

    Desk(List<Sweep.Cell> cells, Optional<URI> checkpoints) {
      this.cells = cells;
      this.checkpoints = checkpoints;
      this.jobs = new RunJob[cells.size()];
      this.left = new int[cells.size()];
    }

    /** Takes possession of the directory of a cell and returns the seeds that are left. */
    List<Long> open(int cell) throws IOException {
      Sweep.Cell it = cells.get(cell);
      jobs[cell] = RunJob.open(it.plan(), it.directory(), StartMode.RESUMED);
      List<Long> seeds = jobs[cell].unfinished();
      left[cell] = seeds.size();
      if (seeds.isEmpty()) {
        finish(cell);
      }
      return seeds;
    }

    void lay(Delivery delivery) throws IOException {
      int cell = delivery.cell();
      if (delivery.isFailed()) {
        fail(cells.get(cell).name() + ", seed " + delivery.seed() + ": " + delivery.failure());
        return;
      }
      resumed = Math.max(resumed, delivery.resumed());
      jobs[cell].accept(delivery.seed(), delivery.checkpoint(), delivery.rows(), delivery.made());
      left[cell]--;
      if (left[cell] == 0) {
        finish(cell);
      }
    }

    void fail(String line) {
      failures.add(line);
    }

    private void finish(int cell) throws IOException {
      jobs[cell].run(1, Cadence.AT_THE_END, Monitor.NONE);
      jobs[cell].close();
      jobs[cell] = null;
      if (checkpoints.isPresent()) {
        HadoopCheckpoints.in(
                checkpoints.get(), cells.get(cell).plan().identity(), Cadence.AT_THE_END)
            .forget(cells.get(cell).plan().allSeeds());
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
}
