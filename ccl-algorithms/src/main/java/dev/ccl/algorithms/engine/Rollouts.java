package dev.ccl.algorithms.engine;

import static com.google.common.base.Preconditions.checkArgument;

import dev.ccl.core.random.Binomial;

/**
 * How large a batch is, and under which name it is drawn: a number of student rollouts, or the
 * exact expectation over all of them. An object that is overwritten, so that rounds allocate
 * nothing.
 */
public final class Rollouts {
  private boolean exact;
  private long number;
  private long round;
  private long update;

  private Rollouts(boolean exact, long number) {
    this.exact = exact;
    this.number = number;
  }

  /**
   * Returns a new batch size.
   *
   * @param number the number of rollouts, at least 1
   * @return a batch of round 0
   */
  public static Rollouts of(long number) {
    Rollouts rollouts = new Rollouts(false, 1);
    rollouts.set(number);
    return rollouts;
  }

  /** {@return a new exact expectation: all rollouts, each with its probability} */
  public static Rollouts exact() {
    return new Rollouts(true, 0);
  }

  /**
   * Makes this a number of rollouts.
   *
   * @param rollouts the number, from 1 to 10<sup>15</sup>
   */
  public void set(long rollouts) {
    checkArgument(rollouts >= 1, "rollouts: %s is not at least 1", rollouts);
    checkArgument(
        rollouts <= Binomial.MAX_TRIALS,
        "rollouts: %s are more than the 10^15 of which a batch can be drawn exactly; set a smaller"
            + " number, or exact on whole trees",
        rollouts);
    exact = false;
    number = rollouts;
  }

  /** Makes this the exact expectation. */
  public void setExact() {
    exact = true;
    number = 0;
  }

  /**
   * Names the batch.
   *
   * @param ofRound the round that enters the keys of its streams
   * @param ofUpdate the update within the round
   * @return this
   */
  public Rollouts at(long ofRound, long ofUpdate) {
    round = ofRound;
    update = ofUpdate;
    return this;
  }

  /**
   * Tells whether nothing is sampled.
   *
   * @return whether this is the exact expectation, for which whole forests are needed
   */
  public boolean isExact() {
    return exact;
  }

  /**
   * Returns the number of rollouts.
   *
   * @return answers drawn: at least 1, or none where {@link #isExact}
   */
  public long number() {
    return number;
  }

  /** {@return the round of the name, t} */
  public long round() {
    return round;
  }

  /** {@return the update within the round in the name, 0 for the first} */
  public long update() {
    return update;
  }

  @Override
  public String toString() {
    return (exact ? "exact" : number + " rollouts") + " of round " + round + ", update " + update;
  }
}
