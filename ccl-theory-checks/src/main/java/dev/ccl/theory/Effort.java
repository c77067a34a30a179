package dev.ccl.theory;

/** How much a claim may sample. */
public enum Effort {
  /** Nothing: exact comparisons only. */
  NONE,
  /** Single rounds, against their laws. */
  ROUNDS,
  /** The same, six times as many: draws that share a stream show then. */
  MANY_ROUNDS,
  /** Also whole runs, many of each. */
  RUNS,
  /** Also long runs, at which the paper's schedules have the time that they ask for. */
  LONG_RUNS;

  /**
   * Tells whether whole runs are played.
   *
   * @return whether this is {@link #RUNS} or more
   */
  public boolean hasRuns() {
    return compareTo(RUNS) >= 0;
  }

  /**
   * Returns how many rounds to play where that many show what is wrong with one of them.
   *
   * @param rounds the number for {@link #ROUNDS}
   * @return six times as many from {@link #MANY_ROUNDS} on
   */
  public int scale(int rounds) {
    return compareTo(MANY_ROUNDS) >= 0 ? 6 * rounds : rounds;
  }

  /**
   * Returns a number of rounds or replicates for this effort.
   *
   * @param runs the number for {@link #RUNS}
   * @param longRuns the number for {@link #LONG_RUNS}
   * @return the one that applies
   */
  public int choose(int runs, int longRuns) {
    return this == LONG_RUNS ? longRuns : runs;
  }
}
