package dev.ccl.core.math;

/**
 * Exponential, logarithm and the logistic functions in plain arithmetic.
 *
 * <p>The same argument gives the same bits on every virtual machine: only {@code + - * /},
 * comparisons and bit casts are used, never the platform's own {@code exp} or {@code log}. Error
 * bounds are in units in the last place of the exact result. Arguments are reduced by tables as in
 * Tang's "Table-driven implementation of the exponential function" and "of the logarithm function
 * in IEEE floating-point arithmetic" (ACM Transactions on Mathematical Software 15, 1989, and 16,
 * 1990).
 *
 * <table>
 *   <caption>Errors</caption>
 *   <tr><th>Function</th><th>Error at most</th></tr>
 *   <tr><td>{@link #exp(double)}</td><td>0.52 ulp; 0.78 ulp where the result is subnormal</td></tr>
 *   <tr><td>{@link #log(double)}, {@link #log1p(double)}</td><td>0.53 ulp</td></tr>
 *   <tr><td>{@link #sigmoid(double)}</td><td>2.5 ulp</td></tr>
 *   <tr><td>{@link #logSigmoid(double)}</td><td>2 ulp</td></tr>
 *   <tr><td>{@link #logisticDensity(double)}</td><td>4 ulp</td></tr>
 *   <tr><td>{@link #expBounded}</td><td>8e-16 B relative, B = 1, 2, 4, ... covering the bound</td></tr>
 * </table>
 */
public final class Elementary {

  /** Adding and subtracting 1.5 * 2^52 rounds to the nearest integer, held in the low bits. */
  private static final double ROUNDER = 0x1.8p52;

  private static final double INVERSE_STEP = 128 / 0.6931471805599453;

  /** Largest |x| for which exp(x) and all intermediate scalings are normal numbers. */
  private static final double PLAIN_RANGE = 707;

  /** Largest bound for which {@link #expBounded} uses squarings. */
  public static final double MAX_BOUND = 64;

  private Elementary() {}

  /**
   * Returns e^x.
   *
   * @param x any double
   * @return e^x; infinity above 709.78, 0 below -745.13, NaN for NaN
   */
  public static double exp(double x) {
    if (!(Math.abs(x) <= PLAIN_RANGE)) {
      return expNearLimits(x);
    }
    // x = (128 e + j) (ln 2)/128 + r, |r| <= 0.0028: e^x = 2^e 2^(j/128) e^r.
    double t = x * INVERSE_STEP + ROUNDER;
    long k = Double.doubleToRawLongBits(t);
    double r = reduce(x, t - ROUNDER);
    int j = (int) k & 127;
    // The low bits of k above j are e: shifted into the exponent field, the bits above fall out.
    double scale = Double.longBitsToDouble(ElementaryTables.EXP_BITS[j] + ((k >> 7) << 52));
    return scale + scale * (ElementaryTables.EXP_TAIL[j] + expm1Reduced(r));
  }

  private static double expNearLimits(double any) {
    double x = Math.max(-746, Math.min(any, 710)); // 0 or infinite beyond; NaN stays NaN
    // e^x = e^(x - s ln 2) 2^s with the last multiplication the only one that can round again.
    double t = x * INVERSE_STEP + ROUNDER;
    long k = Double.doubleToRawLongBits(t);
    double r = reduce(x, t - ROUNDER);
    int j = (int) k & 127;
    long e = ((int) k) >> 7;
    long shift = (long) Math.copySign(1000, x);
    double scale = Double.longBitsToDouble(ElementaryTables.EXP_BITS[j] + ((e - shift) << 52));
    double y = scale + scale * (ElementaryTables.EXP_TAIL[j] + expm1Reduced(r));
    return y * Double.longBitsToDouble((1023 + shift) << 52);
  }

  private static double reduce(double x, double k) {
    return (x - k * ElementaryTables.STEP_HIGH) - k * ElementaryTables.STEP_LOW;
  }

  /** Taylor sum of e^r - 1 to r^5; the rest is below 6e-19 for |r| at most 0.0028. */
  private static double expm1Reduced(double r) {
    double rr = r * r;
    return r + rr * ((0.5 + r * (1.0 / 6)) + rr * (1.0 / 24 + r * (1.0 / 120)));
  }

  /**
   * Returns the natural logarithm of x.
   *
   * @param x any double
   * @return ln x; -infinity for 0, NaN below 0 and for NaN
   */
  public static double log(double x) {
    long bits = Double.doubleToRawLongBits(x);
    if (bits < 0x0010_0000_0000_0000L || bits >= 0x7ff0_0000_0000_0000L) {
      if (!(x > 0 && x < Double.POSITIVE_INFINITY)) {
        return x == 0 ? Double.NEGATIVE_INFINITY : x < 0 ? Double.NaN : x;
      }
      return logOfSum(Double.doubleToRawLongBits(x * 0x1p54), 0, -54);
    }
    return logOfSum(bits, 0, 0);
  }

  /**
   * Returns ln(1 + x) without forming the sum.
   *
   * @param x any double
   * @return ln(1 + x); -infinity for -1, NaN below -1 and for NaN
   */
  public static double log1p(double x) {
    if (x >= -1.0 / 256 && x < 1.0 / 128) {
      return x + x * x * log1pTail(x);
    }
    if (!(x > -1 && x < 0x1p55)) {
      return x == -1 ? Double.NEGATIVE_INFINITY : log(x);
    }
    double u = 1 + x;
    double lost = x >= 1 ? 1 - (u - x) : x - (u - 1);
    return logOfSum(Double.doubleToRawLongBits(u), lost, 0);
  }

  /** The logarithm of (u + lost) 2^exponent, u given by its bits and normal, lost below an ulp. */
  private static double logOfSum(long bits, double lost, int exponent) {
    // u = 2^e m with m in [181/256, 181/128); the factor f = k/128 of its cell brings m f near 1.
    long offset = bits - ElementaryTables.OCTAVE_START;
    long octaves = offset & 0xfff0_0000_0000_0000L;
    int cell = (int) (offset >>> 45) & 127;
    double e = (double) (int) ((octaves >> 52) + exponent);
    long mantissa = bits - octaves;
    double m = Double.longBitsToDouble(mantissa);
    double top = Double.longBitsToDouble(mantissa & 0xffff_ffff_0000_0000L);
    double rest = m - top;
    double f = ElementaryTables.LOG_FACTOR[cell];
    // r = m f - 1, exactly: top has 21 bits, f has 8, and r < 2^-6 is a multiple of 2^-60.
    double r = (top * f - 1) + rest * f;
    // ln u = e ln 2 - ln f + r - r^2/2 + ...; the first sum is exact, the second keeps its error.
    double base = e * ElementaryTables.LN2_HIGH + ElementaryTables.LOG_HIGH[cell];
    double high = base + r;
    double low =
        (base - high) + r + (e * ElementaryTables.LN2_LOW + ElementaryTables.LOG_LOW[cell]);
    if (lost != 0) {
      // ln(1 + r + s) = ln(1 + r) + s (1 - r) to first order, s = lost f/2^e below 2^-52.
      low += lost * Double.longBitsToDouble(0x3ff0_0000_0000_0000L - octaves) * f * (1 - r);
    }
    return high + (low + r * r * log1pTail(r));
  }

  /** The value (ln(1+r) - r)/r^2 by its Taylor sum to r^6, |r| at most 1/128. */
  private static double log1pTail(double r) {
    double rr = r * r;
    return (-0.5 + r * (1.0 / 3))
        + rr * ((-0.25 + r * 0.2) + rr * ((-1.0 / 6 + r * (1.0 / 7)) - rr * 0.125));
  }

  /**
   * Returns the logistic function 1/(1 + e^-x).
   *
   * @param x any double
   * @return a value in [0, 1], small values with full relative accuracy
   */
  public static double sigmoid(double x) {
    double e = exp(-Math.abs(x));
    return (x >= 0 ? 1 : e) / (1 + e);
  }

  /**
   * Returns ln of the logistic function, -ln(1 + e^-x).
   *
   * @param x any double
   * @return a value that is never positive, with full relative accuracy at both ends
   */
  public static double logSigmoid(double x) {
    double l = log1p(exp(-Math.abs(x)));
    return x >= 0 ? -l : x - l;
  }

  /**
   * Returns the derivative of the logistic function, σ′(x) = e<sup>−|x|</sup>/(1 +
   * e<sup>−|x|</sup>)².
   *
   * <p>The form in |x| has no difference of nearly equal numbers, as σ(1 − σ) has.
   *
   * @param x any double
   * @return the logistic density at x
   */
  public static double logisticDensity(double x) {
    double e = exp(-Math.abs(x));
    double d = 1 + e;
    return e / (d * d);
  }

  /**
   * Returns ln of the sum of the exponentials of a range.
   *
   * @param a read only
   * @param from first index
   * @param to index after the last
   * @return the log-sum-exp; -infinity for an empty range, NaN if an element is NaN
   */
  public static double logSumExp(double[] a, int from, int to) {
    double max = Double.NEGATIVE_INFINITY;
    for (int i = from; i < to; i++) {
      max = Math.max(max, a[i]); // NaN wins
    }
    if (!(max > Double.NEGATIVE_INFINITY && max < Double.POSITIVE_INFINITY)) {
      return max;
    }
    double sum = 0;
    for (int i = from; i < to; i++) {
      sum += exp(a[i] - max);
    }
    return max + log(sum);
  }

  /**
   * Writes e^x for a range, one after the other and to the accuracy of {@link #exp(double)}.
   *
   * @param x read
   * @param from first index, in both arrays
   * @param to index after the last
   * @param out overwritten from {@code from} to {@code to}; may be {@code x} itself
   */
  public static void exp(double[] x, int from, int to, double[] out) {
    for (int i = from; i < to; i++) {
      out[i] = exp(x[i]);
    }
  }

  /**
   * Writes e^x for a range whose numbers are known to be bounded, several at a time.
   *
   * <p>The loops are free of branches, conversions and tables, so that the compiler vectorises
   * them. With B the smallest of 1, 2, 4, ... that is not below the bound, the relative error is at
   * most 8e-16 B, and an element's result depends on the element and on B alone, not on the range
   * it is part of. Above {@value #MAX_BOUND} the result is that of {@link #exp(double)}. For ranges
   * of fewer than about 30 numbers the scalar function is faster.
   *
   * @param x read: each |x| at most {@code bound}; this is not checked
   * @param from first index, in both arrays
   * @param to index after the last
   * @param bound bound of |x|, not negative
   * @param out overwritten from {@code from} to {@code to}; may be {@code x} itself
   */
  public static void expBounded(double[] x, int from, int to, double bound, double[] out) {
    if (!(bound <= MAX_BOUND)) {
      exp(x, from, to, out);
      return;
    }
    // y = x/2^(s+3), |y| <= 1/8. Doubling y takes m = e^y - 1 to m (m + 2): three times, so that
    // rounding acts on m and not on 1 + m; then s squarings of 1 + m.
    int squarings = 0;
    double scale = 0.125;
    for (double covered = 1; covered < bound; covered *= 2) {
      squarings++;
      scale *= 0.5;
    }
    exp8(x, from, to, scale, out);
    for (; squarings >= 2; squarings -= 2) {
      for (int i = from; i < to; i++) {
        double square = out[i] * out[i];
        out[i] = square * square;
      }
    }
    if (squarings == 1) {
      for (int i = from; i < to; i++) {
        out[i] *= out[i];
      }
    }
  }

  /** Writes e^(8y) for y = scale x, |y| at most 1/8, from the Taylor sum of e^y - 1 to y^10. */
  private static void exp8(double[] x, int from, int to, double scale, double[] out) {
    for (int i = from; i < to; i++) {
      double y = x[i] * scale;
      double z = y * y;
      double low = (0.5 + y * (1.0 / 6)) + z * (1.0 / 24 + y * (1.0 / 120));
      double high = (1.0 / 720 + y * (1.0 / 5040)) + z * (1.0 / 40320 + y * (1.0 / 362880));
      double zz = z * z;
      double sum = low + zz * (high + zz * (1.0 / 3628800));
      double m = y + z * sum;
      m = m * (m + 2);
      m = m * (m + 2);
      out[i] = 1 + m * (m + 2);
    }
  }
}
