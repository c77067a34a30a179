package dev.ccl.judge;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The statements that a check compared: their number, the first few that fail and the one that
 * fails worst, the tightest bound, and otherwise the worst of the rest. Filled by the check, then
 * read.
 */
public final class Findings {
  private static final int KEPT = 5;

  private final Consumer<Evidence> listener;
  private final List<Evidence> failures = new ArrayList<>();
  private Evidence failure;
  private Evidence tightest;
  private Evidence worst;
  private Supplier<String> last = () -> "no place";
  private double largest;
  private int statements;
  private int bounds;
  private int undecided;
  private double alarms;

  /** Makes findings without any statement. */
  public Findings() {
    this(null);
  }

  /**
   * Makes findings without any statement.
   *
   * @param listener is shown every statement that is added
   */
  public Findings(Consumer<Evidence> listener) {
    this.listener = listener;
  }

  /**
   * Adds a statement.
   *
   * @param evidence both of its sides
   */
  public void add(Evidence evidence) {
    add(evidence, evidence::where);
  }

  /** Adds a statement whose place is put into words only if it is kept. */
  private void add(Evidence bare, Supplier<String> where) {
    statements++;
    bounds += bare.isBound() ? 1 : 0;
    undecided += bare.isUndecided() ? 1 : 0;
    last = where;
    if (listener != null) {
      listener.accept(bare.at(where.get()));
    }
    if (!bare.holds()) {
      if (failures.size() < KEPT) {
        failures.add(bare.at(where.get()));
      }
      if (failure == null || bare.isWorseThan(failure)) {
        failure = bare.at(where.get());
      }
      largest = Math.max(largest, bare.isBound() ? bare.ratio() : 0);
    } else if (bare.isBound()) {
      tightest = closer(tightest, bare, where);
      largest = Math.max(largest, tightest.ratio());
    } else {
      worst = closer(worst, bare, where);
    }
  }

  private static Evidence closer(Evidence kept, Evidence next, Supplier<String> where) {
    return kept == null || next.ratio() > kept.ratio() || Double.isNaN(kept.ratio())
        ? next.at(where.get())
        : kept;
  }

  /**
   * Adds the statement that a deviation is 0.
   *
   * @param deviation the deviation
   * @param tolerance how far it may be from 0
   * @param where the place, asked for only if it is kept
   */
  public void zero(double deviation, Tolerance tolerance, Supplier<String> where) {
    add(Evidence.zero("", deviation, tolerance), where);
  }

  /**
   * Adds an equality.
   *
   * @param actual the side under test
   * @param expected the other side
   * @param tolerance how far they may differ
   * @param where the place, asked for only if it is kept
   */
  public void equal(double actual, double expected, Tolerance tolerance, Supplier<String> where) {
    add(Evidence.equal("", actual, expected, tolerance), where);
  }

  /**
   * Adds an upper bound.
   *
   * @param value the side that should be smaller
   * @param bound the bound
   * @param tolerance how far above the bound it may be
   * @param where the place, asked for only if it is kept
   */
  public void atMost(double value, double bound, Tolerance tolerance, Supplier<String> where) {
    add(Evidence.atMost("", value, bound, tolerance), where);
  }

  /**
   * Adds a statement that is true or false.
   *
   * @param holds whether it is true
   * @param where the place, asked for only if it is kept
   */
  public void isTrue(boolean holds, Supplier<String> where) {
    add(Evidence.isTrue("", holds), where);
  }

  /**
   * Adds equality of arrays to the last bit.
   *
   * @param expected one array; read
   * @param actual the array under test; read
   * @param where the place, asked for only if it is kept
   */
  public void same(double[] expected, double[] actual, Supplier<String> where) {
    for (int i = 0; i < expected.length; i++) {
      int at = i;
      Supplier<String> place = () -> "entry " + at + ", " + where.get();
      boolean same =
          Double.doubleToRawLongBits(expected[i]) == Double.doubleToRawLongBits(actual[i]);
      if (same || expected[i] == actual[i]) { // 0 and -0 are equal, but not the same
        zero(same ? 0 : Double.MIN_VALUE, Tolerance.none(), place);
      } else {
        equal(actual[i], expected[i], Tolerance.none(), place);
      }
    }
  }

  /**
   * Adds an equality up to a relative tolerance.
   *
   * @param where the place
   * @param left one side
   * @param right the other side
   * @param scale the size of the terms from which the sides are made
   */
  public void equal(String where, double left, double right, double scale) {
    double size = Math.max(Math.max(Math.abs(left), Math.abs(right)), scale);
    add(Evidence.equal(where, left, right, Tolerance.enumeration(size)));
  }

  /**
   * Adds equality of vectors, coordinate by coordinate, relative to the larger norm.
   *
   * @param where the place
   * @param left one side; read
   * @param right the other side; read
   * @param scale the size of the terms from which the sides are made
   */
  public void equal(String where, double[] left, double[] right, double scale) {
    double size = scale;
    for (double x : right) {
      size = Math.max(size, Math.abs(x));
    }
    equal(where, left, right, Tolerance.enumeration(size));
  }

  /**
   * Adds equality of vectors, coordinate by coordinate.
   *
   * @param where the place
   * @param left one side; read
   * @param right the other side; read
   * @param tolerance how far coordinates may differ
   */
  public void equal(String where, double[] left, double[] right, Tolerance tolerance) {
    add(Evidence.equal(where + ", length", left.length, right.length, Tolerance.none()));
    for (int i = 0; i < Math.min(left.length, right.length); i++) {
      add(Evidence.equal(where + ", coordinate " + i, left[i], right[i], tolerance));
    }
  }

  /**
   * Adds left = right.
   *
   * @param where the place
   * @param left one side
   * @param right the other side
   * @param tolerance how far they may differ
   */
  public void equal(String where, double left, double right, Tolerance tolerance) {
    add(Evidence.equal(where, left, right, tolerance));
  }

  /**
   * Adds left ≤ right.
   *
   * @param where the place
   * @param left the side that should be smaller
   * @param right the bound
   */
  public void atMost(String where, double left, double right) {
    add(Evidence.atMost(where, left, right));
  }

  /**
   * Adds left ≤ right.
   *
   * @param where the place
   * @param left the side that should be smaller
   * @param right the bound
   * @param tolerance how far above the bound it may be
   */
  public void atMost(String where, double left, double right, Tolerance tolerance) {
    add(Evidence.atMost(where, left, right, tolerance));
  }

  /**
   * Adds left ≥ right.
   *
   * @param where the place
   * @param left the side that should be larger
   * @param right the bound
   */
  public void atLeast(String where, double left, double right) {
    add(Evidence.atLeast(where, left, right));
  }

  /**
   * Adds left ≥ right.
   *
   * @param where the place
   * @param left the side that should be larger
   * @param right the bound
   * @param tolerance how far below the bound it may be
   */
  public void atLeast(String where, double left, double right, Tolerance tolerance) {
    add(Evidence.atLeast(where, left, right, tolerance));
  }

  /**
   * Adds the statement that a sample could have come from a law, one of several that are judged
   * together at {@link Evidence#LEVEL}.
   *
   * @param where which sample
   * @param pValue the probability, under the law, of a sample at least as odd
   * @param among how many are judged together
   */
  public void law(String where, double pValue, int among) {
    sampled(Evidence.LEVEL / among, Evidence.law(where, Math.min(1, among * pValue)));
  }

  /**
   * Adds a statement about a sample, which fails by chance with at most a given probability.
   *
   * @param level the probability
   * @param evidence both of its sides
   */
  public void sampled(double level, Evidence evidence) {
    alarms += level;
    add(evidence);
  }

  /**
   * Adds an inequality that a sample neither establishes nor, if it holds, refutes.
   *
   * @param level the probability with which it fails by chance
   * @param evidence the side of the confidence interval that could refute it, and the bound
   */
  public void open(double level, Evidence evidence) {
    undecided += evidence.holds() && !evidence.isUndecided() ? 1 : 0;
    sampled(level, evidence);
  }

  /**
   * Adds a statement that is true or false.
   *
   * @param where the statement
   * @param holds whether it is true
   */
  public void isTrue(String where, boolean holds) {
    add(Evidence.isTrue(where, holds));
  }

  /**
   * Tells whether every statement holds.
   *
   * @return whether there is a statement and none fails
   */
  public boolean hold() {
    return statements > 0 && failure == null;
  }

  /** {@return the number of statements} */
  public int statements() {
    return statements;
  }

  /** {@return how many of the statements are inequalities} */
  public int bounds() {
    return bounds;
  }

  /** {@return how many of the inequalities rounding or too few draws leave open} */
  public int undecided() {
    return undecided;
  }

  /**
   * {@return a bound of the probability that a correct subject fails; the sum of the levels of all
   * that was sampled}
   */
  public double falseAlarms() {
    return alarms;
  }

  /** {@return the place of the last statement} */
  String place() {
    return last.get();
  }

  /**
   * {@return the statement that matters most: the one that fails worst, else the tightest bound,
   * else the worst of the others}
   */
  public Evidence evidence() {
    if (failure != null) {
      return failure;
    }
    if (tightest != null) {
      return tightest;
    }
    return worst != null
        ? worst
        : Evidence.equal("no statement was compared", 0, 1, Tolerance.none());
  }

  /**
   * {@return how tight the tightest bound is; the largest ratio of a bound, above 1 if one fails; 0
   * if there is none}
   */
  public double tightness() {
    return largest;
  }

  /** {@return the first statements that fail, at most five} */
  public List<Evidence> failures() {
    return List.copyOf(failures);
  }
}
