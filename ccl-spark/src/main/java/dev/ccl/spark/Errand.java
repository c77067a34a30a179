package dev.ccl.spark;

import com.google.common.collect.ImmutableSet;
import dev.ccl.algorithms.run.Monitor;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.rdd.RDD;
import org.apache.spark.util.LongAccumulator;
import scala.Function2;
import scala.collection.Iterator;
import scala.reflect.ClassTag$;
import scala.runtime.AbstractFunction1;
import scala.runtime.BoxedUnit;

/**
 * Parcels taken to workers, whose results are laid down by the caller's thread as they arrive.
 *
 * <p>Spark gives a whole job up if one of its tasks ends its worker several times over. Then the
 * parcels that had no part in that go out once more together, and each piece of the others alone:
 * so it can only bring itself down.
 *
 * @param <T> a piece of work
 * @param <R> what comes home of it
 */
final class Errand<T extends Serializable, R> {
  private static final String COUNTER = "ccl";
  private static final String MISSING = "ClassNotFoundException: dev.ccl";

  private final JavaSparkContext spark;
  private final Monitor monitor;
  private final String group = "ccl-" + UUID.randomUUID();
  private final LinkedBlockingQueue<Arrival<R>> arrived = new LinkedBlockingQueue<>();

  private Errand(JavaSparkContext spark, Monitor monitor) {
    this.spark = spark;
    this.monitor = monitor;
  }

  /**
   * Returns an errand.
   *
   * @param monitor is told what tasks count, and may stop all
   */
  static <T extends Serializable, R> Errand<T, R> of(JavaSparkContext spark, Monitor monitor) {
    return new Errand<>(spark, monitor);
  }

  /** What runs on a worker: a parcel's pieces, one after another. */
  abstract static class Task<T extends Serializable, R>
      extends AbstractFunction1<Iterator<Parcel<T>>, ArrayList<R>> implements Serializable {
    private static final long serialVersionUID = 1;

    /** Does one piece; what it throws is told as its failure. */
    abstract R attempt(T piece) throws IOException;

    /** What comes home of a piece that failed. */
    abstract R failed(T piece, String reason);

    /**
     * Does one piece. A failure, which would be the same everywhere, is a result and stops no other
     * piece; only what ends the worker itself, or a wish from outside, ends the task without
     * results, and then it is tried again elsewhere.
     */
    final R piece(T piece) {
      try {
        return attempt(piece);
      } catch (IOException
          | RuntimeException
          | StackOverflowError
          | OutOfMemoryError
          | LinkageError e) {
        if (TaskContext.get().isInterrupted()) {
          throw new IllegalStateException("stopped", e);
        }
        return failed(piece, Reasons.of(e));
      }
    }

    @Override
    public final ArrayList<R> apply(Iterator<Parcel<T>> parcels) {
      ArrayList<R> results = new ArrayList<>();
      while (parcels.hasNext()) {
        parcels.next().pieces().forEach(piece -> results.add(piece(piece)));
      }
      return results;
    }
  }

  /** Where results are laid down, by the thread of the caller. */
  interface Desk<T, R> {
    void lay(R result) throws IOException;

    /** Notes that a piece ended its worker whenever it was tried. */
    void lost(T piece, String reason);

    /** Notes that nothing can be done on this cluster any more. */
    void fail(String line);
  }

  private record Arrival<R>(int partition, List<R> results) {}

  /** Returns whether the monitor stopped it. */
  boolean run(List<Parcel<T>> parcels, Function<LongAccumulator, Task<T, R>> tasks, Desk<T, R> desk)
      throws IOException {
    LongAccumulator counter = spark.sc().longAccumulator(COUNTER);
    CountListener counts = new CountListener(COUNTER, monitor);
    spark.sc().addSparkListener(counts);
    try {
      Task<T, R> task = tasks.apply(counter);
      Queue<List<Parcel<T>>> jobs = new ArrayDeque<>();
      if (!parcels.isEmpty()) {
        jobs.add(parcels);
      }
      boolean goesOn = true;
      while (!jobs.isEmpty() && goesOn && !monitor.stopping()) {
        goesOn = run(jobs.remove(), task, desk, jobs);
      }
      return monitor.stopping();
    } finally {
      spark.sc().removeSparkListener(counts);
    }
  }

  /** Runs one job, adds what has to be tried again, and returns whether that makes sense. */
  private boolean run(
      List<Parcel<T>> parcels, Task<T, R> task, Desk<T, R> desk, Queue<List<Parcel<T>>> again)
      throws IOException {
    LossListener losses = new LossListener(group);
    spark.sc().addSparkListener(losses);
    boolean[] done = new boolean[parcels.size()];
    try {
      Optional<Throwable> failure =
          deliver(spark.parallelize(parcels, parcels.size()).rdd(), task, desk, done);
      if (failure.isEmpty() || monitor.stopping()) {
        return true;
      }
      String reason = Reasons.ofJob(failure.get());
      ImmutableSet<Integer> suspects = losses.partitions();
      if (reason.contains(MISSING)) {
        desk.fail("the workers do not have the jars of ccl: " + reason);
        return false;
      }
      if (suspects.isEmpty() || spark.sc().isStopped()) {
        desk.fail("the cluster gave up: " + reason);
        return false;
      }
      sort(parcels, done, suspects, reason, desk, again);
      return true;
    } finally {
      spark.sc().removeSparkListener(losses);
    }
  }

  /** Tells the desk what is lost, and adds the jobs of what is neither lost nor done. */
  static <T extends Serializable> void sort(
      List<Parcel<T>> parcels,
      boolean[] done,
      ImmutableSet<Integer> suspects,
      String reason,
      Desk<T, ?> desk,
      Queue<List<Parcel<T>>> again) {
    List<Parcel<T>> unsuspected = new ArrayList<>();
    List<T> alone = new ArrayList<>();
    for (int i = 0; i < done.length; i++) {
      if (!done[i]) {
        if (suspects.contains(i)) {
          alone.addAll(parcels.get(i).pieces());
        } else {
          unsuspected.add(parcels.get(i));
        }
      }
    }
    if (parcels.size() == 1 && alone.size() == 1) { // it was alone already
      desk.lost(alone.get(0), reason);
      return;
    }
    if (!unsuspected.isEmpty()) {
      again.add(unsuspected);
    }
    alone.forEach(piece -> again.add(List.of(Parcel.of(piece))));
  }

  /** Lays down what arrives, and returns why the job ended early, if it did. */
  private Optional<Throwable> deliver(
      RDD<Parcel<T>> rdd, Task<T, R> task, Desk<T, R> desk, boolean[] done) throws IOException {
    AtomicReference<Throwable> failure = new AtomicReference<>();
    Thread job = new Thread(() -> send(rdd, task, failure), "ccl-spark-job");
    job.start();
    try {
      while (job.isAlive() || !arrived.isEmpty()) {
        if (monitor.stopping()) {
          spark.cancelJobGroup(group);
        }
        Arrival<R> arrival = arrived.poll(100, TimeUnit.MILLISECONDS);
        if (arrival != null) {
          for (R result : arrival.results()) {
            desk.lay(result);
          }
          done[arrival.partition()] = true;
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

  private void send(RDD<Parcel<T>> rdd, Task<T, R> task, AtomicReference<Throwable> failure) {
    try {
      spark.setJobGroup(group, "ccl", true);
      Function2<Object, ArrayList<R>, BoxedUnit> handler =
          (partition, results) -> {
            arrived.add(new Arrival<>((Integer) partition, results));
            return BoxedUnit.UNIT;
          };
      spark.sc().runJob(rdd, task, handler, ClassTag$.MODULE$.apply(ArrayList.class));
    } catch (Throwable e) { // Spark throws checked exceptions that it does not declare
      failure.set(e);
    }
  }
}
