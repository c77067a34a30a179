package dev.ccl.theory.claims;

import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStream;
import dev.ccl.testkit.Evidence;
import dev.ccl.testkit.Findings;
import dev.ccl.testkit.Tolerance;
import dev.ccl.testkit.naive.Answer;
import dev.ccl.testkit.naive.GibbsWeights;
import dev.ccl.testkit.naive.Naive;
import dev.ccl.testkit.naive.TokenLaw;
import dev.ccl.theory.Case;
import dev.ccl.theory.Claim;
import dev.ccl.theory.Kind;
import dev.ccl.theory.Requirement;
import dev.ccl.theory.Side;
import java.util.List;

/** lem:ced-gibbs: the unrestricted optimum and what distillation from it means (C04, C05). */
public final class GibbsClaims {
  private GibbsClaims() {}

  /** {@return the claims, C04, C05} */
  public static List<Claim> all() {
    return List.of(
        Claim.of(
            "C04",
            "lem:ced-gibbs, eq:ced-gibbs",
            "The Gibbs policy is the unique unrestricted optimum, and 1 ≤ Z_λ ≤ e^{1/λ}",
            Kind.EXACT,
            GibbsClaims::optimum,
            Requirement.REWARDS),
        Claim.of(
            "C05",
            "eq:ced-gibbs-student",
            "J(π_θ) = (λ/m) Σ log Z_λ − C_{w*}(θ), so that argmax J = argmin C_{w*}",
            Kind.EXACT,
            GibbsClaims::student,
            Requirement.REWARDS,
            Requirement.REALIZABLE));
  }

  private static void optimum(Case c, Findings f) {
    Naive naive = c.specimen().naive();
    TokenLaw plain = GibbsWeights.of(naive).law();
    for (Side side : Side.values()) {
      EdgeLaw gibbs = c.subject().gibbs(side);
      Forest forest = gibbs.forest();
      for (int e = 0; e < forest.edges(); e++) {
        if (NaiveCorrespondence.isLeaf(forest, e)) {
          Answer a = NaiveCorrespondence.answer(c, side, e);
          f.equal(
              "log π* of answer " + a, gibbs.logPath(e), plain.logAnswer(a), 1 / naive.lambda());
        }
      }
      double[] logZ = c.subject().logNormalizers(side);
      for (int r = 0; r < logZ.length; r++) {
        String x = forest.prompts().get(r).id();
        f.equal(
            "log Z of " + x, logZ[r], GibbsWeights.of(naive).logNormalizer(x), 1 / naive.lambda());
        f.atMost("log Z of " + x, logZ[r], 1 / naive.lambda());
        f.atLeast("log Z of " + x, logZ[r], 0);
      }
    }
    EdgeLaw gibbs = c.subject().gibbs(Side.TARGET);
    double best = c.subject().value(gibbs);
    double meanLogZ = 0;
    for (String x : naive.target()) {
      meanLogZ += GibbsWeights.of(naive).logNormalizer(x) / naive.target().size();
    }
    f.equal("J(π*) = λ mean log Z", best, naive.lambda() * meanLogZ, 1);
    RandomStream stream = c.streams().open(Purpose.TRIAL, 4);
    for (double size : new double[] {1e-2, 0.3, 3}) {
      double[] logits = gibbs.logs();
      for (int e = 0; e < logits.length; e++) {
        logits[e] += size * (2 * stream.nextDouble() - 1);
      }
      EdgeLaw other = EdgeLaw.ofLogits(gibbs.forest(), logits);
      double value = c.subject().value(other);
      f.add(
          Evidence.equal(
              "J of a perturbed policy above J(π*)",
              Math.max(0, value - best),
              0,
              Tolerance.rounding(9_000, 1).plus(CostClaims.cancellation(naive, naive.lambda()))));
      f.equal(
          "J(π) = λ mean log Z − λ KL(π ‖ π*)",
          value,
          naive.lambda() * (meanLogZ - c.subject().divergence(other, gibbs)),
          1);
    }
  }

  private static void student(Case c, Findings f) {
    Naive naive = c.specimen().naive();
    double[] truth = c.specimen().truth().parameter();
    double meanLogZ = 0;
    for (String x : naive.target()) {
      meanLogZ += GibbsWeights.of(naive).logNormalizer(x) / naive.target().size();
    }
    boolean searched = c.specimen().meets(Requirement.STUDENTS_OF_THE_PAPER);
    double[] oracle = searched ? c.specimen().oracle().point() : c.theta();
    double best = c.subject().value(c.subject().student(Side.TARGET, oracle));
    for (double[] theta : List.of(c.theta(), c.vartheta(), oracle)) {
      double value = c.subject().value(c.subject().student(Side.TARGET, theta));
      f.add(
          Evidence.equal(
              "J(π_θ) + C_{w*}(θ)",
              value + c.subject().cost(truth, theta),
              naive.lambda() * meanLogZ,
              Tolerance.rounding(Evidence.ENUMERATION, 1)
                  .plus(
                      Tolerance.estimate(
                          10 * naive.lambda() * naive.horizon() * c.specimen().truth().residual(),
                          "the fit of w*"))));
      f.equal("J(π_θ)", value, c.specimen().costs().value(naive.student(theta)), 1);
      if (searched) {
        f.add(
            Evidence.zero(
                "J(π_θ) ≤ J(π_θ†)",
                Math.max(0, value - best),
                Tolerance.estimate(1e-9, "the search for θ†")));
      }
    }
  }
}
