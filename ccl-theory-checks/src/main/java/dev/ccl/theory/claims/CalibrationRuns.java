package dev.ccl.theory.claims;

import dev.ccl.algorithms.LearnerState;
import dev.ccl.testkit.Evidence;
import dev.ccl.testkit.Findings;
import dev.ccl.testkit.Tolerance;
import dev.ccl.testkit.naive.SmallAlgebra;
import dev.ccl.testkit.naive.SourceStep;
import dev.ccl.theory.Case;
import dev.ccl.theory.Claim;
import dev.ccl.theory.Kind;
import dev.ccl.theory.Requirement;
import java.util.List;

/** Runs of Algorithm 1: lem:ced-calibration over time (C13, C14). */
public final class CalibrationRuns {
  /** Where the bound of C13 says something before this round, runs are long enough to decide. */
  static final double SOON = 400;

  private CalibrationRuns() {}

  /** {@return the claims, C13, C14} */
  public static List<Claim> all() {
    return List.of(
        Claim.of(
            "C13",
            "eq:ced-source-recursion, eq:ced-source-mse",
            "E‖w_t − w*‖² ≤ 4/(γ²(t+2)) for t ≥ 1, and its recursion in every round",
            Kind.RUN,
            CalibrationRuns::calibration,
            Requirement.REWARDS,
            Requirement.REALIZABLE,
            Requirement.IDENTIFIED,
            Requirement.STUDENTS_OF_THE_PAPER),
        Claim.of(
            "C14",
            "eq:ced-source-increment",
            "‖w_t − w_{t−1}‖ ≤ 2/(γ(t+1)) on every path",
            Kind.RUN,
            CalibrationRuns::increment,
            Requirement.REWARDS,
            Requirement.IDENTIFIED));
  }

  /** The squared diameter of W. */
  private static double range(Case c) {
    double diameter = 2 * c.specimen().instance().header().calibrationSet().radius();
    return diameter * diameter;
  }

  /** The round from which eq:ced-source-mse is below the squared diameter of W. */
  static double horizon(Case c) {
    return 4 / (c.specimen().gamma() * c.specimen().gamma() * range(c));
  }

  private static double square(double[] w, double[] truth) {
    double distance = SmallAlgebra.distance(w, truth);
    return distance * distance;
  }

  /** E[‖w_{t+1} − w*‖² | F_t] as a sum over the values of g_t. */
  private static double expected(Case c, List<SourceStep.Atom> law, double gamma, double t) {
    double sum = 0;
    for (SourceStep.Atom atom : law) {
      double[] next = SmallAlgebra.plus(c.w(), -1 / (gamma * (t + 2)), atom.gradient());
      c.subject().projectCalibration(next);
      sum += atom.probability() * square(next, c.specimen().truth().parameter());
    }
    return sum;
  }

  private static void calibration(Case c, Findings f) {
    double gamma = c.subject().constants().gamma();
    double[] truth = c.specimen().truth().parameter();
    List<SourceStep.Atom> law = c.specimen().step().law(c.w(), c.theta());
    double now = square(c.w(), truth);
    for (double t : new double[] {0, 1, 4, 30, 1000}) {
      double bound = t / (t + 2) * now + 4 / StrictMath.pow(gamma * (t + 2), 2);
      f.atMost("E[‖w_{t+1} − w*‖² | F_t], t = " + t, expected(c, law, gamma, t), bound);
    }
    // Without the part that both sides share, and so late that a drift below γ‖w − w*‖² shows.
    double late = Math.min(1 / gamma, 1e300);
    for (double t : new double[] {late, 1e6 * late}) {
      double scale = gamma * (t + 2);
      double fit = c.specimen().truth().tolerance(4).amount();
      f.add(
          Evidence.atMost(
              "γ²(t+2)² (E[‖w_{t+1} − w*‖² | F_t] − t/(t+2) ‖w_t − w*‖²), t = " + t,
              scale * scale * (expected(c, law, gamma, t) - t / (t + 2) * now),
              4,
              Tolerance.estimate(4 * scale * (1 + Math.sqrt(now)) * fit, "the fit of w*")
                  .plus(Tolerance.rounding(900, scale * scale * (now + 0.01)))));
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
      double[] next = SmallAlgebra.plus(w, -eta, atom.gradient());
      c.specimen().instance().header().calibrationSet().project(next);
      nearest = Math.min(nearest, SmallAlgebra.distance(next, after.calibration().toArray()));
    }
    f.add(
        Evidence.equal(
            "the distance of w_{t+1} to Proj(w_t − η_t g), t = " + t,
            nearest,
            0,
            Outcomes.step(1e-8, c.specimen().naive().bound())));
  }

  private static void increment(Case c, Findings f) {
    double gamma = c.specimen().gamma();
    double[] edge = SmallAlgebra.plus(new double[c.w().length], 1e9, c.w());
    c.specimen().instance().header().calibrationSet().project(edge);
    for (double[] w : List.of(c.w(), edge)) {
      for (SourceStep.Atom atom : c.specimen().step().law(w, c.theta())) {
        double[] next = SmallAlgebra.plus(w, -1 / (gamma * 1e6), atom.gradient());
        c.subject().projectCalibration(next);
        f.atMost("‖w_{t+1} − w_t‖, t = 10⁶ − 2", SmallAlgebra.distance(next, w), 2 / (gamma * 1e6));
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
                  SmallAlgebra.distance(
                      after.calibration().toArray(), before.calibration().toArray()),
                  2 / (gamma * (before.round() + 2))));
    }
  }
}
