package dev.ccl.lm.recipe;

import static com.google.common.base.Preconditions.checkArgument;

/**
 * What a language model says at one state, which is all that a feature may be made of: the
 * reference law of the legal pieces, their output embeddings and the hidden state of the prefix.
 */
public final class StateReading {
  private final int position;
  private final double[] logReference;
  private final double[] hidden;
  private final double[][] embeddings;

  private StateReading(
      int position, double[] logReference, double[] hidden, double[][] embeddings) {
    this.position = position;
    this.logReference = logReference;
    this.hidden = hidden;
    this.embeddings = embeddings;
  }

  /**
   * Returns a reading. The arrays are kept and must not change.
   *
   * @param position how many pieces come before the state
   * @param logReference log π<sub>pre</sub>, one number per legal piece
   * @param hidden the hidden state of the prefix
   * @param embeddings the output embedding of each legal piece
   * @return the reading
   */
  public static StateReading of(
      int position, double[] logReference, double[] hidden, double[][] embeddings) {
    checkArgument(embeddings.length == logReference.length, "one embedding per piece");
    return new StateReading(position, logReference, hidden, embeddings);
  }

  /**
   * Returns the place of the state in the answer.
   *
   * @return 0 for the first
   */
  public int position() {
    return position;
  }

  /**
   * Returns the number of legal pieces.
   *
   * @return K
   */
  public int pieces() {
    return logReference.length;
  }

  /**
   * Returns log π<sub>pre</sub> of a piece.
   *
   * @param k its place
   * @return the log-probability
   */
  public double logReference(int k) {
    return logReference[k];
  }

  /**
   * Returns the hidden state.
   *
   * @return the reading's own array; read
   */
  double[] hidden() {
    return hidden;
  }

  /**
   * Returns the embedding of a piece.
   *
   * @param k its place
   * @return the reading's own array; read
   */
  double[] embedding(int k) {
    return embeddings[k];
  }
}
