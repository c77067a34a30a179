package dev.ccl.algorithms.engine;

import dev.ccl.core.growth.GrowthCounts;
import dev.ccl.core.mdp.BrokenPartException;

/**
 * The forests of a problem as one run of a learner sees them. Each of the three parts is made when
 * it is first asked for and is the same ever after.
 */
public interface Engine extends AutoCloseable {
  /**
   * Tells whether both forests are whole, so that exact expectations and constants of the paper
   * exist.
   *
   * @return whether {@link Rollouts#isExact} batches are answered
   */
  boolean isWhole();

  /** {@return the walk on the source side, with a verifier of its own; the cursor of the run} */
  SourceCursor source();

  /** {@return the walk on the target side; the cursor of the run} */
  Cursor target();

  /** {@return the batches on the target side; the batches of the run} */
  TargetBatches batches();

  /**
   * {@return what it has cost to know the states of growing forests; the counts since the engine
   * was opened; none on whole forests}
   */
  default GrowthCounts growth() {
    return GrowthCounts.NONE;
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

  /** Ends what the parts have started. */
  @Override
  void close();
}
