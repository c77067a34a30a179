package dev.ccl.cli.run;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Turns Ctrl-C and SIGTERM into a request: the process waits until the work has been laid down,
 * says how to go on, and ends with the exit code of the signal: 130 after Ctrl-C, 143 after kill.
 */
public final class Interruption implements AutoCloseable {
  /** What the process ends with after Ctrl-C. */
  public static final int EXIT_CODE = 130;

  private static final int PATIENCE_SECONDS = 60;

  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread hook;
  private volatile boolean requested;

  private Interruption(String advice, int patienceSeconds) {
    this.hook =
        new Thread(
            () -> {
              requested = true;
              boolean ended = false;
              try {
                ended = closed.await(patienceSeconds, TimeUnit.SECONDS);
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
              if (!ended && Terminal.isThere()) {
                System.err.println(); // what shows progress has not ended its line
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
    return listen(advice, PATIENCE_SECONDS);
  }

  /**
   * Listens on behalf of work that leaves nothing to lay down, and so does not wait for it.
   *
   * @param advice printed on standard error after an interruption
   * @return the listener
   */
  public static Interruption announce(String advice) {
    return listen(advice, 0);
  }

  private static Interruption listen(String advice, int patienceSeconds) {
    Interruption interruption = new Interruption(advice, patienceSeconds);
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
