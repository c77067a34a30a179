package dev.ccl.theory.claims;

import com.google.common.collect.ImmutableMap;
import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.algorithms.LearnerState;
import dev.ccl.algorithms.Ledger;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.Stream;
import dev.ccl.theory.Case;
import dev.ccl.theory.Claim;
import dev.ccl.theory.Evidence;
import dev.ccl.theory.Findings;
import dev.ccl.theory.Kind;
import dev.ccl.theory.Need;
import dev.ccl.theory.Subject.Side;
import dev.ccl.theory.naive.Answer;
import dev.ccl.theory.naive.Costs;
import dev.ccl.theory.naive.Naive;
import dev.ccl.theory.naive.Small;
import dev.ccl.theory.naive.TokenLaw;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** sec:sm-temperature: the instance on which direct matching keeps an error (C33–C37, C39). */
public final class SeparationClaims {
  private static final int STEPS = 4000;

  private SeparationClaims() {}

  /**
   * Returns the claims.
   *
   * @return C33, C34, C35, C36, C37, C39
   */
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
            "C35",
            "eq:sm-temp-objective, eq:sm-temp-cost, eq:sm-temp-sample",
            "C_SM = −J_SM = E Z_SM, with minimiser α/(4λ(1+λ))·1",
            Kind.EXACT,
            SeparationClaims::matchingCost),
        claim(
            "C36",
            "eq:sm-temp-gap",
            "‖θ*_SM − θ†‖ = (√d/4λ)(1 − α/(1+λ)) ≥ √d(1−α)/(4λ)",
            Kind.EXACT,
            SeparationClaims::gap),
        claim(
            "C37",
            "eq:sm-temp-unbiased, eq:sm-temp-cross-term, eq:sm-temp-second-moment",
            "ĝ_SM is unbiased and strongly monotone with μ_SM, and E‖ĝ_SM‖² ≤ G_SM²",
            Kind.LAW,
            SeparationClaims::matchingStep),
        claim(
            "C39",
            "eq:sm-temp-kl-curvature",
            "The average KL to the oracle is at least κ_SM/(2d)·‖θ − θ†‖²",
            Kind.EXACT,
            SeparationClaims::curvature));
  }

  private static Claim claim(
      String id, String label, String sentence, Kind kind, Claim.Check check) {
    return Claim.of(id, label, sentence, kind, check, Need.REWARDS, Need.SEPARATION);
  }

  /** α of eq:sm-temp-teacher. */
  static double share(Naive naive) {
    return naive.teacherParameter()[0] * naive.lambda() / Math.sqrt(2);
  }

  private static double[] constant(int d, double value) {
    double[] out = new double[d];
    Arrays.fill(out, value);
    return out;
  }

  private static double p(double u) {
    return Small.sigmoid(u - StrictMath.log(2));
  }

  static double curvatureConstant(Naive naive) {
    return Small.sigmoidSlope(naive.bound() + StrictMath.log(2));
  }

  static double[] oracle(Naive naive) {
    return constant(naive.studentDimension(), 1 / (4 * naive.lambda()));
  }

  static double[] matching(Naive naive) {
    return constant(
        naive.studentDimension(), share(naive) / (4 * naive.lambda() * (1 + naive.lambda())));
  }

  private static void oracle(Case c, Findings f) {
    Naive naive = c.specimen().naive();
    double lambda = naive.lambda();
    double[] oracle = oracle(naive);
    double[] found = c.subject().oracle();
    for (int i = 0; i < oracle.length; i++) {
      f.add(Evidence.equal("θ†, coordinate " + i, found[i], oracle[i], 1e-7 * (1 + oracle[i])));
    }
    f.atMost("‖θ†‖", Small.norm(oracle), naive.bound());
    double[] truth = new double[naive.calibrationDimension()];
    truth[0] = Math.sqrt(2) / lambda;
    double[] fitted = c.subject().truthParameter();
    for (int i = 0; i < truth.length; i++) {
      f.add(Evidence.equal("w*, coordinate " + i, fitted[i], truth[i], 1e-9 * (1 + truth[0])));
    }
    f.atMost("‖w*‖", Small.norm(truth), naive.bound());
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
    double alpha = share(naive);
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
    TokenLaw optimum = naive.gibbs();
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
      sum += (theta[i] * p(theta[i]) - StrictMath.log((StrictMath.exp(theta[i]) + 2) / 3)) / d;
      gradient[i] = theta[i] * p(theta[i]) * (1 - p(theta[i])) / d;
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
        Small.plus(
            c.subject().matchingGradient(theta),
            -1 / naive.lambda(),
            c.subject().gradient(naive.teacherParameter(), theta));
    f.equal("λ∇KL", own, Small.plus(new double[d], naive.lambda(), gradient), naive.bound());
  }

  private static void matchingCost(Case c, Findings f) {
    Naive naive = c.specimen().naive();
    Costs costs = c.specimen().costs();
    double[] theta = c.theta();
    double lambda = naive.lambda();
    double alpha = share(naive);
    TokenLaw student = naive.student(theta);
    TokenLaw teacher = naive.calibrated(naive.teacherParameter());
    double cost = c.subject().matchingCost(theta);
    f.equal(
        "C_SM = KL(stu ‖ tea) + λ KL(stu ‖ pre)",
        cost,
        costs.divergence(student, teacher) + lambda * costs.divergence(student, naive.reference()),
        1);
    f.equal("C_SM = E Z_SM", cost, costs.mean(student, a -> sample(naive, student, a)), 1);
    int d = theta.length;
    double closed = StrictMath.log((StrictMath.exp(alpha / lambda) + 2) / 3);
    double[] gradient = new double[d];
    for (int i = 0; i < d; i++) {
      double u = theta[i];
      closed += (1 + lambda) * (u * p(u) - StrictMath.log((StrictMath.exp(u) + 2) / 3)) / d;
      closed -= alpha / (4 * lambda) * (1 + p(u)) / d;
      gradient[i] = p(u) * (1 - p(u)) * ((1 + lambda) * u - alpha / (4 * lambda)) / d;
    }
    double[] best = matching(naive);
    f.equal("C_SM in closed form", cost, closed, 1);
    f.equal("∇C_SM", c.subject().matchingGradient(theta), gradient, naive.bound());
    f.equal("∇C_SM(θ*_SM) = 0", c.subject().matchingGradient(best), new double[d], 1);
    f.isTrue("C_SM(θ*_SM) ≤ C_SM(θ)", c.subject().matchingCost(best) <= cost + 1e-12);
    double[] found = c.subject().matchingMinimizer();
    for (int i = 0; i < d; i++) {
      f.add(Evidence.equal("θ*_SM, coordinate " + i, found[i], best[i], 1e-7 * (1 + best[i])));
    }
  }

  /** Z_SM of eq:sm-temp-sample. */
  static double sample(Naive naive, TokenLaw student, Answer a) {
    double own = student.logAnswer(a);
    return own
        - naive.calibrated(naive.teacherParameter()).logAnswer(a)
        + naive.lambda() * (own - naive.reference().logAnswer(a));
  }

  private static void gap(Case c, Findings f) {
    Naive naive = c.specimen().naive();
    double alpha = share(naive);
    double lambda = naive.lambda();
    double unit = Math.sqrt(naive.studentDimension()) / (4 * lambda);
    double gap = Small.distance(c.subject().matchingMinimizer(), c.subject().oracle());
    f.add(
        Evidence.equal("‖θ*_SM − θ†‖", gap, unit * (1 - alpha / (1 + lambda)), 1e-6 * (1 + unit)));
    f.add(
        new Evidence(
            "‖θ*_SM − θ†‖",
            gap,
            Evidence.Relation.AT_LEAST,
            unit * (1 - alpha),
            1e-6 * (1 + unit)));
  }

  private static void matchingStep(Case c, Findings f) {
    Naive naive = c.specimen().naive();
    Costs costs = c.specimen().costs();
    double[] theta = c.theta();
    int d = theta.length;
    double lambda = naive.lambda();
    TokenLaw student = naive.student(theta);
    double[] mean = costs.scoreMean(theta, a -> sample(naive, student, a));
    f.equal("E ĝ_SM = ∇C_SM", c.subject().matchingGradient(theta), mean, naive.bound());
    double mu = (1 + lambda) * curvatureConstant(naive) / d;
    double[] difference = Small.plus(theta, -1, matching(naive));
    double square = Small.dot(difference, difference);
    if (square > 1e-8) {
      f.atLeast(
          "(θ − θ*_SM)ᵀ∇C_SM",
          Small.dot(difference, c.subject().matchingGradient(theta)),
          mu * square);
    }
    double second =
        costs.mean(
            student,
            a -> {
              double[] score = costs.score(student, a);
              return Small.dot(score, score) * StrictMath.pow(sample(naive, student, a), 2);
            });
    f.atMost("E‖ĝ_SM‖²", second, StrictMath.pow((2 + lambda) * naive.bound(), 2));
    if (c.isSampling()) {
      stepLaw(c, f, mu);
    }
  }

  /** The law of θ_1: every value is Proj(θ_0 − η_0 S·Z_SM) for some answer, and how often. */
  private static void stepLaw(Case c, Findings f, double mu) {
    Naive naive = c.specimen().naive();
    Costs costs = c.specimen().costs();
    TokenLaw student = naive.student(c.theta());
    List<double[]> values = new ArrayList<>();
    List<Double> masses = new ArrayList<>();
    long t = 7;
    for (String x : naive.target()) {
      for (Answer a : naive.answers(x)) {
        double[] next =
            Small.plus(
                c.theta(), -sample(naive, student, a) / (mu * (t + 2)), costs.score(student, a));
        double norm = Small.norm(next);
        if (norm > naive.bound()) {
          next = Small.plus(new double[next.length], naive.bound() / norm, next);
        }
        double mass = StrictMath.exp(student.logAnswer(a)) / naive.target().size();
        int k = nearest(values, next);
        if (k >= 0 && Small.distance(values.get(k), next) <= 1e-7) {
          masses.set(k, masses.get(k) + mass);
        } else {
          values.add(next);
          masses.add(mass);
        }
      }
    }
    int[] counts = new int[values.size()];
    Stream seeds = c.streams().open(Purpose.REPLICATE, 37);
    for (int i = 0; i < STEPS; i++) {
      LearnerState state =
          c.subject()
              .matchingRound(
                  new LearnerState(
                      seeds.nextLong(),
                      t,
                      ImmutableDoubleArray.copyOf(naive.teacherParameter()),
                      ImmutableDoubleArray.copyOf(c.theta()),
                      ImmutableMap.of(),
                      Ledger.EMPTY));
      double[] next = state.student().toArray();
      int k = nearest(values, next);
      counts[k]++;
      f.add(
          Evidence.equal(
              "the distance of θ_{t+1} to Proj(θ_t − η_t ĝ_SM)",
              Small.distance(values.get(k), next),
              0,
              1e-8 * (1 + naive.bound())));
    }
    for (int k = 0; k < counts.length; k++) {
      double p = RoundLaws.pValue(STEPS, counts[k], masses.get(k), 1e-12);
      f.add(
          Evidence.law(
              "value " + k + " of θ_{t+1}: " + counts[k] + ", expected " + masses.get(k) * STEPS,
              Math.min(1, counts.length * p)));
    }
  }

  private static int nearest(List<double[]> values, double[] point) {
    int best = values.isEmpty() ? -1 : 0;
    for (int k = 1; k < values.size(); k++) {
      best =
          Small.distance(values.get(k), point) < Small.distance(values.get(best), point) ? k : best;
    }
    return best;
  }

  private static void curvature(Case c, Findings f) {
    Naive naive = c.specimen().naive();
    double[] oracle = oracle(naive);
    double square = StrictMath.pow(Small.distance(c.theta(), oracle), 2);
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
          "𝒦(θ)", divergence, curvatureConstant(naive) / (2 * naive.studentDimension()) * square);
    }
  }
}
