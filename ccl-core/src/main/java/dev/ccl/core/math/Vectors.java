package dev.ccl.core.math;

/**
 * Small dense vector kernels: no allocation, no checks beyond those of the arrays themselves.
 *
 * <p>Sums run from index 0 upwards in one accumulator, so that a result depends on nothing but the
 * numbers.
 */
public final class Vectors {

  private static final double SQUARE_MIN = 0x1p-960;

  private Vectors() {}

  /**
   * Rounds to single precision towards zero, so that no norm grows.
   *
   * @param x a number within the range of single precision
   * @return the largest number of single precision, in absolute value, that is not beyond x
   */
  public static double single(double x) {
    float near = (float) x;
    if (Math.abs((double) near) <= Math.abs(x)) {
      return near;
    }
    return x > 0 ? Math.nextDown(near) : Math.nextUp(near);
  }

  /**
   * Tells whether all numbers of a vector are finite.
   *
   * @param x read
   * @return false if one is infinite or NaN
   */
  public static boolean isFinite(double[] x) {
    double zero = 0;
    for (int i = 0; i < x.length; i++) {
      zero += 0 * x[i];
    }
    return zero == 0;
  }

  /**
   * Returns the inner product of two vectors of the same length.
   *
   * @param a read
   * @param b read, at least as long as {@code a}
   * @return the sum of a[i] b[i] over the length of {@code a}
   */
  public static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }

  /**
   * Returns the inner product of two slices.
   *
   * @param a read
   * @param aFrom first index in {@code a}
   * @param b read
   * @param bFrom first index in {@code b}
   * @param length number of terms
   * @return the sum of a[aFrom + i] b[bFrom + i]
   */
  public static double dot(double[] a, int aFrom, double[] b, int bFrom, int length) {
    double sum = 0;
    for (int i = 0; i < length; i++) {
      sum += a[aFrom + i] * b[bFrom + i];
    }
    return sum;
  }

  /**
   * Returns the Euclidean norm. It neither overflows nor underflows unless the norm itself does.
   *
   * @param a read
   * @return the norm; NaN if an element is NaN and none is infinite
   */
  public static double norm(double[] a) {
    double sum = dot(a, a);
    if (sum >= SQUARE_MIN && sum <= Double.MAX_VALUE) {
      return Math.sqrt(sum);
    }
    return scaledNorm(a);
  }

  private static double scaledNorm(double[] a) {
    double max = 0;
    boolean nan = false;
    for (double v : a) {
      nan |= Double.isNaN(v);
      if (Math.abs(v) > max) {
        max = Math.abs(v);
      }
    }
    if (max == 0 || max == Double.POSITIVE_INFINITY || nan) {
      return nan && max != Double.POSITIVE_INFINITY ? Double.NaN : max;
    }
    // A power of two, so that scaling is exact but for elements too small to matter.
    int exponent = Math.max(Math.min(Math.getExponent(max), 1000), -1000);
    double scale = Math.scalb(1.0, -exponent);
    double sum = 0;
    for (double v : a) {
      double s = v * scale;
      sum += s * s;
    }
    return Math.sqrt(sum) * Math.scalb(1.0, exponent);
  }

  /**
   * Adds a multiple of one vector to another: y becomes y + c x.
   *
   * @param c multiplier
   * @param x read
   * @param y overwritten, at least as long as {@code x}
   */
  public static void addScaled(double c, double[] x, double[] y) {
    for (int i = 0; i < x.length; i++) {
      y[i] += c * x[i];
    }
  }

  /**
   * Multiplies a vector by a number.
   *
   * @param c multiplier
   * @param x overwritten
   */
  public static void scale(double c, double[] x) {
    for (int i = 0; i < x.length; i++) {
      x[i] *= c;
    }
  }

  /**
   * Copies a vector.
   *
   * @param source read
   * @param target overwritten, at least as long as {@code source}
   */
  public static void copy(double[] source, double[] target) {
    System.arraycopy(source, 0, target, 0, source.length);
  }
}
