package dev.ccl.algorithms.ccl;

/**
 * The comparison of a round (line:br-feature, line:br-choice): two tokens by the teacher's class at
 * the current calibration, and the label. One object per run, overwritten in every round.
 */
public final class Comparison {
  private final double[] z;
  private boolean informative;
  private double logOdds;
  private double share;
  private boolean label;
  private int step;
  private int first;
  private int second;

  /**
   * Makes the comparison of a run.
   *
   * @param dimension D
   */
  public Comparison(int dimension) {
    this.z = new double[dimension];
  }

  /**
   * Returns z<sub>t</sub>.
   *
   * @return the object's own array; meaningless unless {@link #isInformative}
   */
  public double[] z() {
    return z;
  }

  /**
   * Notes where the comparison is made.
   *
   * @param at the step of s<sub>t</sub> in the walk
   * @param c1 the place of c<sub>1</sub> among the legal tokens there
   * @param c0 the place of c<sub>0</sub>
   */
  public void setPlace(int at, int c1, int c0) {
    step = at;
    first = c1;
    second = c0;
  }

  /** Notes that both tokens are the same one, so that z = 0 and the label is a fair coin. */
  public void setEqual() {
    informative = false;
    logOdds = 0;
    share = 0.5;
  }

  /**
   * Notes two different tokens, after z has been written.
   *
   * @param u log π<sub>w</sub>(c<sub>1</sub>|s) − log π<sub>w</sub>(c<sub>0</sub>|s)
   * @param first π<sub>pre</sub>(c<sub>1</sub>|s)
   * @param second π<sub>pre</sub>(c<sub>0</sub>|s)
   */
  public void set(double u, double first, double second) {
    informative = true;
    logOdds = u;
    share = first / (first + second); // line:br-choice
  }

  /**
   * Notes the label.
   *
   * @param first whether c<sub>1</sub> was chosen
   */
  public void setLabel(boolean first) {
    label = first;
  }

  /**
   * Tells whether the two tokens differ; otherwise z<sub>t</sub> = 0.
   *
   * @return whether the comparison can move the calibration
   */
  public boolean isInformative() {
    return informative;
  }

  /**
   * {@return the log-odds of the two tokens at the current calibration, zᵀw in the linear class, u}
   */
  public double logOdds() {
    return logOdds;
  }

  /**
   * {@return the probability with which the label was drawn to be 1 (line:br-choice),
   * π<sub>pre</sub>(c<sub>1</sub>|s)/(π<sub>pre</sub>(c<sub>1</sub>|s) +
   * π<sub>pre</sub>(c<sub>0</sub>|s))}
   */
  public double share() {
    return share;
  }

  /** {@return Y<sub>t</sub>; whether the teacher's token was continued} */
  public boolean label() {
    return label;
  }

  /** {@return how many tokens of the walk are before the compared ones} */
  public int step() {
    return step;
  }

  /** {@return the place of c<sub>1</sub> among the legal tokens of s<sub>t</sub>} */
  public int first() {
    return first;
  }

  /** {@return the place of c<sub>0</sub> among the legal tokens of s<sub>t</sub>} */
  public int second() {
    return second;
  }
}
