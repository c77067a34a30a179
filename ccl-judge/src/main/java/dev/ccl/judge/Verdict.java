package dev.ccl.judge;

import com.google.common.collect.ImmutableSet;
import java.util.Locale;
import java.util.Optional;

/**
 * The result of a check: of one subject, or of many together.
 *
 * @param check the name of the check
 * @param cause the likely cause of a failure
 * @param cases how often the check was evaluated
 * @param statements how many statements were compared
 * @param bounds how many of them are inequalities
 * @param undecided how many inequalities rounding or too few draws leave open
 * @param falseAlarms a bound of the probability that a correct subject fails a sampled statement
 * @param worst the statement that fails worst, or the one closest to failing; empty without cases
 * @param where the name of the subject of that statement
 * @param unmet the needs of subjects to which the check does not apply
 */
public record Verdict(
    String check,
    String cause,
    int cases,
    long statements,
    long bounds,
    long undecided,
    double falseAlarms,
    Optional<Evidence> worst,
    String where,
    ImmutableSet<String> unmet) {

  /** The four results. */
  public enum Status {
    /** Every statement held. */
    HOLDS("holds"),
    /** A statement failed. */
    FAILS("FAILS"),
    /** No statement failed, but rounding or too few draws leave every inequality open. */
    UNDECIDED("undecided"),
    /** The check says nothing about any of the subjects. */
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

  /**
   * Returns the verdict before anything was compared.
   *
   * @param check the check
   * @return a verdict without cases
   */
  public static Verdict none(Check<?> check) {
    return new Verdict(
        check.name(), check.cause(), 0, 0, 0, 0, 0, Optional.empty(), "", ImmutableSet.of());
  }

  /** {@return the status} */
  public Status status() {
    if (cases == 0) {
      return Status.NOT_APPLICABLE;
    }
    if (!worst.orElseThrow().holds()) {
      return Status.FAILS;
    }
    return bounds > 0 && undecided == bounds ? Status.UNDECIDED : Status.HOLDS;
  }

  /**
   * Tells whether every statement held and one of them was decided.
   *
   * @return whether the status is {@link Status#HOLDS}
   */
  public boolean holds() {
    return status() == Status.HOLDS;
  }

  /** {@return the statement that fails worst, or the one closest to failing} */
  public Evidence evidence() {
    return worst.orElseThrow(() -> new IllegalStateException(check + " was not evaluated"));
  }

  /**
   * Returns this verdict with one more case.
   *
   * @param findings the findings of the case
   * @param subject the name of its subject
   * @return the sum
   */
  public Verdict plus(Findings findings, String subject) {
    return and(
        new Verdict(
            check,
            cause,
            1,
            findings.statements(),
            findings.bounds(),
            findings.undecided(),
            findings.falseAlarms(),
            Optional.of(findings.evidence()),
            subject,
            ImmutableSet.of()));
  }

  /**
   * Returns this verdict with a subject to which the check does not apply.
   *
   * @param missing the needs that it does not meet
   * @return the sum
   */
  public Verdict without(Iterable<String> missing) {
    return new Verdict(
        check,
        cause,
        cases,
        statements,
        bounds,
        undecided,
        falseAlarms,
        worst,
        where,
        ImmutableSet.<String>builder().addAll(unmet).addAll(missing).build());
  }

  /**
   * Returns both verdicts together.
   *
   * @param later a verdict of the same check
   * @return the sum
   */
  public Verdict and(Verdict later) {
    boolean worse =
        later.worst.isPresent() && (worst.isEmpty() || later.worst.get().isWorseThan(worst.get()));
    return new Verdict(
        check,
        cause,
        cases + later.cases,
        statements + later.statements,
        bounds + later.bounds,
        undecided + later.undecided,
        falseAlarms + later.falseAlarms,
        worse ? later.worst : worst,
        worse ? later.where : where,
        ImmutableSet.<String>builder().addAll(unmet).addAll(later.unmet).build());
  }

  @Override
  public String toString() {
    if (worst.isEmpty()) {
      String why =
          unmet.isEmpty() ? "nothing was compared" : "it needs that " + String.join(", ", unmet);
      return Status.NOT_APPLICABLE + "  " + check + ": " + why;
    }
    Evidence e = worst.get();
    if (e.isFalse()) {
      return "FAILED " + check + ", probably because " + cause + ": " + e.where();
    }
    return e.holds()
        ? String.format(
            Locale.ROOT,
            "%-6s %s: %.6g %s %.6g %s, at %s",
            status(),
            check,
            e.left(),
            e.relation(),
            e.right(),
            e.tolerance(),
            e.where())
        : String.format(
            Locale.ROOT,
            "FAILED %s, probably because %s: %.6g, expected %s%.6g %s, at %s",
            check,
            cause,
            e.left(),
            e.isBound() ? e.relation() + " " : "",
            e.right(),
            e.tolerance(),
            e.where());
  }
}
