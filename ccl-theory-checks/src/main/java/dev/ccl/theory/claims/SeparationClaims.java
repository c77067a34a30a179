package dev.ccl.theory.claims;

import com.google.common.collect.ImmutableList;
import dev.ccl.algorithms.LearnerState;
import dev.ccl.algorithms.Session;
import dev.ccl.core.random.Purpose;
import dev.ccl.judge.Evidence;
import dev.ccl.judge.Findings;
import dev.ccl.judge.Tolerance;
import dev.ccl.testkit.naive.Costs;
import dev.ccl.testkit.naive.GibbsWeights;
import dev.ccl.testkit.naive.Naive;
import dev.ccl.testkit.naive.SmallAlgebra;
import dev.ccl.testkit.naive.SourceStep.Atom;
import dev.ccl.testkit.naive.StudentLaw;
import dev.ccl.testkit.naive.TokenLaw;
import dev.ccl.theory.Case;
import dev.ccl.theory.Claim;
import dev.ccl.theory.Kind;
import dev.ccl.theory.Part;
import dev.ccl.theory.Requirement;
import dev.ccl.theory.Side;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The separation from direct matching: the instance, Algorithm 2, and runs (C33–C41). */
final class SeparationClaims {
  private static final int STEPS = 4000;
  private static final double SOON = 400;

  private static final Requirement[] SEPARATION = {Requirement.REWARDS, Requirement.SEPARATION};

  private static final Requirement[] SEPARATION_IDENTIFIED = {
    Requirement.REWARDS, Requirement.REALIZABLE, Requirement.IDENTIFIED, Requirement.SEPARATION
  };

  private SeparationClaims() {}

  /** {@return the claims} */
  static ImmutableList<Claim> all() {
    return ImmutableList.of(
        Claim.of(
            "C33",
            "prop:sm-temp-oracle",
            "θ† = 1/(4λ)·1, w* = (√2/λ)u_1, no student represents π*, and J(tea) > J(θ†)",
            Kind.EXACT,
            SeparationClaims::oracle,
            SEPARATION),
        Claim.of(
            "C34",
            "eq:sm-temp-reference-cost",
            "KL(student ‖ reference) = θ_i p(θ_i) − log((e^{θ_i}+2)/3), with its gradient",
            Kind.EXACT,
            SeparationClaims::referenceCost,
            SEPARATION),
        Claim.of(
            "C35",
            "eq:sm-temp-objective, eq:sm-temp-cost, eq:sm-temp-sample",
            "C_SM = −J_SM = E Z_SM, with minimiser α/(4λ(1+λ))·1",
            Kind.EXACT,
            SeparationClaims::matchingCost,
            SEPARATION),
        Claim.of(
            "C36",
            "eq:sm-temp-gap",
            "‖θ*_SM − θ†‖ = (√d/4λ)(1 − α/(1+λ)) ≥ √d(1−α)/(4λ)",
            Kind.EXACT,
            SeparationClaims::gap,
            SEPARATION),
        Claim.of(
            "C37",
            "eq:sm-temp-unbiased, eq:sm-temp-cross-term, eq:sm-temp-second-moment",
            "ĝ_SM is unbiased and strongly monotone with μ_SM, and E‖ĝ_SM‖² ≤ G_SM²",
            Part.of(
                Kind.EXACT,
                "E ĝ_SM = ∇C_SM, (θ − θ*_SM)ᵀ∇C_SM ≥ μ_SM‖θ − θ*_SM‖², and E‖ĝ_SM‖² ≤ G_SM²",
                SeparationClaims::matchingStep,
                SEPARATION),
            Part.of(
                Kind.LAW,
                "θ_{t+1} of Algorithm 2 has its exact law given θ_t",
                SeparationClaims::stepLaw,
                SEPARATION)),
        Claim.of(
            "C38",
            "eq:sm-temp-mse",
            "E‖θ_T − θ*_SM‖² ≤ G_SM²/(μ_SM²(T+1)), and its recursion in every step",
            Part.of(
                Kind.EXACT,
                "The recursion of E‖θ_t − θ*_SM‖² in a step, up to t = 1000",
                SeparationClaims::error,
                SEPARATION),
            Part.of(
                Kind.LAW,
                "Every θ_{t+1} of a path is Proj(θ_t − η_t S·Z_SM) for some answer",
                SeparationClaims::path,
                SEPARATION),
            Part.of(
                Kind.RUN,
                "Runs do not refute E‖θ_T − θ*_SM‖² ≤ G_SM²/(μ_SM²(T+1)), and establish it where the"
                    + " bound falls soon",
                SeparationClaims::errorOfRuns,
                SEPARATION)),
        Claim.of(
            "C39",
            "eq:sm-temp-kl-curvature",
            "The average KL to the oracle is at least κ_SM/(2d)·‖θ − θ†‖²",
            Kind.EXACT,
            SeparationClaims::curvature,
            SEPARATION),
        Claim.of(
            "C40",
            "thm:sm-temperature",
            "Direct matching's E 𝒦(θ_T) has the finite-T bound and the floor κ_SM(1−α)²/(128λ²)",
            Part.of(
                Kind.EXACT,
                "𝒦(θ*_SM) is at least the bound for T → ∞, and the floor is the bound at the stated T",
                SeparationClaims::floor,
                SEPARATION),
            Part.of(
                Kind.RUN,
                "Runs establish the finite-T bound of E 𝒦(θ_T), and the floor where the stated T is"
                    + " within reach",
                SeparationClaims::floorOfRuns,
                SEPARATION)),
        Claim.of(
            "C41",
            "sec:sm-temperature",
            "With source prompts CCL's 𝒦 falls below what direct matching keeps",
            Part.of(
                Kind.EXACT,
                "Direct matching's limit keeps at least the floor, and 𝒦(θ†) = 0",
                SeparationClaims::separation,
                SEPARATION_IDENTIFIED),
            Part.of(
                Kind.RUN,
                "Most runs of the practical configuration end below half of what direct matching and"
                    + " the raw teacher keep, where 500Dλ² rounds are within reach",
                SeparationClaims::separationOfRuns,
                SEPARATION_IDENTIFIED)));
  }

  private static void oracle(Case c, Findings f) {
    Naive naive = c.specimen().naive();
    double lambda = naive.lambda();
    double[] oracle = Separation.oracle(naive);
    double[] found = c.subject().oracle();
    for (int i = 0; i < oracle.length; i++) {
      f.add(
          Evidence.equal(
              "θ†, coordinate " + i,
              found[i],
              oracle[i],
              Tolerance.estimate(1e-7 * (1 + oracle[i]), "the search for θ†")));
    }
    f.atMost("‖θ†‖", SmallAlgebra.norm(oracle), naive.bound());
    double[] truth = new double[naive.calibrationDimension()];
    truth[0] = Math.sqrt(2) / lambda;
    double[] fitted = c.subject().truthParameter();
    for (int i = 0; i < truth.length; i++) {
      f.add(
          Evidence.equal(
              "w*, coordinate " + i,
              fitted[i],
              truth[i],
              Tolerance.estimate(1e-9 * (1 + truth[0]), "the fit of w*")));
    }
    f.atMost("‖w*‖", SmallAlgebra.norm(truth), naive.bound());
    var gibbs = c.subject().gibbs(Side.TARGET);
    var calibrated = c.subject().calibrated(Side.TARGET, truth);
    var student = c.subject().student(Side.TARGET, oracle);
    for (int e = 0; e < gibbs.forest().edges(); e++) {
      f.equal("π* = π_{w*}, edge " + e, gibbs.log(e), calibrated.log(e), 1);
      boolean one =
          naive.instance().header().vocabulary().token(gibbs.forest().token(e)).equals("1");
      double odds = 1 / (4 * lambda);
      f.equal(
          "eq:sm-temp-oracle-law, edge " + e,
          student.probability(e),
          1 / (one ? 1 + 2 * StrictMath.exp(-odds) : StrictMath.exp(odds) + 2),
          0);
    }
    double teacherValue =
        c.subject().value(c.subject().calibrated(Side.TARGET, naive.teacherParameter()));
    double alpha = Separation.share(naive);
    f.equal(
        "J(tea)",
        teacherValue,
        (1 - alpha) / (1 + 2 * StrictMath.exp(-alpha / lambda))
            + lambda * StrictMath.log((StrictMath.exp(alpha / lambda) + 2) / 3),
        1);
    double best = c.subject().value(student);
    f.equal(
        "J(θ†)",
        best,
        0.25 + lambda * StrictMath.log((StrictMath.exp(1 / (4 * lambda)) + 2) / 3),
        1);
    f.atLeast("J(tea) > J(θ†)", teacherValue, best);
    f.isTrue("J(tea) > J(θ†) strictly", teacherValue > best);
    // Every student has the same law at x_{i,+} and x_{i,−}, and π* does not.
    TokenLaw optimum = GibbsWeights.of(naive).law();
    TokenLaw any = naive.student(c.theta());
    for (int i = 0; i < naive.studentDimension(); i++) {
      var plus = naive.nodes(naive.target().get(2 * i)).get(0);
      var minus = naive.nodes(naive.target().get(2 * i + 1)).get(0);
      int one = plus.place(naive.instance().header().vocabulary().id("1"));
      f.equal(
          "a student at both prompts", any.probability(plus, one), any.probability(minus, one), 0);
      f.isTrue(
          "π* tells the prompts apart",
          optimum.probability(plus, one) > optimum.probability(minus, one));
    }
  }

  private static void referenceCost(Case c, Findings f) {
    Naive naive = c.specimen().naive();
    double[] theta = c.theta();
    int d = theta.length;
    double sum = 0;
    double[] gradient = new double[d];
    for (int i = 0; i < d; i++) {
      sum +=
          (theta[i] * Separation.p(theta[i]) - StrictMath.log((StrictMath.exp(theta[i]) + 2) / 3))
              / d;
      gradient[i] = theta[i] * Separation.p(theta[i]) * (1 - Separation.p(theta[i])) / d;
    }
    f.equal(
        "KL(student ‖ reference)",
        c.subject()
            .divergence(
                c.subject().student(Side.TARGET, theta), c.subject().reference(Side.TARGET)),
        sum,
        1);
    // ∇C_SM − ∇C_{w_tea}/λ = λ ∇KL(student ‖ reference)
    double[] own =
        SmallAlgebra.plus(
            c.subject().matchingGradient(theta),
            -1 / naive.lambda(),
            c.subject().gradient(naive.teacherParameter(), theta));
    f.equal(
        "λ∇KL",
        own,
        SmallAlgebra.plus(new double[d], naive.lambda(), gradient),
        Tolerance.enumeration(naive.bound()).plus(CostClaims.cancellation(naive, naive.lambda())));
  }

  private static void gap(Case c, Findings f) {
    Naive naive = c.specimen().naive();
    double alpha = Separation.share(naive);
    double lambda = naive.lambda();
    double unit = Math.sqrt(naive.studentDimension()) / (4 * lambda);
    double gap = SmallAlgebra.distance(Separation.found(c), c.subject().oracle());
    Tolerance tolerance = Tolerance.estimate(1e-6 * (1 + unit), "the searches for two minima");
    f.add(Evidence.equal("‖θ*_SM − θ†‖", gap, unit * (1 - alpha / (1 + lambda)), tolerance));
    f.add(Evidence.atLeast("‖θ*_SM − θ†‖", gap, unit * (1 - alpha), tolerance));
  }

  private static void curvature(Case c, Findings f) {
    Naive naive = c.specimen().naive();
    double[] oracle = Separation.oracle(naive);
    double square = StrictMath.pow(SmallAlgebra.distance(c.theta(), oracle), 2);
    double divergence =
        c.subject()
            .divergence(
                c.subject().student(Side.TARGET, c.theta()),
                c.subject().student(Side.TARGET, oracle));
    f.equal(
        "𝒦(θ)",
        divergence,
        c.specimen().costs().divergence(naive.student(c.theta()), naive.student(oracle)),
        1e-3);
    if (square > 1e-8) {
      f.atLeast(
          "𝒦(θ)",
          divergence,
          Separation.curvatureConstant(naive) / (2 * naive.studentDimension()) * square);
    }
  }

  private static void matchingCost(Case c, Findings f) {
    Naive naive = c.specimen().naive();
    Costs costs = c.specimen().costs();
    double[] theta = c.theta();
    double lambda = naive.lambda();
    double alpha = Separation.share(naive);
    StudentLaw student = naive.student(theta);
    TokenLaw teacher = naive.calibrated(naive.teacherParameter());
    double cost = c.subject().matchingCost(theta);
    f.equal(
        "C_SM = KL(stu ‖ tea) + λ KL(stu ‖ pre)",
        cost,
        costs.divergence(student, teacher) + lambda * costs.divergence(student, naive.reference()),
        1);
    f.equal(
        "C_SM = E Z_SM", cost, costs.mean(student, a -> Separation.sample(naive, student, a)), 1);
    int d = theta.length;
    double closed = StrictMath.log((StrictMath.exp(alpha / lambda) + 2) / 3);
    double[] gradient = new double[d];
    for (int i = 0; i < d; i++) {
      double u = theta[i];
      closed +=
          (1 + lambda) * (u * Separation.p(u) - StrictMath.log((StrictMath.exp(u) + 2) / 3)) / d;
      closed -= alpha / (4 * lambda) * (1 + Separation.p(u)) / d;
      gradient[i] =
          Separation.p(u) * (1 - Separation.p(u)) * ((1 + lambda) * u - alpha / (4 * lambda)) / d;
    }
    double[] best = Separation.matching(naive);
    f.equal("C_SM in closed form", cost, closed, 1);
    f.equal("∇C_SM", c.subject().matchingGradient(theta), gradient, rounding(naive));
    f.equal("∇C_SM(θ*_SM) = 0", c.subject().matchingGradient(best), new double[d], 1);
    f.add( // their difference, which may be lost in the rounding of log-probabilities
        Evidence.atLeast(
            "C_SM(θ) − C_SM(θ*_SM)",
            cost - c.subject().matchingCost(best),
            0,
            CostClaims.cancellation(naive, 1 + lambda)));
    double[] found = Separation.found(c);
    for (int i = 0; i < d; i++) {
      f.add(
          Evidence.equal(
              "θ*_SM, coordinate " + i,
              found[i],
              best[i],
              Tolerance.estimate(1e-7 * (1 + best[i]), "the search for θ*_SM")));
    }
  }

  private static Tolerance rounding(Naive naive) {
    return Tolerance.enumeration(naive.bound())
        .plus(CostClaims.cancellation(naive, 1 + naive.lambda()));
  }

  private static void matchingStep(Case c, Findings f) {
    Naive naive = c.specimen().naive();
    Costs costs = c.specimen().costs();
    double[] theta = c.theta();
    StudentLaw student = naive.student(theta);
    double[] mean = costs.scoreMean(student, a -> Separation.sample(naive, student, a));
    f.equal("E ĝ_SM = ∇C_SM", c.subject().matchingGradient(theta), mean, rounding(naive));
    double mu = Separation.monotonicity(naive);
    double bound = (2 + naive.lambda()) * naive.bound();
    f.equal("μ_SM", c.subject().monotonicity(), mu, 0);
    f.equal("G_SM", c.subject().matchingGradientBound(), bound, 0);
    double[] difference = SmallAlgebra.plus(theta, -1, Separation.matching(naive));
    double square = SmallAlgebra.dot(difference, difference);
    if (square > 1e-8) {
      f.atLeast(
          "(θ − θ*_SM)ᵀ∇C_SM",
          SmallAlgebra.dot(difference, c.subject().matchingGradient(theta)),
          mu * square);
    }
    double second =
        costs.mean(
            student,
            a -> {
              double[] score = costs.score(student, a);
              return SmallAlgebra.dot(score, score)
                  * StrictMath.pow(Separation.sample(naive, student, a), 2);
            });
    f.atMost("E‖ĝ_SM‖²", second, bound * bound);
  }

  /** The law of θ_{t+1}: every value is Proj(θ_t − η_t S·Z_SM) for some answer, and how often. */
  private static void stepLaw(Case c, Findings f) {
    long t = 7;
    OutcomeTable outcomes = OutcomeTable.of(Separation.images(c, c.theta(), t));
    int[] counts = new int[outcomes.all().size()];
    for (LearnerState state : Rounds.matching(c, t, STEPS)) {
      double[] next = state.student().toArray();
      counts[outcomes.of(next)]++;
      f.add(
          Evidence.equal(
              "the distance of θ_{t+1} to Proj(θ_t − η_t ĝ_SM)",
              outcomes.distance(next),
              0,
              OutcomeTable.step(1e-8, c.specimen().naive().bound())));
    }
    BinomialTest.counts(f, "θ_{t+1} of direct matching", STEPS, counts, outcomes.probabilities());
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
  }

  private static void errorOfRuns(Case c, Findings f) {
    Naive naive = c.specimen().naive();
    double[] best = Separation.matching(naive);
    double ratio = Separation.ratio(naive);
    double range = 4 * naive.bound() * naive.bound();
    double horizon = ratio * ratio / range;
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
    ConfidenceBounds.atMost(
        f, "E‖θ_T − θ*_SM‖², T = " + rounds, squares, range, ratio * ratio / (rounds + 1));
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
          OutcomeTable images = OutcomeTable.of(Separation.images(c, theta, t + i));
          session.advance(1);
          session.student(theta);
          f.add(
              Evidence.equal(
                  "the distance of θ_{t+1} to Proj(θ_t − η_t ĝ_SM), t = " + (t + i),
                  images.distance(theta),
                  0,
                  OutcomeTable.step(1e-8, c.specimen().naive().bound())));
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
  }

  private static void floorOfRuns(Case c, Findings f) {
    Naive naive = c.specimen().naive();
    double floor = Separation.floor(naive);
    boolean soon = Separation.stated(naive) <= c.effort().choose(100_000, 1_000_000);
    long rounds = soon ? (long) Math.ceil(Separation.stated(naive)) : 2000;
    double[] divergence =
        Runs.measured(
            c,
            Runs.matching(c),
            new long[] {rounds},
            48,
            (w, theta) -> c.subject().oracleDivergence(theta))[0];
    ConfidenceBounds.atLeast(
        f, "E 𝒦(θ_T), T = " + rounds, divergence, Separation.finite(naive, rounds));
    if (soon) {
      ConfidenceBounds.atLeast(f, "E 𝒦(θ_T) against the floor, T = " + rounds, divergence, floor);
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
            Tolerance.relative(9.9e-13, 1)));
  }

  private static void separationOfRuns(Case c, Findings f) {
    Naive naive = c.specimen().naive();
    double kept = c.subject().oracleDivergence(Separation.found(c));
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
      ConfidenceBounds.mostlyBelow(
          f, "𝒦(θ_T) of CCL below half of that, T = " + rounds, later, level);
      double[] ratios = new double[later.length];
      Arrays.setAll(ratios, i -> later[i] / Math.max(divergence[0][i], Double.MIN_NORMAL));
      ConfidenceBounds.mostlyBelow(
          f, "𝒦(θ_T) of CCL below that at T/16, T = " + rounds, ratios, 1);
    }
  }
}
