package dev.ccl.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * What a claim found on one case: how many statements it compared, the first few that fail, the
 * tightest bound, and otherwise the worst of the rest. Filled by the claim, then read.
 */
public final class Findings {
  private static final int KEPT = 5;

  private final List<Evidence> failures = new ArrayList<>();
  private Evidence tightest;
  private Evidence worst;
  private int statements;
  private int bounds;
  private int undecided;
  private double alarms;

  private final Consumer<Evidence> listener;

  /** Makes findings without any statement. */
  public Findings() {
    this(evidence -> {});
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
    statements++;
    bounds += evidence.isBound() ? 1 : 0;
    undecided += evidence.isUndecided() ? 1 : 0;
    listener.accept(evidence);
    if (!evidence.holds()) {
      if (failures.size() < KEPT) {
        failures.add(evidence);
      }
      return;
    }
    if (evidence.isBound()) {
      tightest = larger(tightest, evidence);
    } else {
      worst = larger(worst, evidence);
    }
  }

  private static Evidence larger(Evidence kept, Evidence next) {
    return kept == null || next.ratio() > kept.ratio() || Double.isNaN(kept.ratio()) ? next : kept;
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
    add(Evidence.equal(where, left, right, Tolerance.rounding(Evidence.ENUMERATION, size)));
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
    equal(where, left, right, Tolerance.rounding(Evidence.ENUMERATION, size));
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
   * {@return a bound of the probability that a correct subject fails one of the sampled statements;
   * the sum of their levels}
   */
  public double falseAlarms() {
    return alarms;
  }

  /**
   * Adds a statement that is true or false.
   *
   * @param where the statement
   * @param holds whether it is true
   */
  public void isTrue(String where, boolean holds) {
    add(Evidence.equal(where, holds ? 1 : 0, 1, Tolerance.none()));
  }

  /**
   * Tells whether every statement holds.
   *
   * @return whether there is a statement and none fails
   */
  public boolean hold() {
    return statements > 0 && failures.isEmpty();
  }

  /** {@return the number of statements} */
  public int statements() {
    return statements;
  }

  /** {@return how many of the statements are inequalities} */
  public int bounds() {
    return bounds;
  }

  /** {@return how many of the inequalities have both sides lost in rounding} */
  public int undecided() {
    return undecided;
  }

  /**
   * {@return the statement that matters most: one that fails, else the tightest bound, else the
   * worst of the others, the evidence}
   */
  public Evidence evidence() {
    if (!failures.isEmpty()) {
      return failures.get(0);
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
    double largest = tightest == null ? 0 : tightest.ratio();
    for (Evidence failure : failures) {
      largest = Math.max(largest, failure.isBound() ? failure.ratio() : largest);
    }
    return largest;
  }

  /** {@return the first statements that fail, at most five} */
  public List<Evidence> failures() {
    return List.copyOf(failures);
  }
}
