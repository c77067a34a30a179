package dev.ccl.cli.run;

import dev.ccl.experiments.run.Audience;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Shows on standard error how far a job has come: as a bar on a terminal, otherwise as one line of
 * JSON every ten seconds, so that a short job says nothing. It has a clock of its own: a job that
 * takes minutes for its first step is seen to be alive.
 */
public final class Progress implements Audience.Stage {
  private static final long TICK_MILLISECONDS = 250;
  private static final long STATUS_NANOSECONDS = 10_000_000_000L;
  private static final int REMEMBERED_TICKS = 240; // the speed is that of the last minute

  private final String task;
  private final String unit;
  private final long total;
  private final Interruption interruption;
  private final PrintStream err;
  private final long statusNanoseconds;
  private final int columns; // 0 where there is no terminal
  private final LongSupplier nanoseconds;
  private final long began;
  private final AtomicLong completed = new AtomicLong();
  private final Deque<long[]> ticks = new ArrayDeque<>(); // of time and completed
  private final Timer clock = new Timer("progress", true);
  private long nextStatus;
  private boolean drawn;

  private Progress(
      String task,
      String unit,
      long total,
      Interruption interruption,
      PrintStream err,
      long statusNanoseconds,
      LongSupplier nanoseconds,
      int columns) {
    this.task = task;
    this.unit = unit;
    this.total = total;
    this.interruption = interruption;
    this.err = err;
    this.statusNanoseconds = statusNanoseconds;
    this.nextStatus = statusNanoseconds;
    this.nanoseconds = nanoseconds;
    this.began = nanoseconds.getAsLong();
    this.columns = columns;
  }

  /**
   * Begins to show progress.
   *
   * @param task a word or two
   * @param unit what is counted, in the plural
   * @param total how many there are in the whole job
   * @param interruption what may stop it
   * @return the progress; close it
   */
  public static Progress of(String task, String unit, long total, Interruption interruption) {
    return of(task, unit, total, interruption, System.err, STATUS_NANOSECONDS);
  }

  static Progress of(
      String task,
      String unit,
      long total,
      Interruption interruption,
      PrintStream err,
      long statusNanoseconds) {
    int columns = Terminal.isThere() ? Terminal.columns() - 1 : 0; // the last column may wrap
    Progress progress =
        of(task, unit, total, interruption, err, statusNanoseconds, System::nanoTime, columns);
    TimerTask ticking =
        new TimerTask() {
          @Override
          public void run() {
            progress.tick();
          }
        };
    progress.clock.schedule(ticking, TICK_MILLISECONDS, TICK_MILLISECONDS);
    return progress;
  }

  /** Progress that shows itself whenever it is told to {@link #tick}. */
  static Progress of(
      String task,
      String unit,
      long total,
      Interruption interruption,
      PrintStream err,
      long statusNanoseconds,
      LongSupplier nanoseconds,
      int columns) {
    return new Progress(
        task, unit, total, interruption, err, statusNanoseconds, nanoseconds, columns);
  }

  @Override
  public void completed(long more) {
    completed.addAndGet(more);
  }

  @Override
  public boolean stopping() {
    return interruption.requested();
  }

  synchronized void tick() {
    long elapsed = nanoseconds.getAsLong() - began;
    ticks.addLast(new long[] {elapsed, completed.get()});
    if (ticks.size() > REMEMBERED_TICKS) {
      ticks.removeFirst();
    }
    if (interruption.isRequested()) {
      return;
    }
    if (columns > 0) {
      draw();
    } else if (elapsed >= nextStatus) {
      nextStatus = elapsed + statusNanoseconds;
      err.println(text().json());
    }
  }

  /**
   * Prints a line while the bar goes on below it.
   *
   * @param out where to
   * @param line the line
   */
  public synchronized void say(PrintWriter out, String line) {
    if (drawn) {
      err.print('\r' + " ".repeat(columns) + '\r');
      err.flush();
    }
    out.println(line);
    out.flush();
  }

  private void draw() {
    err.print('\r' + text().bar(columns, Terminal.isUnicode()));
    err.flush();
    drawn = true;
  }

  private ProgressText text() {
    long[] now = ticks.getLast();
    return new ProgressText(
        task,
        unit,
        now[1],
        total,
        now[0] / 1_000_000_000,
        secondsLeft(ticks.getFirst(), now, total));
  }

  /** From the speed since the first tick, which knows what was found in the journal. */
  static long secondsLeft(long[] then, long[] now, long total) {
    if (now[1] <= then[1]) {
      return now[1] >= total ? 0 : -1;
    }
    return (long) (1e-9 * (now[0] - then[0]) * (total - now[1]) / (now[1] - then[1]));
  }

  @Override
  public void close() {
    clock.cancel();
    synchronized (this) {
      if (columns > 0) {
        if (!interruption.isRequested()) {
          ticks.addLast(new long[] {nanoseconds.getAsLong() - began, completed.get()});
          draw();
        }
        if (drawn) {
          err.println();
        }
      }
    }
  }
}
