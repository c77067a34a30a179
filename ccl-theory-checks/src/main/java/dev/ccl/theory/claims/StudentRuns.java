package dev.ccl.theory.claims;

import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.testkit.Evidence;
import dev.ccl.testkit.Findings;
import dev.ccl.testkit.Tolerance;
import dev.ccl.testkit.naive.Naive;
import dev.ccl.testkit.naive.SmallAlgebra;
import dev.ccl.testkit.naive.StudentUpdate;
import dev.ccl.theory.Case;
import dev.ccl.theory.Claim;
import dev.ccl.theory.Kind;
import dev.ccl.theory.Requirement;
import dev.ccl.theory.constants.ImplicitConstants;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Runs of Algorithm 1: lem:ced-optimization and thm:ced-main over time (C29, C31). */
public final class StudentRuns {
  private StudentRuns() {}

  /** {@return the claims, C29, C31} */
  public static List<Claim> all() {
    return List.of(
        Claim.of(
            "C29",
            "eq:ced-gradient-recursion, lem:ced-optimization",
            "|ε − Δ| ≤ 4λH‖w − w*‖ on every path, and E Δ(θ_T) ≤ K_opt (T+1)^{−1/4}",
            Kind.CONSISTENT_WITH,
            StudentRuns::optimization,
            Requirement.REWARDS,
            Requirement.REALIZABLE,
            Requirement.IDENTIFIED,
            Requirement.UNIQUE_ORACLE,
            Requirement.LOW_DIMENSION),
        Claim.of(
            "C31",
            "thm:ced-main",
            "E 𝒦(θ_T) falls to 0 no slower than C(T+1)^{−1/(4p)}",
            Kind.CONSISTENT_WITH,
            StudentRuns::main,
            Requirement.REWARDS,
            Requirement.REALIZABLE,
            Requirement.IDENTIFIED,
            Requirement.UNIQUE_ORACLE,
            Requirement.LOW_DIMENSION));
  }

  private static void optimization(Case c, Findings f) {
    Naive naive = c.specimen().naive();
    double[] truth = c.specimen().truth().parameter();
    Tolerance scale = searches(naive);
    for (double[] w : List.of(c.w(), truth)) {
      double plain = c.specimen().costs().cost(w, c.theta()) - c.specimen().minimum(w).cost();
      f.add(Evidence.equal("ε(θ)", gap(c, w, c.theta()), plain, scale));
      f.add(Evidence.equal("ε(θ)", c.subject().optimizationError(w, c.theta()), plain, scale));
    }
    close(c, f, c.w(), c.theta());
    f.add(
        Evidence.equal(
            "ε = Δ at w*", gap(c, truth, c.theta()), c.subject().excessCost(c.theta()), scale));
    if (c.specimen().meets(Requirement.TINY_TARGET)) {
      oneStep(c, f);
    }
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

  /**
   * eq:ced-true-one-step with the bounds that the proof puts in: what one update does to Δ in the
   * mean, given w_t and θ_{t−1}, from all candidates and validations.
   */
  private static void oneStep(Case c, Findings f) {
    Naive naive = c.specimen().naive();
    ImplicitConstants constants = ImplicitConstants.of(c.specimen(), c.subject());
    double alpha = c.subject().constants().studentStep();
    double lambda = naive.lambda();
    double b = naive.bound();
    double h = naive.horizon();
    double before = c.subject().excessCost(c.theta());
    for (double[] w : List.of(c.w(), c.specimen().truth().parameter())) {
      double distance = SmallAlgebra.distance(w, c.specimen().truth().parameter());
      for (int t = 1; t <= (naive.size() <= 8 ? 2 : 1); t++) {
        double after =
            StudentUpdate.of(naive, w, c.theta())
                .mean(t + 1, (t + 1) * (t + 1), 32, x -> c.subject().excessCost(new double[] {x}));
        f.atMost(
            "E[Δ(θ_t) | w_t], t = " + t,
            after,
            before
                - constants.progress() * before * before
                + 16 * alpha * lambda * lambda * b * b * h * h * h / Math.sqrt(t + 1)
                + (8 * alpha * lambda * lambda * b * h * h * h + 4 * lambda * h) * distance
                + 16 * lambda * b * h / (t + 1));
      }
    }
  }

  /** ε of eq:ced-errors. */
  private static double gap(Case c, double[] w, double[] theta) {
    return c.subject().cost(w, theta)
        - c.subject().once(LeastCosts.class, LeastCosts::new).at(c, w);
  }

  /** What a subject has said of the least cost at each calibration, which takes a search. */
  private static final class LeastCosts {
    private final Map<ImmutableDoubleArray, Double> known = new HashMap<>();

    double at(Case c, double[] w) {
      return known.computeIfAbsent(ImmutableDoubleArray.copyOf(w), key -> c.subject().leastCost(w));
    }
  }

  private static void close(Case c, Findings f, double[] w, double[] theta) {
    Naive naive = c.specimen().naive();
    f.add(
        Evidence.atMost(
            "|ε − Δ|",
            Math.abs(gap(c, w, theta) - c.subject().excessCost(theta)),
            4
                * naive.lambda()
                * naive.horizon()
                * SmallAlgebra.distance(w, c.specimen().truth().parameter()),
            searches(naive)));
  }

  /** Costs at minimisers that were found by two searches. */
  private static Tolerance searches(Naive naive) {
    return Tolerance.estimate(
        1e-8 * (1 + CostClaims.logRatioBound(naive)), "two searches for a minimum");
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
    double[] gaps = // each asks for a global minimum, which takes longer than the run
        Runs.measured(
            c,
            Runs.calibrating(c),
            new long[] {100},
            c.effort().choose(20, 100),
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
    f.add(
        Evidence.equal(
            "𝒦(θ†)",
            c.subject().oracleDivergence(c.subject().oracle()),
            0,
            Tolerance.rounding(Evidence.ENUMERATION, 1)));
    if (!c.effort().hasRuns()) {
      return;
    }
    ImplicitConstants constants = ImplicitConstants.of(c.specimen(), c.subject());
    double exponent = 1 / (4 * constants.lojasiewicz().exponent());
    boolean soon = CalibrationRuns.horizon(c) <= CalibrationRuns.SOON;
    long last = soon ? c.effort().choose(1 << 12, 1 << 17) : 256;
    long[] rounds = {last / 16, last / 4, last};
    double[][] divergence = divergences(c, rounds, 32);
    for (int k = 0; k < rounds.length; k++) {
      Means.atMost(
          f,
          "E 𝒦(θ_T), T = " + rounds[k],
          divergence[k],
          largestDivergence(c),
          constants.divergenceRate() * StrictMath.pow(rounds[k] + 1, -exponent));
    }
    if (CalibrationRuns.horizon(c) <= c.effort().choose(200, (int) CalibrationRuns.SOON)) {
      decay(c, f, exponent);
    }
  }

  /** E 𝒦 falls at least like (T+1)^{−1/(4p)} between two rounds that lie far apart. */
  private static void decay(Case c, Findings f, double exponent) {
    long[] rounds = {16, c.effort().choose(1 << 10, 1 << 12)};
    double[][] divergence = divergences(c, rounds, c.effort().choose(1300, 2000));
    double share = StrictMath.pow((rounds[1] + 1) / (rounds[0] + 1.0), -exponent);
    Means.falls(
        f,
        "E 𝒦(θ_T) from T = " + rounds[0] + " to " + rounds[1],
        divergence[0],
        divergence[1],
        largestDivergence(c),
        share);
  }

  private static double[][] divergences(Case c, long[] rounds, int runs) {
    return Runs.measured(
        c,
        Runs.calibrating(c),
        rounds,
        runs,
        (w, theta) -> Math.max(0, c.subject().oracleDivergence(theta)));
  }

  /**
   * A bound of 𝒦 on Θ: along a ray from θ† it grows like ∫ s Var(s) ds with the variance of the
   * features along the ray, which is at most 1 per token. In dimension 1 an end of Θ attains the
   * largest value.
   */
  private static double largestDivergence(Case c) {
    Naive naive = c.specimen().naive();
    double b = naive.bound();
    double largest = Math.min(2 * b, 4) * b * naive.horizon();
    if (naive.studentDimension() == 1) {
      double[] oracle = c.specimen().oracle().point();
      double ends = 0;
      for (double end : new double[] {-b, b}) {
        ends =
            Math.max(
                ends,
                c.specimen()
                    .costs()
                    .divergence(naive.student(new double[] {end}), naive.student(oracle)));
      }
      largest = Math.min(largest, ends * (1 + 1e-9) + 1e-12);
    }
    return largest;
  }
}
