package dev.ccl.theory.claims;

import dev.ccl.judge.Evidence;
import dev.ccl.judge.Findings;
import java.util.Arrays;
import org.apache.commons.statistics.distribution.BinomialDistribution;

/**
 * Statements about the mean of a bounded variable, from independent draws. The confidence bounds
 * hold for every law on [0, range] and every number of draws: Chernoff's inequality with the
 * relative entropy, and exact binomial tails. Each has level {@link Evidence#LEVEL}.
 */
final class ConfidenceBounds {
  private ConfidenceBounds() {}

  /**
   * Adds E X ≤ bound. The left side is the upper confidence bound of the mean where that is below
   * the bound, so that the statement is established; otherwise the lower one, which refutes it
   * where it is above and leaves it undecided where it is not.
   */
  static void atMost(Findings f, String where, double[] draws, double range, double bound) {
    double upper = upper(draws, range);
    if (upper <= bound) {
      add(f, Evidence.atMost(where + ", established from mean " + mean(draws), upper, bound));
    } else {
      double lower = lower(draws, range);
      String from = where + ", not refuted by mean " + mean(draws);
      f.open(Evidence.LEVEL, Evidence.atMost(from, lower, bound));
    }
  }

  /**
   * Adds E X ≥ bound for X ≥ 0, established by E X ≥ a P(X ≥ a): the left side is the best of a few
   * confidence bounds of the right side of that. Fails unless the sample establishes the bound.
   */
  static void atLeast(Findings f, String where, double[] draws, double bound) {
    double best = 0;
    int levels = 8;
    for (int k = 0; k < levels; k++) {
      double a = bound * StrictMath.pow(2, 0.5 * k);
      int count = (int) Arrays.stream(draws).filter(x -> x >= a).count();
      best = Math.max(best, a * lowerProbability(draws.length, count, Evidence.LEVEL / levels));
    }
    f.atLeast(where + ", from mean " + mean(draws), best, bound);
  }

  /**
   * Adds E after ≤ share · E before. Both sides are confidence bounds, so that the statement is
   * established with probability 1 − 2 · {@link Evidence#LEVEL}. Fails unless the sample
   * establishes it.
   */
  static void falls(
      Findings f, String where, double[] before, double[] after, double range, double share) {
    f.atMost(
        where + ", established from means " + mean(before) + " and " + mean(after),
        upper(after, range),
        share * lower(before, range));
  }

  /**
   * Adds P(X &lt; level) ≥ 1/2, established where the lower confidence bound of the probability is
   * above, refuted where the upper one is below, and undecided between them.
   */
  static void mostlyBelow(Findings f, String where, double[] draws, double level) {
    int count = (int) Arrays.stream(draws).filter(x -> x < level).count();
    int n = draws.length;
    double least = lowerProbability(n, count, Evidence.LEVEL);
    double most = 1 - lowerProbability(n, n - count, Evidence.LEVEL);
    String runs = where + ": " + count + " of " + n + " runs";
    if (least >= 0.5) {
      add(f, Evidence.atLeast(runs + ", established", least, 0.5));
    } else {
      f.open(Evidence.LEVEL, Evidence.atLeast(runs, most, 0.5));
    }
  }

  /**
   * Adds E X = value, refuted where the value is outside of the confidence interval. It is a test
   * of a law: no sample could establish it, so that it is not counted as undecided.
   */
  static void equal(Findings f, String where, double[] draws, double range, double value) {
    String from = where + ", not refuted by mean " + mean(draws);
    add(f, Evidence.atMost(from, lower(draws, range), value));
    add(f, Evidence.atLeast(from, upper(draws, range), value));
  }

  private static void add(Findings f, Evidence evidence) {
    f.sampled(Evidence.LEVEL, evidence);
  }

  static double mean(double[] draws) {
    return Arrays.stream(draws).average().orElseThrow();
  }

  static double upper(double[] draws, double range) {
    double mean = Math.min(1, mean(draws) / range);
    return range * cross(mean, 1, mean, draws.length);
  }

  static double lower(double[] draws, double range) {
    double mean = Math.min(1, mean(draws) / range);
    return range * cross(mean, 0, mean, draws.length);
  }

  /** The point between the mean and an end at which n·kl(mean, ·) reaches log(1/level). */
  private static double cross(double near, double far, double mean, int n) {
    double limit = -StrictMath.log(Evidence.LEVEL) / n;
    for (int i = 0; i < 200; i++) {
      double middle = 0.5 * (near + far);
      if (entropy(mean, middle) > limit) {
        far = middle;
      } else {
        near = middle;
      }
    }
    return far;
  }

  private static double entropy(double a, double b) {
    return (a == 0 ? 0 : a * StrictMath.log(a / b))
        + (a == 1 ? 0 : (1 - a) * StrictMath.log((1 - a) / (1 - b)));
  }

  /** The smallest success probability under which so many successes are not too rare. */
  private static double lowerProbability(int n, int count, double level) {
    if (count == 0) {
      return 0;
    }
    double low = 0;
    double high = 1;
    for (int i = 0; i < 100; i++) {
      double p = 0.5 * (low + high);
      if (BinomialDistribution.of(n, p).survivalProbability(count - 1) > level) {
        high = p;
      } else {
        low = p;
      }
    }
    return low;
  }
}
