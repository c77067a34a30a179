package dev.ccl.theory.verify;

import com.google.common.collect.ImmutableSet;
import dev.ccl.testkit.Evidence;
import dev.ccl.testkit.Findings;
import dev.ccl.theory.Claim;
import dev.ccl.theory.Requirement;
import java.util.Optional;

/**
 * What all cases together say about a claim.
 *
 * @param claim the claim
 * @param instances on how many instances it was evaluated
 * @param cases at how many places
 * @param statements how many statements were compared
 * @param bounds how many of them are inequalities
 * @param undecided how many inequalities have both sides lost in rounding
 * @param falseAlarms a bound of the probability that a correct subject fails a sampled one
 * @param worst the statement that fails, or the one closest to failing; nothing without cases
 * @param where the name of the instance of that statement
 * @param counterexample the first that was found
 * @param unmet what the instances lack on which the claim says nothing
 */
public record Verdict(
    Claim claim,
    int instances,
    int cases,
    long statements,
    long bounds,
    long undecided,
    double falseAlarms,
    Optional<Evidence> worst,
    String where,
    Optional<Counterexample> counterexample,
    ImmutableSet<Requirement> unmet) {

  /** How a claim fared. */
  public enum Status {
    /** Every statement held. */
    HOLDS("holds"),
    /** A statement failed. */
    FAILS("FAILS"),
    /** No statement failed, but rounding hides both sides of every inequality. */
    UNDECIDED("undecided"),
    /** The claim says nothing about any of the instances. */
    NOT_APPLICABLE("not applicable");

    private final String text;

    Status(String text) {
      this.text = text;
    }

    @Override
    public String toString() {
      return text;
    }
  }

  /** {@return how the claim fared, the status} */
  public Status status() {
    if (counterexample.isPresent()) {
      return Status.FAILS;
    }
    if (cases == 0) {
      return Status.NOT_APPLICABLE;
    }
    return bounds > 0 && undecided == bounds ? Status.UNDECIDED : Status.HOLDS;
  }

  /** Nothing yet. */
  static Verdict none(Claim claim) {
    return new Verdict(
        claim, 0, 0, 0, 0, 0, 0, Optional.empty(), "", Optional.empty(), ImmutableSet.of());
  }

  /** No case yet of one instance. */
  static Verdict on(Claim claim, String instance) {
    return new Verdict(
        claim, 1, 0, 0, 0, 0, 0, Optional.empty(), instance, Optional.empty(), ImmutableSet.of());
  }

  /** This and one more case of the same instance. */
  Verdict plus(Findings findings) {
    Evidence evidence = findings.evidence();
    return new Verdict(
        claim,
        instances,
        cases + 1,
        statements + findings.statements(),
        bounds + findings.bounds(),
        undecided + findings.undecided(),
        falseAlarms + findings.falseAlarms(),
        worst.isEmpty() || isWorse(evidence, worst.get()) ? Optional.of(evidence) : worst,
        where,
        counterexample,
        unmet);
  }

  Verdict refutedBy(Counterexample refutation) {
    return new Verdict(
        claim,
        instances,
        cases,
        statements,
        bounds,
        undecided,
        falseAlarms,
        worst,
        where,
        Optional.of(refutation),
        unmet);
  }

  /** This and an instance on which the claim says nothing. */
  Verdict without(Iterable<Requirement> missing) {
    return new Verdict(
        claim,
        instances,
        cases,
        statements,
        bounds,
        undecided,
        falseAlarms,
        worst,
        where,
        counterexample,
        ImmutableSet.<Requirement>builder().addAll(unmet).addAll(missing).build());
  }

  /** This and what was found on later instances. */
  Verdict and(Verdict later) {
    boolean worse =
        later.worst.isPresent() && (worst.isEmpty() || isWorse(later.worst.get(), worst.get()));
    return new Verdict(
        claim,
        instances + later.instances,
        cases + later.cases,
        statements + later.statements,
        bounds + later.bounds,
        undecided + later.undecided,
        falseAlarms + later.falseAlarms,
        worse ? later.worst : worst,
        worse ? later.where : where,
        counterexample.or(() -> later.counterexample),
        ImmutableSet.<Requirement>builder().addAll(unmet).addAll(later.unmet).build());
  }

  private static boolean isWorse(Evidence one, Evidence other) {
    if (one.holds() != other.holds()) {
      return !one.holds();
    }
    if (one.isBound() != other.isBound()) {
      return one.isBound();
    }
    return one.ratio() > other.ratio() || Double.isNaN(other.ratio());
  }
}
