package dev.ccl.core.exact;

import dev.ccl.core.math.Vectors;
import dev.ccl.core.policy.Ball;
import dev.ccl.core.policy.Box;
import dev.ccl.core.policy.ConvexSet;
import java.util.ArrayList;
import java.util.List;

/** A convex set as seen from one of its points: which movements it allows there. */
final class SetGeometry {
  private final ConvexSet set;
  private final double[] x;
  private final boolean interior;
  private final List<double[]> normals = new ArrayList<>(); // outward unit normals, orthogonal

  private SetGeometry(ConvexSet set, double[] x) {
    this.set = set;
    this.x = x;
    if (set instanceof Ball) {
      double norm = Vectors.norm(x);
      if (norm > 0 && norm >= set.radius() * (1 - 1e-13)) {
        double[] normal = x.clone();
        Vectors.scale(1 / norm, normal);
        normals.add(normal);
      }
      this.interior = normals.isEmpty() && set.radius() > 0;
    } else if (set instanceof Box) {
      Box box = (Box) set;
      for (int i = 0; i < x.length; i++) {
        boolean top = x[i] >= box.upper().get(i);
        if (top || x[i] <= box.lower().get(i)) {
          double[] normal = new double[x.length];
          normal[i] = top ? 1 : -1;
          normals.add(normal);
        }
      }
      this.interior = normals.isEmpty();
    } else {
      this.interior = hasRoom(set, x);
    }
  }

  static SetGeometry at(ConvexSet set, double[] x) {
    return new SetGeometry(set, x);
  }

  private static boolean hasRoom(ConvexSet set, double[] x) {
    double reach = 1e-7 * Math.max(1, set.radius());
    double[] near = x.clone();
    for (int i = 0; i < x.length; i++) {
      for (int sign = -1; sign <= 1; sign += 2) {
        near[i] = x[i] + sign * reach;
        if (!set.contains(near)) {
          return false;
        }
      }
      near[i] = x[i];
    }
    return true;
  }

  boolean isInterior() {
    return interior;
  }

  /**
   * Returns the norm of the projected gradient, which is 0 at stationary points: of the whole
   * gradient inside the set, and at the boundary without its part that pushes outward.
   */
  double residual(double[] gradient) {
    if (!interior && normals.isEmpty()) { // a set of which only the projection is known
      double[] moved = x.clone();
      Vectors.addScaled(-1, gradient, moved);
      set.project(moved);
      Vectors.addScaled(-1, x, moved);
      return Vectors.norm(moved);
    }
    double[] rest = gradient.clone();
    for (double[] n : normals) {
      double outward = -Vectors.dot(gradient, n);
      if (outward > 0) {
        Vectors.addScaled(outward, n, rest);
      }
    }
    return Vectors.norm(rest);
  }

  /**
   * Returns how much the curvature of the boundary adds to that of a function with this gradient.
   */
  double boundaryCurvature(double[] gradient) {
    boolean sphere = set instanceof Ball && !normals.isEmpty();
    return sphere ? Math.max(0, -Vectors.dot(gradient, normals.get(0))) / set.radius() : 0;
  }

  /** Returns the smallest eigenvalue on the movements along the boundary, +∞ if there are none. */
  double tangentCurvature(double[] gradient, double[] hessian) {
    int d = x.length;
    if (normals.size() == d) {
      return Double.POSITIVE_INFINITY;
    }
    double[] matrix = hessian.clone();
    for (int i = 0; i < d; i++) {
      matrix[i * d + i] += boundaryCurvature(gradient);
    }
    double wall = 1 + 2 * Vectors.norm(matrix); // above every eigenvalue
    for (double[] n : normals) {
      matrix = walled(matrix, n, wall);
    }
    return SymmetricEigen.of(matrix).value(0);
  }

  /** (I − nnᵀ) M (I − nnᵀ) + wall · nnᵀ. */
  private static double[] walled(double[] matrix, double[] n, double wall) {
    int d = n.length;
    double[] image = new double[d]; // M n
    for (int i = 0; i < d; i++) {
      image[i] = Vectors.dot(matrix, i * d, n, 0, d);
    }
    double along = Vectors.dot(n, image);
    double[] out = matrix.clone();
    for (int i = 0; i < d; i++) {
      for (int k = 0; k < d; k++) {
        out[i * d + k] += (along + wall) * n[i] * n[k] - image[i] * n[k] - n[i] * image[k];
      }
    }
    return out;
  }
}
