package dev.ccl.theory.claims;

import dev.ccl.core.forest.Forest;
import dev.ccl.testkit.Evidence;
import dev.ccl.testkit.Findings;
import dev.ccl.testkit.naive.Answer;
import dev.ccl.testkit.naive.Costs;
import dev.ccl.testkit.naive.Naive;
import dev.ccl.testkit.naive.SmallAlgebra;
import dev.ccl.testkit.naive.StudentLaw;
import dev.ccl.theory.Case;
import dev.ccl.theory.Claim;
import dev.ccl.theory.Kind;
import dev.ccl.theory.Requirement;
import dev.ccl.theory.Side;
import java.util.List;

/** Scores and the gradient estimates made of them: lem:ced-unbiased (C17, C18, C21, C22). */
public final class ScoreClaims {
  private ScoreClaims() {}

  /** {@return the claims} */
  public static List<Claim> all() {
    return List.of(
        Claim.of(
            "C17",
            "eq:ced-score-pointwise, eq:ced-score-moment",
            "‖S‖ ≤ 2H, E S = 0, E‖S‖² ≤ H, and token increments are orthogonal",
            Kind.EXACT,
            ScoreClaims::score),
        Claim.of(
            "C18",
            "eq:ced-cost-gradient",
            "∇C_w = E[S·Z], and it is the derivative of C_w",
            Kind.EXACT,
            ScoreClaims::gradient),
        Claim.of(
            "C21",
            "eq:ced-student-unbiased",
            "E ĝ = ∇C_{t+1}(θ_t), with the new calibration and the old student",
            Kind.LAW,
            ScoreClaims::unbiased,
            Requirement.REWARDS,
            Requirement.IDENTIFIED),
        Claim.of(
            "C22",
            "eq:ced-student-variance",
            "E‖ĝ − ∇C‖² ≤ 16λ²B²H³/b",
            Kind.LAW,
            ScoreClaims::variance));
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
    double scale = CostClaims.logRatioBound(c.specimen().naive());
    f.equal("∇C_w by enumeration", gradient, costs.gradient(c.w(), c.theta()), scale);
    for (int i = 0; i < gradient.length; i++) {
      SmallAlgebra.Slope slope = SmallAlgebra.slope(x -> costs.cost(c.w(), x), c.theta(), i);
      f.add(
          Evidence.equal(
              "∇C_w by differences, coordinate " + i,
              gradient[i],
              slope.value(),
              slope.tolerance(scale)));
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
    f.equal(
        "E ĝ = ∇C_w(θ)",
        mean,
        c.subject().gradient(c.w(), c.theta()),
        CostClaims.logRatioBound(naive));
    if (c.isSampling()) {
      StudentLaws.candidates(c, f);
      mean(c, f);
    }
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
      Means.equal(f, "E ĝ + constant, coordinate " + i, moved, 2 * largest + 1e-300, largest);
    }
  }

  private static void variance(Case c, Findings f) {
    Naive naive = c.specimen().naive();
    double bound =
        CostClaims.logRatioBound(naive)
            * CostClaims.logRatioBound(naive)
            * c.specimen().costs().scoreMoment();
    double variance = c.subject().sampleVariance(c.w(), c.theta());
    f.equal(
        "E‖S·Z − ∇C‖²",
        variance,
        c.specimen().costs().sampleVariance(c.w(), c.theta()),
        1e-3 * bound);
    f.atMost("E‖S·Z − ∇C‖²", variance, bound);
    if (c.isSampling()) {
      batchVariance(c, f, 7, variance, bound);
    }
  }

  /** Draws of ‖ĝ − ∇C‖² from batches of b. */
  private static void batchVariance(Case c, Findings f, long b, double variance, double bound) {
    double[] gradient = c.specimen().costs().gradient(c.w(), c.theta());
    double range = StrictMath.pow(StudentLaws.largestError(c), 2) * (1 + 1e-9) + 1e-300;
    double[] squares =
        StudentLaws.estimates(c, b).stream()
            .mapToDouble(g -> StrictMath.pow(SmallAlgebra.distance(g, gradient), 2))
            .toArray();
    Means.equal(f, "E‖ĝ − ∇C‖², b = " + b, squares, range, variance / b);
    Means.atMost(f, "E‖ĝ − ∇C‖² against its bound, b = " + b, squares, range, bound / b);
  }
}
