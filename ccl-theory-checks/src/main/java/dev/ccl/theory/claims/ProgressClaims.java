package dev.ccl.theory.claims;

import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStream;
import dev.ccl.testkit.Evidence;
import dev.ccl.testkit.Findings;
import dev.ccl.testkit.Tolerance;
import dev.ccl.testkit.naive.Minimum;
import dev.ccl.testkit.naive.Naive;
import dev.ccl.testkit.naive.SmallAlgebra;
import dev.ccl.theory.Case;
import dev.ccl.theory.Claim;
import dev.ccl.theory.Kind;
import dev.ccl.theory.Requirement;
import dev.ccl.theory.constants.ImplicitConstants;
import dev.ccl.theory.constants.Lojasiewicz;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** lem:ced-hybrid and lem:ced-lojas: progress, exploration, and cost against divergence. */
public final class ProgressClaims {
  private static final int DRAWS = 4000;
  private static final int QUANTILES = 8;

  private ProgressClaims() {}

  /** {@return the claims} */
  public static List<Claim> all() {
    return List.of(
        Claim.of(
            "C27",
            "eq:ced-true-gap-range, lem:ced-hybrid",
            "0 ≤ Δ ≤ M_opt; the projected step falls by ‖y−θ‖²/(2α); progress ≥ κ_opt Δ²",
            Kind.CONSISTENT_WITH,
            ProgressClaims::progress,
            Requirement.REWARDS,
            Requirement.REALIZABLE,
            Requirement.IDENTIFIED,
            Requirement.UNIQUE_ORACLE,
            Requirement.LOW_DIMENSION),
        Claim.of(
            "C28",
            "eq:ced-volume-hit",
            "A uniform candidate is within u of the minimum with probability ≥ (u/M_opt)^d",
            Kind.LAW,
            ProgressClaims::volume,
            Requirement.STUDENTS_OF_THE_PAPER,
            Requirement.LOW_DIMENSION),
        Claim.of(
            "C30",
            "lem:ced-lojas",
            "Δ(θ) ≥ a 𝒦(θ)^p, with p = 1 where θ† is interior with a positive Hessian",
            Kind.CONSISTENT_WITH,
            ProgressClaims::lojasiewicz,
            Requirement.REWARDS,
            Requirement.REALIZABLE,
            Requirement.IDENTIFIED,
            Requirement.UNIQUE_ORACLE));
  }

  private static void progress(Case c, Findings f) {
    Naive naive = c.specimen().naive();
    double[] truth = c.specimen().truth().parameter();
    double range = c.subject().constants().excessRange();
    double h = naive.horizon();
    f.equal(
        "M_opt", range, 8 * naive.lambda() * naive.bound() * naive.bound() * h * Math.sqrt(h), 0);
    double alpha = 1 / (2 * naive.lambda() * h * (1 + 8 * naive.bound() * h));
    double least = c.specimen().oracle().cost();
    ImplicitConstants constants = ImplicitConstants.of(c.specimen(), c.subject());
    double edge = naive.bound() / SmallAlgebra.norm(c.vartheta());
    double[] none = new double[naive.studentDimension()];
    for (double[] theta :
        List.of(
            c.theta(),
            SmallAlgebra.plus(none, edge, c.vartheta()),
            SmallAlgebra.plus(none, -edge, c.vartheta()))) {
      double cost = c.subject().cost(truth, theta);
      double excess = cost - least;
      f.atMost("Δ(θ)", excess, range);
      f.add(
          Evidence.equal(
              "Δ(θ)",
              c.subject().excessCost(theta),
              excess,
              Tolerance.estimate(1e-8 * (1 + range), "two searches for θ†")));
      f.add(
          Evidence.equal(
              "the negative part of Δ",
              Math.max(0, -excess),
              0,
              Tolerance.estimate(1e-9 * (1 + range), "the search for θ†")));
      double[] y =
          SmallAlgebra.plus(
              theta, -c.subject().constants().studentStep(), c.subject().gradient(truth, theta));
      c.subject().projectStudent(y);
      double[] plain =
          SmallAlgebra.inBall(
              SmallAlgebra.plus(theta, -alpha, c.specimen().costs().gradient(truth, theta)),
              naive.bound());
      f.equal("the projected step y(θ)", y, plain, naive.bound());
      double fall = cost - c.subject().cost(truth, y);
      double square = StrictMath.pow(SmallAlgebra.distance(y, theta), 2);
      if (square > 1e-20) {
        f.add(
            Evidence.atLeast(
                "F(θ) − F(y)",
                fall,
                square / (2 * alpha),
                Tolerance.rounding(900, 1 + Math.abs(cost))));
      }
      double gain = 0;
      List<double[]> grid = grid(naive.studentDimension(), naive.bound());
      for (double[] candidate : grid) {
        gain += Math.max(fall, cost - c.subject().cost(truth, candidate)) / grid.size();
      }
      if (excess > 1e-9) {
        f.atLeast("E[F(θ) − min(F(y), F(ϑ))]", gain, constants.progress() * excess * excess);
      }
    }
  }

  /** Midpoints of cells of equal volume in the ball, for d ≤ 2. */
  private static List<double[]> grid(int d, double radius) {
    List<double[]> out = new ArrayList<>();
    if (d == 1) {
      for (int i = 0; i < 400; i++) {
        out.add(new double[] {radius * (2 * (i + 0.5) / 400 - 1)});
      }
    } else {
      for (int i = 0; i < 20; i++) {
        double r = radius * Math.sqrt((i + 0.5) / 20);
        for (int k = 0; k < 32; k++) {
          double angle = 2 * Math.PI * (k + 0.5 * (i % 2)) / 32;
          out.add(new double[] {r * StrictMath.cos(angle), r * StrictMath.sin(angle)});
        }
      }
    }
    return out;
  }

  /** A point of Θ, the share of Θ for which it stands, and its cost above the least. */
  private record Cell(double share, double excess) {}

  /**
   * Cells of Θ along rays from a minimiser of C_w: each ray has the share of its cone, and its
   * cells, cut at s^d in equal steps, have equal shares of that. The part of Θ that is τ times as
   * large and shares the minimiser holds so at least the share τ^d − 1/(2n) of n cells a ray.
   */
  private static List<Cell> cells(Case c, int n) {
    Naive naive = c.specimen().naive();
    int d = naive.studentDimension();
    double b = naive.bound();
    Minimum least = c.specimen().minimum(c.w());
    double[] centre = least.point();
    int rays = d == 1 ? 2 : 16;
    double[][] ends = new double[rays][];
    double[] cones = new double[rays];
    double sum = 0;
    for (int k = 0; k < rays; k++) {
      double angle = 2 * Math.PI * (k + 0.5) / rays;
      ends[k] =
          d == 1
              ? new double[] {k == 0 ? -b : b}
              : new double[] {b * StrictMath.cos(angle), b * StrictMath.sin(angle)};
      cones[k] = Math.max(0, 1 - SmallAlgebra.dot(centre, ends[k]) / (b * b));
      sum += cones[k];
    }
    List<Cell> cells = new ArrayList<>();
    for (int k = 0; k < rays; k++) {
      double[] ray = SmallAlgebra.plus(ends[k], -1, centre);
      for (int i = 0; i < n; i++) {
        double s = StrictMath.pow((i + 0.5) / n, 1.0 / d);
        double cost = c.subject().cost(c.w(), SmallAlgebra.plus(centre, s, ray));
        cells.add(new Cell(cones[k] / (sum * n), cost - least.cost()));
      }
    }
    cells.sort(Comparator.comparingDouble(Cell::excess));
    return cells;
  }

  private static void volume(Case c, Findings f) {
    Naive naive = c.specimen().naive();
    int d = naive.studentDimension();
    double b = naive.bound();
    double range = c.subject().constants().excessRange();
    int n = d == 1 ? 400 : 20; // cells of a ray
    List<Cell> cells = cells(c, n);
    double rounding = CostClaims.cancellation(naive, naive.lambda()).amount();
    f.isTrue(
        "C_w(ϑ) − min ≤ M_opt on Θ",
        cells.get(cells.size() - 1).excess() <= range * (1 + 1e-9) + rounding);
    List<Double> us = new ArrayList<>(); // quantiles of the excess
    double below = 0;
    for (Cell cell : cells) {
      if ((int) (QUANTILES * (below + cell.share())) > (int) (QUANTILES * below)) {
        us.add(Math.min(cell.excess(), range));
      }
      below += cell.share();
    }
    Tolerance resolution = Tolerance.estimate(0.5 / n + 1e-9, "the size of a cell");
    for (double u : us) {
      double least = StrictMath.pow(Math.max(0, u) / range, d);
      if (least > 2 * resolution.amount()) { // below that the cells are too large
        double hit =
            cells.stream().filter(x -> x.excess() <= u + rounding).mapToDouble(Cell::share).sum();
        f.add(Evidence.atLeast("P(C_w(ϑ) − min ≤ " + u + ")", hit, least, resolution));
      }
    }
    if (!c.isSampling()) {
      return;
    }
    RandomStream stream = c.streams().open(Purpose.EXPLORATION, 28);
    int[] shells = new int[4];
    int[] orthants = new int[1 << d];
    for (int i = 0; i < DRAWS; i++) {
      double[] theta = new double[d];
      c.subject().explore(stream, theta);
      double r = SmallAlgebra.norm(theta) / b;
      f.isTrue("‖ϑ‖ ≤ B", r <= 1);
      shells[(int) Math.min(3, 4 * StrictMath.pow(r, d))]++;
      int orthant = 0;
      for (int k = 0; k < d; k++) {
        orthant |= theta[k] > 0 ? 1 << k : 0;
      }
      orthants[orthant]++;
    }
    Tails.counts(f, "the shell of ϑ", DRAWS, shells, even(4));
    Tails.counts(f, "the orthant of ϑ", DRAWS, orthants, even(orthants.length));
  }

  private static double[] even(int n) {
    double[] out = new double[n];
    Arrays.fill(out, 1.0 / n);
    return out;
  }

  private static void lojasiewicz(Case c, Findings f) {
    Lojasiewicz pair = Lojasiewicz.of(c.specimen(), c.subject());
    f.isTrue("p ≥ 1", pair.exponent() >= 1);
    f.isTrue("a > 0", pair.factor() > 0);
    double[] oracle = c.subject().oracle();
    double[] truth = c.specimen().truth().parameter();
    double least = c.specimen().costs().cost(truth, oracle);
    f.add(
        Evidence.equal(
            "C_{w*}(θ†) above its minimum",
            Math.max(0, least - c.specimen().oracle().cost()),
            0,
            Tolerance.estimate(1e-11 * (1 + least), "two searches for θ†")));
    for (double[] theta : List.of(c.theta(), c.vartheta())) {
      double divergence =
          c.specimen()
              .costs()
              .divergence(
                  c.specimen().naive().student(theta), c.specimen().naive().student(oracle));
      double excess = c.specimen().costs().cost(truth, theta) - least;
      f.add(
          Evidence.equal(
              "𝒦(θ)",
              c.subject().oracleDivergence(theta),
              divergence,
              Tolerance.estimate(1e-9 * (1 + divergence), "the search for θ†")));
      f.add(
          Evidence.equal(
              "Δ(θ)",
              c.subject().excessCost(theta),
              excess,
              Tolerance.estimate(1e-9 * (1 + excess), "the search for θ†")));
      if (excess > 1e-9) { // the factor is a minimum over a design, so it may be a little large
        f.atLeast(
            "Δ(θ) against 0.95 a 𝒦(θ)^p, p = " + pair.exponent(),
            excess,
            0.95 * pair.factor() * StrictMath.pow(divergence, pair.exponent()));
      }
      if (c.specimen().meets(Requirement.SEPARATION)) {
        f.add(
            Evidence.equal(
                "Δ = λ𝒦 on the separation instance",
                excess,
                c.specimen().naive().lambda() * divergence,
                Tolerance.estimate(1e-8, "the search for θ†")));
      }
    }
  }
}
