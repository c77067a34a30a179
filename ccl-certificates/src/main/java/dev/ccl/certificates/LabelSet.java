package dev.ccl.certificates;

import dev.ccl.algorithms.Memory;
import dev.ccl.core.math.Elementary;
import dev.ccl.core.math.SmallMatrix;
import dev.ccl.core.math.Vectors;
import dev.ccl.core.problem.LearningProblem;

/**
 * A set that holds w* at all rounds at once with probability 1 − δ, from labels and rewards of
 * comparisons alone. Each round is one {@link VarianceBet} on a prediction by recursive least
 * squares; its interval is that of R ∈ [0,1], |zᵀw* − logit ρ| ≤ 1/λ, within the set itself as of
 * an earlier round: on the event that w* has never left the set the interval is right, and the
 * first time it leaves costs δ (claim E06).
 *
 * <p>Observing a round takes O(D²) operations and allocates nothing.
 */
final class LabelSet {
  private static final double GROWTH = 1.05; // rounds between two looks at the set, as a ratio

  private final int dimension;
  private final double lambda;
  private final double level; // log 1/δ
  private final double radius;
  private final VarianceBet bet;
  private final Forecast forecast = new Forecast();
  private final Quadratic sum;
  private final EdgeMoments moments;
  private final Ellipsoid known; // the set as of the last look
  private final double[] prediction; // w̃
  private final double[] inverse; // its information, inverted
  private final double[] gain;
  private final double[] clock; // rounds, next look

  /**
   * Starts with the whole of W, or with what a memory has heard.
   *
   * @param problem the problem, with a whole source forest and a linear calibration class
   * @param delta δ
   * @param memory where the set is kept
   */
  LabelSet(LearningProblem problem, double delta, Memory memory) {
    this.dimension = problem.calibration().set().dimension();
    this.lambda = problem.lambda();
    this.level = -Elementary.log(delta);
    this.radius = problem.calibration().set().radius();
    this.bet = VarianceBet.of(lambda);
    this.sum = new Quadratic(dimension, memory, "certificate-bets");
    this.moments =
        new EdgeMoments(
            Elementary.exp(-1 / lambda),
            problem.source().forest().edges(),
            memory,
            "certificate-weights");
    this.known = Ellipsoid.kept(dimension, radius, memory, "certificate-known");
    this.prediction =
        memory.keep("certificate-prediction", problem.calibration().initial().toArray());
    double[] inverse = new double[dimension * dimension];
    for (int i = 0; i < dimension; i++) {
      inverse[i * dimension + i] = radius * radius;
    }
    this.inverse = memory.keep("certificate-inverse", inverse);
    this.clock = memory.keep("certificate-clock", new double[] {0, 8});
    this.gain = new double[dimension];
  }

  /**
   * Takes note of a comparison of two different tokens.
   *
   * @param z z<sub>t</sub>; read
   * @param first the edge of c<sub>1</sub>; only steers the bets
   * @param second the edge of c<sub>0</sub>
   * @param share ρ
   * @param label Y
   * @param chance P = e<sup>(R−1)/λ</sup>
   */
  void observe(double[] z, int first, int second, double share, boolean label, double chance) {
    if (clock[0] >= clock[1]) {
      look();
    }
    clock[0]++;
    double logit = Elementary.log(share / (1 - share));
    double mid = Vectors.dot(z, known.centre());
    double width = known.halfWidth(z);
    double lo = Math.max(logit - 1 / lambda, mid - width);
    double hi = Math.min(logit + 1 / lambda, mid + width);
    if (!(lo <= hi)) { // the share is 0 or 1, or no w in the set agrees with the rewards' range
      moments.add(label ? first : second, chance);
      return;
    }
    double v = Math.min(hi, Math.max(lo, Vectors.dot(z, prediction)));
    forecast.of(share, lo, hi, v);
    guide(first, second);
    bet.place(forecast);
    bet.settle(label, chance);
    sum.add(z, v, bet.slope(), bet.curvature());
    predict(z, Forecast.score(share, v, forecast.control, label, chance));
    moments.add(label ? first : second, chance);
  }

  /** Control and variance from the edges' running means m₁ and m₀ of P. */
  private void guide(int first, int second) {
    double share = forecast.share;
    double m1 = moments.mean(first);
    double m0 = moments.mean(second);
    double q = share * m1 + (1 - share) * m0;
    double c = m0 * m1 / q; // makes E[X | Y] the same for both labels
    double down = Elementary.sigmoid(-forecast.v);
    double up = Elementary.sigmoid(forecast.v);
    double one = m1 * down - c * (1 - share);
    double zero = c * share - m0 * up;
    double variance =
        share * (down * down * moments.variance(first) + one * one)
            + (1 - share) * (up * up * moments.variance(second) + zero * zero);
    forecast.guided(c, Math.sqrt(variance), q);
  }

  /** One step of least squares on the linearised observation v + X_v/(E[P] σ′(v)). */
  private void predict(double[] z, double score) {
    double steep = forecast.acceptance * Elementary.logisticDensity(forecast.v);
    double weight = steep * steep / (forecast.spread * forecast.spread);
    double surprise = forecast.v + score / steep - Vectors.dot(z, prediction);
    double form = SmallMatrix.updateInverse(inverse, z, weight, gain);
    Vectors.addScaled(weight / (1 + weight * form) * surprise, gain, prediction);
  }

  private void look() {
    sum.enclose(level, radius, known);
    clock[1] = Math.rint(clock[0] * GROWTH);
  }

  /** {@return the logarithm of the e-process, which excludes w when it exceeds log 1/δ} */
  double logEvidenceAgainst(double[] w) {
    return sum.value(w);
  }

  /**
   * {@return the set after the rounds so far; an ellipsoid of its own around the set; empty if no w
   * agrees with the data}
   */
  Ellipsoid ellipsoid() {
    Ellipsoid now = Ellipsoid.ball(dimension, radius);
    sum.enclose(level, radius, now);
    return now;
  }
}
