package dev.ccl.core.random;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** What makes the rejection from the normal law exact, without sampling: hat and squeezes. */
class BinomialNormalTest {

  private static final double[] CHANCES = {
    0.9375, 0.9, 0.8, 0.7, 0.6, 0.55, 0.501, 0.5, 0.499, 0.45, 0.4, 0.35, 0.3, 0.2, 0.15, 0.1, 0.06,
    0.03, 0.01, 1e-3, 1e-5, 1e-8
  };
  private static final double[] DEVIATIONS = {
    2.5, 2.55, 2.6, 2.7, 2.85, 3, 3.2, 3.5, 4, 4.5, 5, 5.5, 6, 6.3, 6.6, 7, 8, 9, 10, 12, 14, 17,
    20, 30, 50, 100, 400, 3000, 1e5, 1e7
  };

  /** The constants under test, each to be scaled by a liar. */
  private record Constants(double hat, double squeeze, double series) {
    static final Constants OURS = new Constants(1, 1, 1);
  }

  /** Whether hat and squeezes hold for all counts of one law. */
  private static boolean hold(double p, double deviation, Constants scale) {
    double q = 1 - p;
    double n = Math.ceil(deviation * deviation / (p * q));
    return n > 1e15 || holdAt(n, p, q, scale);
  }

  /** Checks counts from one end of the range to the other, each at both ends of its interval. */
  private static boolean holdAt(double n, double p, double q, Constants scale) {
    double mean = n * p;
    double deviation = Math.sqrt(mean * q);
    double widening = BinomialNormal.widening(q - p);
    double width = deviation + widening;
    double reach = BinomialNormal.RANGE * width;
    double step = Math.max(1, Math.floor(reach / 3000));
    double hat = 1 + scale.hat * BinomialNormal.HAT / deviation;
    for (double k = Math.ceil(mean - reach); k <= mean + reach; k += step) {
      for (double end = -0.5; end <= 0.5; end += 0.25) {
        double z = (k + end - mean) / width;
        double offset = -end + 0.5 * (q - p);
        double squeeze =
            scale.squeeze * BinomialNormal.squeeze(z, offset, widening, q - p) / deviation;
        if (k < 0 || k > n) {
          if (squeeze < 1) {
            return false; // an impossible count could be accepted
          }
        } else if (Math.abs(z) <= BinomialNormal.RANGE
            && !holdAt(n, p, q, k, z, hat, squeeze, scale.series)) {
          return false;
        }
      }
    }
    return true;
  }

  private static boolean holdAt(
      double n, double p, double q, double k, double z, double hat, double squeeze, double scale) {
    double deviation = Math.sqrt(n * p * q);
    double rounding = 1e-13 + 2e-15 * deviation; // of n p, and of the functions
    double ratio = BinomialNormal.ratio(n, p, q, k, z);
    if (!(ratio <= hat + rounding) || !((1 - squeeze) * hat <= ratio + rounding)) {
      return false;
    }
    double x = (k - n * p) / deviation;
    if (Math.abs(x) > BinomialNormal.SERIES_RANGE * deviation) {
      return true;
    }
    double about =
        StrictMath.exp(0.5 * (z * z - x * x) + BinomialNormal.series(p, q, 1 / deviation, x));
    double fourth = scale / (deviation * deviation * deviation * deviation);
    return about * (1 - BinomialNormal.below(x) * fourth) <= ratio + rounding
        && ratio <= about * (1 + BinomialNormal.ABOVE * fourth) + rounding;
  }

  @Test
  void hatLiesAboveAndSqueezesOnTheirSides() {
    for (double p : CHANCES) {
      for (double deviation : DEVIATIONS) {
        assertTrue(hold(p, deviation, Constants.OURS), "p = " + p + ", deviation " + deviation);
      }
    }
  }

  @Test
  void tighterConstantsWouldFail() {
    assertFalse(hold(1e-3, 20, new Constants(0.85, 1, 1)));
    assertFalse(hold(0.5, 20, new Constants(0.85, 1, 1)));
    assertFalse(hold(1e-3, 400, new Constants(1, 0.9, 1)));
    assertFalse(hold(1e-5, 2.6, new Constants(1, 0.95, 1)));
    assertFalse(hold(0.3, 6, new Constants(1, 0.8, 1)));
    assertFalse(hold(1e-3, 7, new Constants(1, 1, 0.5)));
    assertFalse(hold(0.03, 10, new Constants(1, 1, 0.5)));
  }

  @Test
  void nothingIsLostOutsideTheRange() {
    // P(|k - n p| > 7.5 (sd + c)) by a geometric bound from the first count outside, both sides.
    for (double p : CHANCES) {
      double q = 1 - p;
      double n = Math.ceil(BinomialNormal.LEAST_VARIANCE / (p * q));
      double mean = n * p;
      double width = Math.sqrt(mean * q) + BinomialNormal.widening(q - p);
      double reach = BinomialNormal.RANGE * width;
      double outside = 0;
      double high = Math.floor(mean + reach) + 1;
      if (high <= n) {
        double ratio = (n - high) / (high + 1) * p / q;
        outside += StrictMath.exp(BinomialDensity.logScaled(n, p, q, high)) / (1 - ratio);
      }
      double low = Math.ceil(mean - reach) - 1;
      if (low >= 0) {
        double ratio = low / (n - low + 1) * q / p;
        outside += StrictMath.exp(BinomialDensity.logScaled(n, p, q, low)) / (1 - ratio);
      }
      assertTrue(outside < 1e-12, "p = " + p + ": " + outside);
    }
  }
}
