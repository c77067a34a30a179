package dev.ccl.algorithms.ccl;

import dev.ccl.algorithms.engine.SourceCursor;

/**
 * Called after each verified answer: the one announcement of a round. Calibration steps, teaching,
 * certificates and pilots learn from it.
 */
public interface RoundListener {
  /**
   * Takes note of a verified answer; changes nothing that the round has.
   *
   * @param walk at the end of the answer; it remembers the states before
   * @param comparison the comparison with its label, at w<sub>t</sub>
   * @param reward R<sub>t</sub>
   */
  void verified(SourceCursor walk, Comparison comparison, double reward);
}
