package dev.ccl.algorithms.certificate;

import static com.google.common.base.Preconditions.checkArgument;

import dev.ccl.core.math.Decimals;

/**
 * A certificate that is good enough for a run to end. Because the bounds of a run hold at all
 * rounds at once, one that is chosen by looking at them holds as well.
 *
 * @param quantity what is bounded
 * @param below the bound wanted; 0 where the run never ends early
 */
public record StopRule(Quantity quantity, double below) {
  /** A run goes on to its last round. */
  public static final StopRule NEVER = new StopRule(Quantity.EXCESS, 0);

  /** What may be written. */
  public static final String FORM = "never, excess<NUMBER or oracle-kl<NUMBER";

  /** What a rule looks at. */
  public enum Quantity {
    /** The bound of Δ. */
    EXCESS("excess"),
    /** The bound of 𝒦. */
    ORACLE_KL("oracle-kl");

    private final String word;

    Quantity(String word) {
      this.word = word;
    }

    double of(Certificate certificate) {
      return this == EXCESS ? certificate.excess() : certificate.oracleKl();
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
        double below = Double.parseDouble(text.substring(quantity.word.length() + 1));
        checkArgument(below > 0 && below < Double.POSITIVE_INFINITY);
        return new StopRule(quantity, below);
      }
    }
    throw new IllegalArgumentException(text + " is not " + FORM);
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
    return !certificate.modelRejected(delta) && quantity.of(certificate) < below;
  }

  @Override
  public String toString() {
    return below > 0 ? quantity + "<" + Decimals.shortest(below) : "never";
  }
}
