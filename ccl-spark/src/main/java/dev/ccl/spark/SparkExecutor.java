package dev.ccl.spark;

import com.google.common.collect.Iterables;
import com.google.common.collect.Lists;
import dev.ccl.algorithms.run.Cadence;
import dev.ccl.algorithms.run.Monitor;
import dev.ccl.experiments.run.RunJob;
import dev.ccl.experiments.run.RunPlan;
import dev.ccl.experiments.sweep.Executor;
import dev.ccl.experiments.sweep.Sweep;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.rdd.RDD;
import org.apache.spark.util.SerializableConfiguration;
import scala.Function2;
import scala.reflect.ClassTag$;
import scala.runtime.BoxedUnit;

/**
 * Runs the cells of a sweep on a Spark cluster and leaves the files that one machine would. Results
 * are written as they arrive: a finished replicate is on the driver's disk at once, a finished run
 * is a finished directory whatever becomes of the others, and a second call runs what is missing.
 */
public final class SparkExecutor implements Executor {
  /** Up to so many tasks a replicate is a task of its own; the driver would feel more. */
  private static final int MOST_TASKS = 2000;

  private static final String MISSING = "ClassNotFoundException: dev.ccl";

  private final JavaSparkContext spark;
  private final Optional<URI> checkpoints;
  private final Duration every;
  private final ReplicateTask.Tap tap;
  private final String group = "ccl-" + UUID.randomUUID();

  private SparkExecutor(
      JavaSparkContext spark, Optional<URI> checkpoints, Duration every, ReplicateTask.Tap tap) {
    this.spark = spark;
    this.checkpoints = checkpoints;
    this.every = every;
    this.tap = tap;
  }

  /**
   * Returns an executor that keeps nothing of a replicate before it is finished.
   *
   * @param spark a context whose workers have the jars of this program
   * @return the executor
   */
  public static SparkExecutor on(JavaSparkContext spark) {
    return new SparkExecutor(spark, Optional.empty(), Duration.ofSeconds(10), journal -> journal);
  }

  /**
   * Returns the same with checkpoints: a replicate whose worker is lost goes on elsewhere.
   *
   * @param place a directory of any file system of Hadoop that all workers see
   * @param every how often to keep a replicate in progress; no result depends on it
   * @return the executor
   */
  public SparkExecutor withCheckpoints(URI place, Duration every) {
    return new SparkExecutor(spark, Optional.of(place), every, tap);
  }

  SparkExecutor with(ReplicateTask.Tap otherTap) {
    return new SparkExecutor(spark, checkpoints, every, otherTap);
  }

  @Override
  public RunJob.End run(List<Sweep.Cell> cells, Monitor monitor, FailureListener failures)
      throws IOException {
    // What is broadcast is left to Spark, which frees it once nobody holds it: destroyed here, its
    // removal would still be under way when a command closes the context, and Spark would print
    // the trace of a rejected task.
    Broadcast<SerializableConfiguration> hadoop =
        spark.broadcast(new SerializableConfiguration(spark.hadoopConfiguration()));
    Optional<ReplicateTask.Keep> keep =
        checkpoints.map(place -> new ReplicateTask.Keep(hadoop, place, every, tap));
    if (keep.isPresent() && !cells.isEmpty()) { // refuses an unreachable place before anything runs
      keep.get().checkpoints(cells.get(0).plan().identity(), Cadence.AT_THE_END);
    }
    try (RunDirectories directories = new RunDirectories(cells, keep, failures)) {
      List<ReplicateTask.Seed> left = left(cells, directories, monitor);
      Broadcast<HashMap<String, byte[]>> instances = spark.broadcast(instances(cells, left));
      ReplicateTask task =
          new ReplicateTask(
              cells.stream().map(cell -> CellText.of(cell.plan())).toList(), instances, keep);
      int size = Math.max(1, left.size() / MOST_TASKS);
      while (!left.isEmpty() && !monitor.stopping() && !spark.sc().isStopped()) {
        left = run(slices(left, size), task, directories, monitor);
        size = 1; // where a slice has ended its worker, the guilty replicate has to be found
      }
      if (!left.isEmpty()) {
        return RunJob.End.STOPPED;
      }
      return directories.hasFailures() ? RunJob.End.FAILED : RunJob.End.FINISHED;
    }
  }

  /** The replicates that are not finished; the directories of all cells are looked at. */
  static List<ReplicateTask.Seed> left(
      List<Sweep.Cell> cells, RunDirectories directories, Monitor monitor) throws IOException {
    List<ReplicateTask.Seed> left = new ArrayList<>();
    for (int i = 0; i < cells.size(); i++) {
      RunPlan plan = cells.get(i).plan();
      List<Long> seeds = directories.open(i);
      monitor.completed(plan.recorded().last() * (plan.seeds() - seeds.size()));
      for (long seed : seeds) {
        left.add(new ReplicateTask.Seed(i, seed));
      }
    }
    return left;
  }

  private static List<ArrayList<ReplicateTask.Seed>> slices(
      List<ReplicateTask.Seed> seeds, int size) {
    return Lists.partition(seeds, size).stream().map(ArrayList::new).toList();
  }

  /** The instances of what is left, each once. */
  static HashMap<String, byte[]> instances(List<Sweep.Cell> cells, List<ReplicateTask.Seed> seeds) {
    HashMap<String, byte[]> bytes = new HashMap<>();
    for (ReplicateTask.Seed seed : seeds) {
      var subject = cells.get(seed.cell()).plan().subject();
      bytes.computeIfAbsent(subject.digest(), digest -> subject.bytes());
    }
    return bytes;
  }

  private record Arrival(int task, List<Delivery> deliveries) {}

  /**
   * Runs one Spark job, whose tasks Spark tries again where they are lost. It gives the whole job
   * up if a task ends its worker several times over; then that one is left out the next time.
   *
   * @return the replicates of the next job
   */
  private List<ReplicateTask.Seed> run(
      List<ArrayList<ReplicateTask.Seed>> slices,
      ReplicateTask task,
      RunDirectories directories,
      Monitor monitor)
      throws IOException {
    List<List<ReplicateTask.Seed>> left = new ArrayList<>(slices);
    Optional<Throwable> failure = deliver(slices, task, left, directories, monitor);
    if (failure.isPresent() && !monitor.stopping() && !spark.sc().isStopped()) {
      String reason = Reasons.ofJob(failure.get());
      OptionalInt guilty = Reasons.task(failure.get());
      if (reason.contains(MISSING)) {
        throw new IOException("the workers do not have the jars of ccl: " + reason);
      }
      if (guilty.isEmpty()) {
        throw new IOException("the cluster gave up: " + reason);
      }
      if (slices.get(guilty.getAsInt()).size() == 1) {
        directories.lost(slices.get(guilty.getAsInt()).get(0), reason);
        left.set(guilty.getAsInt(), List.of());
      }
    }
    return Lists.newArrayList(Iterables.concat(left));
  }

  /** Takes over what arrives, and returns why the job ended early, if it did. */
  private Optional<Throwable> deliver(
      List<ArrayList<ReplicateTask.Seed>> slices,
      ReplicateTask task,
      List<List<ReplicateTask.Seed>> left,
      RunDirectories directories,
      Monitor monitor)
      throws IOException {
    LinkedBlockingQueue<Arrival> arrived = new LinkedBlockingQueue<>();
    AtomicReference<Throwable> failure = new AtomicReference<>();
    Thread job = new Thread(() -> send(slices, task, arrived, failure), "ccl-spark-job");
    job.start();
    try {
      while (job.isAlive() || !arrived.isEmpty()) {
        if (monitor.stopping()) {
          spark.cancelJobGroup(group);
        }
        Arrival arrival = arrived.poll(100, TimeUnit.MILLISECONDS);
        if (arrival != null) {
          for (Delivery delivery : arrival.deliveries()) {
            monitor.completed(directories.accept(delivery));
          }
          left.set(arrival.task(), List.of());
        }
      }
      return Optional.ofNullable(failure.get());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } finally {
      if (job.isAlive()) {
        spark.cancelJobGroup(group);
      }
    }
  }

  private void send(
      List<ArrayList<ReplicateTask.Seed>> slices,
      ReplicateTask task,
      LinkedBlockingQueue<Arrival> arrived,
      AtomicReference<Throwable> failure) {
    try {
      spark.setJobGroup(group, "ccl", true);
      RDD<ArrayList<ReplicateTask.Seed>> rdd = spark.parallelize(slices, slices.size()).rdd();
      Function2<Object, ArrayList<Delivery>, BoxedUnit> handler =
          (number, deliveries) -> {
            arrived.add(new Arrival((Integer) number, deliveries));
            return BoxedUnit.UNIT;
          };
      spark.sc().runJob(rdd, task, handler, ClassTag$.MODULE$.apply(ArrayList.class));
    } catch (Throwable e) { // Spark throws checked exceptions that it does not declare
      failure.set(e);
    }
  }
}
