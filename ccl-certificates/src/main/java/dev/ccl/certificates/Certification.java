package dev.ccl.certificates;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.collect.ImmutableMap;
import dev.ccl.core.math.Decimals;
import java.util.Map;

/**
 * The choice of a run whether its student is bounded at the recorded rounds, and at which bound it
 * ends. It belongs to the run and not to the learner, whose rounds it does not change.
 *
 * @param delta δ, the probability with which the bounds of a seed may fail; 0 for no bounds
 * @param stop when a seed ends before its last round
 */
public record Certification(double delta, StopRule stop) {
  /** No bounds, and no end before the last round. */
  public static final Certification OFF = new Certification(0, StopRule.NEVER);

  /** The key of δ among the texts: a number between 0 and 1, or {@code off}. */
  public static final String CERTIFY = "certify";

  /** The key of the stop rule among the texts. */
  public static final String STOP_WHEN = "stop-when";

  private static final String NO_BOUNDS = "off";

  /**
   * Checks the choice.
   *
   * @param delta δ, 0 for no bounds
   * @param stop when a run ends early
   * @throws IllegalArgumentException if δ is not in [0, 1), or a rule has no bounds to look at
   */
  public Certification {
    checkArgument(delta >= 0 && delta < 1, "%s: %s is not between 0 and 1", CERTIFY, delta);
    checkArgument(
        delta > 0 || stop.equals(StopRule.NEVER),
        "%s=%s needs a certificate: set %s, to 0.05 for instance",
        STOP_WHEN,
        stop,
        CERTIFY);
  }

  /**
   * Reads a choice.
   *
   * @param texts what {@link #texts} returned; what is absent is off
   * @return the choice
   * @throws IllegalArgumentException if a text is none of its key's; the message names both
   */
  public static Certification of(Map<String, String> texts) {
    String certify = texts.getOrDefault(CERTIFY, NO_BOUNDS);
    return new Certification(
        certify.equals(NO_BOUNDS) ? 0 : delta(certify),
        StopRule.parse(texts.getOrDefault(STOP_WHEN, StopRule.NEVER.toString())));
  }

  private static double delta(String text) {
    double delta;
    try {
      delta = Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(CERTIFY + ": " + text + " is not a number", e);
    }
    checkArgument(delta > 0, "%s: %s is not between 0 and 1", CERTIFY, text);
    return delta;
  }

  /** {@return whether there are bounds} */
  public boolean isOn() {
    return delta > 0;
  }

  /** {@return the choice by key; empty if it is off, and without a rule that never ends a run} */
  public ImmutableMap<String, String> texts() {
    ImmutableMap.Builder<String, String> texts = ImmutableMap.builder();
    if (isOn()) {
      texts.put(CERTIFY, Decimals.shortest(delta));
    }
    if (!stop.equals(StopRule.NEVER)) {
      texts.put(STOP_WHEN, stop.toString());
    }
    return texts.buildOrThrow();
  }
}
