package dev.ccl.testkit.policy;

import dev.ccl.testkit.Evidence;
import java.util.Locale;

/**
 * What a clause found.
 *
 * @param clause the name of the clause
 * @param evidence both sides at the place where the subject came closest to breaking the rule, or
 *     broke it worst
 */
public record Verdict(String clause, Evidence evidence) {
  /**
   * Tells whether the rule held everywhere.
   *
   * @return whether it held where it was closest to failing
   */
  public boolean holds() {
    return evidence.holds();
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%-6s %s: %.6g %s %.6g %s, at %s",
        holds() ? "holds" : "FAILED",
        clause,
        evidence.left(),
        evidence.relation(),
        evidence.right(),
        evidence.tolerance(),
        evidence.where());
  }
}
