package dev.ccl.theory.claims;

import dev.ccl.algorithms.LearnerState;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.Stream;
import dev.ccl.theory.Case;
import dev.ccl.theory.Claim;
import dev.ccl.theory.Effort;
import dev.ccl.theory.Evidence;
import dev.ccl.theory.Findings;
import dev.ccl.theory.Kind;
import dev.ccl.theory.Need;
import dev.ccl.theory.constants.ImplicitConstants;
import dev.ccl.theory.naive.Minimum;
import dev.ccl.theory.naive.Naive;
import dev.ccl.theory.naive.Small;
import dev.ccl.theory.naive.SourceStep;
import java.util.Arrays;
import java.util.List;

/** Runs of Algorithm 1: lem:ced-calibration, lem:ced-optimization and thm:ced-main over time. */
public final class ConvergenceClaims {
  /** Where the bound of C13 says something before this round, runs are long enough to decide. */
  private static final double SOON = 400;

  private static final int RESAMPLES = 999;

  private ConvergenceClaims() {}

  /**
   * Returns the claims.
   *
   * @return C13, C14, C29, C31
   */
  public static List<Claim> all() {
    return List.of(
        Claim.of(
            "C13",
            "eq:ced-source-recursion, eq:ced-source-mse",
            "E‖w_t − w*‖² ≤ 4/(γ²(t+2)) for t ≥ 1, and its recursion in every round",
            Kind.RUN,
            ConvergenceClaims::calibration,
            Need.REWARDS,
            Need.REALIZABLE,
            Need.IDENTIFIED),
        Claim.of(
            "C14",
            "eq:ced-source-increment",
            "‖w_t − w_{t−1}‖ ≤ 2/(γ(t+1)) on every path",
            Kind.RUN,
            ConvergenceClaims::increment,
            Need.REWARDS,
            Need.IDENTIFIED),
        Claim.of(
            "C29",
            "eq:ced-gradient-recursion, lem:ced-optimization",
            "|ε − Δ| ≤ 4λH‖w − w*‖ on every path, and E Δ(θ_T) ≤ K_opt (T+1)^{−1/4}",
            Kind.CONSISTENT_WITH,
            ConvergenceClaims::optimization,
            Need.REWARDS,
            Need.REALIZABLE,
            Need.IDENTIFIED,
            Need.UNIQUE_ORACLE,
            Need.LOW_DIMENSION),
        Claim.of(
            "C31",
            "thm:ced-main",
            "E 𝒦(θ_T) falls to 0 no slower than C(T+1)^{−1/(4p)}",
            Kind.CONSISTENT_WITH,
            ConvergenceClaims::main,
            Need.REWARDS,
            Need.REALIZABLE,
            Need.IDENTIFIED,
            Need.UNIQUE_ORACLE,
            Need.LOW_DIMENSION));
  }

  /** The squared diameter of W. */
  private static double range(Case c) {
    double diameter = 2 * c.specimen().instance().header().calibrationSet().radius();
    return diameter * diameter;
  }

  /** The round from which eq:ced-source-mse is below the squared diameter of W. */
  private static double horizon(Case c) {
    return 4 / (c.specimen().gamma() * c.specimen().gamma() * range(c));
  }

  private static double square(double[] w, double[] truth) {
    double distance = Small.distance(w, truth);
    return distance * distance;
  }

  private static void calibration(Case c, Findings f) {
    double gamma = c.subject().constants().gamma();
    double[] truth = c.specimen().truth().parameter();
    List<SourceStep.Atom> law = c.specimen().step().law(c.w(), c.theta());
    for (long t : new long[] {0, 1, 4, 30, 1000}) {
      double expected = 0;
      for (SourceStep.Atom atom : law) {
        double[] next = Small.plus(c.w(), -1 / (gamma * (t + 2)), atom.gradient());
        c.subject().projectCalibration(next);
        expected += atom.probability() * square(next, truth);
      }
      double bound = t / (t + 2.0) * square(c.w(), truth) + 4 / StrictMath.pow(gamma * (t + 2), 2);
      f.atMost("E[‖w_{t+1} − w*‖² | F_t], t = " + t, expected, bound);
    }
    if (!c.isSampling()) {
      return;
    }
    for (long t : new long[] {0, 40}) {
      Runs.follow(c, t, 3, (before, after) -> isStep(c, f, before, after));
    }
    if (c.effort().hasRuns()) {
      boolean soon = horizon(c) <= SOON;
      int length = c.effort().choose(8, 40);
      long rounds = soon ? (long) (length * horizon(c)) : 200;
      int n = soon ? c.effort().choose(400, 2000) : 50;
      double[] squares =
          Runs.measured(
              c, Runs.calibrating(c), new long[] {rounds}, n, (w, theta) -> square(w, truth))[0];
      Means.atMost(
          f,
          "E‖w_T − w*‖², T = " + rounds,
          squares,
          range(c),
          4 / (c.specimen().gamma() * c.specimen().gamma() * (rounds + 2)));
    }
  }

  /** w_{t+1} is Proj(w_t − η_t g) for some value of g_t. */
  private static void isStep(Case c, Findings f, LearnerState before, LearnerState after) {
    long t = before.round();
    double eta = 1 / (c.specimen().gamma() * (t + 2));
    double[] w = before.calibration().toArray();
    double nearest = Double.POSITIVE_INFINITY;
    for (SourceStep.Atom atom : c.specimen().step().law(w, before.student().toArray())) {
      double[] next = Small.plus(w, -eta, atom.gradient());
      c.specimen().instance().header().calibrationSet().project(next);
      nearest = Math.min(nearest, Small.distance(next, after.calibration().toArray()));
    }
    f.add(
        Evidence.equal(
            "the distance of w_{t+1} to Proj(w_t − η_t g), t = " + t,
            nearest,
            0,
            1e-8 * (1 + c.specimen().naive().bound())));
  }

  private static void increment(Case c, Findings f) {
    double gamma = c.specimen().gamma();
    double[] edge = Small.plus(new double[c.w().length], 1e9, c.w());
    c.specimen().instance().header().calibrationSet().project(edge);
    for (double[] w : List.of(c.w(), edge)) {
      for (SourceStep.Atom atom : c.specimen().step().law(w, c.theta())) {
        double[] next = Small.plus(w, -1 / (gamma * 1e6), atom.gradient());
        c.subject().projectCalibration(next);
        f.atMost("‖w_{t+1} − w_t‖, t = 10⁶ − 2", Small.distance(next, w), 2 / (gamma * 1e6));
      }
    }
    if (!c.isSampling()) {
      return;
    }
    int rounds = c.effort().hasRuns() ? c.effort().choose(500, 5000) : 2;
    long[] starts = c.effort().hasRuns() ? new long[] {0, 1000, 1_000_000} : new long[] {0, 100};
    for (long t : starts) {
      Runs.follow(
          c,
          t,
          rounds,
          (before, after) ->
              f.atMost(
                  "‖w_{t+1} − w_t‖, t = " + before.round(),
                  Small.distance(after.calibration().toArray(), before.calibration().toArray()),
                  2 / (gamma * (before.round() + 2))));
    }
  }

  private static void optimization(Case c, Findings f) {
    Naive naive = c.specimen().naive();
    double[] truth = c.specimen().truth().parameter();
    double scale = 1e-8 * (1 + CostClaims.logRatioBound(naive));
    for (double[] w : List.of(c.w(), truth)) {
      double plain = c.specimen().costs().cost(w, c.theta()) - Minimum.of(naive, w).cost();
      f.add(Evidence.equal("ε(θ)", gap(c, w, c.theta()), plain, scale));
    }
    close(c, f, c.w(), c.theta());
    f.add(
        Evidence.equal(
            "ε = Δ at w*", gap(c, truth, c.theta()), c.subject().excessCost(c.theta()), scale));
    if (!c.isSampling()) {
      return;
    }
    Runs.follow(
        c,
        0,
        4,
        (before, after) -> close(c, f, after.calibration().toArray(), after.student().toArray()));
    if (c.effort().hasRuns()) {
      rates(c, f);
    }
  }

  /** ε of eq:ced-errors. */
  private static double gap(Case c, double[] w, double[] theta) {
    return c.subject().cost(w, theta) - c.subject().leastCost(w);
  }

  private static void close(Case c, Findings f, double[] w, double[] theta) {
    Naive naive = c.specimen().naive();
    f.add(
        new Evidence(
            "|ε − Δ|",
            Math.abs(gap(c, w, theta) - c.subject().excessCost(theta)),
            Evidence.Relation.AT_MOST,
            4
                * naive.lambda()
                * naive.horizon()
                * Small.distance(w, c.specimen().truth().parameter()),
            1e-8 * (1 + CostClaims.logRatioBound(naive))));
  }

  private static void rates(Case c, Findings f) {
    Naive naive = c.specimen().naive();
    ImplicitConstants constants = ImplicitConstants.of(c.specimen(), c.subject());
    double range = c.subject().constants().excessRange();
    long[] rounds = {1, 2, 10, 11, 100, 101};
    int n = c.effort().choose(50, 500);
    double[][] excess =
        Runs.measured(
            c,
            Runs.calibrating(c),
            rounds,
            n,
            (w, theta) -> Math.max(0, c.subject().excessCost(theta)));
    for (int k = 0; k < rounds.length; k++) {
      Means.atMost(
          f,
          "E Δ(θ_T), T = " + rounds[k],
          excess[k],
          range,
          constants.rate() * StrictMath.pow(rounds[k] + 1, -0.25));
    }
    for (int k = 1; k < rounds.length; k += 2) {
      double[] rise = new double[n]; // Δ_t − Δ_{t−1} + κ Δ_{t−1}², moved into [0, 2 M_opt]
      for (int i = 0; i < n; i++) {
        double before = excess[k - 1][i];
        rise[i] = excess[k][i] - before + constants.progress() * before * before + range;
      }
      Means.atMost(
          f,
          "e_t − e_{t−1} + κ_opt e_{t−1}² + M_opt, t = " + rounds[k],
          rise,
          2 * range,
          constants.noise() / Math.sqrt(rounds[k] + 1.0) + range);
    }
    double[] gaps =
        Runs.measured(
            c,
            Runs.calibrating(c),
            new long[] {100},
            n,
            (w, theta) -> Math.max(0, gap(c, w, theta)))[0];
    Means.atMost(
        f,
        "E ε_T, T = 100",
        gaps,
        CostClaims.logRatioBound(naive),
        constants.rate() * StrictMath.pow(101, -0.25)
            + 8 * naive.lambda() * naive.horizon() / (c.specimen().gamma() * Math.sqrt(102)));
  }

  private static void main(Case c, Findings f) {
    f.add(Evidence.equal("𝒦(θ†)", c.subject().oracleDivergence(c.subject().oracle()), 0, 1e-10));
    if (!c.effort().hasRuns()) {
      return;
    }
    ImplicitConstants constants = ImplicitConstants.of(c.specimen(), c.subject());
    double exponent = 1 / (4 * constants.lojasiewicz().exponent());
    boolean soon = horizon(c) <= SOON;
    long last = soon ? c.effort().choose(1 << 12, 1 << 17) : 256;
    int n = c.effort() == Effort.RUNS ? 64 : 32;
    long[] rounds = {last / 16, last / 8, last / 4, last / 2, last};
    double[][] divergence =
        Runs.measured(
            c,
            Runs.calibrating(c),
            rounds,
            n,
            (w, theta) -> Math.max(0, c.subject().oracleDivergence(theta)));
    for (int k = 0; k < rounds.length; k++) {
      Means.atMost(
          f,
          "E 𝒦(θ_T), T = " + rounds[k],
          divergence[k],
          4 * c.specimen().naive().bound() * c.specimen().naive().horizon(),
          constants.divergenceRate() * StrictMath.pow(rounds[k] + 1, -exponent));
    }
    if (soon && Means.mean(divergence[0]) > 1e-12) {
      double most = upperSlope(rounds, divergence, c.streams().open(Purpose.EVALUATION, 31));
      f.atMost(
          String.format(
              "the decay of E 𝒦(θ_T), fitted %.2f, upper end of a bootstrap interval, T ≤ %d",
              slope(rounds, means(divergence, null)), last),
          StrictMath.exp(most),
          StrictMath.exp(-exponent));
    }
  }

  /** The 99.9 % point of the slopes fitted to resampled runs. */
  private static double upperSlope(long[] rounds, double[][] draws, Stream stream) {
    double[] slopes = new double[RESAMPLES];
    int n = draws[0].length;
    for (int i = 0; i < RESAMPLES; i++) {
      int[] picks = new int[n];
      Arrays.setAll(picks, k -> stream.nextBelow(n));
      slopes[i] = slope(rounds, means(draws, picks));
    }
    Arrays.sort(slopes);
    return slopes[RESAMPLES - 1];
  }

  private static double[] means(double[][] draws, int[] picks) {
    double[] out = new double[draws.length];
    for (int k = 0; k < draws.length; k++) {
      double[] row = draws[k];
      out[k] =
          picks == null
              ? Means.mean(row)
              : Arrays.stream(picks).mapToDouble(i -> row[i]).average().orElseThrow();
    }
    return out;
  }

  /** The least-squares slope of log mean against log(T + 1). */
  private static double slope(long[] rounds, double[] means) {
    int n = rounds.length;
    double x = 0;
    double y = 0;
    double xx = 0;
    double xy = 0;
    for (int k = 0; k < n; k++) {
      double u = StrictMath.log(rounds[k] + 1.0);
      double v = StrictMath.log(means[k]);
      x += u / n;
      y += v / n;
      xx += u * u / n;
      xy += u * v / n;
    }
    return (xy - x * y) / (xx - x * x);
  }
}
