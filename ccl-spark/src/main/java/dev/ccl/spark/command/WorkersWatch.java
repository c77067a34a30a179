package dev.ccl.spark.command;

import java.util.Timer;
import java.util.TimerTask;
import java.util.function.Consumer;
import org.apache.spark.api.java.JavaSparkContext;

/**
 * Says once that there is no worker, after a while without one: Spark waits for one without a word,
 * and goes on as soon as it comes.
 */
final class WorkersWatch implements AutoCloseable {
  private static final long TICK_MILLISECONDS = 1000;
  private static final int PATIENCE_TICKS = 20;

  private final JavaSparkContext spark;
  private final Consumer<String> listener;
  private final Timer clock = new Timer("ccl-workers", true);
  private int alone;

  private WorkersWatch(JavaSparkContext spark, Consumer<String> listener) {
    this.spark = spark;
    this.listener = listener;
  }

  /**
   * Watches until closed.
   *
   * @param spark the cluster
   * @param listener is told a line
   */
  static WorkersWatch of(JavaSparkContext spark, Consumer<String> listener) {
    WorkersWatch watch = new WorkersWatch(spark, listener);
    if (!spark.sc().isLocal()) {
      TimerTask look =
          new TimerTask() {
            @Override
            public void run() {
              watch.look();
            }
          };
      watch.clock.schedule(look, TICK_MILLISECONDS, TICK_MILLISECONDS);
    }
    return watch;
  }

  private void look() {
    if (spark.sc().isStopped()) {
      return;
    }
    boolean any = spark.sc().getExecutorMemoryStatus().size() > 1; // the driver counts itself
    alone = any ? 0 : alone + 1;
    if (alone == PATIENCE_TICKS) {
      listener.accept(
          "no worker of "
              + spark.master()
              + " has been there for "
              + PATIENCE_TICKS
              + " seconds; waiting for one (Ctrl-C keeps what was finished)");
    }
  }

  @Override
  public void close() {
    clock.cancel();
  }
}
