package dev.ccl.core.math;

/**
 * Small dense symmetric matrices in flat row-major arrays: Cholesky factors, solutions of linear
 * systems, sums of outer products, quadratic forms. Nothing is allocated. The number of rows is the
 * length of the vector that comes with a matrix, whose array may be longer.
 *
 * <p>A pivot is bad if it is not above 1e-13 of its diagonal entry: of such a number rounding has
 * left nothing. It is then raised to that bound, so that every factor L is regular and LLᵀ is not
 * below A, and the answer is {@code false}.
 */
public final class SmallMatrix {
  private static final double SAFE = 1e-13;

  private SmallMatrix() {}

  /**
   * Factors A + shift·I = LLᵀ.
   *
   * @param a A, of which the lower triangle is read
   * @param shift added to the diagonal
   * @param n the number of rows
   * @param l its lower triangle is overwritten with L; may be {@code a}
   * @return whether the sum is safely positive definite; if not, bad pivots were raised
   */
  @CheckReturnValue
  public static boolean factor(double[] a, double shift, int n, double[] l) {
    boolean safe = true;
    for (int j = 0; j < n; j++) {
      double diagonal = a[j * n + j] + shift;
      double pivot = diagonal;
      for (int k = 0; k < j; k++) {
        pivot -= l[j * n + k] * l[j * n + k];
      }
      double least = SAFE * Math.abs(diagonal);
      if (!(pivot > least)) {
        pivot = Math.max(least, Double.MIN_NORMAL);
        safe = false;
      }
      double root = Math.sqrt(pivot);
      l[j * n + j] = root;
      for (int i = j + 1; i < n; i++) {
        double sum = a[i * n + j];
        for (int k = 0; k < j; k++) {
          sum -= l[i * n + k] * l[j * n + k];
        }
        l[i * n + j] = sum / root;
      }
    }
    return safe;
  }

  /**
   * Applies L<sup>−1</sup>.
   *
   * @param factor L; read
   * @param x overwritten with L<sup>−1</sup>x
   */
  public static void forward(double[] factor, double[] x) {
    int n = x.length;
    for (int i = 0; i < n; i++) {
      double sum = x[i];
      for (int k = 0; k < i; k++) {
        sum -= factor[i * n + k] * x[k];
      }
      x[i] = sum / factor[i * n + i];
    }
  }

  /**
   * Applies L<sup>−ᵀ</sup>.
   *
   * @param factor L; read
   * @param x overwritten with L<sup>−ᵀ</sup>x
   */
  public static void backward(double[] factor, double[] x) {
    int n = x.length;
    for (int i = n - 1; i >= 0; i--) {
      double sum = x[i];
      for (int k = i + 1; k < n; k++) {
        sum -= factor[k * n + i] * x[k];
      }
      x[i] = sum / factor[i * n + i];
    }
  }

  /**
   * Solves LLᵀx = b.
   *
   * @param factor L; read
   * @param x b; overwritten with x
   */
  public static void solve(double[] factor, double[] x) {
    forward(factor, x);
    backward(factor, x);
  }

  /**
   * Factors a matrix and solves Ax = b.
   *
   * @param a A; its lower triangle is overwritten with L
   * @param b read
   * @param x overwritten with x
   * @return whether A is safely positive definite; if not, bad pivots were raised
   */
  @CheckReturnValue
  public static boolean solve(double[] a, double[] b, double[] x) {
    boolean safe = factor(a, 0, b.length, a);
    Vectors.copy(b, x);
    solve(a, x);
    return safe;
  }

  /**
   * Returns log det(LLᵀ).
   *
   * @param factor L; read
   * @param n the number of rows
   * @return twice the sum of the logarithms of the diagonal
   */
  public static double logDeterminant(double[] factor, int n) {
    double log = 0;
    for (int i = 0; i < n; i++) {
      log += Elementary.log(factor[i * n + i]);
    }
    return 2 * log;
  }

  /**
   * Keeps the inverse P of a matrix A that becomes A + c zzᵀ. Where rounding has made zᵀPz
   * negative, the diagonal of P is lifted first: less is then known than the sum says, and P stays
   * positive along z.
   *
   * @param p P; overwritten
   * @param z read
   * @param c at least 0
   * @param pz overwritten with Pz of the P before
   * @return zᵀPz of the P before, not negative
   */
  public static double updateInverse(double[] p, double[] z, double c, double[] pz) {
    int n = z.length;
    multiply(p, z, pz);
    double form = Vectors.dot(z, pz);
    if (form < 0) {
      double lift = 0x1p-50 * trace(p, n) - 2 * form / Vectors.dot(z, z);
      for (int i = 0; i < n; i++) {
        p[i * n + i] += lift;
      }
      multiply(p, z, pz);
      form = Vectors.dot(z, pz);
    }
    double share = c / (1 + c * form);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        p[i * n + j] -= share * (pz[i] * pz[j]);
      }
    }
    return form;
  }

  /**
   * Multiplies a vector.
   *
   * @param a A; read
   * @param x read
   * @param out overwritten with Ax
   */
  public static void multiply(double[] a, double[] x, double[] out) {
    int n = x.length;
    for (int i = 0; i < n; i++) {
      out[i] = Vectors.dot(a, i * n, x, 0, n);
    }
  }

  /**
   * Returns the quadratic form of a matrix.
   *
   * @param a A; read
   * @param x read
   * @return xᵀAx
   */
  public static double form(double[] a, double[] x) {
    int n = x.length;
    double sum = 0;
    for (int i = 0; i < n; i++) {
      sum += x[i] * Vectors.dot(a, i * n, x, 0, n);
    }
    return sum;
  }

  /**
   * Adds c xxᵀ to a matrix.
   *
   * @param c multiplier
   * @param x read
   * @param a overwritten
   */
  public static void addOuter(double c, double[] x, double[] a) {
    addOuter(c, x, 0, x.length, a, 0);
  }

  /**
   * Adds c xxᵀ to a matrix, both within longer arrays.
   *
   * @param c multiplier
   * @param x read
   * @param xFrom where x begins
   * @param n the length of x
   * @param a overwritten
   * @param aFrom where the matrix begins
   */
  public static void addOuter(double c, double[] x, int xFrom, int n, double[] a, int aFrom) {
    for (int i = 0; i < n; i++) {
      double left = c * x[xFrom + i];
      for (int j = 0; j < n; j++) {
        a[aFrom + i * n + j] += left * x[xFrom + j];
      }
    }
  }

  /**
   * Returns the sum of the diagonal.
   *
   * @param a A; read
   * @param n the number of rows
   * @return tr A
   */
  public static double trace(double[] a, int n) {
    double sum = 0;
    for (int i = 0; i < n; i++) {
      sum += a[i * n + i];
    }
    return sum;
  }
}
