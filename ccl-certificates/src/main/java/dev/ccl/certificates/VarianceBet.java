package dev.ccl.certificates;

import dev.ccl.core.math.Elementary;

/**
 * A bet whose stake adapts to the variance of the controlled score X<sub>v</sub>. With κ the least
 * σ′ on the interval and r its largest distance from v, x = ηh(X<sub>v</sub> + Pκh) has mean ηE[P]
 * (κh² − h(σ(v) − σ(u*))) ≤ 0. If |x| ≤ b &lt; 1 then e<sup>x − ψx²</sup> ≤ 1 + x with ψ =
 * (−log(1−b) − b)/b², and x² ≤ η²h²(|X<sub>v</sub>| + Pκr)². So the factor
 *
 * <pre>  exp( ηX_v h + [ηPκ − ψη²(|X_v| + Pκr)²] h² )</pre>
 *
 * is at most 1 in mean (claim E05). It is a quadratic in u* as it stands, any control c and any
 * stake η chosen beforehand are valid, and where the control makes X<sub>v</sub> small the
 * curvature grows as one over its variance.
 */
final class VarianceBet implements Bet {
  private static final double LARGEST = 0.5; // b

  private final double least; // p_m
  private double share;
  private double v;
  private double control;
  private double stake;
  private double steepness;
  private double reach;
  private double psi;
  private double slope;
  private double curvature;

  private VarianceBet(double least) {
    this.least = least;
  }

  /**
   * Makes a bet.
   *
   * @param lambda λ; P is at least e<sup>−1/λ</sup>
   * @return the bet
   */
  static VarianceBet of(double lambda) {
    return new VarianceBet(Elementary.exp(-1 / lambda));
  }

  @Override
  public void place(Forecast f) {
    share = f.share;
    v = f.v;
    control = f.control;
    steepness = f.leastSlope();
    reach = f.reach();
    double bend = steepness * reach;
    double deviation = f.spread + f.acceptance * bend;
    double largest = reach * (largestScore() + bend);
    double wanted = f.acceptance * steepness / (deviation * deviation); // the best for ψ = 1/2
    stake = Math.min(wanted, LARGEST / Math.max(largest, 1e-300));
    psi = psi(Math.min(LARGEST, stake * largest));
    if (stake == wanted) { // a smaller ψ stays valid for a smaller stake
      stake = wanted / (2 * psi);
    }
  }

  /** The largest |X_v| over both labels and P in [p_m, 1]; X_v is linear in P. */
  private double largestScore() {
    return Math.max(largestScore(true), largestScore(false));
  }

  private double largestScore(boolean label) {
    double low = Forecast.score(share, v, control, label, least);
    double high = Forecast.score(share, v, control, label, 1);
    return Math.max(Math.abs(low), Math.abs(high));
  }

  /** (−log(1−b) − b)/b², by its series where b is small; rounded up by a part in 10¹². */
  static double psi(double b) {
    double value =
        b < 1e-3
            ? 0.5 + b * (1.0 / 3 + b * (0.25 + b * 0.21))
            : (-Elementary.log1p(-b) - b) / (b * b);
    return value * (1 + 1e-12);
  }

  @Override
  public void settle(boolean label, double chance) {
    double x = Forecast.score(share, v, control, label, chance);
    double bound = Math.abs(x) + chance * steepness * reach;
    slope = stake * x;
    curvature = stake * (chance * steepness - psi * stake * bound * bound);
  }

  @Override
  public double logFactor(double u) {
    double h = v - u;
    return h * (slope + curvature * h);
  }

  @Override
  public double slope() {
    return slope;
  }

  @Override
  public double curvature() {
    return curvature;
  }
}
