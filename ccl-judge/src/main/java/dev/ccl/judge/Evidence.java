package dev.ccl.judge;

import java.util.Locale;

/**
 * Both sides of a statement at one place.
 *
 * @param where what was compared, and where
 * @param left the left side
 * @param relation how the sides should be related
 * @param right the right side
 * @param tolerance how far from that they may be, and why
 */
public record Evidence(
    String where, double left, Relation relation, double right, Tolerance tolerance) {
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
   * @param tolerance how far they may differ
   * @return the evidence
   */
  public static Evidence equal(String where, double left, double right, Tolerance tolerance) {
    return new Evidence(where, left, Relation.EQUAL, right, tolerance);
  }

  /**
   * Returns a statement that is true or false.
   *
   * @param where the place
   * @param holds whether it is true
   * @return the evidence: 1 or 0, which should be 1
   */
  public static Evidence isTrue(String where, boolean holds) {
    return equal(where, holds ? 1 : 0, 1, Tolerance.none());
  }

  /**
   * Returns the statement that something that cannot be negative is 0: a distance, an excess.
   *
   * @param where the place
   * @param excess what should be 0
   * @param tolerance how far above 0 it may be
   * @return the evidence
   */
  public static Evidence zero(String where, double excess, Tolerance tolerance) {
    return equal(where, excess, 0, tolerance);
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
    return atMost(where, left, right, rounding(left, right));
  }

  /**
   * Returns left ≤ right.
   *
   * @param where the place
   * @param left the side that should be smaller
   * @param right the bound
   * @param tolerance how far above the bound it may be
   * @return the evidence
   */
  public static Evidence atMost(String where, double left, double right, Tolerance tolerance) {
    return new Evidence(where, left, Relation.AT_MOST, right, tolerance);
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
    return atLeast(where, left, right, rounding(left, right));
  }

  /**
   * Returns left ≥ right.
   *
   * @param where the place
   * @param left the side that should be larger
   * @param right the bound
   * @param tolerance how far below the bound it may be
   * @return the evidence
   */
  public static Evidence atLeast(String where, double left, double right, Tolerance tolerance) {
    return new Evidence(where, left, Relation.AT_LEAST, right, tolerance);
  }

  /**
   * Returns the statement that a sample could have come from a law.
   *
   * @param where which sample
   * @param pValue the probability, under the law, of a sample at least as odd
   * @return the evidence, against {@link #LEVEL}
   */
  public static Evidence law(String where, double pValue) {
    return new Evidence(where, pValue, Relation.LAW, LEVEL, Tolerance.level(LEVEL));
  }

  private static Tolerance rounding(double left, double right) {
    // The unit stands for terms that cancelled; costs and probabilities are not much larger.
    return Tolerance.relative(9.9e-12, Math.max(Math.abs(left), Math.abs(right)) + 0.01);
  }

  /**
   * Tells whether the statement holds. A side that is not a number never holds.
   *
   * @return whether the sides are related as stated
   */
  public boolean holds() {
    return switch (relation) {
      case EQUAL -> Math.abs(left - right) <= slack();
      case AT_MOST -> left <= right + slack();
      case AT_LEAST, LAW -> left >= right - slack();
    };
  }

  /**
   * Returns how much of the room a statement uses: 1 is the limit. For an inequality it is the
   * smaller side over the larger one, 0 where both are lost in rounding, and 1 where it holds by
   * its tolerance alone; for an equality, the difference over the tolerance.
   *
   * @return the ratio; NaN where an equality has no tolerance
   */
  public double ratio() {
    return switch (relation) {
      case EQUAL -> Math.abs(left - right) / slack();
      case AT_MOST -> isNegligible() ? 0 : share(left, right);
      case AT_LEAST -> isNegligible() ? 0 : share(right, left);
      case LAW -> StrictMath.log(left) / StrictMath.log(right);
    };
  }

  /** The smaller side over the larger one; the tolerance may have put them the other way round. */
  private double share(double smaller, double larger) {
    return smaller > larger && holds() ? 1 : smaller / larger;
  }

  /**
   * Tells whether this is an inequality that rounding decides: both of its sides are within the
   * tolerance, so that it holds whatever is true.
   *
   * @return whether nothing was seen
   */
  public boolean isUndecided() {
    return isBound() && isNegligible() && holds();
  }

  /**
   * Compares two statements: one that fails is worse than one that holds; of two that fail the one
   * that is farther from holding; of two that hold an inequality, then the one that is closer to
   * failing.
   *
   * @param other another statement
   * @return whether this one is worse
   */
  public boolean isWorseThan(Evidence other) {
    if (holds() != other.holds()) {
      return !holds();
    }
    if (!holds()) {
      return excess() > other.excess();
    }
    if (isBound() != other.isBound()) {
      return isBound();
    }
    return ratio() > other.ratio() || Double.isNaN(other.ratio());
  }

  /** How far a statement is from holding, in units of its room; a number that is none is worst. */
  private double excess() {
    double room =
        switch (relation) {
          case EQUAL -> slack();
          case AT_MOST -> Math.abs(right) + slack();
          case AT_LEAST -> Math.abs(left) + slack();
          case LAW -> 1;
        };
    double ratio =
        switch (relation) {
          case EQUAL -> Math.abs(left - right) / (room > 0 ? room : 1);
          case AT_MOST -> left / (room > 0 ? room : 1);
          case AT_LEAST -> right / (room > 0 ? room : 1);
          case LAW -> ratio();
        };
    return Double.isNaN(ratio) ? Double.POSITIVE_INFINITY : ratio;
  }

  /** Whether this says of something true or false that it is false. */
  boolean isFalse() {
    return relation == Relation.EQUAL && left == 0 && right == 1 && slack() == 0;
  }

  /** This statement at a place. */
  Evidence at(String place) {
    return place.equals(where) ? this : new Evidence(place, left, relation, right, tolerance);
  }

  private double slack() {
    return tolerance.amount();
  }

  private boolean isNegligible() {
    return Math.max(Math.abs(left), Math.abs(right)) <= slack();
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
        relation == Relation.EQUAL ? " " + tolerance : "");
  }
}
