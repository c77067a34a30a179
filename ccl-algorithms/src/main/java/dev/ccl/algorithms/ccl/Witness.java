package dev.ccl.algorithms.ccl;

import dev.ccl.algorithms.engine.SourceCursor;

/**
 * Sees the comparisons of a run with their rewards, as the run makes them, and changes nothing. A
 * run without a witness spends nothing on it.
 */
public interface Witness {
  /**
   * Takes note of a comparison whose answer was verified.
   *
   * @param s the walk, at the end of the answer; it remembers the states before
   * @param c the comparison with its label
   * @param reward R<sub>t</sub>
   */
  void verified(SourceCursor s, Comparison c, double reward);
}
