package dev.ccl.algorithms.ccl;

import java.util.Arrays;

/**
 * The comparison of a round (line:br-feature, line:br-choice): two tokens by the teacher's class at
 * the current calibration, and the label. One object per run, overwritten in every round.
 */
public final class Comparison {
  private final double[] z;
  private double logOdds;
  private double labelProbability;
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
   * @return the object's own array; 0 unless {@link #isInformative}
   */
  public double[] z() {
    return z;
  }

  /** Makes z<sub>t</sub> = 0 and returns 0, the log-odds of a token against itself. */
  double clear() {
    Arrays.fill(z, 0);
    return 0;
  }

  /**
   * Overwrites all but z<sub>t</sub>.
   *
   * @param at the step of s<sub>t</sub> in the walk
   * @param c1 the place of c<sub>1</sub> among the legal tokens there
   * @param c0 the place of c<sub>0</sub>
   * @param u log π<sub>w</sub>(c<sub>1</sub>|s) − log π<sub>w</sub>(c<sub>0</sub>|s)
   * @param rho the probability of the label 1
   * @param y the label
   */
  public void set(int at, int c1, int c0, double u, double rho, boolean y) {
    step = at;
    first = c1;
    second = c0;
    logOdds = u;
    labelProbability = rho;
    label = y;
  }

  /**
   * Tells whether the two tokens differ; otherwise z<sub>t</sub> = 0.
   *
   * @return whether the comparison can move the calibration
   */
  public boolean isInformative() {
    return first != second;
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
  public double labelProbability() {
    return labelProbability;
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
