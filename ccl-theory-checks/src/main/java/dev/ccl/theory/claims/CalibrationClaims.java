package dev.ccl.theory.claims;

import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.forest.Forest;
import dev.ccl.testkit.Evidence;
import dev.ccl.testkit.Findings;
import dev.ccl.testkit.Tolerance;
import dev.ccl.testkit.naive.Naive;
import dev.ccl.testkit.naive.SmallAlgebra;
import dev.ccl.testkit.naive.SourceStep;
import dev.ccl.theory.Case;
import dev.ccl.theory.Claim;
import dev.ccl.theory.Kind;
import dev.ccl.theory.Requirement;
import dev.ccl.theory.Side;
import java.util.List;

/** lem:ced-calibration: coverage, design, conditional mean and drift (C09–C12). */
public final class CalibrationClaims {
  private CalibrationClaims() {}

  /** {@return the claims} */
  public static List<Claim> all() {
    return List.of(
        Claim.of(
            "C09",
            "eq:ced-student-token-coverage, eq:ced-student-envelope",
            "e^{−2B}/|B(s)| ≤ π(a|s) ≤ e^{2B}/|B(s)| for both classes",
            Kind.EXACT,
            CalibrationClaims::envelope),
        Claim.of(
            "C10",
            "eq:ced-adaptive-design",
            "E[zzᵀ|F_t] ⪰ e^{−2B} G_joint for every student, and ‖z‖ ≤ 2",
            Kind.EXACT,
            CalibrationClaims::design),
        Claim.of(
            "C11",
            "eq:ced-source-conditional-mean",
            "E[g_t | s, c1, c0] = P(I = 1) z [σ(zᵀw_t) − σ(zᵀw*)]",
            Kind.LAW,
            CalibrationClaims::conditionalMean,
            Requirement.REWARDS,
            Requirement.REALIZABLE,
            Requirement.IDENTIFIED),
        Claim.of(
            "C12",
            "eq:ced-source-drift",
            "E[(w − w*)ᵀg | F_t] ≥ γ‖w − w*‖², and ‖g‖ ≤ 2",
            Kind.EXACT,
            CalibrationClaims::drift,
            Requirement.REWARDS,
            Requirement.REALIZABLE,
            Requirement.IDENTIFIED,
            Requirement.STUDENTS_OF_THE_PAPER));
  }

  private static void envelope(Case c, Findings f) {
    for (Side side : Side.values()) {
      envelope(
          f,
          "student",
          c.subject().student(side, c.theta()),
          c.specimen().naive().students().logitBound());
      envelope(f, "calibrated", c.subject().calibrated(side, c.w()), c.specimen().naive().bound());
    }
  }

  private static void envelope(Findings f, String who, EdgeLaw law, double logits) {
    Forest forest = law.forest();
    double width = StrictMath.exp(2 * logits);
    for (int e = 0; e < forest.edges(); e++) {
      int k = forest.degree(forest.node(e));
      f.atLeast(who + " π(a|s), edge " + e, law.probability(e), 1 / (width * k));
      f.atMost(who + " π(a|s), edge " + e, law.probability(e), width / k);
    }
  }

  private static void design(Case c, Findings f) {
    Naive naive = c.specimen().naive();
    SourceStep step = c.specimen().step();
    int n = naive.calibrationDimension();
    double[][] joint = SmallAlgebra.rows(c.subject().information(), n);
    double[][] plain = step.information();
    double scale = 0;
    for (int i = 0; i < n; i++) {
      scale = Math.max(scale, plain[i][i]);
    }
    for (int i = 0; i < n; i++) {
      f.equal("row " + i + " of G_joint", joint[i], plain[i], scale);
    }
    for (int h = 1; h <= naive.horizon(); h++) {
      double[][] own = SmallAlgebra.rows(c.subject().information(h), n);
      double[][] other = step.information(h);
      for (int i = 0; i < n; i++) {
        f.equal("row " + i + " of G_h, h = " + h, own[i], other[i], scale);
      }
    }
    f.equal(
        "μ_joint",
        c.subject().constants().muJoint(),
        Math.max(0, SmallAlgebra.eigenvalues(plain)[0]),
        scale);
    double perMu =
        StrictMath.exp(-1 / naive.lambda() - 2 * naive.bound())
            * SmallAlgebra.sigmoidSlope(2 * naive.bound());
    f.equal("γ", c.subject().constants().gamma(), c.specimen().gamma(), perMu * scale);
    f.equal(
        "log γ where γ > 0",
        Math.max(c.subject().constants().logGamma(), -700),
        Math.max(StrictMath.log(c.subject().constants().gamma()), -700),
        1);
    double[][] design = step.design(naive.student(c.theta()));
    double coverage = StrictMath.exp(-2 * naive.students().logitBound());
    // The difference must be positive semidefinite; the diagonals show how tight that is.
    double[][] excess = new double[n][n];
    for (int i = 0; i < n; i++) {
      for (int k = 0; k < n; k++) {
        excess[i][k] = design[i][k] - coverage * joint[i][k];
      }
      if (design[i][i] > 0) {
        f.atMost("e^{−2B} G_joint along axis " + i, coverage * joint[i][i], design[i][i]);
      }
    }
    f.add(
        Evidence.equal(
            "the negative part of E[zzᵀ] − e^{−2B} G_joint",
            Math.max(0, -SmallAlgebra.eigenvalues(excess)[0]),
            0,
            Tolerance.rounding(9_000, scale)));
    step.forEachComparison(
        naive.student(c.theta()),
        (s, c1, c0, p) ->
            f.isTrue("‖z‖ ≤ 2 at " + s, SmallAlgebra.norm(s.difference(c1, c0)) <= 2 + 1e-9));
  }

  private static void conditionalMean(Case c, Findings f) {
    Naive naive = c.specimen().naive();
    SourceStep step = c.specimen().step();
    double[] truth = c.specimen().truth().parameter();
    double[] formula = new double[naive.calibrationDimension()];
    double[][] sum = {formula};
    double[] accepted = {0};
    step.forEachComparison(
        naive.student(c.theta()),
        (s, c1, c0, p) -> {
          double[] z = s.difference(c1, c0);
          double acceptance = step.accepted(s, c1, c0, 1) + step.accepted(s, c1, c0, 0);
          double pull =
              SmallAlgebra.sigmoid(SmallAlgebra.dot(z, c.w()))
                  - SmallAlgebra.sigmoid(SmallAlgebra.dot(z, truth));
          sum[0] = SmallAlgebra.plus(sum[0], p * acceptance * pull, z);
          accepted[0] += p * acceptance;
        });
    double[] mean = c.subject().expectedStep(c.w(), c.theta());
    double[] enumerated = step.mean(c.w(), c.theta());
    Tolerance rounding =
        Tolerance.rounding(Evidence.ENUMERATION, StrictMath.exp(-1 / naive.lambda()))
            .plus(CostClaims.cancellation(naive, accepted[0]));
    f.equal("E[g | F_t] by enumeration", mean, enumerated, rounding);
    Tolerance tolerance =
        Tolerance.estimate(accepted[0] * fit(c, 10), "the fit of w*")
            .plus(CostClaims.cancellation(naive, accepted[0]));
    for (int i = 0; i < mean.length; i++) {
      f.add(Evidence.equal("E[g | F_t] by the formula, " + i, mean[i], sum[0][i], tolerance));
    }
    conditionally(c, f);
    if (c.isSampling()) {
      SourceLaws.calibration(c.corner(), f, 0, 2000);
      SourceLaws.calibration(c, f, 16, 1000); // η small enough for steps that stay inside W
    }
  }

  /** How far what follows from w* may be off. */
  private static double fit(Case c, double factor) {
    return c.specimen().truth().tolerance(factor).amount();
  }

  /** Given s, c_1 and c_0, g is a multiple of z: its mean in units of P(I = 1) z. */
  private static void conditionally(Case c, Findings f) {
    double[] truth = c.specimen().truth().parameter();
    LabelClaims.forEach(
        c,
        (s, c1, c0, e1, e0) -> {
          double[] z = s.difference(c1, c0);
          double one = c.subject().accepted(e1, e0, 1);
          double zero = c.subject().accepted(e1, e0, 0);
          double u = SmallAlgebra.dot(z, c.w());
          f.add(
              Evidence.equal(
                  "E[g_t | s, c1, c0] at " + s,
                  (zero * SmallAlgebra.sigmoid(u) - one * SmallAlgebra.sigmoid(-u)) / (one + zero),
                  SmallAlgebra.sigmoid(u) - SmallAlgebra.sigmoid(SmallAlgebra.dot(z, truth)),
                  c.specimen().truth().tolerance(4)));
        });
  }

  private static void drift(Case c, Findings f) {
    Naive naive = c.specimen().naive();
    double[] difference = SmallAlgebra.plus(c.w(), -1, c.specimen().truth().parameter());
    double square = SmallAlgebra.dot(difference, difference);
    double drift = SmallAlgebra.dot(difference, c.subject().expectedStep(c.w(), c.theta()));
    double accepted =
        c.specimen().step().acceptedLaw(c.w(), c.theta()).stream()
            .mapToDouble(SourceStep.Atom::probability)
            .sum();
    double size = accepted * Math.sqrt(square); // bounds ‖E g‖, and so what an error of w* makes
    f.add(
        Evidence.atLeast(
            "(w − w*)ᵀ E g",
            drift,
            c.subject().constants().gamma() * square,
            Tolerance.estimate(4 * size * fit(c, 4), "the fit of w*")
                .plus(CostClaims.cancellation(naive, size))));
    double second = 0;
    for (SourceStep.Atom atom : c.specimen().step().law(c.w(), c.theta())) {
      f.isTrue("‖g‖ ≤ 2", SmallAlgebra.norm(atom.gradient()) <= 2 + 1e-9);
      second += atom.probability() * SmallAlgebra.dot(atom.gradient(), atom.gradient());
    }
    f.equal("E‖g‖²", c.subject().expectedSquare(c.w(), c.theta()), second, 1e-3);
  }
}
