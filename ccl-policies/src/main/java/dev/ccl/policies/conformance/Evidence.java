package dev.ccl.policies.conformance;

import java.util.Locale;

/**
 * What a clause found: the place where the subject came closest to breaking the rule, or broke it
 * worst.
 *
 * @param clause the name of the clause
 * @param holds whether the rule held everywhere
 * @param deviation how far off the subject was there, or how large the bounded quantity
 * @param allowed what the rule allows there
 * @param where the place: state, token, parameter
 */
public record Evidence(
    String clause, boolean holds, double deviation, double allowed, String where) {

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%-6s %s: %.6g, allowed %.6g, at %s",
        holds ? "holds" : "FAILED",
        clause,
        deviation,
        allowed,
        where);
  }
}
