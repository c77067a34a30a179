package dev.ccl.core.random;

import java.util.function.DoubleUnaryOperator;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.PoissonDistribution;

/**
 * P-value of a binomial sampler at one (n, p): at most 400 cells of equal width within 9 standard
 * deviations, with their probabilities from an independent distribution function.
 *
 * <p>Up to 2^31 trials that function is exact. Beyond, it is Poisson's for p at most 1e-6, whose
 * density is off by a factor of about 1 - p (x^2 - 1)/2 at x standard deviations, or the normal one
 * with continuity correction, off by a factor of about 1 - s (x^3 - 3x)/6 for skewness s. With N
 * draws this adds N p^2/2 or N s^2/6 to the mean of the statistic: less than 1e-5 for the uses
 * here, where s is at most 7e-6.
 */
final class BinomialFit {

  /** A sampler under test. */
  interface Sampler {
    long sample(RandomStream rng, long n, double p, double q);
  }

  static final Sampler OURS = (rng, n, p, q) -> (long) Binomial.draw(rng, n, p, q);

  private BinomialFit() {}

  static double pValue(Sampler sampler, long n, double p, double q, int draws, long seed) {
    DoubleUnaryOperator cdf = cdf(n, p, q);
    double mean = n * p;
    double deviation = Math.sqrt(mean * q);
    long low = (long) Math.max(0, Math.floor(mean - 9 * deviation));
    long high = (long) Math.min((double) n, Math.ceil(mean + 9 * deviation + 30));
    long width = (high - low) / 400 + 1;
    int cells = (int) ((high - low) / width) + 1;
    long[] observed = new long[cells];
    double[] probability = new double[cells];
    double below = 0;
    for (int i = 0; i < cells; i++) {
      double upTo = i == cells - 1 ? 1 : cdf.applyAsDouble((double) (low + (i + 1) * width - 1));
      probability[i] = Math.max(0, upTo - below);
      below = upTo;
    }
    RandomStream rng = RandomStreams.of(seed).open(Purpose.TRIAL, n);
    for (int i = 0; i < draws; i++) {
      long k = sampler.sample(rng, n, p, q);
      if (k < 0 || k > n) {
        return 0;
      }
      observed[(int) Math.min(cells - 1, Math.max(0, k - low) / width)]++;
    }
    return Fit.pValue(observed, probability);
  }

  private static DoubleUnaryOperator cdf(long n, double p, double q) {
    if (n <= Integer.MAX_VALUE) {
      // The library takes p alone: ask for the rarer outcome.
      if (p <= q) {
        BinomialDistribution exact = BinomialDistribution.of((int) n, p);
        return k -> exact.cumulativeProbability((int) k);
      }
      BinomialDistribution failures = BinomialDistribution.of((int) n, q);
      return k -> failures.survivalProbability((int) (n - k - 1));
    }
    if (p <= 1e-6) {
      PoissonDistribution poisson = PoissonDistribution.of(n * p);
      return k -> poisson.cumulativeProbability((int) k);
    }
    if (q <= 1e-6) {
      PoissonDistribution poisson = PoissonDistribution.of(n * q);
      return k -> poisson.survivalProbability((int) (n - (long) k - 1));
    }
    double mean = n * p;
    NormalDistribution normal = NormalDistribution.of(0, Math.sqrt(mean * q));
    return k -> normal.cumulativeProbability(k - mean + 0.5);
  }
}
