package dev.ccl.testkit.policy;

import dev.ccl.core.math.Vectors;
import dev.ccl.core.random.RandomStream;
import dev.ccl.judge.Check;
import dev.ccl.judge.Findings;
import dev.ccl.judge.Slope;
import dev.ccl.judge.Tolerance;
import java.util.List;

/** Derivatives: analytic ones against extrapolated differences of the level below. */
final class DerivativeClauses {
  private static final int TRIALS = 12;

  /** Differences that are worse than this, relatively, decide nothing: the logit is not smooth. */
  private static final double CONCLUSIVE = 1e-5;

  private DerivativeClauses() {}

  static List<Check<PolicySubject>> all() {
    return List.of(
        Check.of(
            "score",
            "∇f − E∇f is the derivative of the log-probability of a token",
            "gradients(…) is not the derivative of logits(…): a factor, a sign or a term of the"
                + " chain rule",
            DerivativeClauses::score),
        Check.of(
            "Hessian",
            "∇²f − E∇²f − Cov ∇f is the derivative of the score of a token",
            "curvature(…) is not the derivative of gradients(…), or gradients(…) is wrong: mend"
                + " \"score\" first",
            DerivativeClauses::hessian),
        Check.of(
            "symmetry",
            "weighted Hessians of the logits are symmetric and add to what is there",
            "curvature(…) overwrites in place of adding, or mixes up its rows and columns",
            DerivativeClauses::symmetry),
        Check.of(
            "linearity",
            "a linear family has logits linear in the parameter and no curvature",
            "the family is no LinearFamily: logits have a constant or a bend",
            List.of(PolicySubject.LINEAR),
            DerivativeClauses::linearity));
  }

  private static void score(PolicySubject p, Findings f) {
    for (int trial = 0; trial < TRIALS; trial++) {
      RandomStream random = PolicySubject.random("score", trial);
      double[] theta = p.theta(random, trial);
      double[] v = PolicySubject.direction(random, p.d);
      for (int s : p.nodes) {
        int k = random.nextBelow(p.forest.degree(s));
        Comparison along =
            u ->
                new Sides(
                    tokenScore(p, theta, s, k, u),
                    Slope.of(t -> p.logLaw(moved(theta, t, u), s)[k], step(p), 1));
        see(along, v, f, p.place(s, k, theta));
      }
    }
  }

  private static void hessian(PolicySubject p, Findings f) {
    for (int trial = 0; trial < TRIALS; trial++) {
      RandomStream random = PolicySubject.random("Hessian", trial);
      double[] theta = p.theta(random, trial);
      double[] u = PolicySubject.direction(random, p.d);
      double[] v = PolicySubject.direction(random, p.d);
      for (int s : p.nodes) {
        int k = random.nextBelow(p.forest.degree(s));
        double[] times = hessianTimes(p, theta, s, k, v);
        Comparison of =
            e ->
                new Sides(
                    Vectors.dot(e, times),
                    Slope.of(t -> tokenScore(p, moved(theta, t, v), s, k, e), step(p), 1));
        see(of, u, f, p.place(s, k, theta));
      }
    }
  }

  private static double tokenScore(PolicySubject p, double[] theta, int s, int k, double[] u) {
    double[] slopes = p.slopes(theta, s, u);
    return slopes[k] - mean(p.law(theta, s), slopes);
  }

  /** (∇²f<sub>k</sub> − E∇²f) v − Cov(∇f) v. */
  private static double[] hessianTimes(PolicySubject p, double[] theta, int s, int k, double[] v) {
    double[] law = p.law(theta, s);
    double[] slopes = p.slopes(theta, s, v);
    double[] rows = p.gradients(theta, s);
    double mean = mean(law, slopes);
    double[] coefficients = new double[law.length];
    for (int j = 0; j < law.length; j++) {
      coefficients[j] = (j == k ? 1 : 0) - law[j];
    }
    double[] out = p.curvature(theta, s, coefficients, v);
    for (int j = 0; j < law.length; j++) {
      for (int i = 0; i < p.d; i++) {
        out[i] -= law[j] * (slopes[j] - mean) * rows[j * p.d + i];
      }
    }
    return out;
  }

  private static void symmetry(PolicySubject p, Findings f) {
    for (int trial = 0; trial < TRIALS; trial++) {
      RandomStream random = PolicySubject.random("symmetry", trial);
      double[] theta = p.theta(random, trial);
      double[] u = PolicySubject.direction(random, p.d);
      double[] v = PolicySubject.direction(random, p.d);
      for (int s : p.nodes) {
        double[] c = PolicySubject.direction(random, p.forest.degree(s));
        double[] hv = p.curvature(theta, s, c, v);
        double[] hu = p.curvature(theta, s, c, u);
        double size = 1 + Vectors.norm(hu) + Vectors.norm(hv);
        double gap = Math.abs(Vectors.dot(u, hv) - Vectors.dot(v, hu));
        f.zero(gap, Tolerance.relative(9.9e-13, size), () -> "asymmetry, " + p.place(s, theta));
        double[] twice = hv.clone();
        p.family.curvature(theta, p.forest.state(s), c, v, twice);
        for (int i = 0; i < p.d; i++) {
          int at = i;
          f.equal(
              twice[i],
              2 * hv[i],
              Tolerance.relative(9.9e-13, size),
              () -> "sum with what was there, coordinate " + at + ", " + p.place(s, theta));
        }
      }
    }
  }

  private static void linearity(PolicySubject p, Findings f) {
    for (int trial = 0; trial < TRIALS; trial++) {
      RandomStream random = PolicySubject.random("linearity", trial);
      double[] theta = p.theta(random, trial);
      double[] v = PolicySubject.direction(random, p.d);
      for (int s : p.nodes) {
        double[] atTheta = p.logits(theta, s);
        double[] atV = p.logits(v, s);
        double[] atSum = p.logits(moved(theta, 0.75, v), s);
        for (int k = 0; k < atSum.length; k++) {
          int token = k;
          double expected = atTheta[k] + 0.75 * atV[k];
          double size = 1 + Math.abs(atTheta[k]) + Math.abs(atV[k]);
          f.equal(
              atSum[k],
              expected,
              Tolerance.relative(9.9e-13, size),
              () -> p.place(s, token, theta));
        }
        double[] c = PolicySubject.direction(random, atSum.length);
        f.zero(
            Vectors.norm(p.curvature(theta, s, c, v)), Tolerance.none(), () -> p.place(s, theta));
      }
    }
  }

  /** What the code says, and what differences say. */
  private record Sides(double analytic, Slope slope) {
    boolean agree() {
      return Math.abs(analytic - slope.value()) <= slope.tolerance().amount();
    }
  }

  /** The sides along a direction. */
  private interface Comparison {
    Sides along(double[] direction);
  }

  /** Compares along a direction and, where that fails, along every coordinate that fails too. */
  private static void see(Comparison comparison, double[] direction, Findings f, String place) {
    Sides sides = comparison.along(direction);
    boolean told = false;
    for (int i = 0; i < direction.length && !sides.agree(); i++) {
      double[] unit = new double[direction.length];
      unit[i] = 1;
      Sides one = comparison.along(unit);
      if (!one.agree()) {
        see(one, f, "coordinate " + i + " of " + place);
        told = true;
      }
    }
    if (!told) {
      see(sides, f, place);
    }
  }

  private static void see(Sides sides, Findings f, String place) {
    Slope slope = sides.slope();
    double size = CONCLUSIVE * (1 + Math.abs(sides.analytic()));
    f.equal(sides.analytic(), slope.value(), slope.tolerance(), () -> place);
    if (!(slope.error() <= size)) {
      f.atMost(
          slope.error(),
          size,
          Tolerance.none(),
          () -> "differences that do not converge, " + place);
    }
  }

  private static double step(PolicySubject p) {
    return 0.25 * Math.min(1, p.set.radius() > 0 ? p.set.radius() : 1);
  }

  static double[] moved(double[] theta, double t, double[] v) {
    double[] moved = theta.clone();
    Vectors.addScaled(t, v, moved);
    return moved;
  }

  static double mean(double[] law, double[] values) {
    return Vectors.dot(law, values);
  }
}
