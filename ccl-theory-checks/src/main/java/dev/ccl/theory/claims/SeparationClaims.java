package dev.ccl.theory.claims;

import dev.ccl.testkit.Evidence;
import dev.ccl.testkit.Findings;
import dev.ccl.testkit.Tolerance;
import dev.ccl.testkit.naive.GibbsWeights;
import dev.ccl.testkit.naive.Naive;
import dev.ccl.testkit.naive.SmallAlgebra;
import dev.ccl.testkit.naive.TokenLaw;
import dev.ccl.theory.Case;
import dev.ccl.theory.Claim;
import dev.ccl.theory.Kind;
import dev.ccl.theory.Requirement;
import dev.ccl.theory.Side;
import java.util.List;

/**
 * sec:sm-temperature: the instance on which direct matching keeps an error (C33, C34, C36, C39).
 */
public final class SeparationClaims {
  private SeparationClaims() {}

  /** {@return the claims} */
  public static List<Claim> all() {
    return List.of(
        claim(
            "C33",
            "prop:sm-temp-oracle",
            "θ† = 1/(4λ)·1, w* = (√2/λ)u_1, no student represents π*, and J(tea) > J(θ†)",
            Kind.EXACT,
            SeparationClaims::oracle),
        claim(
            "C34",
            "eq:sm-temp-reference-cost",
            "KL(student ‖ reference) = θ_i p(θ_i) − log((e^{θ_i}+2)/3), with its gradient",
            Kind.EXACT,
            SeparationClaims::referenceCost),
        claim(
            "C36",
            "eq:sm-temp-gap",
            "‖θ*_SM − θ†‖ = (√d/4λ)(1 − α/(1+λ)) ≥ √d(1−α)/(4λ)",
            Kind.EXACT,
            SeparationClaims::gap),
        claim(
            "C39",
            "eq:sm-temp-kl-curvature",
            "The average KL to the oracle is at least κ_SM/(2d)·‖θ − θ†‖²",
            Kind.EXACT,
            SeparationClaims::curvature));
  }

  private static Claim claim(
      String id, String label, String sentence, Kind kind, Claim.Check check) {
    return Claim.of(id, label, sentence, kind, check, Requirement.REWARDS, Requirement.SEPARATION);
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
        Tolerance.rounding(Evidence.ENUMERATION, naive.bound())
            .plus(CostClaims.cancellation(naive, naive.lambda())));
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
}
