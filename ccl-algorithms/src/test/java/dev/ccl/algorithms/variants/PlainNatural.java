package dev.ccl.algorithms.variants;

import dev.ccl.testkit.naive.Answer;
import dev.ccl.testkit.naive.Costs;
import dev.ccl.testkit.naive.Naive;
import dev.ccl.testkit.naive.SmallAlgebra;
import dev.ccl.testkit.naive.StudentLaw;
import dev.ccl.testkit.naive.TokenLaw;

/** Steps of a student of two numbers along F⁻¹ĝ, F the information in answers to target prompts. */
final class PlainNatural {
  private final Naive model;
  private final Costs costs;

  PlainNatural(Naive model) {
    this.model = model;
    this.costs = Costs.of(model);
  }

  /** F. */
  double[][] information(double[] theta) {
    StudentLaw student = model.student(theta);
    double[][] f = new double[2][2];
    for (String x : model.target()) {
      for (Answer a : model.answers(x)) {
        double[] score = costs.score(student, a);
        SmallAlgebra.addOuter(student.probability(a) / model.target().size(), score, score, f);
      }
    }
    return f;
  }

  /** F⁻¹ĝ. */
  static double[] solve(double[][] f, double[] gradient) {
    double ridge = 1e-9 * (f[0][0] + f[1][1]);
    return PlainEquations.solve(
        new double[][] {{f[0][0] + ridge, f[0][1]}, {f[1][0], f[1][1] + ridge}}, gradient);
  }

  /** θ − sF⁻¹ĝ/λ; where that leaves Θ or does not help, a gradient step may do better. */
  double[] step(double[] theta, TokenLaw calibrated, double[] gradient) {
    double[][] f = information(theta);
    double trace = f[0][0] + f[1][1];
    double[] best = lower(theta, calibrated, solve(f, gradient), 1 / model.lambda());
    boolean inside = SmallAlgebra.norm(best) < model.bound() * (1 - 1e-12);
    if (inside && best != theta) {
      return best;
    }
    double[] other = lower(theta, calibrated, gradient, 64 / (model.lambda() * trace));
    return cost(other, calibrated) < cost(best, calibrated) ? other : best;
  }

  /** The first of 14 halved steps that lowers the cost, or θ itself. */
  private double[] lower(double[] theta, TokenLaw calibrated, double[] along, double size) {
    double before = cost(theta, calibrated);
    for (int i = 0; i < 14; i++) {
      double[] tried =
          model.students().project(SmallAlgebra.plus(theta, -size * StrictMath.pow(0.5, i), along));
      if (cost(tried, calibrated) < before) {
        return tried;
      }
    }
    return theta;
  }

  /** At most so many steps with exact gradients. */
  double[] steps(double[] start, TokenLaw calibrated, int most) {
    double[] theta = start;
    for (int i = 0; i < most; i++) {
      double[] next = step(theta, calibrated, gradient(theta, calibrated));
      if (next == theta) {
        break;
      }
      theta = next;
    }
    return theta;
  }

  /** ∇C. */
  double[] gradient(double[] theta, TokenLaw calibrated) {
    StudentLaw student = model.student(theta);
    return costs.scoreMean(student, a -> costs.logRatioCost(student, calibrated, a));
  }

  /** C. */
  double cost(double[] theta, TokenLaw calibrated) {
    StudentLaw student = model.student(theta);
    return costs.mean(student, a -> costs.logRatioCost(student, calibrated, a));
  }
}
