package dev.ccl.theory.claims;

import com.google.common.collect.ImmutableMap;
import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.algorithms.LearnerState;
import dev.ccl.algorithms.Ledger;
import dev.ccl.algorithms.Session;
import dev.ccl.core.random.Purpose;
import dev.ccl.theory.Case;
import dev.ccl.theory.Claim;
import dev.ccl.theory.Evidence;
import dev.ccl.theory.Findings;
import dev.ccl.theory.Kind;
import dev.ccl.theory.Need;
import dev.ccl.theory.naive.Answer;
import dev.ccl.theory.naive.Costs;
import dev.ccl.theory.naive.Naive;
import dev.ccl.theory.naive.Small;
import dev.ccl.theory.naive.TokenLaw;
import java.util.ArrayList;
import java.util.List;

/** thm:sm-temperature over time: runs of Algorithm 2, and of Algorithm 1 beside it. */
public final class SeparationRuns {
  private static final double SOON = 400;

  private SeparationRuns() {}

  /**
   * Returns the claims.
   *
   * @return C38, C40, C41
   */
  public static List<Claim> all() {
    return List.of(
        Claim.of(
            "C38",
            "eq:sm-temp-mse",
            "E‖θ_T − θ*_SM‖² ≤ G_SM²/(μ_SM²(T+1)), and its recursion in every step",
            Kind.RUN,
            SeparationRuns::error,
            Need.REWARDS,
            Need.SEPARATION),
        Claim.of(
            "C40",
            "thm:sm-temperature",
            "Direct matching's E 𝒦(θ_T) has the finite-T bound and the floor κ_SM(1−α)²/(128λ²)",
            Kind.RUN,
            SeparationRuns::floor,
            Need.REWARDS,
            Need.SEPARATION),
        Claim.of(
            "C41",
            "sec:sm-temperature",
            "With source prompts CCL's 𝒦 falls below what direct matching keeps",
            Kind.CONSISTENT_WITH,
            SeparationRuns::separation,
            Need.REWARDS,
            Need.REALIZABLE,
            Need.IDENTIFIED,
            Need.SEPARATION));
  }

  private static double monotonicity(Naive naive) {
    return (1 + naive.lambda())
        * SeparationClaims.curvatureConstant(naive)
        / naive.studentDimension();
  }

  /** G_SM/μ_SM. */
  private static double ratio(Naive naive) {
    return (2 + naive.lambda()) * naive.bound() / monotonicity(naive);
  }

  /** All values of θ_{t+1} with their probabilities, each answer by itself. */
  private static List<double[]> images(
      Case c, double[] theta, long t, boolean bySubject, List<Double> masses) {
    Naive naive = c.specimen().naive();
    TokenLaw student = naive.student(theta);
    List<double[]> out = new ArrayList<>();
    for (String x : naive.target()) {
      for (Answer a : naive.answers(x)) {
        double step = SeparationClaims.sample(naive, student, a) / (monotonicity(naive) * (t + 2));
        double[] next = Small.plus(theta, -step, Costs.of(naive).score(student, a));
        if (bySubject) {
          c.subject().projectStudent(next);
        } else if (Small.norm(next) > naive.bound()) {
          next = Small.plus(new double[next.length], naive.bound() / Small.norm(next), next);
        }
        out.add(next);
        masses.add(StrictMath.exp(student.logAnswer(a)) / naive.target().size());
      }
    }
    return out;
  }

  private static void error(Case c, Findings f) {
    Naive naive = c.specimen().naive();
    double[] best = SeparationClaims.matching(naive);
    double ratio = ratio(naive);
    double square = StrictMath.pow(Small.distance(c.theta(), best), 2);
    for (long t : new long[] {0, 1, 5, 50, 1000}) {
      List<Double> masses = new ArrayList<>();
      List<double[]> images = images(c, c.theta(), t, true, masses);
      double expected = 0;
      for (int k = 0; k < images.size(); k++) {
        expected += masses.get(k) * StrictMath.pow(Small.distance(images.get(k), best), 2);
      }
      f.atMost(
          "E[‖θ_{t+1} − θ*_SM‖² | θ_t], t = " + t,
          expected,
          t / (t + 2.0) * square + StrictMath.pow(ratio / (t + 2), 2));
      for (double[] image : images) {
        f.atMost("‖θ_{t+1}‖, t = " + t, Small.norm(image), naive.bound());
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
              (w, theta) -> StrictMath.pow(Small.distance(theta, best), 2))[0];
      Means.atMost(
          f, "E‖θ_T − θ*_SM‖², T = " + rounds, squares, range, ratio * ratio / (rounds + 1));
    }
  }

  /** Every θ_{t+1} of a run is Proj(θ_t − η_t S·Z_SM) for some answer. */
  private static void path(Case c, Findings f) {
    for (long t : new long[] {0, 30}) {
      LearnerState before =
          new LearnerState(
              c.streams().open(Purpose.REPLICATE, t, 38).nextLong(),
              t,
              c.subject().instance().header().teacher(),
              ImmutableDoubleArray.copyOf(c.theta()),
              ImmutableMap.of(),
              Ledger.EMPTY);
      try (Session session = c.subject().openMatching(before)) {
        double[] theta = c.theta();
        for (int i = 0; i < 5; i++) {
          List<double[]> images = images(c, theta, t + i, false, new ArrayList<>());
          session.advance(1);
          session.student(theta);
          double nearest = Double.POSITIVE_INFINITY;
          for (double[] image : images) {
            nearest = Math.min(nearest, Small.distance(image, theta));
          }
          f.add(
              Evidence.equal(
                  "the distance of θ_{t+1} to Proj(θ_t − η_t ĝ_SM), t = " + (t + i),
                  nearest,
                  0,
                  1e-8 * (1 + c.specimen().naive().bound())));
        }
      }
    }
  }

  private static double finite(Naive naive, double rounds) {
    int d = naive.studentDimension();
    double gap =
        Math.sqrt(d) * (1 - SeparationClaims.share(naive)) / (4 * naive.lambda())
            - ratio(naive) / Math.sqrt(rounds + 1);
    double positive = Math.max(0, gap);
    return SeparationClaims.curvatureConstant(naive) / (2 * d) * positive * positive;
  }

  private static double floor(Naive naive) {
    double rest = (1 - SeparationClaims.share(naive)) / naive.lambda();
    return SeparationClaims.curvatureConstant(naive) * rest * rest / 128;
  }

  /** The T from which the floor is claimed. */
  private static double stated(Naive naive) {
    double unit = (1 - SeparationClaims.share(naive)) / (8 * naive.lambda());
    return StrictMath.pow(ratio(naive) / unit, 2) / naive.studentDimension();
  }

  private static void floor(Case c, Findings f) {
    Naive naive = c.specimen().naive();
    double floor = floor(naive);
    f.equal("the bound at the stated T", finite(naive, stated(naive) - 1), floor, 0);
    f.atLeast(
        "𝒦(θ*_SM) against the bound for T → ∞",
        c.subject().oracleDivergence(c.subject().matchingMinimizer()),
        finite(naive, Double.POSITIVE_INFINITY));
    if (!c.effort().hasRuns()) {
      return;
    }
    boolean soon = stated(naive) <= c.effort().choose(100_000, 1_000_000);
    long rounds = soon ? (long) Math.ceil(stated(naive)) : 2000;
    double[] divergence =
        Runs.measured(
            c,
            Runs.matching(c),
            new long[] {rounds},
            48,
            (w, theta) -> c.subject().oracleDivergence(theta))[0];
    Means.atLeast(f, "E 𝒦(θ_T), T = " + rounds, divergence, finite(naive, rounds));
    if (soon) {
      Means.atLeast(f, "E 𝒦(θ_T) against the floor, T = " + rounds, divergence, floor);
    }
  }

  private static void separation(Case c, Findings f) {
    Naive naive = c.specimen().naive();
    double kept = c.subject().oracleDivergence(c.subject().matchingMinimizer());
    f.atLeast("what direct matching keeps, against the floor", kept, floor(naive));
    f.add(
        Evidence.equal(
            "𝒦(θ†)", c.subject().oracleDivergence(SeparationClaims.oracle(naive)), 0, 1e-12));
    if (!c.effort().hasRuns()) {
      return;
    }
    // Half of what a student distilled from the teacher as it is keeps: calibration must matter.
    double[] distilled = SeparationClaims.oracle(naive);
    for (int i = 0; i < distilled.length; i++) {
      distilled[i] *= SeparationClaims.share(naive);
    }
    double level = 0.5 * Math.min(kept, c.subject().oracleDivergence(distilled));
    double needed = 500 * naive.calibrationDimension() * naive.lambda() * naive.lambda();
    long rounds = (long) Math.min(Math.max(needed, 2000), c.effort().choose(8000, 200_000));
    if (needed <= rounds) {
      double[] divergence =
          Runs.measured(
              c,
              c.subject()::openPractical,
              new long[] {rounds},
              48,
              (w, theta) -> c.subject().oracleDivergence(theta))[0];
      Means.mostlyBelow(f, "𝒦(θ_T) of CCL below half of that, T = " + rounds, divergence, level);
    }
  }
}
