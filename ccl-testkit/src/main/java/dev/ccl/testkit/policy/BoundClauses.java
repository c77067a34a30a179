package dev.ccl.testkit.policy;

import dev.ccl.core.math.Vectors;
import dev.ccl.core.random.RandomStream;
import dev.ccl.judge.Check;
import dev.ccl.judge.Findings;
import dev.ccl.judge.Tolerance;
import java.util.List;

/** Declared bounds, attacked by ascent over the parameters from the worst of many random starts. */
final class BoundClauses {
  private static final int STARTS = 48;
  private static final int CLIMBS = 4;
  private static final int POWER_STEPS = 12;

  private BoundClauses() {}

  static List<Check<PolicySubject>> all() {
    return List.of(
        Check.of(
            "logit bound",
            "half the range of a state's logits is at most logitBound",
            "logitBound is smaller than what logits reach on the set",
            List.of(PolicySubject.BOUNDED),
            (p, f) ->
                attack(p, "logit bound", p.bounds().logitBound(p.set), BoundClauses::halfRange, f)),
        Check.of(
            "gradient bound",
            "‖∇f‖ is at most gradientBound",
            "gradientBound is smaller than what gradients reach on the set",
            List.of(PolicySubject.BOUNDED),
            (p, f) ->
                attack(
                    p,
                    "gradient bound",
                    p.bounds().gradientBound(p.set),
                    BoundClauses::gradientNorm,
                    f)),
        Check.of(
            "Hessian bound",
            "‖∇²f‖ is at most hessianBound",
            "hessianBound is smaller than what curvature reaches on the set",
            List.of(PolicySubject.BOUNDED),
            (p, f) ->
                attack(
                    p,
                    "Hessian bound",
                    p.bounds().hessianBound(p.set),
                    BoundClauses::hessianNorm,
                    f)));
  }

  /** A quantity of a node under a parameter. */
  private interface Size {
    double of(PolicySubject p, double[] theta, int node);
  }

  private static void attack(PolicySubject p, String name, double bound, Size size, Findings f) {
    double[][] best = new double[CLIMBS][];
    int[] bestNode = new int[CLIMBS];
    double[] bestSize = new double[CLIMBS];
    java.util.Arrays.fill(bestSize, Double.NEGATIVE_INFINITY);
    Tolerance slack = Tolerance.relative(9.9e-12, Math.abs(bound) + 0.01);
    for (int trial = 0; trial < STARTS; trial++) {
      RandomStream random = PolicySubject.random(name, trial);
      double[] theta = p.theta(random, trial);
      for (int s : p.nodes) {
        double found = size.of(p, theta, s);
        f.atMost(found, bound, slack, () -> p.place(s, theta));
        int slot = trial % CLIMBS; // the best of every fourth start
        if (found > bestSize[slot]) {
          bestSize[slot] = found;
          best[slot] = theta;
          bestNode[slot] = s;
        }
      }
    }
    for (int i = 0; i < CLIMBS; i++) {
      if (best[i] != null) {
        int s = bestNode[i];
        double[] theta = best[i].clone();
        double found = Ascent.climb(x -> size.of(p, x, s), p.set, theta);
        f.atMost(found, bound, slack, () -> p.place(s, theta));
      }
    }
  }

  private static double halfRange(PolicySubject p, double[] theta, int node) {
    double low = Double.POSITIVE_INFINITY;
    double high = Double.NEGATIVE_INFINITY;
    for (double f : p.logits(theta, node)) {
      low = Math.min(low, f);
      high = Math.max(high, f);
    }
    return (high - low) / 2;
  }

  private static double gradientNorm(PolicySubject p, double[] theta, int node) {
    double[] rows = p.gradients(theta, node);
    double largest = 0;
    for (int k = 0; k < p.forest.degree(node); k++) {
      largest = Math.max(largest, Math.sqrt(Vectors.dot(rows, k * p.d, rows, k * p.d, p.d)));
    }
    return largest;
  }

  /** A lower bound of the largest operator norm, by power iteration from a fixed start. */
  private static double hessianNorm(PolicySubject p, double[] theta, int node) {
    double largest = 0;
    for (int k = 0; k < p.forest.degree(node); k++) {
      double[] one = new double[p.forest.degree(node)];
      one[k] = 1;
      double[] v = PolicySubject.direction(PolicySubject.random("power", node), p.d);
      for (int i = 0; i < POWER_STEPS; i++) {
        double[] next = p.curvature(theta, node, one, v);
        double norm = Vectors.norm(next);
        largest = Math.max(largest, norm);
        if (!(norm > 0)) {
          break;
        }
        Vectors.scale(1 / norm, next);
        v = next;
      }
    }
    return largest;
  }
}
