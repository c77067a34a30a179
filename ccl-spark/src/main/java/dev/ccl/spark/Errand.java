package dev.ccl.spark;

import dev.ccl.algorithms.run.Monitor;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.rdd.RDD;
import org.apache.spark.util.LongAccumulator;
import scala.Function2;
import scala.reflect.ClassTag$;
import scala.runtime.BoxedUnit;

/** One job of Spark whose results are laid down by the caller's thread as they arrive. */
final class Errand {
  private static final String ROUNDS = "ccl rounds";
  private static final String GROUP = "ccl";
  private static final String MISSING = "ClassNotFoundException: dev.ccl";

  private final JavaSparkContext spark;
  private final Monitor monitor;
  private final LinkedBlockingQueue<List<Delivery>> arrived = new LinkedBlockingQueue<>();
  private volatile Throwable failure;

  private Errand(JavaSparkContext spark, Monitor monitor) {
    this.spark = spark;
    this.monitor = monitor;
  }

  static Errand of(JavaSparkContext spark, Monitor monitor) {
    return new Errand(spark, monitor);
  }

  /** Returns whether the monitor stopped it. */
  boolean run(
      List<Parcel> parcels, Function<LongAccumulator, ReplicateTask> task, SparkRuns.Desk desk)
      throws IOException {
    LongAccumulator rounds = spark.sc().longAccumulator(ROUNDS);
    RoundsListener listener = new RoundsListener(ROUNDS, monitor);
    spark.sc().addSparkListener(listener);
    RDD<Parcel> rdd = spark.parallelize(parcels, parcels.size()).rdd();
    Thread job = new Thread(() -> send(rdd, task.apply(rounds)), "ccl-spark-job");
    job.start();
    boolean stopped = false;
    try {
      while (job.isAlive() || !arrived.isEmpty()) {
        stopped |= monitor.stopping();
        if (stopped) {
          spark.cancelJobGroup(GROUP);
        }
        List<Delivery> deliveries = arrived.poll(100, TimeUnit.MILLISECONDS);
        for (Delivery delivery : deliveries == null ? List.<Delivery>of() : deliveries) {
          desk.lay(delivery);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } finally {
      if (job.isAlive()) {
        spark.cancelJobGroup(GROUP);
      }
      spark.sc().removeSparkListener(listener);
    }
    if (failure != null && !stopped) {
      String reason = Reasons.of(failure);
      desk.fail(
          reason.contains(MISSING)
              ? "the workers do not have the jars of ccl: " + reason
              : "the cluster gave up: " + reason);
    }
    return stopped;
  }

  private void send(RDD<Parcel> rdd, ReplicateTask task) {
    try {
      spark.setJobGroup(GROUP, "replicates", true);
      Function2<Object, ArrayList<Delivery>, BoxedUnit> handler =
          (partition, deliveries) -> {
            arrived.add(deliveries);
            return BoxedUnit.UNIT;
          };
      spark.sc().runJob(rdd, task, handler, ClassTag$.MODULE$.apply(ArrayList.class));
    } catch (Throwable e) { // Spark throws checked exceptions that it does not declare
      failure = e;
    }
  }
}
