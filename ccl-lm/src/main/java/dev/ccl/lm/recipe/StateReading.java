package dev.ccl.lm.recipe;

import static com.google.common.base.Preconditions.checkArgument;

import dev.ccl.core.math.Elementary;
import java.util.Arrays;

/**
 * What a language model says at one state, which is all that a feature may be made of: the
 * reference law of the legal pieces, their output embeddings and the hidden state of the prefix.
 */
public final class StateReading {
  private final int position;
  private final double[] logReference;
  private final float[] hidden;
  private final double[][] embeddings;

  private StateReading(int position, double[] logReference, float[] hidden, double[][] embeddings) {
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
   * @param hidden the hidden state of the prefix, in the precision of the model
   * @param embeddings the output embedding of each legal piece
   * @return the reading
   */
  public static StateReading of(
      int position, double[] logReference, float[] hidden, double[][] embeddings) {
    checkArgument(embeddings.length == logReference.length, "one embedding per piece");
    return new StateReading(position, logReference, hidden, embeddings);
  }

  /** {@return the place of the state in the answer: 0 for the first} */
  public int position() {
    return position;
  }

  /** {@return the number of legal pieces, K} */
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
   * Writes π<sub>pre</sub>.
   *
   * @param out overwritten, one probability per legal piece
   */
  public void reference(double[] out) {
    double sum = 0;
    for (int k = 0; k < logReference.length; k++) {
      out[k] = Elementary.exp(logReference[k]);
      sum += out[k];
    }
    for (int k = 0; k < logReference.length; k++) {
      out[k] /= sum;
    }
  }

  int width() {
    return hidden.length;
  }

  /** {@return the hidden state} */
  double[] hidden() {
    double[] copy = new double[hidden.length];
    Arrays.setAll(copy, i -> hidden[i]);
    return copy;
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
