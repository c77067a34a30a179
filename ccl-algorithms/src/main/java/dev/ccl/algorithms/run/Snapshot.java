package dev.ccl.algorithms.run;

import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.algorithms.LearnerState;
import dev.ccl.algorithms.Ledger;

/**
 * What is recorded of a run at a round.
 *
 * @param round t, the number of completed rounds
 * @param calibration w<sub>t</sub>
 * @param student θ<sub>t</sub>
 * @param ledger what had been spent
 */
public record Snapshot(
    long round, ImmutableDoubleArray calibration, ImmutableDoubleArray student, Ledger ledger) {

  /**
   * Returns what is recorded of a state.
   *
   * @param state the state
   * @return its snapshot
   */
  static Snapshot of(LearnerState state) {
    return new Snapshot(state.round(), state.calibration(), state.student(), state.ledger());
  }
}
