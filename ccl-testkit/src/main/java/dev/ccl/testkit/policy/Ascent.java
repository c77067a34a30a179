package dev.ccl.testkit.policy;

import dev.ccl.core.math.Vectors;
import dev.ccl.core.policy.ConvexSet;
import java.util.function.ToDoubleFunction;

/** Projected ascent with differences for gradients, for searches that want a large value. */
public final class Ascent {
  private static final int ROUNDS = 40;

  private Ascent() {}

  /**
   * Climbs from a point.
   *
   * @param objective what should become large
   * @param set where to stay
   * @param point the start; overwritten with the end
   * @return the objective at the end
   */
  public static double climb(ToDoubleFunction<double[]> objective, ConvexSet set, double[] point) {
    double radius = Math.max(set.radius(), 1e-300);
    double value = objective.applyAsDouble(point);
    double step = radius;
    for (int round = 0; round < ROUNDS && step > 1e-7 * radius; round++) {
      double[] gradient = gradient(objective, point, 1e-6 * Math.min(1, radius));
      double norm = Vectors.norm(gradient);
      if (!(norm > 0)) {
        break;
      }
      double[] next;
      double reached;
      do {
        next = point.clone();
        Vectors.addScaled(step / norm, gradient, next);
        set.project(next);
        reached = objective.applyAsDouble(next);
        step /= 2;
      } while (!(reached > value) && step > 1e-7 * radius);
      if (reached > value) {
        Vectors.copy(next, point);
        value = reached;
        step *= 4;
      }
    }
    return value;
  }

  private static double[] gradient(
      ToDoubleFunction<double[]> objective, double[] point, double step) {
    double[] gradient = new double[point.length];
    double[] moved = point.clone();
    for (int i = 0; i < point.length; i++) {
      moved[i] = point[i] + step;
      double right = objective.applyAsDouble(moved);
      moved[i] = point[i] - step;
      gradient[i] = right - objective.applyAsDouble(moved);
      moved[i] = point[i];
    }
    return gradient;
  }
}
