package dev.ccl.theory.claims;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.algorithms.LearnerState;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStream;
import dev.ccl.judge.Evidence;
import dev.ccl.judge.Findings;
import dev.ccl.judge.Tolerance;
import dev.ccl.testkit.naive.Answer;
import dev.ccl.testkit.naive.Minimum;
import dev.ccl.testkit.naive.Naive;
import dev.ccl.testkit.naive.Node;
import dev.ccl.testkit.naive.SmallAlgebra;
import dev.ccl.testkit.naive.StudentUpdate;
import dev.ccl.testkit.naive.StudentUpdate.Mass;
import dev.ccl.theory.Case;
import dev.ccl.theory.Claim;
import dev.ccl.theory.Kind;
import dev.ccl.theory.Part;
import dev.ccl.theory.Requirement;
import dev.ccl.theory.constants.ImplicitConstants;
import dev.ccl.theory.constants.Lojasiewicz;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Selection, progress, rates and budgets (C26–C32). */
final class StudentClaims {
  private static final int DRAWS = 4000;
  private static final int QUANTILES = 8;

  private static final Requirement[] MINIMA = {
    Requirement.REWARDS,
    Requirement.REALIZABLE,
    Requirement.IDENTIFIED,
    Requirement.UNIQUE_ORACLE,
    Requirement.LOW_DIMENSION
  };

  private StudentClaims() {}

  /** {@return the claims} */
  static ImmutableList<Claim> all() {
    return ImmutableList.of(
        Claim.of(
            "C26",
            "lem:ced-selection",
            "C_t(θ_t) ≤ min_k C_t(ϑ_k) + ξ_t, E ξ_t ≤ 16λBH/(t+1), and ties go to k = 1",
            Part.of(
                Kind.EXACT,
                "C_t(θ_t) ≤ min_k C_t(ϑ_k) + ξ_t for all estimates, and E ξ_t ≤ 16λBH/(t+1)",
                StudentClaims::selection,
                Requirement.REWARDS,
                Requirement.TINY_TARGET),
            Part.of(
                Kind.LAW,
                "θ_{t+1} has its exact law given w_{t+1} and θ_t, rounds are independent, and ties"
                    + " go to k = 1",
                StudentClaims::update,
                Requirement.REWARDS,
                Requirement.IDENTIFIED,
                Requirement.TINY_TARGET)),
        Claim.of(
            "C27",
            "eq:ced-true-gap-range, lem:ced-hybrid",
            "0 ≤ Δ ≤ M_opt; the projected step falls by ‖y−θ‖²/(2α); progress ≥ κ_opt Δ²",
            Part.of(
                Kind.EXACT,
                "0 ≤ Δ ≤ M_opt, and the projected step falls by ‖y−θ‖²/(2α)",
                StudentClaims::progress,
                MINIMA),
            Part.of(
                Kind.CONSISTENT_WITH,
                "The mean progress of a round is at least κ_opt Δ² with the candidate κ_opt",
                StudentClaims::gain,
                MINIMA)),
        Claim.of(
            "C28",
            "eq:ced-volume-hit",
            "A uniform candidate is within u of the minimum with probability ≥ (u/M_opt)^d",
            Part.of(
                Kind.EXACT,
                "The share of Θ within u of the minimum is at least (u/M_opt)^d, by quadrature",
                StudentClaims::volume,
                Requirement.STUDENTS_OF_THE_PAPER,
                Requirement.LOW_DIMENSION),
            Part.of(
                Kind.LAW,
                "Exploring candidates are uniform: shells and orthants of Θ get their shares",
                StudentClaims::uniform,
                Requirement.STUDENTS_OF_THE_PAPER,
                Requirement.LOW_DIMENSION)),
        Claim.of(
            "C29",
            "eq:ced-gradient-recursion, lem:ced-optimization",
            "|ε − Δ| ≤ 4λH‖w − w*‖ on every path, and E Δ(θ_T) ≤ K_opt (T+1)^{−1/4}",
            Part.of(
                Kind.CONSISTENT_WITH,
                "|ε − Δ| ≤ 4λH‖w − w*‖, and the mean of Δ over one update with the candidate κ_opt",
                StudentClaims::optimization,
                MINIMA),
            Part.of(Kind.LAW, "|ε − Δ| ≤ 4λH‖w − w*‖ on a path", StudentClaims::onPath, MINIMA),
            Part.of(
                Kind.RUN,
                "Runs do not refute E Δ(θ_T) ≤ K_opt (T+1)^{−1/4} with the candidate K_opt",
                StudentClaims::rates,
                MINIMA)),
        Claim.of(
            "C30",
            "lem:ced-lojas",
            "Δ(θ) ≥ a 𝒦(θ)^p, with p = 1 where θ† is interior with a positive Hessian",
            Kind.CONSISTENT_WITH,
            StudentClaims::lojasiewicz,
            Requirement.REWARDS,
            Requirement.REALIZABLE,
            Requirement.IDENTIFIED,
            Requirement.UNIQUE_ORACLE),
        Claim.of(
            "C31",
            "thm:ced-main",
            "E 𝒦(θ_T) falls to 0 no slower than C(T+1)^{−1/(4p)}",
            Part.of(Kind.EXACT, "𝒦(θ†) = 0", StudentClaims::oracle, MINIMA),
            Part.of(
                Kind.RUN,
                "Runs do not refute E 𝒦(θ_T) ≤ C(T+1)^{−1/(4p)} with the candidate C, and it falls"
                    + " so where γ is large",
                StudentClaims::rate,
                MINIMA)),
        Claim.of(
            "C32",
            "sec:algorithm",
            "T source queries, b_t + 2q_t target rollouts per round, no target reward read",
            Part.of(
                Kind.EXACT,
                "A target reward is refused, a source reward is given",
                StudentClaims::barrier,
                Requirement.REWARDS),
            Part.of(
                Kind.LAW,
                "One source query and b_t + 2q_t target rollouts in each round",
                StudentClaims::budgets,
                Requirement.REWARDS,
                Requirement.IDENTIFIED)));
  }

  private static void selection(Case c, Findings f) {
    Naive naive = c.specimen().naive();
    StudentUpdate update = StudentUpdate.of(naive, c.w(), c.theta());
    double cost1 = c.subject().cost(c.w(), c.theta());
    double cost2 = c.subject().cost(c.w(), c.vartheta());
    f.equal("C_t(ϑ_1)", cost1, c.specimen().costs().cost(c.w(), c.theta()), 1);
    f.equal("C_t(ϑ_2)", cost2, c.specimen().costs().cost(c.w(), c.vartheta()), 1);
    for (int t = 1; t <= (naive.size() <= 8 ? 2 : 1); t++) { // 126² pairs of estimates at most
      int q = (t + 1) * (t + 1);
      double error = 0;
      double regret = 0; // the largest excess over min_k C_t(ϑ_k) + ξ_t on any path
      List<Mass> second = update.estimateLaw(c.vartheta(), q);
      for (Mass one : update.estimateLaw(c.theta(), q)) {
        for (Mass two : second) {
          double xi = 2 * Math.max(Math.abs(one.value() - cost1), Math.abs(two.value() - cost2));
          error += one.probability() * two.probability() * xi;
          double selected = one.value() <= two.value() ? cost1 : cost2;
          regret = Math.max(regret, selected - Math.min(cost1, cost2) - xi);
        }
      }
      f.add(
          Evidence.equal(
              "C_t(θ_t) above min C_t(ϑ_k) + ξ_t",
              regret,
              0,
              Tolerance.relative(9.9e-13, 1 + Math.abs(cost1))));
      f.atMost("E ξ_t, t = " + t, error, 4 * CostClaims.logRatioBound(naive) / (t + 1));
    }
  }

  private static void update(Case c, Findings f) {
    if (isFlat(c.specimen().naive())) {
      for (LearnerState state : Rounds.calibrating(c, 0, 20)) {
        f.equal("a tie goes to k = 1", state.ledger().firstWins(), 1, 0);
        f.equal("θ after a tie", state.student().toArray(), c.theta(), 1);
      }
    } else {
      StudentLaws.update(c, f);
    }
  }

  /** Whether the student's law does not depend on θ, so that all costs are equal. */
  private static boolean isFlat(Naive naive) {
    for (String x : naive.target()) {
      for (Node s : naive.nodes(x)) {
        for (int k = 1; k < s.size(); k++) {
          if (SmallAlgebra.distance(s.phiStu(0), s.phiStu(k)) > 0) {
            return false;
          }
        }
      }
    }
    return tiesAtZero(naive);
  }

  /** Whether no calibration can be told from the student on the target. */
  private static boolean tiesAtZero(Naive naive) {
    for (String x : naive.target()) {
      for (Node s : naive.nodes(x)) {
        for (int k = 1; k < s.size(); k++) {
          if (SmallAlgebra.norm(s.difference(0, k)) > 0) {
            return false;
          }
        }
      }
    }
    return true;
  }

  private static void budgets(Case c, Findings f) {
    LearnerState state = Rounds.state(c.streams().rootSeed(), 0, c.w(), c.theta());
    long gradient = 0;
    long validation = 0;
    for (long t = 0; t < 5; t++) {
      state = Rounds.next(c.subject()::open, state);
      gradient += t + 2;
      validation += 2 * (t + 2) * (t + 2);
      f.equal("rounds", state.round(), t + 1, 0);
      f.equal("source queries", state.ledger().sourceQueries(), t + 1, 0);
      f.equal("gradient rollouts", state.ledger().gradientRollouts().longValue(), gradient, 0);
      f.equal(
          "validation rollouts", state.ledger().validationRollouts().longValue(), validation, 0);
    }
  }

  private static void barrier(Case c, Findings f) {
    Naive naive = c.specimen().naive();
    for (String x : naive.target()) {
      if (!naive.source().contains(x)) {
        Prompt prompt = naive.instance().prompts().get(x).prompt();
        Answer answer = naive.answers(x).get(0);
        boolean refused = false;
        try {
          c.subject().query(prompt, answer.tokens());
        } catch (IllegalArgumentException e) {
          refused = true;
        }
        f.isTrue("a target reward is refused, prompt " + x, refused);
      }
    }
    for (String x : naive.source()) {
      Prompt prompt = naive.instance().prompts().get(x).prompt();
      Answer answer = naive.answers(x).get(0);
      f.equal(
          "a source reward, prompt " + x,
          c.subject().query(prompt, answer.tokens()),
          answer.reward(),
          0);
    }
  }

  /** θ, and the ends of Θ on the line through 0 and ϑ. */
  private static List<double[]> students(Case c) {
    double edge = c.specimen().naive().bound() / SmallAlgebra.norm(c.vartheta());
    double[] none = new double[c.theta().length];
    return List.of(
        c.theta(),
        SmallAlgebra.plus(none, edge, c.vartheta()),
        SmallAlgebra.plus(none, -edge, c.vartheta()));
  }

  /** The projected step y(θ). */
  private static double[] step(Case c, double[] theta) {
    double[] truth = c.specimen().truth().parameter();
    double[] y =
        SmallAlgebra.plus(
            theta, -c.subject().constants().studentStep(), c.subject().gradient(truth, theta));
    c.subject().projectStudent(y);
    return y;
  }

  private static void gain(Case c, Findings f) {
    Naive naive = c.specimen().naive();
    double[] truth = c.specimen().truth().parameter();
    ImplicitConstants constants = ImplicitConstants.of(c.specimen(), c.subject());
    List<double[]> grid = grid(naive.studentDimension(), naive.bound());
    for (double[] theta : students(c)) {
      double cost = c.subject().cost(truth, theta);
      double excess = cost - c.specimen().oracle().cost();
      double fall = cost - c.subject().cost(truth, step(c, theta));
      double gain = 0;
      for (double[] candidate : grid) {
        gain += Math.max(fall, cost - c.subject().cost(truth, candidate)) / grid.size();
      }
      if (excess > 1e-9) {
        f.atLeast("E[F(θ) − min(F(y), F(ϑ))]", gain, constants.progress() * excess * excess);
      }
    }
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
    for (double[] theta : students(c)) {
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
      double[] y = step(c, theta);
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
                Tolerance.relative(9.9e-14, 1 + Math.abs(cost))));
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
  }

  private static void uniform(Case c, Findings f) {
    int d = c.specimen().naive().studentDimension();
    double b = c.specimen().naive().bound();
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
    BinomialTest.counts(f, "the shell of ϑ", DRAWS, shells, even(4));
    BinomialTest.counts(f, "the orthant of ϑ", DRAWS, orthants, even(orthants.length));
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
  }

  private static void onPath(Case c, Findings f) {
    Runs.follow(
        c,
        0,
        4,
        (before, after) -> close(c, f, after.calibration().toArray(), after.student().toArray()));
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

  /** The least costs of a subject at calibrations, each searched for once. */
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
      ConfidenceBounds.atMost(
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
      ConfidenceBounds.atMost(
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
    ConfidenceBounds.atMost(
        f,
        "E ε_T, T = 100",
        gaps,
        CostClaims.logRatioBound(naive),
        constants.rate() * StrictMath.pow(101, -0.25)
            + 8 * naive.lambda() * naive.horizon() / (c.specimen().gamma() * Math.sqrt(102)));
  }

  private static void oracle(Case c, Findings f) {
    f.add(
        Evidence.equal(
            "𝒦(θ†)",
            c.subject().oracleDivergence(c.subject().oracle()),
            0,
            Tolerance.enumeration(1)));
  }

  private static void rate(Case c, Findings f) {
    ImplicitConstants constants = ImplicitConstants.of(c.specimen(), c.subject());
    double exponent = 1 / (4 * constants.lojasiewicz().exponent());
    boolean soon = CalibrationClaims.horizon(c) <= CalibrationClaims.SOON;
    long last = soon ? c.effort().choose(1 << 12, 1 << 17) : 256;
    long[] rounds = {last / 16, last / 4, last};
    double[][] divergence = divergences(c, rounds, 32);
    for (int k = 0; k < rounds.length; k++) {
      ConfidenceBounds.atMost(
          f,
          "E 𝒦(θ_T), T = " + rounds[k],
          divergence[k],
          largestDivergence(c),
          constants.divergenceRate() * StrictMath.pow(rounds[k] + 1, -exponent));
    }
    if (CalibrationClaims.horizon(c) <= c.effort().choose(200, (int) CalibrationClaims.SOON)) {
      decay(c, f, exponent);
    }
  }

  /** E 𝒦 falls at least like (T+1)^{−1/(4p)} between two rounds that lie far apart. */
  private static void decay(Case c, Findings f, double exponent) {
    long[] rounds = {16, c.effort().choose(1 << 10, 1 << 12)};
    double[][] divergence = divergences(c, rounds, c.effort().choose(1300, 2000));
    double share = StrictMath.pow((rounds[1] + 1) / (rounds[0] + 1.0), -exponent);
    ConfidenceBounds.falls(
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
