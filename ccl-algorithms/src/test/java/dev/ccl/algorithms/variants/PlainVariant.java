package dev.ccl.algorithms.variants;

import dev.ccl.testkit.naive.Answer;
import dev.ccl.testkit.naive.Costs;
import dev.ccl.testkit.naive.Minimum;
import dev.ccl.testkit.naive.Naive;
import dev.ccl.testkit.naive.Node;
import dev.ccl.testkit.naive.RoundFormulas;
import dev.ccl.testkit.naive.SmallAlgebra;
import dev.ccl.testkit.naive.StudentLaw;
import dev.ccl.testkit.naive.TokenLaw;
import java.util.Arrays;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * A run of Algorithm 1 under any settings of a round, as a reader of docs/algorithm.md would type
 * it: one rollout at a time, each setting where it acts, a generator of its own. A liar overrides
 * one of the protected methods.
 */
class PlainVariant {
  /** What all runs on an instance share. */
  record Ground(
      Naive model,
      RoundFormulas formulas,
      Minimum taught,
      PlainEquations equations,
      PlainProjection.Known projections,
      PlainGuard.Students students,
      PlainEvidence.Ground evidence) {
    static Ground of(Naive model) {
      Minimum taught = Minimum.of(model, model.teacherParameter());
      return new Ground(
          model,
          new RoundFormulas(model),
          taught,
          new PlainEquations(model),
          new PlainProjection.Known(model),
          new PlainGuard.Students(model, taught),
          PlainEvidence.Ground.of(model));
    }

    TokenLaw teacher() {
      return evidence.teacher();
    }

    TokenLaw reference() {
      return evidence.reference();
    }

    /** The rule of a run. */
    PlainRule rule(String name) {
      double radius = model.instance().header().calibrationSet().radius();
      return switch (name) {
        case "newton" -> new PlainInformation(2, radius);
        case "evidence" -> new PlainEvidence(evidence);
        case "projection" -> new PlainProjection(projections);
        default -> PlainRule.decreasing(formulas);
      };
    }
  }

  private final Ground ground;
  private final Naive model;
  private final RoundFormulas formulas;
  private final Costs costs;
  private final Map<String, String> settings;
  private final TokenLaw teacher;
  private final TokenLaw reference;
  private final PlainRule rule;
  private final PlainNatural natural;
  private final PlainGuard guard;
  private final PlainProof proof;
  final SplittableRandom random;
  double[] w;
  double[] theta;
  private double[] average;
  private long averagingSteps;
  private double weightSum = 1;
  private double weightCount = 1;
  double queries;
  double accepted;
  double gradientRollouts;
  double validationRollouts;
  double secondWins;

  PlainVariant(Ground ground, Map<String, String> settings, long seed) {
    this.ground = ground;
    this.model = ground.model();
    this.formulas = ground.formulas();
    this.costs = Costs.of(model);
    this.settings = settings;
    this.teacher = ground.teacher();
    this.reference = ground.reference();
    this.rule = rule(ground);
    this.random = new SplittableRandom(seed);
    this.w =
        is("initial-calibration", "teacher")
            ? model.teacherParameter()
            : numbers(settings.get("initial-calibration"));
    this.theta =
        is("warm-start", "teacher") ? warm() : model.instance().header().initial().toArray();
    this.average = w.clone();
    this.natural = new PlainNatural(model);
    this.guard = guard(ground, w);
    this.proof = proof(ground);
  }

  /** How labels and rewards move the calibration. */
  protected PlainRule rule(Ground shared) {
    return shared.rule(settings.get("calibration"));
  }

  /** Which calibration teaches, where it is proven. */
  protected PlainProof proof(Ground shared) {
    return new PlainProof(shared.equations());
  }

  /** Which calibration teaches, where it is guarded. */
  protected PlainGuard guard(Ground shared, double[] start) {
    return new PlainGuard(shared, start);
  }

  private boolean is(String setting, String value) {
    return settings.get(setting).equals(value);
  }

  private long number(String setting) {
    return Long.parseLong(settings.get(setting));
  }

  private static double[] numbers(String text) {
    return Arrays.stream(text.split(",")).mapToDouble(Double::parseDouble).toArray();
  }

  /** The student distilled from the teacher as it is. */
  protected double[] warm() {
    return ground.taught().point();
  }

  /** The calibration that teaches. */
  protected double[] taught() {
    return is("teaching", "last") || is("calibrate-every", "0") ? w : average;
  }

  void round(long t) {
    long firstStage = number("first-stage");
    boolean calibrates = !is("calibrate-every", "0") && (firstStage == 0 || t < firstStage);
    if (calibrates && t % number("calibrate-every") == 0) {
      calibrate(t);
      average = is("teaching", "guarded") ? guard.taught(w) : proof.taught(w);
    }
    if (t >= firstStage) {
      for (long update = 0; update < number("updates"); update++) {
        distil(t - firstStage, update);
      }
    }
  }

  private void calibrate(long t) {
    String x = model.source().get(random.nextInt(model.source().size()));
    int h = 1 + random.nextInt(model.horizon());
    Answer proposal = RoundFormulas.draw(random.nextDouble(), model.answers(x), 0, teacher);
    Node s = proposal.node(h);
    int c1 = proposal.place(h);
    int c0 =
        switch (settings.get("alternatives")) {
          case "student" -> token(model.student(theta), s);
          case "teacher" -> token(teacher, s);
          default -> random.nextInt(s.size());
        };
    if (c1 == c0 && is("queries", "informative")) {
      return;
    }
    queries++;
    double rho = formulas.branchProbability(s, c1, c0);
    int y = random.nextDouble() < rho ? 1 : 0;
    Answer answer =
        RoundFormulas.draw(random.nextDouble(), formulas.branch(s, y == 1 ? c1 : c0), h, reference);
    double chance = formulas.acceptance(answer.reward());
    double[] z = s.difference(c1, c0);
    double u = SmallAlgebra.dot(z, w);
    w = rule.verified(answer, answer.reward(), w);
    guard.verified(answer, answer.reward());
    proof.verified(answer, answer.reward());
    double weight =
        is("acceptance", "rejection") ? (random.nextDouble() <= chance ? 1 : 0) : chance;
    accepted += weight > 0 ? 1 : 0;
    if (weight > 0 && c1 != c0) {
      double residual = weight * (SmallAlgebra.sigmoid(u) - y);
      if (is("acceptance", "controlled")) {
        residual += weightSum / weightCount * (y - rho);
        weightSum += weight;
        weightCount++;
      }
      w =
          formulas.projectCalibration(
              rule.step(t, x, z, residual, weight * SmallAlgebra.sigmoidSlope(u), w));
    }
  }

  private void distil(long stage, long update) {
    TokenLaw calibrated = model.calibrated(taught());
    double[] gradient = gradient(calibrated, size("gradient-batch", stage, 1), update);
    double[] first =
        switch (settings.get("student-step")) {
          case "natural" -> natural.step(theta, calibrated, gradient);
          case "averaging" -> averaging(gradient);
          default ->
              formulas.projectStudent(SmallAlgebra.plus(theta, -formulas.studentStep(), gradient));
        };
    if (is("exploration", "off")) {
      theta = first;
      return;
    }
    if (is("exploration", "screened") && !isSquare(stage)) {
      theta = first;
      return;
    }
    double[] second = explored();
    if (is("exploration", "screened") && !passes(stage, calibrated, second)) {
      theta = first;
      return;
    }
    long q = size("validation", stage, 2);
    validationRollouts += 2 * q;
    boolean firstWins =
        formulas.select(cost(first, calibrated, q), cost(second, calibrated, q)) == 1;
    secondWins += firstWins ? 0 : 1;
    theta = firstWins ? first : second;
  }

  /** θ − sF⁻¹ĝ/λ with s = 2/(k + 20) in the k-th step, no further than a divergence of 1. */
  private double[] averaging(double[] gradient) {
    double[][] f = natural.information(theta);
    double[] along = PlainNatural.solve(f, gradient);
    double size = gain(averagingSteps++) / model.lambda();
    double divergence = size * size / 2 * SmallAlgebra.dot(along, PlainInformation.times(f, along));
    return model
        .students()
        .project(SmallAlgebra.plus(theta, -size / Math.sqrt(Math.max(1, divergence)), along));
  }

  /** The gain of the k-th averaging step, from 0. */
  protected double gain(long k) {
    return 2.0 / (k + 20);
  }

  private static boolean isSquare(long t) {
    long root = Math.round(Math.sqrt((double) t));
    return root * root == t;
  }

  /** Eight pairs of small batches, and better by five standard errors. */
  private boolean passes(long stage, TokenLaw calibrated, double[] candidate) {
    long n = (slow(stage) + 31) / 32;
    double[] gains = new double[8];
    validationRollouts += 2 * n * gains.length;
    double mean = 0;
    for (int i = 0; i < gains.length; i++) {
      gains[i] = cost(theta, calibrated, n) - cost(candidate, calibrated, n);
      mean += gains[i] / gains.length;
    }
    double square = 0;
    for (double gain : gains) {
      square += (gain - mean) * (gain - mean);
    }
    return mean > 5 * Math.sqrt(square / gains.length / (gains.length - 1));
  }

  private static long slow(long t) {
    return (long) Math.ceil(28 * StrictMath.pow(t + 1.0, 0.25));
  }

  /** The rollouts of a batch; 0 for the exact expectation. */
  private long size(String setting, long stage, int power) {
    return switch (settings.get(setting)) {
      case "paper" -> power == 1 ? formulas.gradientBatch(stage) : formulas.validationBatch(stage);
      case "exact" -> 0;
      case "slow" -> slow(stage);
      default -> number(setting);
    };
  }

  private double[] explored() {
    double[] point = new double[theta.length];
    do {
      for (int i = 0; i < point.length; i++) {
        point[i] = model.bound() * (2 * random.nextDouble() - 1);
      }
    } while (SmallAlgebra.norm(point) > model.bound());
    return point;
  }

  private double[] gradient(TokenLaw calibrated, long b, long update) {
    if (b == 0) {
      return natural.gradient(theta, calibrated);
    }
    gradientRollouts += b;
    StudentLaw student = model.student(theta);
    double[] sum = new double[theta.length];
    SplittableRandom from = generator(update);
    for (long l = 0; l < made(b); l++) {
      Answer a = rollout(student, from);
      double z = costs.logRatioCost(student, calibrated, a);
      if (is("gradient", "causal")) {
        for (int h = 1; h <= a.length(); h++) {
          double rest = model.lambda() * (student.logSuffix(a, h) - calibrated.logSuffix(a, h));
          double[] increment = costs.increment(student, a.node(h), a.place(h));
          sum = SmallAlgebra.plus(sum, rest / b, increment);
        }
      } else {
        sum = SmallAlgebra.plus(sum, z / b, costs.score(student, a));
      }
    }
    return sum;
  }

  /** The generator of a gradient batch. */
  protected SplittableRandom generator(long update) {
    return random;
  }

  /** How many of the rollouts of a gradient batch are made. */
  protected long made(long b) {
    return b;
  }

  private Answer rollout(TokenLaw law, SplittableRandom from) {
    String x = model.target().get(from.nextInt(model.target().size()));
    return RoundFormulas.draw(from.nextDouble(), model.answers(x), 0, law);
  }

  private double cost(double[] parameter, TokenLaw calibrated, long q) {
    if (q == 0) {
      return natural.cost(parameter, calibrated);
    }
    StudentLaw student = model.student(parameter);
    double sum = 0;
    for (long l = 0; l < q; l++) {
      sum += costs.logRatioCost(student, calibrated, rollout(student, random));
    }
    return sum / q;
  }

  private int token(TokenLaw law, Node s) {
    return RoundFormulas.token(random.nextDouble(), law.log(s));
  }
}
