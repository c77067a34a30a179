package dev.ccl.certificates;

import dev.ccl.core.math.Elementary;

/**
 * The terms of a bet, fixed before label and reward of a comparison are seen: the share ρ of the
 * label, an interval [lo, hi] that holds u* = zᵀw*, a prediction v of u* inside it, a control c and
 * a guess of the variance. A mutable record that one thread overwrites round by round.
 *
 * <p>With P = e<sup>(R−1)/λ</sup> the controlled score is X<sub>v</sub> = P(Y − σ(v)) − c(Y − ρ).
 * Its mean is E[P](σ(u*) − σ(v)) for every c.
 */
public final class Forecast {
  double share;
  double lo;
  double hi;
  double v;
  double control;
  double spread;
  double acceptance;

  /** Makes an empty forecast. */
  public Forecast() {}

  /**
   * Sets the comparison.
   *
   * @param share ρ, in (0, 1)
   * @param lo a number that is at most u*
   * @param hi a number that is at least u*
   * @param v the prediction, in [lo, hi]
   * @return this
   */
  public Forecast of(double share, double lo, double hi, double v) {
    this.share = share;
    this.lo = lo;
    this.hi = hi;
    this.v = v;
    this.control = 0;
    this.spread = 0.25;
    this.acceptance = 1;
    return this;
  }

  /**
   * Sets the control and the guesses on which a bet may rest. Any numbers are valid; good ones make
   * the evidence grow faster.
   *
   * @param c the control c, in [0, 1]
   * @param standardDeviation a guess of that of X<sub>v</sub>, positive
   * @param meanAcceptance a guess of E[P], in (0, 1]
   * @return this
   */
  public Forecast guided(double c, double standardDeviation, double meanAcceptance) {
    this.control = c;
    this.spread = standardDeviation;
    this.acceptance = meanAcceptance;
    return this;
  }

  /** {@return the probability of the label 1, ρ} */
  public double share() {
    return share;
  }

  /** {@return the lower end of the interval; a number that is at most u*} */
  public double lo() {
    return lo;
  }

  /** {@return the upper end of the interval; a number that is at least u*} */
  public double hi() {
    return hi;
  }

  /** {@return the prediction of u*, v} */
  public double prediction() {
    return v;
  }

  /** The least σ′ on [lo, hi]: σ′ has one peak, so it is at an end. */
  double leastSlope() {
    return Math.min(Elementary.logisticDensity(lo), Elementary.logisticDensity(hi));
  }

  /** The largest distance of the prediction from a possible u*. */
  double reach() {
    return Math.max(hi - v, v - lo);
  }

  /** X_v for a label and an acceptance probability. */
  static double score(double share, double v, double control, boolean label, double chance) {
    return label
        ? chance * Elementary.sigmoid(-v) - control * (1 - share)
        : control * share - chance * Elementary.sigmoid(v);
  }
}
