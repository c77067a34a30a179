package dev.ccl.experiments.recording;

import dev.ccl.experiments.summary.Median;
import dev.ccl.experiments.summary.Numbers;
import dev.ccl.experiments.summary.Summary;

/**
 * What became of a measure of which lower is better, between two rounds of the same seeds.
 *
 * @param start the median before
 * @param end what it was after
 * @param difference after less before, of each seed
 */
public record Change(double start, Summary end, Summary difference) {
  /** Below this, what a measure of the student says is rounding; no factor is told. */
  public static final double ROUNDING = 1e-14;

  /** How a number below {@link #ROUNDING} is said. */
  public static final String BELOW_ROUNDING = "below " + Numbers.text(ROUNDING);

  /** What can be said. */
  public enum Direction {
    /** The interval of the differences is below 0. */
    BETTER,
    /** 0 is in the interval. */
    UNCLEAR,
    /** The interval is above 0. */
    WORSE,
    /** There are too few seeds for an interval. */
    UNTESTED
  }

  /**
   * Compares two rounds.
   *
   * @param starts the measure of each seed before; read
   * @param ends the same after, in the same order; read
   * @return the change
   */
  public static Change of(double[] starts, double[] ends) {
    return new Change(Median.of(starts), Summary.of(ends), Summary.ofDifferences(starts, ends, 1));
  }

  /**
   * {@return which way it went; better or worse only where that has a chance of at most 2.5 % each
   * while it is as likely to rise as to fall}
   */
  public Direction direction() {
    if (!difference.hasInterval()) {
      return Direction.UNTESTED;
    }
    if (difference.isBelow(0)) {
      return Direction.BETTER;
    }
    return difference.isAbove(0) ? Direction.WORSE : Direction.UNCLEAR;
  }

  /**
   * Says it for a table.
   *
   * @return such as {@code 12× lower} or {@code worse}
   */
  public String word() {
    return switch (direction()) {
      case BETTER ->
          end.median() < ROUNDING ? BELOW_ROUNDING : Numbers.text(start / end.median()) + "× lower";
      case UNCLEAR -> "unclear";
      case WORSE -> "worse";
      case UNTESTED -> "–";
    };
  }

  /**
   * Says it in a sentence.
   *
   * @return what became of it, with the value at the start where it did not get better
   */
  public String text() {
    return switch (direction()) {
      case BETTER ->
          end.median() < ROUNDING
              ? BELOW_ROUNDING + ", which is rounding"
              : Numbers.text(start / end.median()) + " times lower than at the start";
      case UNCLEAR -> "not told apart from the " + Numbers.text(start) + " at the start";
      case WORSE -> "worse than at the start, where it was " + Numbers.text(start);
      case UNTESTED -> Numbers.text(start) + " at the start; too few seeds to compare";
    };
  }
}
