package dev.ccl.algorithms;

import com.google.common.collect.ImmutableMap;
import com.google.common.primitives.ImmutableDoubleArray;

/**
 * Everything that the next round of a learner depends on besides the problem and the settings. An
 * immutable value; a checkpoint is this and nothing else.
 *
 * @param seed the root seed of the run's random streams
 * @param round t, the number of completed rounds
 * @param calibration w<sub>t</sub>, the calibration with which the student is taught
 * @param student θ<sub>t</sub>
 * @param extras what a learner remembers beyond the paper's algorithm, by name: averages,
 *     information matrices, baselines
 * @param ledger what has been spent so far
 */
public record LearnerState(
    long seed,
    long round,
    ImmutableDoubleArray calibration,
    ImmutableDoubleArray student,
    ImmutableMap<String, ImmutableDoubleArray> extras,
    Ledger ledger) {

  /** The name of an extra that only the state of a run has that has ended by itself. */
  public static final String OVER = "over";

  /**
   * Returns the state of a run that has not begun.
   *
   * @param seed the root seed
   * @param calibration w<sub>0</sub>
   * @param student θ<sub>0</sub>
   * @return round 0, with nothing spent
   */
  public static LearnerState initial(
      long seed, ImmutableDoubleArray calibration, ImmutableDoubleArray student) {
    return new LearnerState(seed, 0, calibration, student, ImmutableMap.of(), Ledger.EMPTY);
  }

  /**
   * Tells whether the run has ended by itself before its last round.
   *
   * @return whether no round is to follow
   */
  public boolean isOver() {
    return extras.containsKey(OVER);
  }
}
