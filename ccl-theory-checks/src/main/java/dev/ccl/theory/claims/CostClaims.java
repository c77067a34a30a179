package dev.ccl.theory.claims;

import dev.ccl.core.forest.Forest;
import dev.ccl.testkit.Evidence;
import dev.ccl.testkit.Findings;
import dev.ccl.testkit.Tolerance;
import dev.ccl.testkit.naive.Costs;
import dev.ccl.testkit.naive.Naive;
import dev.ccl.testkit.naive.SmallAlgebra;
import dev.ccl.theory.Case;
import dev.ccl.theory.Claim;
import dev.ccl.theory.Kind;
import dev.ccl.theory.Side;
import java.util.List;

/** lem:ced-z and lem:ced-lipschitz: the size of the cost and how it moves (C15, C16, C19, C20). */
public final class CostClaims {
  private CostClaims() {}

  /**
   * Returns the claims.
   *
   * @return C15, C16, C19, C20
   */
  public static List<Claim> all() {
    return List.of(
        Claim.of(
            "C15",
            "lem:ced-z",
            "|Z| ≤ 4λBH on every feasible answer",
            Kind.EXACT,
            CostClaims::logRatio),
        Claim.of("C16", "eq:ced-cost-bound", "0 ≤ C_w(θ) ≤ 4λBH", Kind.EXACT, CostClaims::cost),
        Claim.of(
            "C19",
            "eq:ced-stu-lip",
            "C_w is 4λBH^{3/2}-Lipschitz in θ",
            Kind.EXACT,
            CostClaims::studentLipschitz),
        Claim.of(
            "C20",
            "eq:ced-w-lip",
            "|C_w(θ) − C_v(θ)| ≤ 2λH‖w − v‖ for every θ",
            Kind.EXACT,
            CostClaims::calibrationLipschitz));
  }

  static double logRatioBound(Naive naive) {
    return Costs.of(naive).largestLogRatio();
  }

  /**
   * What is left of rounded log-probabilities where their differences are far smaller than they.
   */
  static Tolerance cancellation(double weight) {
    return Tolerance.rounding(1_000, weight);
  }

  private static void logRatio(Case c, Findings f) {
    Naive naive = c.specimen().naive();
    Forest forest = c.subject().dataset(Side.TARGET).forest();
    double bound = logRatioBound(naive);
    for (int e = 0; e < forest.edges(); e++) {
      if (NaiveCorrespondence.isLeaf(forest, e)) {
        double z = c.subject().logRatioCost(c.w(), c.theta(), e);
        f.equal(
            "Z, leaf " + e,
            z,
            c.specimen()
                .costs()
                .logRatioCost(c.w(), c.theta(), NaiveCorrespondence.answer(c, Side.TARGET, e)),
            bound);
        f.atMost("|Z|, leaf " + e, Math.abs(z), bound);
      }
    }
  }

  private static void cost(Case c, Findings f) {
    double bound = logRatioBound(c.specimen().naive());
    double cost = c.subject().cost(c.w(), c.theta());
    f.add(
        Evidence.equal(
            "C_w(θ)",
            cost,
            c.specimen().costs().cost(c.w(), c.theta()),
            Tolerance.rounding(Evidence.ENUMERATION, 1e-3 * bound)
                .plus(cancellation(c.specimen().naive().lambda()))));
    f.add(
        Evidence.zero(
            "the negative part of C_w(θ)", Math.max(0, -cost), Tolerance.rounding(900, bound)));
    f.atMost("C_w(θ)", cost, bound);
  }

  private static void studentLipschitz(Case c, Findings f) {
    Naive naive = c.specimen().naive();
    double constant = logRatioBound(naive) * Math.sqrt(Costs.of(naive).scoreMoment());
    double distance = SmallAlgebra.distance(c.theta(), c.vartheta());
    double change = c.subject().cost(c.w(), c.theta()) - c.subject().cost(c.w(), c.vartheta());
    double plain =
        c.specimen().costs().cost(c.w(), c.theta())
            - c.specimen().costs().cost(c.w(), c.vartheta());
    f.equal("C_w(θ) − C_w(ϑ)", change, plain, logRatioBound(naive));
    f.atMost("|C_w(θ) − C_w(ϑ)|", Math.abs(change), constant * distance);
    f.atMost("‖∇C_w(θ)‖", SmallAlgebra.norm(c.subject().gradient(c.w(), c.theta())), constant);
  }

  private static void calibrationLipschitz(Case c, Findings f) {
    Naive naive = c.specimen().naive();
    double constant = 2 * naive.lambda() * naive.horizon();
    double distance = SmallAlgebra.distance(c.w(), c.v());
    double change = c.subject().cost(c.w(), c.theta()) - c.subject().cost(c.v(), c.theta());
    double plain =
        c.specimen().costs().cost(c.w(), c.theta()) - c.specimen().costs().cost(c.v(), c.theta());
    f.equal("C_w(θ) − C_v(θ)", change, plain, logRatioBound(naive));
    f.atMost("|C_w(θ) − C_v(θ)|", Math.abs(change), constant * distance);
  }
}
