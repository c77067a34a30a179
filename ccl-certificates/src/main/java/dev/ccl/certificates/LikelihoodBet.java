package dev.ccl.certificates;

import dev.ccl.core.math.Elementary;

/**
 * A power τ of the likelihood ratio of prediction and truth, with a soft label: the factor is
 * exp(τP[ℓ(Ỹ, u*) − ℓ(Ỹ, v)]) with ℓ(y, u) = log(1 + e<sup>u</sup>) − yu and PỸ = PY − c(Y − ρ).
 *
 * <p>With h = v − u* and the Bregman divergence D of log(1 + e<sup>u</sup>) the exponent is τ(hX −
 * P·D(v, u*)), where X = P(Y − σ(u*)) − c(Y − ρ) has mean 0 (claims E01 to E04).
 */
final class LikelihoodBet implements Bet {
  /** Which control and which power. */
  enum Kind {
    /** c = 0, τ = 1 and I in place of P: the likelihood ratio of the accepted labels. */
    REJECTION,
    /** c = 0, τ = 1: by x<sup>P</sup> ≤ 1 + P(x − 1). */
    WEIGHTED,
    /** τ = 1 and the largest c for which Ỹ stays in [0, 1]. */
    CONTROLLED,
    /**
     * c = (1 + p<sub>m</sub>)/2 and τ = p<sub>m</sub>σ′<sub>min</sub>/s², s² the sub-Gaussian
     * constant of X; the controlled bet where that is below 1.
     */
    SHARPENED
  }

  private final Kind kind;
  private final double least; // p_m
  private double share;
  private double v;
  private double control;
  private double power;
  private double slopeBound;
  private boolean label;
  private double chance;

  private LikelihoodBet(Kind kind, double least) {
    this.kind = kind;
    this.least = least;
  }

  /**
   * Makes a bet.
   *
   * @param kind which control and which power
   * @param lambda λ; P is at least e<sup>−1/λ</sup>
   * @return the bet
   */
  static LikelihoodBet of(Kind kind, double lambda) {
    return new LikelihoodBet(kind, Elementary.exp(-1 / lambda));
  }

  @Override
  public void place(Forecast f) {
    share = f.share;
    v = f.v;
    slopeBound = f.leastSlope();
    power = 1;
    control = 0;
    if (kind == Kind.CONTROLLED || kind == Kind.SHARPENED) {
      control = least / Math.max(share, 1 - share);
    }
    if (kind == Kind.SHARPENED) {
      double sharp = least * slopeBound / subGaussian(f);
      if (sharp > 1) {
        power = sharp;
        control = (1 + least) / 2;
      }
    }
  }

  /**
   * s² of X at c = (1 + p_m)/2, where X lies within (1 − p_m)(1 − σ)/2 of c(ρ − σ) if Y = 1 and
   * within (1 − p_m)σ/2 of the same number if Y = 0. Its mean is 0, so Hoeffding's lemma says s² =
   * (1 − p_m)² max(σ, 1 − σ)²/4; rewards of 0 throughout reach it at σ = 1/2.
   */
  private double subGaussian(Forecast f) {
    double widest = Math.max(Elementary.sigmoid(f.hi), Elementary.sigmoid(-f.lo));
    double range = 1 - least;
    return range * range * widest * widest / 4;
  }

  @Override
  public void settle(boolean outcome, double acceptance) {
    label = outcome;
    chance = acceptance;
  }

  @Override
  public double logFactor(double u) {
    double h = v - u;
    double fixed = control * ((label ? 1 : 0) - share) * h;
    double ratio = // log of the likelihood ratio of the label, v against u
        label
            ? Elementary.logSigmoid(v) - Elementary.logSigmoid(u)
            : Elementary.logSigmoid(-v) - Elementary.logSigmoid(-u);
    return power * (chance * ratio - fixed);
  }

  @Override
  public double slope() {
    return power * Forecast.score(share, v, control, label, chance);
  }

  @Override
  public double curvature() {
    return power * chance * slopeBound / 2;
  }
}
