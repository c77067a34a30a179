package dev.ccl.testkit.naive;

import dev.ccl.judge.Slope;
import dev.ccl.judge.Tolerance;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;

/** Small dense algebra and calculus for the naive side. */
public final class SmallAlgebra {
  /** How often a step is halved for a derivative. */
  private SmallAlgebra() {}

  /**
   * Returns the inner product.
   *
   * @param a a vector; read
   * @param b a vector; read
   * @return aᵀb
   */
  public static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }

  /**
   * Returns the Euclidean norm.
   *
   * @param a a vector; read
   * @return ‖a‖
   */
  public static double norm(double[] a) {
    double largest = 0;
    for (double x : a) {
      largest = Math.max(largest, Math.abs(x));
    }
    if (largest == 0) {
      return 0;
    }
    double sum = 0;
    for (double x : a) {
      sum += (x / largest) * (x / largest);
    }
    return largest * Math.sqrt(sum);
  }

  /**
   * Returns a + c b.
   *
   * @param a a vector; read
   * @param c a factor
   * @param b a vector; read
   * @return a fresh vector
   */
  public static double[] plus(double[] a, double c, double[] b) {
    double[] sum = a.clone();
    add(c, b, sum);
    return sum;
  }

  /**
   * Adds c b to a vector.
   *
   * @param c a factor
   * @param b a vector; read
   * @param sum increased
   */
  public static void add(double c, double[] b, double[] sum) {
    for (int i = 0; i < sum.length; i++) {
      sum[i] += c * b[i];
    }
  }

  /**
   * Returns the distance of two points.
   *
   * @param a a point; read
   * @param b a point; read
   * @return ‖a − b‖
   */
  public static double distance(double[] a, double[] b) {
    return distance(a, 1, b);
  }

  /**
   * Returns the distance of a multiple of a point to another point.
   *
   * @param a a point; read
   * @param c a factor
   * @param b a point; read
   * @return ‖c a − b‖
   */
  public static double distance(double[] a, double c, double[] b) {
    double largest = 0;
    for (int i = 0; i < a.length; i++) {
      largest = Math.max(largest, Math.abs(c * a[i] - b[i]));
    }
    if (largest == 0) {
      return 0;
    }
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      double share = (c * a[i] - b[i]) / largest;
      sum += share * share;
    }
    return largest * Math.sqrt(sum);
  }

  /**
   * Projects onto a ball around 0.
   *
   * @param a a point; read
   * @param radius the radius of the ball
   * @return the point of the ball closest to it
   */
  public static double[] inBall(double[] a, double radius) {
    double norm = norm(a);
    return norm <= radius ? a.clone() : plus(new double[a.length], radius / norm, a);
  }

  /**
   * Adds c a bᵀ to a matrix.
   *
   * @param c a factor
   * @param a a vector; read
   * @param b a vector; read
   * @param matrix increased
   */
  public static void addOuter(double c, double[] a, double[] b, double[][] matrix) {
    for (int i = 0; i < a.length; i++) {
      for (int k = 0; k < b.length; k++) {
        matrix[i][k] += c * a[i] * b[k];
      }
    }
  }

  /**
   * Returns log Σ e<sup>x</sup>.
   *
   * @param x numbers; read
   * @return the logarithm of the sum of their exponentials
   */
  public static double logSumExp(double[] x) {
    double largest = Double.NEGATIVE_INFINITY;
    for (double v : x) {
      largest = Math.max(largest, v);
    }
    double sum = 0;
    for (double v : x) {
      sum += StrictMath.exp(v - largest);
    }
    return largest + StrictMath.log(sum);
  }

  /**
   * Returns the logistic function.
   *
   * @param u a number
   * @return σ(u)
   */
  public static double sigmoid(double u) {
    return 1 / (1 + StrictMath.exp(-u));
  }

  /**
   * Returns the derivative of the logistic function.
   *
   * @param u a number
   * @return σ′(u) = 1/(2 + e<sup>u</sup> + e<sup>−u</sup>)
   */
  public static double sigmoidSlope(double u) {
    return 1 / (2 + StrictMath.exp(u) + StrictMath.exp(-u));
  }

  /**
   * Returns the eigenvalues of a symmetric matrix by cyclic Jacobi rotations.
   *
   * @param matrix a symmetric matrix; read
   * @return a fresh array, the smallest first
   */
  public static double[] eigenvalues(double[][] matrix) {
    int n = matrix.length;
    double[][] a = new double[n][];
    for (int i = 0; i < n; i++) {
      a[i] = matrix[i].clone();
    }
    for (int sweep = 0; sweep < 60; sweep++) {
      double off = 0;
      double all = 0;
      for (int i = 0; i < n; i++) {
        for (int k = 0; k < n; k++) {
          all += a[i][k] * a[i][k];
          off += i == k ? 0 : a[i][k] * a[i][k];
        }
      }
      if (off <= 1e-34 * all) {
        break;
      }
      for (int p = 0; p < n; p++) {
        for (int q = p + 1; q < n; q++) {
          rotate(a, p, q);
        }
      }
    }
    double[] values = new double[n];
    for (int i = 0; i < n; i++) {
      values[i] = a[i][i];
    }
    java.util.Arrays.sort(values);
    return values;
  }

  private static void rotate(double[][] a, int p, int q) {
    if (a[p][q] == 0) {
      return;
    }
    double ratio = (a[q][q] - a[p][p]) / (2 * a[p][q]);
    double t = Math.signum(ratio) / (Math.abs(ratio) + Math.sqrt(ratio * ratio + 1));
    t = ratio == 0 ? 1 : t;
    double c = 1 / Math.sqrt(t * t + 1);
    double s = t * c;
    for (int k = 0; k < a.length; k++) {
      double kp = a[k][p];
      double kq = a[k][q];
      a[k][p] = c * kp - s * kq;
      a[k][q] = s * kp + c * kq;
    }
    for (int k = 0; k < a.length; k++) {
      double pk = a[p][k];
      double qk = a[q][k];
      a[p][k] = c * pk - s * qk;
      a[q][k] = s * pk + c * qk;
    }
  }

  /**
   * Returns the operator norm of a symmetric matrix.
   *
   * @param matrix a symmetric matrix; read
   * @return its largest absolute eigenvalue
   */
  public static double operatorNorm(double[][] matrix) {
    double[] values = eigenvalues(matrix);
    return Math.max(Math.abs(values[0]), Math.abs(values[values.length - 1]));
  }

  /**
   * Returns a symmetric matrix as rows.
   *
   * @param flat row-major entries; read
   * @param n the dimension
   * @return fresh rows
   */
  public static double[][] rows(double[] flat, int n) {
    double[][] rows = new double[n][n];
    for (int i = 0; i < n; i++) {
      System.arraycopy(flat, i * n, rows[i], 0, n);
    }
    return rows;
  }

  /**
   * Returns how far differences of an enumerated quantity may be from its derivative.
   *
   * @param slope the differences
   * @param scale the size of the derivative's terms
   * @return the error of the extrapolation and what rounding leaves of differences
   */
  public static Tolerance tolerance(Slope slope, double scale) {
    return slope.tolerance().plus(Tolerance.estimate(1e-9 * scale, "rounded differences"));
  }

  /**
   * Returns a partial derivative by extrapolated differences.
   *
   * @param f a smooth function
   * @param at where; read
   * @param i the coordinate
   * @return the derivative with an estimate of its error
   */
  public static Slope slope(ToDoubleFunction<double[]> f, double[] at, int i) {
    return Slope.of(t -> f.applyAsDouble(moved(at, i, t)), 0.1, 0);
  }

  /**
   * Returns the partial derivatives of a vector by extrapolated differences.
   *
   * @param f a smooth function
   * @param at where; read
   * @param i the coordinate
   * @return one derivative per entry of the function
   */
  public static Slope[] slopes(UnaryOperator<double[]> f, double[] at, int i) {
    return Slope.ofAll(t -> f.apply(moved(at, i, t)), 0.1, 0);
  }

  private static double[] moved(double[] at, int i, double step) {
    double[] out = at.clone();
    out[i] += step;
    return out;
  }
}
