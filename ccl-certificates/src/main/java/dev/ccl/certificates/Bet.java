package dev.ccl.certificates;

/**
 * One factor of an e-process at w*: placed before the label of a comparison is seen, settled with
 * it, and at most 1 in mean if u* = zᵀw* lies in the interval of the forecast. So the product over
 * rounds exceeds 1/δ ever with probability at most δ (Ville's inequality).
 *
 * <p>The logarithm of a factor is at least slope·h + curvature·h² with h = v − u*, for every u* in
 * the interval; sums of these quadratics are all that a confidence set remembers. A bet is a
 * workspace for one thread.
 */
public interface Bet {
  /** The kinds of factors of e-processes; each is a claim (E01 to E05). */
  enum Kind {
    /** E01: likelihood ratios of accepted labels. */
    ACCEPTED,
    /** E02: the same to the power P. */
    WEIGHTED,
    /** E03: with a soft label. */
    CONTROLLED,
    /** E04: to a power of its own. */
    SHARPENED,
    /** E05: with a stake that follows the variance. */
    VARIANCE
  }

  /**
   * Makes a bet.
   *
   * @param kind which
   * @param lambda λ; P is at least e<sup>−1/λ</sup>
   * @return a workspace
   */
  static Bet of(Kind kind, double lambda) {
    return switch (kind) {
      case ACCEPTED -> LikelihoodBet.of(LikelihoodBet.Kind.REJECTION, lambda);
      case WEIGHTED -> LikelihoodBet.of(LikelihoodBet.Kind.WEIGHTED, lambda);
      case CONTROLLED -> LikelihoodBet.of(LikelihoodBet.Kind.CONTROLLED, lambda);
      case SHARPENED -> LikelihoodBet.of(LikelihoodBet.Kind.SHARPENED, lambda);
      case VARIANCE -> VarianceBet.of(lambda);
    };
  }

  /**
   * Decides the bet.
   *
   * @param forecast what is known beforehand; read, and to be left unchanged until {@link #settle}
   */
  void place(Forecast forecast);

  /**
   * Tells the outcome.
   *
   * @param label Y
   * @param chance P = e<sup>(R−1)/λ</sup>; for a bet on accepted labels I, 1 or 0
   */
  void settle(boolean label, double chance);

  /**
   * Returns the logarithm of the factor.
   *
   * @param u what u* might be, in the interval of the forecast
   * @return the logarithm
   */
  double logFactor(double u);

  /** {@return the coefficient of h in the lower bound of the logarithm, the slope} */
  double slope();

  /** {@return the coefficient of h² in the lower bound of the logarithm; the curvature} */
  double curvature();
}
