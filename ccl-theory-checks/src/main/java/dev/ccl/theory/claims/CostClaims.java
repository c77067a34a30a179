package dev.ccl.theory.claims;

import com.google.common.collect.ImmutableList;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.instance.Instance;
import dev.ccl.judge.Evidence;
import dev.ccl.judge.Findings;
import dev.ccl.judge.Slope;
import dev.ccl.judge.Tolerance;
import dev.ccl.testkit.naive.Answer;
import dev.ccl.testkit.naive.Costs;
import dev.ccl.testkit.naive.Naive;
import dev.ccl.testkit.naive.Node;
import dev.ccl.testkit.naive.SmallAlgebra;
import dev.ccl.testkit.naive.StudentLaw;
import dev.ccl.theory.Case;
import dev.ccl.theory.Claim;
import dev.ccl.theory.Kind;
import dev.ccl.theory.Part;
import dev.ccl.theory.Requirement;
import dev.ccl.theory.Side;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToDoubleFunction;

/** Costs of students, their scores and derivatives (C15–C25). */
final class CostClaims {

  private CostClaims() {}

  /** {@return the claims} */
  static ImmutableList<Claim> all() {
    return ImmutableList.of(
        Claim.of(
            "C15",
            "lem:ced-z",
            "|Z| ≤ 4λBH on every feasible answer",
            Kind.EXACT,
            CostClaims::logRatio),
        Claim.of("C16", "eq:ced-cost-bound", "0 ≤ C_w(θ) ≤ 4λBH", Kind.EXACT, CostClaims::cost),
        Claim.of(
            "C17",
            "eq:ced-score-pointwise, eq:ced-score-moment",
            "‖S‖ ≤ 2H, E S = 0, E‖S‖² ≤ H, and token increments are orthogonal",
            Kind.EXACT,
            CostClaims::score),
        Claim.of(
            "C18",
            "eq:ced-cost-gradient",
            "∇C_w = E[S·Z], and it is the derivative of C_w",
            Kind.EXACT,
            CostClaims::gradient),
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
            CostClaims::calibrationLipschitz),
        Claim.of(
            "C21",
            "eq:ced-student-unbiased",
            "E ĝ = ∇C_{t+1}(θ_t), with the new calibration and the old student",
            Part.of(Kind.EXACT, "E[S·Z] over all answers is ∇C_w(θ)", CostClaims::unbiased),
            Part.of(
                Kind.LAW,
                "Draws of ĝ have mean ∇C, and a gradient step that wins is Proj(θ_t − α ĝ) for a"
                    + " batch of two answers, with the new calibration",
                CostClaims::estimate,
                Requirement.REWARDS,
                Requirement.IDENTIFIED)),
        Claim.of(
            "C22",
            "eq:ced-student-variance",
            "E‖ĝ − ∇C‖² ≤ 16λ²B²H³/b",
            Part.of(Kind.EXACT, "E‖S·Z − ∇C‖² ≤ 16λ²B²H³ over all answers", CostClaims::variance),
            Part.of(
                Kind.LAW,
                "Draws of ‖ĝ − ∇C‖² from batches of seven have the mean of one rollout over seven",
                CostClaims::batchVariance)),
        Claim.of(
            "C23",
            "eq:ced-hessian-expression",
            "The Hessian formula is the derivative of the gradient, and 0 ⪯ −∇S ⪯ H·I",
            Kind.EXACT,
            CostClaims::hessian),
        Claim.of(
            "C24",
            "eq:ced-hessian-bound, eq:ced-gradient-smoothness",
            "‖∇²C_w‖ ≤ L_st = λH(1 + 8BH), and the gradient is L_st-Lipschitz",
            Kind.EXACT,
            CostClaims::smoothGradient),
        Claim.of(
            "C25",
            "eq:ced-gradient-calibration",
            "‖∇C_w − ∇C_v‖ ≤ 2λH^{3/2}‖w − v‖",
            Kind.EXACT,
            CostClaims::gradientCalibration));
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
            Tolerance.enumeration(1e-3 * bound).plus(cancellation(naive, naive.lambda()))));
    // A mean of log-ratios, which may be far smaller than the logarithms; 0 itself is not rounded.
    f.add(
        Evidence.zero(
            "the negative part of C_w(θ)",
            Math.max(0, -cost),
            Tolerance.relative(9.9e-14, bound).plus(cancellation(naive, naive.lambda() / 2))));
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

  private static void score(Case c, Findings f) {
    Naive naive = c.specimen().naive();
    Costs costs = c.specimen().costs();
    StudentLaw student = naive.student(c.theta());
    Forest forest = c.subject().dataset(Side.TARGET).forest();
    int h = naive.horizon();
    double gradient = naive.students().gradientBound();
    double[][] mean = new double[forest.prompts().size()][naive.studentDimension()];
    double[] moment = new double[mean.length];
    double[] weights = c.subject().dataset(Side.TARGET).rootWeights();
    double[][] second = new double[naive.studentDimension()][naive.studentDimension()];
    double[] orthogonal = new double[mean.length];
    for (int e = 0; e < forest.edges(); e++) {
      if (!NaiveCorrespondence.isLeaf(forest, e)) {
        continue;
      }
      Answer a = NaiveCorrespondence.answer(c, Side.TARGET, e);
      double[] score = c.subject().score(c.theta(), e);
      f.equal("S of answer " + a, score, costs.score(student, a), gradient);
      f.atMost("‖S‖ of answer " + a, SmallAlgebra.norm(score), 2 * h * gradient);
      int r = NaiveCorrespondence.root(forest, e);
      double p = StrictMath.exp(student.logAnswer(a));
      mean[r] = SmallAlgebra.plus(mean[r], p, score);
      moment[r] += p * SmallAlgebra.dot(score, score);
      SmallAlgebra.addOuter(weights[r] * p, score, score, second);
      for (int i = 1; i <= h; i++) {
        for (int k = i + 1; k <= h; k++) {
          orthogonal[r] +=
              p
                  * SmallAlgebra.dot(
                      costs.increment(student, a.node(i), a.place(i)),
                      costs.increment(student, a.node(k), a.place(k)));
        }
      }
    }
    double[][] fisher = SmallAlgebra.rows(c.subject().fisherInformation(c.theta()), mean[0].length);
    for (int i = 0; i < fisher.length; i++) {
      f.equal("row " + i + " of E SSᵀ", fisher[i], second[i], costs.scoreMoment());
    }
    for (int r = 0; r < mean.length; r++) {
      f.equal("E S", mean[r], new double[mean[r].length], h * gradient);
      f.equal("E of products of increments", orthogonal[r], 0, costs.scoreMoment());
      f.atMost("E‖S‖²", moment[r], costs.scoreMoment());
    }
  }

  private static void gradient(Case c, Findings f) {
    Costs costs = c.specimen().costs();
    double[] gradient = c.subject().gradient(c.w(), c.theta());
    double scale = logRatioBound(c.specimen().naive());
    f.equal("∇C_w by enumeration", gradient, costs.gradient(c.w(), c.theta()), scale);
    for (int i = 0; i < gradient.length; i++) {
      Slope slope = SmallAlgebra.slope(x -> costs.cost(c.w(), x), c.theta(), i);
      f.add(
          Evidence.equal(
              "∇C_w by differences, coordinate " + i,
              gradient[i],
              slope.value(),
              SmallAlgebra.tolerance(slope, scale)));
    }
  }

  private static void unbiased(Case c, Findings f) {
    Naive naive = c.specimen().naive();
    StudentLaw student = naive.student(c.theta());
    Forest forest = c.subject().dataset(Side.TARGET).forest();
    double[] weights = c.subject().dataset(Side.TARGET).rootWeights();
    double[] mean = new double[naive.studentDimension()];
    for (int e = 0; e < forest.edges(); e++) {
      if (NaiveCorrespondence.isLeaf(forest, e)) {
        double p = StrictMath.exp(student.logAnswer(NaiveCorrespondence.answer(c, Side.TARGET, e)));
        mean =
            SmallAlgebra.plus(
                mean,
                weights[NaiveCorrespondence.root(forest, e)]
                    * p
                    * c.subject().logRatioCost(c.w(), c.theta(), e),
                c.subject().score(c.theta(), e));
      }
    }
    f.equal("E ĝ = ∇C_w(θ)", mean, c.subject().gradient(c.w(), c.theta()), logRatioBound(naive));
  }

  private static void estimate(Case c, Findings f) {
    StudentLaws.candidates(c, f);
    mean(c, f);
  }

  /** The mean of draws of ĝ, coordinate by coordinate. */
  private static void mean(Case c, Findings f) {
    List<double[]> draws = StudentLaws.estimates(c, 1);
    double[] gradient = c.specimen().costs().gradient(c.w(), c.theta());
    double largest = StudentLaws.largestError(c);
    for (int i = 0; i < gradient.length; i++) {
      int at = i;
      double low = gradient[i] - largest;
      double[] moved = draws.stream().mapToDouble(g -> Math.max(0, g[at] - low)).toArray();
      ConfidenceBounds.equal(
          f, "E ĝ + constant, coordinate " + i, moved, 2 * largest + 1e-300, largest);
    }
  }

  private static void variance(Case c, Findings f) {
    double bound = varianceBound(c);
    double variance = c.subject().sampleVariance(c.w(), c.theta());
    f.equal(
        "E‖S·Z − ∇C‖²",
        variance,
        c.specimen().costs().sampleVariance(c.w(), c.theta()),
        1e-3 * bound);
    f.atMost("E‖S·Z − ∇C‖²", variance, bound);
  }

  private static double varianceBound(Case c) {
    double z = logRatioBound(c.specimen().naive());
    return z * z * c.specimen().costs().scoreMoment();
  }

  /** Draws of ‖ĝ − ∇C‖² from batches of b. */
  private static void batchVariance(Case c, Findings f) {
    long b = 7;
    double variance = c.specimen().costs().sampleVariance(c.w(), c.theta());
    double bound = varianceBound(c);
    double[] gradient = c.specimen().costs().gradient(c.w(), c.theta());
    double range = StrictMath.pow(StudentLaws.largestError(c), 2) * (1 + 1e-9) + 1e-300;
    double[] squares =
        StudentLaws.estimates(c, b).stream()
            .mapToDouble(g -> StrictMath.pow(SmallAlgebra.distance(g, gradient), 2))
            .toArray();
    ConfidenceBounds.equal(f, "E‖ĝ − ∇C‖², b = " + b, squares, range, variance / b);
    ConfidenceBounds.atMost(f, "E‖ĝ − ∇C‖² against its bound, b = " + b, squares, range, bound / b);
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
      Slope[] column = SmallAlgebra.slopes(x -> costs.gradient(c.w(), x), c.theta(), k);
      for (int i = 0; i < d; i++) {
        f.add(
            Evidence.equal(
                "∇²C_w by differences, " + i + " " + k,
                hessian[i][k],
                column[i].value(),
                SmallAlgebra.tolerance(column[i], scale)));
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
                  Tolerance.relative(9.9e-14, most)));
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

  private static void smoothGradient(Case c, Findings f) {
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

  private static void gradientCalibration(Case c, Findings f) {
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
    f.equal("∇C_w − ∇C_v", change, plain, logRatioBound(naive));
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
