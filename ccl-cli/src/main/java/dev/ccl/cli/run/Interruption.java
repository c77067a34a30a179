package dev.ccl.cli.run;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Turns Ctrl-C and a polite kill into a request: the process waits until the work has been laid
 * down, says how to go on, and ends with the exit code of the signal.
 */
public final class Interruption implements AutoCloseable {
  /** What the process ends with after Ctrl-C. */
  public static final int EXIT_CODE = 130;

  private static final int PATIENCE_SECONDS = 60;

  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread hook;
  private volatile boolean requested;

  private Interruption(String advice) {
    this.hook =
        new Thread(
            () -> {
              requested = true;
              try {
                closed.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
              System.err.println(advice);
            },
            "interruption");
  }

  /**
   * Listens until closed.
   *
   * @param advice printed on standard error after an interruption
   * @return the listener
   */
  public static Interruption listen(String advice) {
    Interruption interruption = new Interruption(advice);
    Runtime.getRuntime().addShutdownHook(interruption.hook);
    return interruption;
  }

  /**
   * Tells whether to stop.
   *
   * @return whether there was an interruption
   */
  public boolean requested() {
    return requested;
  }

  @Override
  public void close() {
    closed.countDown();
    if (!requested) {
      try {
        Runtime.getRuntime().removeShutdownHook(hook);
      } catch (IllegalStateException e) {
        return; // the signal came this very moment, and the advice is still good
      }
    }
  }
}
