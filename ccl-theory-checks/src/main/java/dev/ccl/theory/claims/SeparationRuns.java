package dev.ccl.theory.claims;

import dev.ccl.algorithms.LearnerState;
import dev.ccl.algorithms.Session;
import dev.ccl.core.random.Purpose;
import dev.ccl.testkit.Evidence;
import dev.ccl.testkit.Findings;
import dev.ccl.testkit.Tolerance;
import dev.ccl.testkit.naive.Naive;
import dev.ccl.testkit.naive.SmallAlgebra;
import dev.ccl.testkit.naive.SourceStep.Atom;
import dev.ccl.theory.Case;
import dev.ccl.theory.Claim;
import dev.ccl.theory.Kind;
import dev.ccl.theory.Requirement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** thm:sm-temperature over time: runs of Algorithm 2, and of Algorithm 1 beside it. */
public final class SeparationRuns {
  private static final double SOON = 400;

  private SeparationRuns() {}

  /** {@return the claims} */
  public static List<Claim> all() {
    return List.of(
        Claim.of(
            "C38",
            "eq:sm-temp-mse",
            "E‖θ_T − θ*_SM‖² ≤ G_SM²/(μ_SM²(T+1)), and its recursion in every step",
            Kind.RUN,
            SeparationRuns::error,
            Requirement.REWARDS,
            Requirement.SEPARATION),
        Claim.of(
            "C40",
            "thm:sm-temperature",
            "Direct matching's E 𝒦(θ_T) has the finite-T bound and the floor κ_SM(1−α)²/(128λ²)",
            Kind.RUN,
            SeparationRuns::floor,
            Requirement.REWARDS,
            Requirement.SEPARATION),
        Claim.of(
            "C41",
            "sec:sm-temperature",
            "With source prompts CCL's 𝒦 falls below what direct matching keeps",
            Kind.CONSISTENT_WITH,
            SeparationRuns::separation,
            Requirement.REWARDS,
            Requirement.REALIZABLE,
            Requirement.IDENTIFIED,
            Requirement.SEPARATION));
  }

  private static void error(Case c, Findings f) {
    Naive naive = c.specimen().naive();
    double[] best = Separation.matching(naive);
    double ratio = Separation.ratio(naive);
    double square = StrictMath.pow(SmallAlgebra.distance(c.theta(), best), 2);
    for (long t : new long[] {0, 1, 5, 50, 1000}) {
      double expected = 0;
      List<double[]> images = new ArrayList<>();
      for (Atom step : Separation.steps(c, c.theta(), t)) {
        double[] image = step.gradient().clone();
        c.subject().projectStudent(image);
        images.add(image);
        expected += step.probability() * StrictMath.pow(SmallAlgebra.distance(image, best), 2);
      }
      f.atMost(
          "E[‖θ_{t+1} − θ*_SM‖² | θ_t], t = " + t,
          expected,
          t / (t + 2.0) * square + StrictMath.pow(ratio / (t + 2), 2));
      for (double[] image : images) {
        f.atMost("‖θ_{t+1}‖, t = " + t, SmallAlgebra.norm(image), naive.bound());
      }
    }
    if (!c.isSampling()) {
      return;
    }
    path(c, f);
    double range = 4 * naive.bound() * naive.bound();
    double horizon = ratio * ratio / range;
    if (c.effort().hasRuns()) {
      boolean soon = horizon <= SOON;
      long rounds = soon ? (long) (c.effort().choose(8, 64) * horizon) : 200;
      int n = c.effort().choose(400, 4000);
      double[] squares =
          Runs.measured(
              c,
              Runs.matching(c),
              new long[] {rounds},
              n,
              (w, theta) -> StrictMath.pow(SmallAlgebra.distance(theta, best), 2))[0];
      Means.atMost(
          f, "E‖θ_T − θ*_SM‖², T = " + rounds, squares, range, ratio * ratio / (rounds + 1));
    }
  }

  /** Every θ_{t+1} of a run is Proj(θ_t − η_t S·Z_SM) for some answer. */
  private static void path(Case c, Findings f) {
    for (long t : new long[] {0, 30}) {
      LearnerState before =
          Rounds.state(
              c.streams().open(Purpose.REPLICATE, t, 38).nextLong(),
              t,
              c.specimen().naive().teacherParameter(),
              c.theta());
      try (Session session = c.subject().openMatching(before)) {
        double[] theta = c.theta();
        for (int i = 0; i < 5; i++) {
          Outcomes images = Outcomes.of(Separation.images(c, theta, t + i));
          session.advance(1);
          session.student(theta);
          f.add(
              Evidence.equal(
                  "the distance of θ_{t+1} to Proj(θ_t − η_t ĝ_SM), t = " + (t + i),
                  images.distance(theta),
                  0,
                  Outcomes.step(1e-8, c.specimen().naive().bound())));
        }
      }
    }
  }

  private static void floor(Case c, Findings f) {
    Naive naive = c.specimen().naive();
    double floor = Separation.floor(naive);
    f.equal(
        "the bound at the stated T",
        Separation.finite(naive, Separation.stated(naive) - 1),
        floor,
        0);
    f.atLeast(
        "𝒦(θ*_SM) against the bound for T → ∞",
        c.subject().oracleDivergence(Separation.found(c)),
        Separation.finite(naive, Double.POSITIVE_INFINITY));
    if (!c.effort().hasRuns()) {
      return;
    }
    boolean soon = Separation.stated(naive) <= c.effort().choose(100_000, 1_000_000);
    long rounds = soon ? (long) Math.ceil(Separation.stated(naive)) : 2000;
    double[] divergence =
        Runs.measured(
            c,
            Runs.matching(c),
            new long[] {rounds},
            48,
            (w, theta) -> c.subject().oracleDivergence(theta))[0];
    Means.atLeast(f, "E 𝒦(θ_T), T = " + rounds, divergence, Separation.finite(naive, rounds));
    if (soon) {
      Means.atLeast(f, "E 𝒦(θ_T) against the floor, T = " + rounds, divergence, floor);
    }
  }

  private static void separation(Case c, Findings f) {
    Naive naive = c.specimen().naive();
    double kept = c.subject().oracleDivergence(Separation.found(c));
    f.atLeast("what direct matching keeps, against the floor", kept, Separation.floor(naive));
    f.add(
        Evidence.equal(
            "𝒦(θ†)",
            c.subject().oracleDivergence(Separation.oracle(naive)),
            0,
            Tolerance.rounding(9_000, 1)));
    if (!c.effort().hasRuns()) {
      return;
    }
    // Half of what a student distilled from the teacher as it is keeps: calibration must matter.
    double[] distilled = Separation.oracle(naive);
    for (int i = 0; i < distilled.length; i++) {
      distilled[i] *= Separation.share(naive);
    }
    double level = 0.5 * Math.min(kept, c.subject().oracleDivergence(distilled));
    double needed = 500 * naive.calibrationDimension() * naive.lambda() * naive.lambda();
    long rounds = (long) Math.min(Math.max(needed, 2000), c.effort().choose(8000, 200_000));
    if (needed <= rounds) {
      double[][] divergence =
          Runs.measured(
              c,
              c.subject()::openPractical,
              new long[] {rounds / 16, rounds},
              48,
              (w, theta) -> c.subject().oracleDivergence(theta));
      double[] later = divergence[1];
      Means.mostlyBelow(f, "𝒦(θ_T) of CCL below half of that, T = " + rounds, later, level);
      double[] ratios = new double[later.length];
      Arrays.setAll(ratios, i -> later[i] / Math.max(divergence[0][i], Double.MIN_NORMAL));
      Means.mostlyBelow(f, "𝒦(θ_T) of CCL below that at T/16, T = " + rounds, ratios, 1);
    }
  }
}
