package dev.ccl.bench;

import dev.ccl.core.random.Binomial;
import dev.ccl.core.random.RandomStream;
import java.util.Locale;

/** Nanoseconds of a binomial draw for growing numbers of trials, one line each: the best slice. */
public final class DrawRate {
  private static final double[] TRIALS = {1e2, 1e4, 1e6, 1e14};
  private static final int SLICES = 150;
  private static final int DRAWS = 1 << 17; // in a slice: some milliseconds

  private DrawRate() {}

  /**
   * Measures.
   *
   * @param args none
   */
  public static void main(String[] args) {
    RandomStream random = RandomStream.of(1, 1, 1, 1);
    double[] p = new double[64];
    for (int i = 0; i < p.length; i++) {
      p[i] = 0.05 + 0.4 * random.nextDouble();
    }
    for (double n : TRIALS) {
      double best = Double.POSITIVE_INFINITY;
      for (int slice = 0; slice < SLICES; slice++) { // the first ones warm up
        best = Math.min(best, nanos(random, n, p));
      }
      System.out.printf(
          Locale.ROOT, "%s %.1f%n", n < 1e6 ? String.format("%.0f", n) : cFormat(n), best);
    }
  }

  /** Nanoseconds of a draw, on average over a slice. */
  private static double nanos(RandomStream random, double n, double[] p) {
    long start = Cpu.nanos();
    double sum = 0;
    for (int i = 0; i < DRAWS; i++) {
      double chance = p[i & 63];
      sum += Binomial.draw(random, n, chance, 1 - chance);
    }
    long time = Cpu.nanos() - start;
    if (sum < 0) {
      throw new IllegalStateException("a draw is negative"); // looks at every result
    }
    return (double) time / DRAWS;
  }

  /** As printf's %g of C writes a power of ten from 10⁶ on. */
  private static String cFormat(double n) {
    return String.format(Locale.ROOT, "1e+%02d", Math.round(Math.log10(n)));
  }
}
