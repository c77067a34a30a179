package dev.ccl.cli.run;

import com.google.common.base.Ascii;
import dev.ccl.experiments.run.Audience;
import java.io.Console;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/**
 * Shows on standard error how far a job has come: as a bar on a terminal, otherwise as one line of
 * JSON every ten seconds, so that a short job says nothing.
 */
public final class Progress implements Audience.Stage {
  private static final long STATUS_NANOSECONDS = 10_000_000_000L;

  private final String unit;
  private final long total;
  private final Interruption interruption;
  private final PrintStream err;
  private final ProgressBar bar; // null where there is no terminal
  private final long began = System.nanoTime();
  private final AtomicLong completed = new AtomicLong();
  private final AtomicLong nextStatus = new AtomicLong(STATUS_NANOSECONDS);

  private Progress(
      String unit, long total, Interruption interruption, PrintStream err, ProgressBar bar) {
    this.unit = unit;
    this.total = total;
    this.interruption = interruption;
    this.err = err;
    this.bar = bar;
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
    PrintStream err = System.err;
    ProgressBar bar = isTerminal() ? bar(task, unit, total, err) : null;
    return new Progress(unit, total, interruption, err, bar);
  }

  private static ProgressBar bar(String task, String unit, long total, PrintStream err) {
    boolean unicode = Charset.defaultCharset().equals(StandardCharsets.UTF_8);
    return new ProgressBarBuilder()
        .setTaskName(task)
        .setInitialMax(total)
        .setStyle(unicode ? ProgressBarStyle.UNICODE_BLOCK : ProgressBarStyle.ASCII)
        .setUpdateIntervalMillis(250)
        .setUnit(" " + unit, 1)
        .setConsumer(new ConsoleProgressBarConsumer(err))
        .build();
  }

  private static boolean isTerminal() {
    Console console = System.console();
    if (console == null || "dumb".equals(System.getenv("TERM"))) {
      return false;
    }
    try { // from Java 22 on there is a console without a terminal, too
      return (Boolean) Console.class.getMethod("isTerminal").invoke(console);
    } catch (ReflectiveOperationException e) {
      return true;
    }
  }

  @Override
  public void completed(long more) {
    long now = completed.addAndGet(more);
    if (bar != null) {
      bar.stepTo(now);
      return;
    }
    long elapsed = System.nanoTime() - began;
    long due = nextStatus.get();
    if (elapsed >= due && nextStatus.compareAndSet(due, elapsed + STATUS_NANOSECONDS)) {
      err.println(status(unit, now, total, elapsed / 1_000_000_000));
    }
  }

  /** A line of JSON whose keys name what is counted. */
  static String status(String unit, long completed, long total, long seconds) {
    String counted = Ascii.toUpperCase(unit.charAt(0)) + unit.substring(1);
    return String.format(
        Locale.ROOT,
        "{\"status\":\"running\",\"completed%s\":%d,\"total%s\":%d,\"seconds\":%d}",
        counted,
        completed,
        counted,
        total,
        seconds);
  }

  @Override
  public boolean stopping() {
    return interruption.requested();
  }

  @Override
  public void close() {
    if (bar != null) {
      bar.close();
    }
  }
}
