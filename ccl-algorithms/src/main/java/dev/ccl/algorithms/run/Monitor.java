package dev.ccl.algorithms.run;

/** Watches a run from outside and may ask it to stop. Methods are called from several threads. */
public interface Monitor {
  /** Does not care. */
  Monitor NONE = new Monitor() {};

  /**
   * Is told that rounds have been completed, or were found in the journal.
   *
   * @param rounds how many, over all seeds
   */
  default void completed(long rounds) {}

  /**
   * Is asked every few milliseconds, between rounds, whether to stop.
   *
   * @return true if every replicate shall be kept as it is and the run end
   */
  default boolean stopping() {
    return false;
  }
}
