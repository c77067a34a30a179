package dev.ccl.bench;

import java.util.Arrays;

/**
 * What one core of this machine does in Java: multiply-adds on arrays that stay in the nearest
 * cache, and reading from memory. Every sweep is limited by one or the other.
 *
 * @param gigaflops multiplications and additions in 10⁹ a second
 * @param gigabytes bytes read from memory in 10⁹ a second
 */
record Peak(double gigaflops, double gigabytes) {
  private static final int NEAR = 512;
  private static final int FAR = 1 << 25; // of 8 bytes: more than any cache holds

  static Peak measure(double seconds) {
    double[][] f = new double[8][NEAR];
    for (double[] row : f) {
      Arrays.setAll(row, i -> 1e-3 * i);
    }
    double[] y = new double[NEAR];
    double[] far = new double[FAR];
    Arrays.fill(far, 1e-9);
    Sliced[] times =
        Sliced.of(
            seconds,
            () -> {
              for (int i = 0; i < f.length; i += 4) {
                multiplyAdd(1e-9, f[i], f[i + 1], f[i + 2], f[i + 3], y);
              }
              return y[0];
            },
            () -> sum(far));
    return new Peak(2.0 * f.length * NEAR / times[0].best(), 8.0 * FAR / times[1].best());
  }

  private static void multiplyAdd(
      double c, double[] f0, double[] f1, double[] f2, double[] f3, double[] y) {
    for (int i = 0; i < NEAR; i++) {
      y[i] = (((y[i] + c * f0[i]) + c * f1[i]) + c * f2[i]) + c * f3[i];
    }
  }

  /** Four sums, since one would wait for its own last addition. */
  private static double sum(double[] a) {
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    for (int i = 0; i < a.length; i += 8) {
      s0 += a[i] + a[i + 1];
      s1 += a[i + 2] + a[i + 3];
      s2 += a[i + 4] + a[i + 5];
      s3 += a[i + 6] + a[i + 7];
    }
    return (s0 + s1) + (s2 + s3);
  }

  /** The least nanoseconds for some arithmetic and some bytes from memory. */
  double floor(double flops, double bytes) {
    return Math.max(flops / gigaflops, bytes / gigabytes);
  }
}
