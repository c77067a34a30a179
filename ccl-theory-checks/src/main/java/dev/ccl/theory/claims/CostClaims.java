package dev.ccl.theory.claims;

import dev.ccl.core.forest.Forest;
import dev.ccl.core.instance.Instance;
import dev.ccl.testkit.Evidence;
import dev.ccl.testkit.Findings;
import dev.ccl.testkit.Tolerance;
import dev.ccl.testkit.naive.Costs;
import dev.ccl.testkit.naive.Naive;
import dev.ccl.testkit.naive.Node;
import dev.ccl.testkit.naive.SmallAlgebra;
import dev.ccl.theory.Case;
import dev.ccl.theory.Claim;
import dev.ccl.theory.Kind;
import dev.ccl.theory.Side;
import java.util.List;

/** lem:ced-z and lem:ced-lipschitz: the size of the cost and how it moves (C15, C16, C19, C20). */
public final class CostClaims {
  private CostClaims() {}

  /** {@return the claims} */
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
   * What is left of rounded log-probabilities where their differences are far smaller than they. A
   * token's is a logit minus the logarithm of a sum of exponentials: with k legal tokens at most 5k
   * + 5 roundings, an exponential or a logarithm counting as four, and those of the logit, of terms
   * no larger than the logits and log k, or |log π_pre|. A linear logit rounds a product and a sum
   * per parameter, another one at most an elementary function as well. An answer has H of them, a
   * difference two answers, and both sides of a comparison have it.
   *
   * @param weight the factor of the difference
   */
  static Tolerance cancellation(Naive naive, double weight) {
    Instance.Header header = naive.instance().header();
    long each = naive.students().hessianBound() == 0 ? 2 : 6;
    long logit = Math.max(2L * header.calibrationDimension(), each * naive.studentDimension());
    int tokens = 1;
    double largest = 0; // of |log π_pre|
    for (String x : naive.instance().prompts().keySet()) {
      for (Node s : naive.nodes(x)) {
        tokens = Math.max(tokens, s.size());
        for (int k = 0; k < s.size(); k++) {
          largest = Math.max(largest, -StrictMath.log(s.pre(k)));
        }
      }
    }
    long operations = 4L * naive.horizon() * (logit + 5L * tokens + 5);
    double logits = naive.students().logitBound() + naive.students().calibratedLogits(header);
    double size = logits + Math.max(StrictMath.log(tokens), largest);
    return Tolerance.rounding(operations, weight * size);
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
    Naive naive = c.specimen().naive();
    double bound = logRatioBound(naive);
    double cost = c.subject().cost(c.w(), c.theta());
    f.add(
        Evidence.equal(
            "C_w(θ)",
            cost,
            c.specimen().costs().cost(c.w(), c.theta()),
            Tolerance.rounding(Evidence.ENUMERATION, 1e-3 * bound)
                .plus(cancellation(naive, naive.lambda()))));
    // A mean of log-ratios, which may be far smaller than the logarithms; 0 itself is not rounded.
    f.add(
        Evidence.zero(
            "the negative part of C_w(θ)",
            Math.max(0, -cost),
            Tolerance.rounding(900, bound).plus(cancellation(naive, naive.lambda() / 2))));
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
