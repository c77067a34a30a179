package dev.ccl.experiments.run;

import dev.ccl.algorithms.run.Monitor;

/** Who is told how far long work has come. */
@FunctionalInterface
public interface Audience {
  /** Nobody. */
  Audience NONE =
      (task, unit, total) ->
          new Stage() {
            @Override
            public void close() {}
          };

  /** A part of the work, until it is closed. */
  interface Stage extends Monitor, AutoCloseable {
    @Override
    void close();
  }

  /**
   * Is told that a part of the work begins.
   *
   * @param task a word or two
   * @param unit what is counted, in the plural
   * @param total how many there are in this part
   * @return what is told about the part and may stop it; to be closed
   */
  Stage begin(String task, String unit, long total);

  /**
   * Is told something in passing.
   *
   * @param sentence what to know
   */
  default void note(String sentence) {}
}
