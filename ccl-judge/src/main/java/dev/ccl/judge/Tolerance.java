package dev.ccl.judge;

import static com.google.common.base.Preconditions.checkArgument;

import java.util.Locale;
import java.util.function.Supplier;

/**
 * How far two sides may be apart, and why. There is no tolerance without a reason: it comes from
 * the rounding of a number of operations, from an error that was estimated, or, for what is
 * sampled, from the level of a test. Tolerances add up and print themselves.
 */
public final class Tolerance {
  /** Half the distance of 1 and the next number: what one operation may lose, relatively. */
  private static final double UNIT = 0x1p-53;

  /** Below this, relative errors mean nothing. */
  private static final double UNDERFLOW = 1e-300;

  private static final Tolerance NONE = new Tolerance(0, 0, () -> "exact");

  private final double amount;
  private final double level;
  private final Supplier<String> reason; // many are made, few are printed

  private Tolerance(double amount, double level, Supplier<String> reason) {
    this.amount = amount;
    this.level = level;
    this.reason = reason;
  }

  /** {@return the tolerance of what must agree to the last bit} */
  public static Tolerance none() {
    return NONE;
  }

  /**
   * Returns what rounding of counted operations may add to a result.
   *
   * @param operations a bound of the operations through which an error passes
   * @param size the size of the largest term
   * @return operations · 2<sup>−53</sup> · size
   */
  public static Tolerance rounding(long operations, double size) {
    checkArgument(operations > 0, "operations: %s is not positive", operations);
    return new Tolerance(
        operations * UNIT * Math.abs(size) + UNDERFLOW,
        0,
        () ->
            String.format(
                Locale.ROOT, "rounding of %d operations on terms of size %.3g", operations, size));
  }

  /**
   * Returns the tolerance of sums whose roundings nobody counted.
   *
   * @param share how far the sides may differ, relatively
   * @param size the size of the largest term
   * @return share · size
   */
  public static Tolerance relative(double share, double size) {
    return new Tolerance(
        share * Math.abs(size) + UNDERFLOW,
        0,
        () -> String.format(Locale.ROOT, "%.2g of terms of size %.3g", share, size));
  }

  /**
   * Returns the tolerance of a quantity that was also enumerated: by sums over all answers, which
   * agree to about ten digits.
   *
   * @param size the size of the largest term
   * @return 9.9 · 10<sup>−11</sup> · size
   */
  public static Tolerance enumeration(double size) {
    return relative(9.9e-11, size);
  }

  /**
   * Returns the tolerance of a side that is known up to an error.
   *
   * @param error a bound or an estimate of the error
   * @param of where the error comes from, such as "differences"
   * @return the error
   */
  public static Tolerance estimate(double error, String of) {
    return new Tolerance(error, 0, () -> of);
  }

  /**
   * Returns the tolerance of a test of a sample: none, but a correct subject fails with some
   * probability.
   *
   * @param level a bound of the probability
   * @return a tolerance whose amount is 0
   */
  public static Tolerance level(double level) {
    checkArgument(level > 0 && level < 1, "level: %s is not a probability", level);
    return new Tolerance(0, level, () -> String.format(Locale.ROOT, "level %.3g", level));
  }

  /**
   * Returns a tolerance that was written down.
   *
   * @param amount its amount
   * @param level its level
   * @param reason its reason
   * @return a tolerance equal to the one that said so
   */
  public static Tolerance of(double amount, double level, String reason) {
    return new Tolerance(amount, level, () -> reason);
  }

  /**
   * Returns both tolerances together.
   *
   * @param other another reason to differ
   * @return amounts and levels added up
   */
  public Tolerance plus(Tolerance other) {
    if (amount == 0 && level == 0) {
      return other;
    }
    return new Tolerance(
        amount + other.amount,
        level + other.level,
        () -> reason.get() + ", and " + other.reason.get());
  }

  /** {@return how far the sides may be apart: the amount; NaN if an estimate was} */
  public double amount() {
    return amount;
  }

  /**
   * {@return the probability that a correct subject fails; the level; 0 for what is not sampled}
   */
  public double level() {
    return level;
  }

  /** {@return where the tolerance comes from, a few words} */
  public String reason() {
    return reason.get();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Tolerance that
        && Double.compare(amount, that.amount) == 0
        && Double.compare(level, that.level) == 0
        && reason.get().equals(that.reason.get());
  }

  @Override
  public int hashCode() {
    return Double.hashCode(amount) + 31 * Double.hashCode(level);
  }

  @Override
  public String toString() {
    return amount > 0 || Double.isNaN(amount)
        ? String.format(Locale.ROOT, "± %.2g (%s)", amount, reason.get())
        : "(" + reason.get() + ")";
  }
}
