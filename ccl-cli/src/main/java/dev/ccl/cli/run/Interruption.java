package dev.ccl.cli.run;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Turns Ctrl-C and SIGTERM into a request: the process waits until the work has been saved, prints
 * how to continue, and ends with the exit code of the signal: 130 after Ctrl-C, 143 after kill.
 * Work that does not notice the request within two seconds, such as a very long round, is not
 * waited for: its last checkpoint is on the disk. A second Ctrl-C ends the process at once.
 */
public final class Interruption implements AutoCloseable {
  /** What the process ends with after Ctrl-C. */
  public static final int EXIT_CODE = 130;

  private static final int NOTICE_SECONDS = 2;
  private static final int SAVING_SECONDS = 60;

  private final CountDownLatch noticed = new CountDownLatch(1);
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread hook;
  private volatile boolean requested;

  private Interruption(String advice, boolean saves) {
    this.hook =
        new Thread(
            () -> {
              requested = true;
              boolean ended = saves && isSaved();
              if (!ended && Terminal.isThere()) {
                System.err.println(); // what shows progress has not ended its line
              }
              System.err.println(advice);
            },
            "interruption");
  }

  private boolean isSaved() {
    try {
      return noticed.await(NOTICE_SECONDS, TimeUnit.SECONDS)
          && closed.await(SAVING_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /**
   * Listens until closed.
   *
   * @param advice printed on standard error after an interruption
   * @return the listener
   */
  public static Interruption listen(String advice) {
    return listen(advice, true);
  }

  /**
   * Listens on behalf of work that saves nothing, and so does not wait for it.
   *
   * @param advice printed on standard error after an interruption
   * @return the listener
   */
  public static Interruption announce(String advice) {
    return listen(advice, false);
  }

  private static Interruption listen(String advice, boolean saves) {
    Interruption interruption = new Interruption(advice, saves);
    ControlC.handle(EXIT_CODE);
    Runtime.getRuntime().addShutdownHook(interruption.hook);
    return interruption;
  }

  /** {@return whether there was an interruption} Asked by what shows the work, not by the work. */
  boolean isRequested() {
    return requested;
  }

  /**
   * Tells the work whether to stop; it is then waited for until it has been saved.
   *
   * @return whether there was an interruption
   */
  public boolean requested() {
    if (requested) {
      noticed.countDown();
    }
    return requested;
  }

  @Override
  public void close() {
    noticed.countDown();
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
