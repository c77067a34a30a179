package dev.ccl.core.truth;

import static com.google.common.base.Preconditions.checkArgument;

import dev.ccl.core.math.Moments;
import java.util.Locale;

/**
 * A number that was estimated from rollouts, with a confidence interval. It is never printed
 * without it.
 *
 * @param value the estimate
 * @param lower the lower end of the interval
 * @param upper its upper end
 * @param level the probability with which such intervals contain the true value
 * @param rollouts how many rollouts it rests on
 */
public record Estimate(double value, double lower, double upper, double level, long rollouts) {
  /**
   * Checks the interval.
   *
   * @param value the estimate
   * @param lower the lower end of the interval
   * @param upper its upper end
   * @param level the probability with which such intervals contain the true value
   * @param rollouts how many rollouts it rests on
   */
  public Estimate {
    checkArgument(lower <= upper, "interval: %s is above %s", lower, upper);
    checkArgument(level > 0 && level < 1, "level: %s is not between 0 and 1", level);
    checkArgument(rollouts >= 2, "rollouts: %s is not at least 2", rollouts);
  }

  /**
   * Returns the mean of independent numbers with the interval of the central limit theorem.
   *
   * @param moments of the numbers, at least 2
   * @param level the level, which holds for large numbers of rollouts
   * @return the estimate
   */
  static Estimate ofMean(Moments moments, double level) {
    double mean = moments.mean();
    double margin = NormalQuantile.of((1 + level) / 2) * moments.standardError();
    return new Estimate(mean, mean - margin, mean + margin, level, (long) moments.count());
  }

  /**
   * Tells whether the interval contains a value.
   *
   * @param candidate a value
   * @return whether it lies between the ends
   */
  public boolean contains(double candidate) {
    return lower <= candidate && candidate <= upper;
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%.6g in [%.6g, %.6g] (%s%% level, %s rollouts)",
        value,
        lower,
        upper,
        Math.round(1000 * level) / 10.0,
        rollouts);
  }
}
