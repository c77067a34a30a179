package dev.ccl.testkit.policy;

import dev.ccl.testkit.Evidence;
import java.util.Locale;

/**
 * What a clause found.
 *
 * @param clause the name of the clause
 * @param cause what is wrong most often where the clause fails
 * @param evidence both sides at the place where the subject came closest to breaking the rule, or
 *     broke it worst
 */
public record Verdict(String clause, String cause, Evidence evidence) {
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
    return holds()
        ? String.format(
            Locale.ROOT,
            "holds  %s: %.6g %s %.6g %s, at %s",
            clause,
            evidence.left(),
            evidence.relation(),
            evidence.right(),
            evidence.tolerance(),
            evidence.where())
        : String.format(
            Locale.ROOT,
            "FAILED %s, probably because %s: %.6g, expected %s%.6g %s, at %s",
            clause,
            cause,
            evidence.left(),
            evidence.isBound() ? evidence.relation() + " " : "",
            evidence.right(),
            evidence.tolerance(),
            evidence.where());
  }
}
