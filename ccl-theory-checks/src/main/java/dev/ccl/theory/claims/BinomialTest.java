package dev.ccl.theory.claims;

import dev.ccl.judge.Findings;
import org.apache.commons.statistics.distribution.BinomialDistribution;

/**
 * Counts judged by exact binomial tails. The level is divided by the number of counts that are
 * judged together, so that the stated false-alarm rate is a bound and not an approximation.
 */
final class BinomialTest {
  private BinomialTest() {}

  /** Two-sided exact p-value of a count whose probability is known up to an error. */
  static double pValue(int n, int count, double probability, double error) {
    double low = Math.max(0, Math.min(1, probability - error));
    double high = Math.max(0, Math.min(1, probability + error));
    double atLeast =
        count == 0 ? 1 : BinomialDistribution.of(n, high).survivalProbability(count - 1);
    double atMost = BinomialDistribution.of(n, low).cumulativeProbability(count);
    return Math.min(1, 2 * Math.min(atLeast, atMost));
  }

  /** Adds one law about the counts of n draws, all probabilities being known up to rounding. */
  static void counts(Findings f, String what, int n, int[] counts, double[] probabilities) {
    for (int k = 0; k < counts.length; k++) {
      count(f, what + ", outcome " + k, n, counts[k], probabilities[k], 1e-12, counts.length);
    }
  }

  /** Adds one of several counts that make up a law. */
  static void count(
      Findings f, String what, int n, int count, double probability, double error, int among) {
    f.law(
        what + ": " + count + " of " + n + ", expected " + n * probability,
        pValue(n, count, probability, error),
        among);
  }
}
