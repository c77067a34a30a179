package dev.ccl.algorithms.engine;

/** A walk on the source side, where two tokens can be compared and complete answers verified. */
public interface SourceCursor extends Cursor {
  /**
   * Compares two tokens of the state by the teacher's class at a calibration.
   *
   * @param c1 the place of the first token
   * @param c0 the place of the second
   * @param w the calibration; read
   * @param z overwritten with ∇<sub>w</sub>u, which is φ(s, c<sub>1</sub>) − φ(s, c<sub>0</sub>) in
   *     the linear class (line:br-feature)
   * @return u = log π<sub>w</sub>(c<sub>1</sub>|s) − log π<sub>w</sub>(c<sub>0</sub>|s)
   */
  double logOdds(int c1, int c0, double[] w, double[] z);

  /**
   * Asks the verifier for the reward of the one answer that is left (line:br-reward).
   *
   * @return R, in [0,1]
   */
  double reward();

  /** {@return the number of queries through this cursor since the run was opened} */
  long queries();

  /**
   * Returns the leaf edge of the answer at whose end the walk is. Only walks on whole forests know
   * one.
   *
   * @return an edge of the source forest
   */
  default int leaf() {
    throw new UnsupportedOperationException("no leaf edges without whole trees");
  }

  /**
   * Returns the edge of a token at a state of the present walk. Only walks on whole forests know
   * one.
   *
   * @param step the step of the state, below {@link #length} or equal to it
   * @param k the place of the token there
   * @return an edge of the source forest
   */
  default int edge(int step, int k) {
    throw new UnsupportedOperationException("no edges without whole trees");
  }
}
