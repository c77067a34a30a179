package dev.ccl.theory.search;

import com.google.common.collect.ImmutableList;
import dev.ccl.judge.Verdict;
import dev.ccl.theory.Claim;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The result of a claim on one or many instances.
 *
 * @param claim the claim
 * @param instances on how many instances it was evaluated
 * @param checks one verdict per part of the claim, in order
 * @param counterexample the first that was found
 */
public record ClaimReport(
    Claim claim,
    int instances,
    ImmutableList<Verdict> checks,
    Optional<Counterexample> counterexample) {
  /**
   * Returns a report about no instance.
   *
   * @param claim the claim
   * @return a report whose checks do not apply
   */
  public static ClaimReport none(Claim claim) {
    return new ClaimReport(
        claim,
        0,
        claim.parts().stream()
            .map(part -> Verdict.none(part.check()))
            .collect(ImmutableList.toImmutableList()),
        Optional.empty());
  }

  /** {@return the verdict of all checks together} */
  public Verdict verdict() {
    return checks.stream().reduce(Verdict::and).orElseThrow();
  }

  /** {@return the status of all checks together} */
  public Verdict.Status status() {
    return verdict().status();
  }

  /**
   * Returns both reports together.
   *
   * @param later a report of the same claim on other instances
   * @return the sum
   */
  public ClaimReport and(ClaimReport later) {
    return new ClaimReport(
        claim,
        instances + later.instances,
        IntStream.range(0, checks.size())
            .mapToObj(k -> checks.get(k).and(later.checks.get(k)))
            .collect(ImmutableList.toImmutableList()),
        counterexample.or(() -> later.counterexample));
  }
}
