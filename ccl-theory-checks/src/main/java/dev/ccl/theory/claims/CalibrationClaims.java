package dev.ccl.theory.claims;

import com.google.common.collect.ImmutableList;
import dev.ccl.algorithms.LearnerState;
import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.forest.Forest;
import dev.ccl.judge.Evidence;
import dev.ccl.judge.Findings;
import dev.ccl.judge.Tolerance;
import dev.ccl.testkit.naive.GibbsWeights;
import dev.ccl.testkit.naive.Naive;
import dev.ccl.testkit.naive.Node;
import dev.ccl.testkit.naive.SmallAlgebra;
import dev.ccl.testkit.naive.SourceStep;
import dev.ccl.theory.Case;
import dev.ccl.theory.Claim;
import dev.ccl.theory.Kind;
import dev.ccl.theory.Part;
import dev.ccl.theory.Requirement;
import dev.ccl.theory.Side;
import java.util.List;

/**
 * The source side: what an accepted label tells about w*, and what calibration steps do (C06–C14).
 */
final class CalibrationClaims {
  /** Where the bound of C13 says something before this round, runs are long enough to decide. */
  static final double SOON = 400;

  private static final Requirement[] CONTRACTION = {
    Requirement.REWARDS,
    Requirement.REALIZABLE,
    Requirement.IDENTIFIED,
    Requirement.STUDENTS_OF_THE_PAPER
  };

  private CalibrationClaims() {}

  /** {@return the claims} */
  static ImmutableList<Claim> all() {
    return ImmutableList.of(
        Claim.of(
            "C06",
            "eq:ced-acceptance",
            "A trial is accepted with probability at least e^{−1/λ}, whatever s, c1 and c0",
            Part.of(
                Kind.EXACT,
                "P(I = 1 | s, c1, c0) ≥ e^{−1/λ} at every comparison",
                CalibrationClaims::acceptance,
                Requirement.REWARDS),
            Part.of(
                Kind.LAW,
                "Rounds from one state accept as often as the law of a trial says",
                SourceLaws::acceptance,
                Requirement.REWARDS,
                Requirement.IDENTIFIED)),
        Claim.of(
            "C07",
            "eq:ced-accepted-label",
            "P(Y = 1 | accepted) = σ(zᵀw*), also where both tokens coincide",
            Part.of(
                Kind.EXACT,
                "P(Y = 1 | accepted) = σ(zᵀw*) at every comparison",
                CalibrationClaims::label,
                Requirement.REWARDS,
                Requirement.REALIZABLE),
            Part.of(
                Kind.LAW,
                "Labels of the first round, at θ = 0, have their exact law",
                (c, f) -> SourceLaws.calibration(c.centre(), f, 0, 2000),
                Requirement.REWARDS,
                Requirement.REALIZABLE,
                Requirement.IDENTIFIED)),
        Claim.of(
            "C08",
            "eq:ced-suffix-moment, eq:ced-joint-label-acceptance",
            "1 ≤ M ≤ e^{1/λ}, and the joint law of label and acceptance",
            Kind.EXACT,
            CalibrationClaims::moments,
            Requirement.REWARDS),
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
            Part.of(
                Kind.EXACT,
                "E[g_t | s, c1, c0] = P(I = 1) z [σ(zᵀw_t) − σ(zᵀw*)], and its mean",
                CalibrationClaims::conditionalMean,
                Requirement.REWARDS,
                Requirement.REALIZABLE,
                Requirement.IDENTIFIED),
            Part.of(
                Kind.LAW,
                "w_{t+1} has its exact law given (w_t, θ_t), at t = 0 and 16",
                CalibrationClaims::steps,
                Requirement.REWARDS,
                Requirement.REALIZABLE,
                Requirement.IDENTIFIED)),
        Claim.of(
            "C12",
            "eq:ced-source-drift",
            "E[(w − w*)ᵀg | F_t] ≥ γ‖w − w*‖², and ‖g‖ ≤ 2",
            Kind.EXACT,
            CalibrationClaims::drift,
            Requirement.REWARDS,
            Requirement.REALIZABLE,
            Requirement.IDENTIFIED,
            Requirement.STUDENTS_OF_THE_PAPER),
        Claim.of(
            "C13",
            "eq:ced-source-recursion, eq:ced-source-mse",
            "E‖w_t − w*‖² ≤ 4/(γ²(t+2)) for t ≥ 1, and its recursion in every round",
            Part.of(
                Kind.EXACT,
                "The recursion of E‖w_t − w*‖² in a round, early and as late as 10⁶/γ",
                CalibrationClaims::recursion,
                CONTRACTION),
            Part.of(
                Kind.LAW,
                "Every w_{t+1} of a path is Proj(w_t − η_t g) for a value of g_t",
                CalibrationClaims::path,
                CONTRACTION),
            Part.of(
                Kind.RUN,
                "Runs do not refute E‖w_T − w*‖² ≤ 4/(γ²(T+2)), and establish it where γ is large",
                CalibrationClaims::meanSquare,
                CONTRACTION)),
        Claim.of(
            "C14",
            "eq:ced-source-increment",
            "‖w_t − w_{t−1}‖ ≤ 2/(γ(t+1)) on every path",
            Part.of(
                Kind.EXACT,
                "‖w_{t+1} − w_t‖ ≤ 2/(γ(t+2)) for every value of g_t at a late round",
                CalibrationClaims::increment,
                Requirement.REWARDS,
                Requirement.IDENTIFIED),
            Part.of(
                Kind.LAW,
                "‖w_{t+1} − w_t‖ ≤ 2/(γ(t+2)) on a path",
                CalibrationClaims::increments,
                Requirement.REWARDS,
                Requirement.IDENTIFIED)));
  }

  /** What to do with a comparison on the source forest. */
  interface Comparison {
    void at(Node s, int c1, int c0, int e1, int e0);
  }

  static void forEach(Case c, Comparison comparison) {
    Forest forest = c.subject().dataset(Side.SOURCE).forest();
    for (int s = 0; s < forest.nodes(); s++) {
      Node node = NaiveCorrespondence.node(c, Side.SOURCE, s);
      int first = forest.firstEdge(s);
      for (int c1 = 0; c1 < node.size(); c1++) {
        for (int c0 = 0; c0 < node.size(); c0++) {
          comparison.at(node, c1, c0, first + c1, first + c0);
        }
      }
    }
  }

  private static void acceptance(Case c, Findings f) {
    SourceStep step = c.specimen().step();
    double lambda = c.specimen().naive().lambda();
    double least = StrictMath.exp(-1 / lambda);
    long operations = acceptanceOperations(c, lambda);
    forEach(
        c,
        (s, c1, c0, e1, e0) -> {
          double p = c.subject().accepted(e1, e0, 1) + c.subject().accepted(e1, e0, 0);
          f.equal(
              "P(I = 1) at " + s, p, step.accepted(s, c1, c0, 1) + step.accepted(s, c1, c0, 0), 0);
          f.equal("P(I = 1) at " + s, c.subject().acceptance(e1, e0), p, 0);
          f.atLeast("P(I = 1) at " + s, p, least, Tolerance.rounding(operations, p));
        });
  }

  /**
   * A bound of the roundings in P(I = 1) and e^{−1/λ}, which are equal where R is 0: in each step
   * of log M a sum over tokens of exponentials and its logarithm, of sizes up to 1/λ; then the
   * shares of two tokens, two exponentials and their sum.
   */
  private static long acceptanceOperations(Case c, double lambda) {
    long horizon = c.specimen().naive().horizon();
    long tokens = c.specimen().instance().header().vocabulary().size();
    return 20 + horizon * (2 * tokens + 12 + (long) Math.ceil(4 / lambda));
  }

  private static void label(Case c, Findings f) {
    double[] truth = c.specimen().truth().parameter();
    Tolerance tolerance = c.specimen().truth().tolerance(4);
    forEach(
        c,
        (s, c1, c0, e1, e0) -> {
          double one = c.subject().accepted(e1, e0, 1);
          double zero = c.subject().accepted(e1, e0, 0);
          double odds = SmallAlgebra.sigmoid(SmallAlgebra.dot(s.difference(c1, c0), truth));
          f.add(Evidence.equal("P(Y = 1 | I = 1) at " + s, one / (one + zero), odds, tolerance));
        });
  }

  private static void moments(Case c, Findings f) {
    Naive naive = c.specimen().naive();
    double[] log = c.subject().logMoments(Side.SOURCE);
    Forest forest = c.subject().dataset(Side.SOURCE).forest();
    for (int e = 0; e < log.length; e++) {
      Node s = NaiveCorrespondence.node(c, Side.SOURCE, forest.node(e));
      int k = e - forest.firstEdge(forest.node(e));
      f.equal("log M at " + s, log[e], GibbsWeights.of(naive).logMoment(s, k), 1 / naive.lambda());
      f.atLeast("log M at " + s, log[e], 0);
      f.atMost("log M at " + s, log[e], 1 / naive.lambda());
    }
    SourceStep step = c.specimen().step();
    forEach(
        c,
        (s, c1, c0, e1, e0) -> {
          for (int y = 0; y <= 1; y++) {
            f.equal(
                "P(Y = " + y + ", I = 1) at " + s,
                c.subject().accepted(e1, e0, y),
                step.accepted(s, c1, c0, y),
                0);
          }
        });
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
    double perMu = // γ / μ_joint, whose error is that of an eigenvalue of the size of G_joint
        StrictMath.exp(-1 / naive.lambda() - 2 * naive.students().logitBound())
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
            Tolerance.relative(9.9e-13, scale)));
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
        Tolerance.enumeration(StrictMath.exp(-1 / naive.lambda()))
            .plus(CostClaims.cancellation(naive, accepted[0]));
    f.equal("E[g | F_t] by enumeration", mean, enumerated, rounding);
    Tolerance tolerance =
        Tolerance.estimate(accepted[0] * fit(c, 10), "the fit of w*")
            .plus(CostClaims.cancellation(naive, accepted[0]));
    for (int i = 0; i < mean.length; i++) {
      f.add(Evidence.equal("E[g | F_t] by the formula, " + i, mean[i], sum[0][i], tolerance));
    }
    conditionally(c, f);
  }

  private static void steps(Case c, Findings f) {
    SourceLaws.calibration(c.corner(), f, 0, 2000);
    SourceLaws.calibration(c, f, 16, 1000); // η small enough for steps that stay inside W
  }

  /** How far what follows from w* may be off. */
  private static double fit(Case c, double factor) {
    return c.specimen().truth().tolerance(factor).amount();
  }

  /** Given s, c_1 and c_0, g is a multiple of z: its mean in units of P(I = 1) z. */
  private static void conditionally(Case c, Findings f) {
    double[] truth = c.specimen().truth().parameter();
    forEach(
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

  /** The squared diameter of W. */
  private static double range(Case c) {
    double diameter = 2 * c.specimen().instance().header().calibrationSet().radius();
    return diameter * diameter;
  }

  /** The round from which eq:ced-source-mse is below the squared diameter of W. */
  static double horizon(Case c) {
    return 4 / (c.specimen().gamma() * c.specimen().gamma() * range(c));
  }

  private static double square(double[] w, double[] truth) {
    double distance = SmallAlgebra.distance(w, truth);
    return distance * distance;
  }

  /** E[‖w_{t+1} − w*‖² | F_t] as a sum over the values of g_t. */
  private static double expected(Case c, List<SourceStep.Atom> law, double gamma, double t) {
    double sum = 0;
    for (SourceStep.Atom atom : law) {
      double[] next = SmallAlgebra.plus(c.w(), -1 / (gamma * (t + 2)), atom.gradient());
      c.subject().projectCalibration(next);
      sum += atom.probability() * square(next, c.specimen().truth().parameter());
    }
    return sum;
  }

  private static void recursion(Case c, Findings f) {
    double gamma = c.subject().constants().gamma();
    double[] truth = c.specimen().truth().parameter();
    List<SourceStep.Atom> law = c.specimen().step().law(c.w(), c.theta());
    double now = square(c.w(), truth);
    for (double t : new double[] {0, 1, 4, 30, 1000}) {
      double bound = t / (t + 2) * now + 4 / StrictMath.pow(gamma * (t + 2), 2);
      f.atMost("E[‖w_{t+1} − w*‖² | F_t], t = " + t, expected(c, law, gamma, t), bound);
    }
    // Without the part that both sides share, and so late that a drift below γ‖w − w*‖² shows.
    double late = Math.min(1 / gamma, 1e300);
    for (double t : new double[] {late, 1e6 * late}) {
      double scale = gamma * (t + 2);
      double fit = c.specimen().truth().tolerance(4).amount();
      f.add(
          Evidence.atMost(
              "γ²(t+2)² (E[‖w_{t+1} − w*‖² | F_t] − t/(t+2) ‖w_t − w*‖²), t = " + t,
              scale * scale * (expected(c, law, gamma, t) - t / (t + 2) * now),
              4,
              Tolerance.estimate(4 * scale * (1 + Math.sqrt(now)) * fit, "the fit of w*")
                  .plus(Tolerance.relative(9.9e-14, scale * scale * (now + 0.01)))));
    }
  }

  private static void path(Case c, Findings f) {
    for (long t : new long[] {0, 40}) {
      Runs.follow(c, t, 3, (before, after) -> isStep(c, f, before, after));
    }
  }

  private static void meanSquare(Case c, Findings f) {
    double[] truth = c.specimen().truth().parameter();
    boolean soon = horizon(c) <= SOON;
    int length = c.effort().choose(8, 40);
    long rounds = soon ? (long) (length * horizon(c)) : 200;
    int n = soon ? c.effort().choose(400, 2000) : 50;
    double[] squares =
        Runs.measured(
            c, Runs.calibrating(c), new long[] {rounds}, n, (w, theta) -> square(w, truth))[0];
    ConfidenceBounds.atMost(
        f,
        "E‖w_T − w*‖², T = " + rounds,
        squares,
        range(c),
        4 / (c.specimen().gamma() * c.specimen().gamma() * (rounds + 2)));
  }

  /** w_{t+1} is Proj(w_t − η_t g) for some value of g_t. */
  private static void isStep(Case c, Findings f, LearnerState before, LearnerState after) {
    long t = before.round();
    double eta = 1 / (c.specimen().gamma() * (t + 2));
    double[] w = before.calibration().toArray();
    double nearest = Double.POSITIVE_INFINITY;
    for (SourceStep.Atom atom : c.specimen().step().law(w, before.student().toArray())) {
      double[] next = SmallAlgebra.plus(w, -eta, atom.gradient());
      c.specimen().instance().header().calibrationSet().project(next);
      nearest = Math.min(nearest, SmallAlgebra.distance(next, after.calibration().toArray()));
    }
    f.add(
        Evidence.equal(
            "the distance of w_{t+1} to Proj(w_t − η_t g), t = " + t,
            nearest,
            0,
            OutcomeTable.step(1e-8, c.specimen().naive().bound())));
  }

  private static void increment(Case c, Findings f) {
    double gamma = c.specimen().gamma();
    double[] edge = SmallAlgebra.plus(new double[c.w().length], 1e9, c.w());
    c.specimen().instance().header().calibrationSet().project(edge);
    for (double[] w : List.of(c.w(), edge)) {
      for (SourceStep.Atom atom : c.specimen().step().law(w, c.theta())) {
        double[] next = SmallAlgebra.plus(w, -1 / (gamma * 1e6), atom.gradient());
        c.subject().projectCalibration(next);
        f.atMost("‖w_{t+1} − w_t‖, t = 10⁶ − 2", SmallAlgebra.distance(next, w), 2 / (gamma * 1e6));
      }
    }
  }

  private static void increments(Case c, Findings f) {
    double gamma = c.specimen().gamma();
    int rounds = c.effort().hasRuns() ? c.effort().choose(500, 5000) : 2;
    long[] starts = c.effort().hasRuns() ? new long[] {0, 1000, 1_000_000} : new long[] {0, 100};
    for (long t : starts) {
      Runs.follow(
          c,
          t,
          rounds,
          (before, after) ->
              f.atMost(
                  "‖w_{t+1} − w_t‖, t = " + before.round(),
                  SmallAlgebra.distance(
                      after.calibration().toArray(), before.calibration().toArray()),
                  2 / (gamma * (before.round() + 2))));
    }
  }
}
