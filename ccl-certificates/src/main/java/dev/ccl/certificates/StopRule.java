package dev.ccl.certificates;

import static com.google.common.base.Preconditions.checkArgument;

import dev.ccl.certificates.Certificate.Strength;
import dev.ccl.core.math.Decimals;

/**
 * The bound below which a run ends before its last round. Because the bounds of a run hold at all
 * rounds at once, one that is chosen by looking at them holds as well. A bound that was searched
 * for, not certified, may be too low; a run ends on it only by a rule that says so.
 *
 * @param quantity what is bounded
 * @param below the bound wanted; 0 where the run never ends early
 */
public record StopRule(Quantity quantity, double below) {
  /** A run goes on to its last round. */
  public static final StopRule NEVER = new StopRule(Quantity.EXCESS, 0);

  /** The form of a rule's text. */
  public static final String FORM =
      "never, [searched-]excess<NUMBER or [searched-]oracle-kl<NUMBER";

  /** The bound that a rule compares. */
  public enum Quantity {
    /** The bound of Δ. */
    EXCESS("excess"),
    /** The bound of 𝒦. */
    ORACLE_KL("oracle-kl"),
    /** The bound of Δ, also one that was searched for. */
    SEARCHED_EXCESS("searched-excess"),
    /** The bound of 𝒦, also one that was searched for. */
    SEARCHED_ORACLE_KL("searched-oracle-kl");

    private final String word;

    Quantity(String word) {
      this.word = word;
    }

    double of(Certificate certificate) {
      boolean excess = this == EXCESS || this == SEARCHED_EXCESS;
      return excess ? certificate.excess() : certificate.oracleKl();
    }

    boolean accepts(Strength strength) {
      boolean searched = this == SEARCHED_EXCESS || this == SEARCHED_ORACLE_KL;
      return searched || strength == Strength.CERTIFIED;
    }

    @Override
    public String toString() {
      return word;
    }
  }

  /**
   * Reads a rule.
   *
   * @param text what {@link #toString} returns
   * @return the rule
   * @throws IllegalArgumentException if it is none
   */
  public static StopRule parse(String text) {
    if (text.equals("never")) {
      return NEVER;
    }
    for (Quantity quantity : Quantity.values()) {
      if (text.startsWith(quantity + "<")) {
        return new StopRule(quantity, bound(text, text.substring(quantity.word.length() + 1)));
      }
    }
    throw new IllegalArgumentException(text + " is not " + FORM);
  }

  private static double bound(String text, String number) {
    double below;
    try {
      below = Double.parseDouble(number);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(text + " is not " + FORM, e);
    }
    checkArgument(
        below > 0 && below < Double.POSITIVE_INFINITY,
        "%s: the bound is not positive and finite",
        text);
    return below;
  }

  /**
   * Makes sure that the rule may be met.
   *
   * @param strength how bounds are found
   */
  void requireFor(Strength strength) {
    checkArgument(
        below == 0 || quantity.accepts(strength),
        "stop-when=%s needs certified bounds, and those of this problem are searched for (the"
            + " student has more than %s parameters or is not linear): stop-when=searched-%s ends"
            + " runs on them",
        this,
        Certifier.CERTIFIED_DIMENSIONS,
        this);
  }

  /**
   * Tells whether a certificate is good enough. One whose model is rejected at the level of the
   * bounds is not, whatever it says.
   *
   * @param certificate the certificate
   * @param delta δ of the bounds
   * @return whether the run may end
   */
  boolean allows(Certificate certificate, double delta) {
    return quantity.accepts(certificate.strength())
        && !certificate.modelRejected(delta)
        && quantity.of(certificate) < below;
  }

  @Override
  public String toString() {
    return below > 0 ? quantity + "<" + Decimals.shortest(below) : "never";
  }
}
