package dev.ccl.algorithms.engine;

import dev.ccl.core.growing.StateCounts;
import dev.ccl.core.mdp.BrokenPartException;

/**
 * The trees of a problem as one run of a learner uses them: a walk on each side and batches of
 * student rollouts. Each of the three parts is the same object for the whole run.
 */
public interface Engine extends AutoCloseable {
  /**
   * Tells whether both forests are whole, so that exact expectations and constants of the paper
   * exist.
   *
   * @return whether {@link Rollouts#isExact} batches are answered
   */
  boolean isWhole();

  /** {@return the walk on the source side, with a verifier of its own} */
  SourceCursor source();

  /** {@return the walk on the target side} */
  Cursor target();

  /** {@return the batches on the target side} */
  TargetBatches batches();

  /**
   * {@return the counts of states asked about and kept since the engine was opened; none on whole
   * forests}
   */
  default StateCounts stateCounts() {
    return StateCounts.NONE;
  }

  /**
   * Checks the policy families at one state of each side that is known, or at all of them.
   *
   * @param w a calibration; read
   * @param theta a student; read
   * @param everywhere whether all states are looked at, which costs as much as a round
   * @throws BrokenPartException if a family breaks its contract
   */
  void inspect(double[] w, double[] theta, boolean everywhere);

  /** Ends the threads of the parts and releases the trees. */
  @Override
  void close();
}
