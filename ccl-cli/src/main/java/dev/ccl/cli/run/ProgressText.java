package dev.ccl.cli.run;

import com.google.common.base.Ascii;
import java.util.Locale;

/**
 * How far a job has come, in words.
 *
 * @param task what is done, a word or two
 * @param unit what is counted, in the plural
 * @param completed how many are done
 * @param total how many there are
 * @param seconds since the beginning
 * @param secondsLeft an estimate; negative where there is none yet
 */
record ProgressText(
    String task, String unit, long completed, long total, long seconds, long secondsLeft) {
  private static final int LEAST_BAR = 4;
  private static final String EIGHTHS = " ▏▎▍▌▋▊▉█";

  /** A line of JSON whose keys name what is counted. */
  String json() {
    String counted = Ascii.toUpperCase(unit.charAt(0)) + unit.substring(1);
    return String.format(
        Locale.ROOT,
        "{\"status\":\"running\",\"task\":\"%s\",\"completed%s\":%d,\"total%s\":%d,"
            + "\"seconds\":%d,\"secondsLeft\":%s}",
        task,
        counted,
        completed,
        counted,
        total,
        seconds,
        secondsLeft < 0 ? "null" : Long.toString(secondsLeft));
  }

  /** A line of exactly as many columns, so that it covers the line before. */
  String bar(int columns, boolean unicode) {
    double share = total <= 0 ? 0 : Math.min(1, (double) completed / total);
    String front = String.format(Locale.ROOT, "%s %3d%% ", task, (int) Math.floor(100 * share));
    String back =
        String.format(
            Locale.ROOT, " %d/%d %s, %s, %s left", completed, total, unit, clock(seconds), left());
    int room = columns - front.length() - back.length() - 2;
    String line =
        room < LEAST_BAR
            ? front + back.substring(1)
            : front + '|' + (unicode ? blocks(share, room) : signs(share, room)) + '|' + back;
    return line.length() > columns
        ? line.substring(0, columns)
        : line + " ".repeat(columns - line.length());
  }

  private String left() {
    return secondsLeft < 0 ? "?" : clock(secondsLeft);
  }

  private static String clock(long seconds) {
    return String.format(
        Locale.ROOT, "%d:%02d:%02d", seconds / 3600, seconds / 60 % 60, seconds % 60);
  }

  private static String blocks(double share, int room) {
    int eighths = (int) Math.floor(8 * room * share);
    StringBuilder bar = new StringBuilder();
    for (int i = 0; i < room; i++) {
      bar.append(EIGHTHS.charAt(Math.max(0, Math.min(8, eighths - 8 * i))));
    }
    return bar.toString();
  }

  private static String signs(double share, int room) {
    int full = (int) Math.floor(room * share);
    return "=".repeat(full) + " ".repeat(room - full);
  }
}
