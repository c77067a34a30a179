package dev.ccl.theory;

import java.util.Locale;

/**
 * Both sides of a statement at one place.
 *
 * @param where what was compared, and where
 * @param left the left side
 * @param relation how the sides should be related
 * @param right the right side
 * @param slack what rounding may add
 */
public record Evidence(String where, double left, Relation relation, double right, double slack) {
  /**
   * Below this p-value a law counts as violated. Fewer than ten thousand laws are tested in the
   * longest run of the suite, so that a correct sampler fails one of them with probability below
   * 10⁻⁹; {@link Findings#falseAlarms} adds up what a run has spent.
   */
  public static final double LEVEL = 1e-13;

  /** How the sides of a statement are related. */
  public enum Relation {
    /** The sides agree. */
    EQUAL("="),
    /** The left side is no larger. */
    AT_MOST("≤"),
    /** The left side is no smaller. */
    AT_LEAST("≥"),
    /** The left side is the p-value of a sample, the right side the level it must reach. */
    LAW("p ≥");

    private final String sign;

    Relation(String sign) {
      this.sign = sign;
    }

    @Override
    public String toString() {
      return sign;
    }
  }

  /**
   * Returns a statement of equality.
   *
   * @param where the place
   * @param left one side
   * @param right the other side
   * @param tolerance how far they may differ, absolutely
   * @return the evidence
   */
  public static Evidence equal(String where, double left, double right, double tolerance) {
    return new Evidence(where, left, Relation.EQUAL, right, tolerance);
  }

  /**
   * Returns left ≤ right, up to rounding of the larger side.
   *
   * @param where the place
   * @param left the side that should be smaller
   * @param right the bound
   * @return the evidence
   */
  public static Evidence atMost(String where, double left, double right) {
    return new Evidence(where, left, Relation.AT_MOST, right, rounding(left, right));
  }

  /**
   * Returns left ≥ right, up to rounding of the larger side.
   *
   * @param where the place
   * @param left the side that should be larger
   * @param right the bound
   * @return the evidence
   */
  public static Evidence atLeast(String where, double left, double right) {
    return new Evidence(where, left, Relation.AT_LEAST, right, rounding(left, right));
  }

  /**
   * Returns the statement that a sample could have come from a law.
   *
   * @param where which sample
   * @param pValue the probability, under the law, of a sample at least as odd
   * @return the evidence, against {@link #LEVEL}
   */
  public static Evidence law(String where, double pValue) {
    return new Evidence(where, pValue, Relation.LAW, LEVEL, 0);
  }

  private static double rounding(double left, double right) {
    return 1e-11 * Math.max(Math.abs(left), Math.abs(right)) + 1e-13;
  }

  /**
   * Tells whether the statement holds. A side that is not a number never holds.
   *
   * @return whether the sides are related as stated
   */
  public boolean holds() {
    return switch (relation) {
      case EQUAL -> Math.abs(left - right) <= slack;
      case AT_MOST -> left <= right + slack;
      case AT_LEAST, LAW -> left >= right - slack;
    };
  }

  /**
   * Returns how much of the room a statement uses: 1 is the limit. For an inequality it is the
   * smaller side over the larger one, 0 where both are lost in rounding; for an equality, the
   * difference over the tolerance.
   *
   * @return the ratio; NaN where an equality has no tolerance
   */
  public double ratio() {
    return switch (relation) {
      case EQUAL -> Math.abs(left - right) / slack;
      case AT_MOST -> isNegligible() ? 0 : left / right;
      case AT_LEAST -> isNegligible() ? 0 : right / left;
      case LAW -> StrictMath.log(left) / StrictMath.log(right);
    };
  }

  private boolean isNegligible() {
    return Math.max(Math.abs(left), Math.abs(right)) <= slack;
  }

  /**
   * Tells whether this is an inequality, so that its ratio measures how tight a bound is.
   *
   * @return whether the relation is ≤ or ≥
   */
  public boolean isBound() {
    return relation == Relation.AT_MOST || relation == Relation.AT_LEAST;
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%s: %.17g %s %.17g%s",
        where,
        left,
        relation,
        right,
        relation == Relation.EQUAL ? String.format(Locale.ROOT, " ± %.2g", slack) : "");
  }
}
