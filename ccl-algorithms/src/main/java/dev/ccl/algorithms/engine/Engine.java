package dev.ccl.algorithms.engine;

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

  /**
   * Returns the walk on the source side, with a verifier of its own.
   *
   * @return the cursor of the run
   */
  SourceCursor source();

  /**
   * Returns the walk on the target side.
   *
   * @return the cursor of the run
   */
  Cursor target();

  /**
   * Returns the batches on the target side.
   *
   * @return the batches of the run
   */
  TargetBatches batches();

  /** Ends what the parts have started. */
  @Override
  void close();
}
