package dev.ccl.theory.variants;

import dev.ccl.testkit.naive.Answer;
import dev.ccl.testkit.naive.Costs;
import dev.ccl.testkit.naive.Minimum;
import dev.ccl.testkit.naive.Naive;
import dev.ccl.testkit.naive.Node;
import dev.ccl.testkit.naive.SmallAlgebra;
import dev.ccl.testkit.naive.SourceStep;
import dev.ccl.testkit.naive.StudentLaw;
import dev.ccl.testkit.naive.TokenLaw;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * A run of Algorithm 1 under any settings of a round, as a reader of docs/algorithm.md would type
 * it: one rollout at a time, each setting where it acts, a generator of its own. A liar overrides
 * one of the protected methods.
 */
class PlainVariant {
  /** What all runs on an instance share: γ, the frozen laws, the student of the teacher. */
  record Ground(Naive model, double gamma, TokenLaw teacher, TokenLaw reference, Minimum taught) {
    static Ground of(Naive model) {
      double[] w = model.teacherParameter();
      return new Ground(
          model,
          SourceStep.of(model).gamma(),
          model.calibrated(w),
          model.reference(),
          Minimum.of(model, w));
    }
  }

  private final Ground ground;
  private final Naive model;
  private final Costs costs;
  private final Map<String, String> settings;
  private final TokenLaw teacher;
  private final TokenLaw reference;
  private final double gamma;
  private final double radius;
  final SplittableRandom random;
  double[] w;
  double[] theta;
  private double[] average;
  private final double[][] information; // P of calibration=newton and curvature
  private double[] leading;
  private double weightSum = 1;
  private double weightCount = 1;
  private double baseline;
  double queries;
  double accepted;
  double gradientRollouts;
  double validationRollouts;
  double secondWins;

  PlainVariant(Ground ground, Map<String, String> settings, long seed) {
    this.ground = ground;
    this.model = ground.model();
    this.costs = Costs.of(model);
    this.settings = settings;
    this.teacher = ground.teacher();
    this.reference = ground.reference();
    this.gamma = ground.gamma();
    this.radius = model.instance().header().calibrationSet().radius();
    this.random = new SplittableRandom(seed);
    this.w =
        is("initial-calibration", "teacher")
            ? model.teacherParameter()
            : numbers(settings.get("initial-calibration"));
    this.theta =
        is("warm-start", "teacher") ? warm() : model.instance().header().initial().toArray();
    this.average = w.clone();
    int n = w.length;
    this.information = new double[n][n];
    this.leading = new double[n];
    for (int i = 0; i < n; i++) {
      information[i][i] = radius * radius;
      leading[i] = 1 / Math.sqrt(n);
    }
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
    return is("averaging", "tail") && !is("calibration", "frozen") ? average : w;
  }

  void round(long t) {
    long firstStage = number("first-stage");
    boolean calibrates = !is("calibration", "frozen") && (firstStage == 0 || t < firstStage);
    if (calibrates && t % number("calibrate-every") == 0) {
      calibrate(t);
      double share = 4.0 / (t + 4);
      average = SmallAlgebra.plus(average, share, SmallAlgebra.plus(w, -1, average));
    }
    if (t >= firstStage) {
      for (long update = 0; update < number("updates"); update++) {
        distil(t, t - firstStage, update);
      }
    }
  }

  private void calibrate(long t) {
    String x = model.source().get(random.nextInt(model.source().size()));
    int h = 1 + random.nextInt(model.horizon());
    Answer proposal = draw(model.answers(x), 1, teacher, random);
    Node s = proposal.node(h);
    int c1 = proposal.place(h);
    int c0 =
        switch (settings.get("alternatives")) {
          case "student" -> token(model.student(theta).log(s));
          case "teacher" -> token(teacher.log(s));
          default -> random.nextInt(s.size());
        };
    if (c1 == c0 && is("queries", "informative")) {
      return;
    }
    queries++;
    double rho = s.pre(c1) / (s.pre(c1) + s.pre(c0));
    int y = random.nextDouble() < rho ? 1 : 0;
    List<Answer> branches = new ArrayList<>();
    for (Answer a : model.answers(x)) {
      if (a.startsWith(s.prefix()) && a.place(h) == (y == 1 ? c1 : c0)) {
        branches.add(a);
      }
    }
    double chance =
        StrictMath.exp((draw(branches, h + 1, reference, random).reward() - 1) / model.lambda());
    double weight =
        is("acceptance", "rejection") ? (random.nextDouble() <= chance ? 1 : 0) : chance;
    accepted += weight > 0 ? 1 : 0;
    if (weight > 0 && c1 != c0) {
      double[] z = s.difference(c1, c0);
      double u = SmallAlgebra.dot(z, w);
      double residual = weight * (SmallAlgebra.sigmoid(u) - y);
      if (is("acceptance", "controlled")) {
        residual += weightSum / weightCount * (y - rho);
        weightSum += weight;
        weightCount++;
      }
      double[] step = step(t, z, residual, weight * SmallAlgebra.sigmoidSlope(u));
      double[] next = SmallAlgebra.plus(w, -1, step);
      model.instance().header().calibrationSet().project(next);
      w = next;
    }
  }

  private double[] step(long t, double[] z, double residual, double curvature) {
    if (is("calibration", "paper")) {
      return SmallAlgebra.plus(new double[z.length], residual / (gamma * (t + 2)), z);
    }
    double[] pz = times(information, z);
    SmallAlgebra.addOuter(
        -curvature / (1 + curvature * SmallAlgebra.dot(z, pz)), pz, pz, information);
    if (is("calibration", "newton")) {
      return SmallAlgebra.plus(new double[z.length], residual, times(information, z));
    }
    double[] image = times(information, leading); // one step of the power method
    double norm = SmallAlgebra.norm(image);
    leading = SmallAlgebra.plus(new double[z.length], 1 / norm, image);
    return SmallAlgebra.plus(new double[z.length], residual * norm, z);
  }

  private static double[] times(double[][] matrix, double[] x) {
    double[] out = new double[x.length];
    for (int i = 0; i < x.length; i++) {
      out[i] = SmallAlgebra.dot(matrix[i], x);
    }
    return out;
  }

  private void distil(long t, long stage, long update) {
    TokenLaw calibrated = model.calibrated(taught());
    double[] gradient = gradient(calibrated, size("gradient-batch", stage, 1), update);
    double alpha = 1 / (2 * costs.smoothness());
    double[] first =
        is("student-step", "natural")
            ? natural(calibrated, gradient)
            : model.students().project(SmallAlgebra.plus(theta, -alpha, gradient));
    if (is("exploration", "off")) {
      theta = first;
      return;
    }
    if (is("exploration", "screened") && !isSquare(t)) {
      theta = first;
      return;
    }
    double[] second = explored();
    if (is("exploration", "screened") && !passes(t, calibrated, second)) {
      theta = first;
      return;
    }
    long q = size("validation", stage, 2);
    validationRollouts += 2 * q;
    boolean firstWins = cost(first, calibrated, q) <= cost(second, calibrated, q);
    secondWins += firstWins ? 0 : 1;
    theta = firstWins ? first : second;
  }

  /** θ − sF⁻¹ĝ/λ; where that leaves Θ or does not help, a gradient step may do better. */
  private double[] natural(TokenLaw calibrated, double[] gradient) {
    StudentLaw student = model.student(theta);
    double[][] f = new double[2][2];
    for (String x : model.target()) {
      for (Answer a : model.answers(x)) {
        double[] score = costs.score(student, a);
        SmallAlgebra.addOuter(student.probability(a) / model.target().size(), score, score, f);
      }
    }
    double trace = f[0][0] + f[1][1];
    f[0][0] += 1e-9 * trace;
    f[1][1] += 1e-9 * trace;
    double determinant = f[0][0] * f[1][1] - f[0][1] * f[1][0];
    double[] along = {
      (f[1][1] * gradient[0] - f[0][1] * gradient[1]) / determinant,
      (f[0][0] * gradient[1] - f[1][0] * gradient[0]) / determinant
    };
    double[] best = lower(calibrated, along, 1 / model.lambda());
    boolean inside = SmallAlgebra.norm(best) < model.bound() * (1 - 1e-12);
    if (inside && best != theta) {
      return best;
    }
    double[] other = lower(calibrated, gradient, 64 / (model.lambda() * trace));
    return cost(other, calibrated, 0) < cost(best, calibrated, 0) ? other : best;
  }

  /** The first of 14 halved steps that lowers the cost, or θ itself. */
  private double[] lower(TokenLaw calibrated, double[] along, double size) {
    double before = cost(theta, calibrated, 0);
    for (int i = 0; i < 14; i++) {
      double[] tried =
          model.students().project(SmallAlgebra.plus(theta, -size * StrictMath.pow(0.5, i), along));
      if (cost(tried, calibrated, 0) < before) {
        return tried;
      }
    }
    return theta;
  }

  private static boolean isSquare(long t) {
    long root = Math.round(Math.sqrt((double) t));
    return root * root == t;
  }

  /** Eight pairs of small batches, and better by five standard errors. */
  private boolean passes(long t, TokenLaw calibrated, double[] candidate) {
    long n = (slow(t) + 31) / 32;
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
      case "paper" -> power == 1 ? stage + 2 : (stage + 2) * (stage + 2);
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
      StudentLaw student = model.student(theta);
      baseline = costs.mean(student, a -> costs.logRatioCost(student, calibrated, a));
      return costs.scoreMean(theta, a -> costs.logRatioCost(student, calibrated, a));
    }
    gradientRollouts += b;
    StudentLaw student = model.student(theta);
    double[] sum = new double[theta.length];
    double total = 0;
    SplittableRandom from = generator(update);
    for (long l = 0; l < made(b); l++) {
      Answer a = rollout(student, from);
      double z = costs.logRatioCost(student, calibrated, a);
      total += z;
      if (is("gradient", "causal")) {
        for (int h = 1; h <= a.length(); h++) {
          double rest = model.lambda() * (student.logSuffix(a, h) - calibrated.logSuffix(a, h));
          double[] increment = costs.increment(student, a.node(h), a.place(h));
          sum = SmallAlgebra.plus(sum, rest / b, increment);
        }
      } else {
        double beta = is("gradient", "baseline") ? baseline : 0;
        sum = SmallAlgebra.plus(sum, (z - beta) / b, costs.score(student, a));
      }
    }
    baseline = total / b;
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
    return draw(model.answers(x), 1, law, from);
  }

  private double cost(double[] parameter, TokenLaw calibrated, long q) {
    StudentLaw student = model.student(parameter);
    if (q == 0) {
      return costs.mean(student, a -> costs.logRatioCost(student, calibrated, a));
    }
    double sum = 0;
    for (long l = 0; l < q; l++) {
      sum += costs.logRatioCost(student, calibrated, rollout(student, random));
    }
    return sum / q;
  }

  private static Answer draw(List<Answer> answers, int h, TokenLaw law, SplittableRandom from) {
    double u = from.nextDouble();
    for (Answer a : answers) {
      u -= h == 1 ? law.probability(a) : StrictMath.exp(law.logSuffix(a, h));
      if (u < 0) {
        return a;
      }
    }
    return answers.get(answers.size() - 1);
  }

  private int token(double[] log) {
    double u = random.nextDouble();
    for (int k = 0; k < log.length - 1; k++) {
      u -= StrictMath.exp(log[k]);
      if (u < 0) {
        return k;
      }
    }
    return log.length - 1;
  }
}
