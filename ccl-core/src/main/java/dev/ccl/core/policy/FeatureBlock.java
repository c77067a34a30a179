package dev.ccl.core.policy;

/**
 * The features of one block of edges, one array per coordinate, so that the inner loops run over
 * whole arrays without offsets.
 */
interface FeatureBlock {
  /** Sets feature i of edge j. */
  void set(int i, int j, double value);

  /** Feature i of edge j. */
  double get(int i, int j);

  /** Overwrites {@code out} with θᵀφ of the whole block, coordinate after coordinate. */
  void logits(double[] theta, double[] out);

  /** Does the same for some edges; that of edge j goes to {@code out[j + shift]}. */
  void logits(double[] theta, int from, int to, double[] out, int shift);

  /**
   * Increases {@code out} by Σ c φ over a run, of which coefficient p belongs to edge p + shift.
   * The sums have the order of {@link LaneSums}.
   */
  void pullback(double[] c, int shift, int length, double[] out);

  /** Continues the lanes of all sums, four per coordinate, from one place of the run to another. */
  void extend(double[] c, int shift, int first, int stop, double[] lanes);
}
