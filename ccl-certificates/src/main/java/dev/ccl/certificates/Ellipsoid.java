package dev.ccl.certificates;

import dev.ccl.algorithms.Memory;
import dev.ccl.core.math.Elementary;
import dev.ccl.core.math.SmallMatrix;
import dev.ccl.core.math.Vectors;

/**
 * A set {m + u: uᵀC⁻¹u ≤ 1} that is known to hold w*. The shape C may be singular: the set is then
 * flat. Strips cut it; what is kept is the ellipsoid of least volume, among those of the family of
 * Fogel and Huang, that contains the intersection ("On the value of information in system
 * identification: bounded noise case", Automatica 18, 1982).
 */
public final class Ellipsoid {
  private final int dimension;
  private final double[] centre;
  private final double[] shape;
  private final double[] image;
  private boolean empty;

  private Ellipsoid(double[] centre, double[] shape) {
    this.dimension = centre.length;
    this.centre = centre;
    this.shape = shape;
    this.image = new double[dimension];
  }

  /**
   * Returns a ball around 0.
   *
   * @param dimension D
   * @param radius its radius
   * @return the ball
   */
  static Ellipsoid ball(int dimension, double radius) {
    return new Ellipsoid(new double[dimension], ball(new double[dimension * dimension], radius));
  }

  /** Starts as a ball, or as the set that a memory has under the name, and is kept there. */
  static Ellipsoid kept(int dimension, double radius, Memory memory, String name) {
    return new Ellipsoid(
        memory.keep(name + "-centre", new double[dimension]),
        memory.keep(name + "-shape", ball(new double[dimension * dimension], radius)));
  }

  private static double[] ball(double[] shape, double radius) {
    int dimension = (int) Math.round(Math.sqrt(shape.length));
    for (int i = 0; i < dimension; i++) {
      shape[i * dimension + i] = radius * radius;
    }
    return shape;
  }

  /** {@return the dimension D} */
  public int dimension() {
    return dimension;
  }

  /** {@return the centre m: the ellipsoid's own array, to be read} */
  public double[] centre() {
    return centre;
  }

  /** {@return the shape C: the ellipsoid's own array, row-major, to be read} */
  double[] shape() {
    return shape;
  }

  /**
   * Tells whether the cuts have left nothing. Then something that every cut took for granted is
   * false: the model, or by bad luck of probability δ a confidence set.
   *
   * @return whether no point is left
   */
  public boolean isEmpty() {
    return empty;
  }

  void declareEmpty() {
    empty = true;
  }

  /**
   * Returns how far zᵀw can be from zᵀm.
   *
   * @param z a direction; read
   * @return √(zᵀCz)
   */
  double halfWidth(double[] z) {
    return Math.sqrt(Math.max(0, SmallMatrix.form(shape, z)));
  }

  /**
   * Cuts by a strip lo ≤ zᵀw ≤ hi.
   *
   * @param z the direction; read
   * @param lo the lower bound
   * @param hi the upper bound
   * @return the logarithm of the factor by which the volume has shrunk, 0 if it has not
   */
  double cut(double[] z, double lo, double hi) {
    double mid = Vectors.dot(z, centre);
    double width = halfWidth(z);
    double slack = 1e-12 * (1 + Math.abs(mid)) + 1e-9 * width; // rounding of what was cut before
    if (lo > mid + width + slack || hi < mid - width - slack) {
      empty = true;
      return 0;
    }
    // A strip that sticks out of the ellipsoid does not need to.
    double from = Math.min(Math.max(lo, mid - width), mid + width);
    double to = Math.max(Math.min(hi, mid + width), mid - width);
    double gamma = Math.max((to - from) / 2, 1e-13 * (1 + Math.abs(mid)));
    gamma = Math.max(gamma, Math.max(1e-5 * width, thinnest(z))); // a superset that C can hold
    double nu = (from + to) / 2 - mid;
    double g = width * width;
    if (!(gamma < width * (1 - 1e-6))) {
      return 0;
    }
    if (dimension == 1) { // the strip is the set
      centre[0] = (from + to) / 2 / z[0];
      shape[0] = gamma * gamma / (z[0] * z[0]);
      return Elementary.log(width / gamma);
    }
    double p = bestScale(g, gamma * gamma, nu * nu);
    if (!(p > 1)) {
      return 0;
    }
    // (w−m)ᵀC⁻¹(w−m) + q((zᵀw − y)² − γ²) ≤ 1 with 1 + qG = p
    double q = (p - 1) / g;
    double level = 1 + q * (gamma * gamma) - q * nu * nu / p;
    double shrink = Elementary.log(p) / 2 - dimension * Elementary.log(Math.max(level, 1e-300)) / 2;
    if (!(shrink > 1e-9) || !(level > 0)) {
      return 0;
    }
    update(z, q / p, nu, level * (1 + 1e-13));
    return shrink;
  }

  /**
   * The least half width of a strip. A set much thinner in one direction than in another has a
   * shape whose entries do not know the thin one, and one cut must not lose too many digits.
   */
  private double thinnest(double[] z) {
    double largest = 0;
    for (int i = 0; i < dimension; i++) {
      largest = Math.max(largest, shape[i * dimension + i]);
    }
    return 1e-6 * Math.sqrt(largest) * Vectors.norm(z);
  }

  /** p = 1 + qG for the least volume: the positive root of a quadratic. */
  private double bestScale(double g, double gamma2, double nu2) {
    double b = g - gamma2 - nu2;
    double lead = (dimension - 1) * gamma2;
    double root = b + Math.sqrt(b * b + 4 * lead * (dimension + 1) * nu2);
    return Math.min(1e12, root / (2 * lead));
  }

  private void update(double[] z, double share, double nu, double level) {
    SmallMatrix.multiply(shape, z, image);
    for (int i = 0; i < dimension; i++) {
      centre[i] += share * nu * image[i];
      for (int j = 0; j <= i; j++) {
        double c = level * (shape[i * dimension + j] - share * image[i] * image[j]);
        shape[i * dimension + j] = c;
        shape[j * dimension + i] = c;
      }
    }
  }

  /**
   * {@return L with C = LLᵀ; columns in directions in which the set is flat are 0; a fresh lower
   * triangular matrix, row-major}
   */
  public double[] factor() {
    int n = dimension;
    double[] l = new double[n * n];
    for (int j = 0; j < n; j++) {
      double pivot = shape[j * n + j];
      for (int k = 0; k < j; k++) {
        pivot -= l[j * n + k] * l[j * n + k];
      }
      // What rounding left of a flat direction is added back to the diagonal: a superset.
      double root = Math.sqrt(Math.max(pivot, 1e-14 * shape[j * n + j]));
      l[j * n + j] = root;
      for (int i = j + 1; i < n && root > 0; i++) {
        double sum = shape[i * n + j];
        for (int k = 0; k < j; k++) {
          sum -= l[i * n + k] * l[j * n + k];
        }
        l[i * n + j] = sum / root;
      }
    }
    return l;
  }

  void set(double[] m, double[] c) {
    Vectors.copy(m, centre);
    Vectors.copy(c, shape);
    empty = false;
  }
}
