package dev.ccl.spark.command;

import java.util.Timer;
import java.util.TimerTask;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.apache.spark.SparkContext;
import org.apache.spark.api.java.JavaSparkContext;

/**
 * Says once that there is no worker, after a while without one: Spark waits for one without a word,
 * and goes on as soon as it comes.
 */
final class WorkersWatch implements AutoCloseable {
  private static final long TICK_MILLISECONDS = 1000;
  private static final int PATIENCE_TICKS = 20;

  private final String master;
  private final BooleanSupplier anyWorker;
  private final Consumer<String> listener;
  private final Timer clock = new Timer("ccl-workers", true);
  private int alone;

  /** Watches when it is told to {@link #look}; {@link #of} looks once per second. */
  WorkersWatch(String master, BooleanSupplier anyWorker, Consumer<String> listener) {
    this.master = master;
    this.anyWorker = anyWorker;
    this.listener = listener;
  }

  /**
   * Watches until closed.
   *
   * @param spark the cluster
   * @param listener is told a line
   */
  static WorkersWatch of(JavaSparkContext spark, Consumer<String> listener) {
    SparkContext context = spark.sc();
    WorkersWatch watch =
        new WorkersWatch(
            spark.master(),
            () -> context.getExecutorMemoryStatus().size() > 1, // the driver counts itself
            listener);
    if (!context.isLocal()) {
      TimerTask tick =
          new TimerTask() {
            @Override
            public void run() {
              if (!context.isStopped()) {
                watch.look();
              }
            }
          };
      watch.clock.schedule(tick, TICK_MILLISECONDS, TICK_MILLISECONDS);
    }
    return watch;
  }

  /** One second has passed. */
  void look() {
    alone = anyWorker.getAsBoolean() ? 0 : alone + 1;
    if (alone == PATIENCE_TICKS) {
      listener.accept(
          "no worker of "
              + master
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
