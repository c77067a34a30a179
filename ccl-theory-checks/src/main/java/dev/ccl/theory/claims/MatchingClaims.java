package dev.ccl.theory.claims;

import dev.ccl.algorithms.LearnerState;
import dev.ccl.testkit.Evidence;
import dev.ccl.testkit.Findings;
import dev.ccl.testkit.Tolerance;
import dev.ccl.testkit.naive.Costs;
import dev.ccl.testkit.naive.Naive;
import dev.ccl.testkit.naive.SmallAlgebra;
import dev.ccl.testkit.naive.StudentLaw;
import dev.ccl.testkit.naive.TokenLaw;
import dev.ccl.theory.Case;
import dev.ccl.theory.Claim;
import dev.ccl.theory.Kind;
import dev.ccl.theory.Requirement;
import java.util.List;

/** The objective of direct matching and one step of Algorithm 2 (C35, C37). */
public final class MatchingClaims {
  private static final int STEPS = 4000;

  private MatchingClaims() {}

  /** {@return the claims, C35, C37} */
  public static List<Claim> all() {
    return List.of(
        Claim.of(
            "C35",
            "eq:sm-temp-objective, eq:sm-temp-cost, eq:sm-temp-sample",
            "C_SM = −J_SM = E Z_SM, with minimiser α/(4λ(1+λ))·1",
            Kind.EXACT,
            MatchingClaims::matchingCost,
            Requirement.REWARDS,
            Requirement.SEPARATION),
        Claim.of(
            "C37",
            "eq:sm-temp-unbiased, eq:sm-temp-cross-term, eq:sm-temp-second-moment",
            "ĝ_SM is unbiased and strongly monotone with μ_SM, and E‖ĝ_SM‖² ≤ G_SM²",
            Kind.LAW,
            MatchingClaims::matchingStep,
            Requirement.REWARDS,
            Requirement.SEPARATION));
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
    return Tolerance.rounding(Evidence.ENUMERATION, naive.bound())
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
    if (c.isSampling()) {
      stepLaw(c, f);
    }
  }

  /** The law of θ_{t+1}: every value is Proj(θ_t − η_t S·Z_SM) for some answer, and how often. */
  private static void stepLaw(Case c, Findings f) {
    long t = 7;
    Outcomes outcomes = Outcomes.of(Separation.images(c, c.theta(), t));
    int[] counts = new int[outcomes.all().size()];
    for (LearnerState state : Rounds.matching(c, t, STEPS)) {
      double[] next = state.student().toArray();
      counts[outcomes.of(next)]++;
      f.add(
          Evidence.equal(
              "the distance of θ_{t+1} to Proj(θ_t − η_t ĝ_SM)",
              outcomes.distance(next),
              0,
              Outcomes.step(1e-8, c.specimen().naive().bound())));
    }
    Tails.counts(f, "θ_{t+1} of direct matching", STEPS, counts, outcomes.probabilities());
  }
}
