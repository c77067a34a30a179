package dev.ccl.theory.claims;

import dev.ccl.core.forest.Forest;
import dev.ccl.testkit.Evidence;
import dev.ccl.testkit.Findings;
import dev.ccl.testkit.Tolerance;
import dev.ccl.testkit.naive.Answer;
import dev.ccl.testkit.naive.Costs;
import dev.ccl.testkit.naive.Naive;
import dev.ccl.testkit.naive.SmallAlgebra;
import dev.ccl.testkit.naive.StudentLaw;
import dev.ccl.theory.Case;
import dev.ccl.theory.Claim;
import dev.ccl.theory.Kind;
import dev.ccl.theory.Side;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToDoubleFunction;

/** lem:ced-smoothness: second derivatives and gradients (C23–C25). */
public final class SmoothnessClaims {
  private SmoothnessClaims() {}

  /** {@return the claims} */
  public static List<Claim> all() {
    return List.of(
        Claim.of(
            "C23",
            "eq:ced-hessian-expression",
            "The Hessian formula is the derivative of the gradient, and 0 ⪯ −∇S ⪯ H·I",
            Kind.EXACT,
            SmoothnessClaims::hessian),
        Claim.of(
            "C24",
            "eq:ced-hessian-bound, eq:ced-gradient-smoothness",
            "‖∇²C_w‖ ≤ L_st = λH(1 + 8BH), and the gradient is L_st-Lipschitz",
            Kind.EXACT,
            SmoothnessClaims::smoothness),
        Claim.of(
            "C25",
            "eq:ced-gradient-calibration",
            "‖∇C_w − ∇C_v‖ ≤ 2λH^{3/2}‖w − v‖",
            Kind.EXACT,
            SmoothnessClaims::calibration));
  }

  private static void hessian(Case c, Findings f) {
    Naive naive = c.specimen().naive();
    Costs costs = c.specimen().costs();
    int d = naive.studentDimension();
    double scale = smoothness(naive);
    double most = costs.largestScoreDerivative();
    double[][] hessian = SmallAlgebra.rows(c.subject().hessian(c.w(), c.theta()), d);
    double[][] plain = costs.hessian(c.w(), c.theta());
    for (int i = 0; i < d; i++) {
      f.equal("row " + i + " of ∇²C_w", hessian[i], plain[i], 1e-2 * scale);
    }
    for (int k = 0; k < d; k++) {
      SmallAlgebra.Slope[] column =
          SmallAlgebra.slopes(x -> costs.gradient(c.w(), x), c.theta(), k);
      for (int i = 0; i < d; i++) {
        f.add(
            Evidence.equal(
                "∇²C_w by differences, " + i + " " + k,
                hessian[i][k],
                column[i].value(),
                column[i].tolerance(scale)));
      }
    }
    StudentLaw student = naive.student(c.theta());
    Forest forest = c.subject().dataset(Side.TARGET).forest();
    for (int e = 0; e < forest.edges(); e++) {
      if (NaiveCorrespondence.isLeaf(forest, e)) {
        Answer a = NaiveCorrespondence.answer(c, Side.TARGET, e);
        double[][] information = SmallAlgebra.rows(c.subject().scoreDerivative(c.theta(), e), d);
        double[][] covariance = costs.information(student, a);
        for (int i = 0; i < d; i++) {
          Arrays.setAll(information[i], negated(information[i]));
          f.equal("row " + i + " of −∇S", information[i], covariance[i], most);
        }
        double[] values = SmallAlgebra.eigenvalues(information);
        if (naive.students().hessianBound() == 0) { // a covariance
          f.add(
              Evidence.zero(
                  "the negative part of −∇S",
                  Math.max(0, -values[0]),
                  Tolerance.rounding(900, most)));
        }
        f.atMost("−∇S", Math.max(values[d - 1], -values[0]), most);
      }
    }
  }

  private static IntToDoubleFunction negated(double[] row) {
    double[] before = row.clone();
    return k -> -before[k];
  }

  private static double smoothness(Naive naive) {
    return Costs.of(naive).smoothness();
  }

  private static void smoothness(Case c, Findings f) {
    int d = c.specimen().naive().studentDimension();
    double bound = c.subject().constants().smoothness();
    f.equal("L_st", bound, smoothness(c.specimen().naive()), 0);
    f.equal("α_stu", c.subject().constants().studentStep(), 0.5 / bound, 0);
    f.atMost(
        "‖∇²C_w(θ)‖",
        SmallAlgebra.operatorNorm(SmallAlgebra.rows(c.subject().hessian(c.w(), c.theta()), d)),
        bound);
    f.atMost(
        "‖∇C_w(θ) − ∇C_w(ϑ)‖",
        SmallAlgebra.distance(
            c.subject().gradient(c.w(), c.theta()), c.subject().gradient(c.w(), c.vartheta())),
        bound * SmallAlgebra.distance(c.theta(), c.vartheta()));
  }

  private static void calibration(Case c, Findings f) {
    Naive naive = c.specimen().naive();
    double h = naive.horizon();
    double[] change =
        SmallAlgebra.plus(
            c.subject().gradient(c.w(), c.theta()), -1, c.subject().gradient(c.v(), c.theta()));
    double[] plain =
        SmallAlgebra.plus(
            c.specimen().costs().gradient(c.w(), c.theta()),
            -1,
            c.specimen().costs().gradient(c.v(), c.theta()));
    f.equal("∇C_w − ∇C_v", change, plain, CostClaims.logRatioBound(naive));
    f.atMost(
        "‖∇C_w − ∇C_v‖",
        SmallAlgebra.norm(change),
        2
            * naive.lambda()
            * h
            * Math.sqrt(Costs.of(naive).scoreMoment())
            * SmallAlgebra.distance(c.w(), c.v()));
  }
}
