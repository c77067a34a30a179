package dev.ccl.judge;

import com.google.common.collect.ImmutableList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;

/**
 * The checks of one subject. One line of test code holds it to all of them:
 *
 * <pre>  Contracts.of(family, set, forest).require();</pre>
 *
 * <p>Only {@link #tests} needs JUnit.
 */
public final class Suite {
  private final ImmutableList<Bound> checks;

  /** A check with its subject. */
  private record Bound(Check<?> check, Supplier<Verdict> verdict) {}

  private Suite(ImmutableList<Bound> checks) {
    this.checks = checks;
  }

  /**
   * Binds checks to their subject.
   *
   * @param <S> what is checked
   * @param subject the subject
   * @param checks the checks
   * @return the suite, not yet run
   */
  public static <S> Suite of(S subject, List<Check<S>> checks) {
    return new Suite(
        checks.stream()
            .map(check -> new Bound(check, () -> check.on(subject)))
            .collect(ImmutableList.toImmutableList()));
  }

  /** {@return the checks, in a fixed order} */
  public ImmutableList<Check<?>> checks() {
    return checks.stream().map(Bound::check).collect(ImmutableList.toImmutableList());
  }

  /**
   * Runs all checks.
   *
   * @return one verdict per check
   */
  public ImmutableList<Verdict> report() {
    return checks.stream().map(b -> b.verdict().get()).collect(ImmutableList.toImmutableList());
  }

  /**
   * Runs one check.
   *
   * @param name its name
   * @return the verdict
   */
  public Verdict verdict(String name) {
    return checks.stream()
        .filter(b -> b.check().name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("there is no check \"" + name + "\""))
        .verdict()
        .get();
  }

  /**
   * Runs all checks and fails if one does.
   *
   * @throws AssertionError that lists the checks that fail, where and by how much
   */
  public void require() {
    List<Verdict> failures =
        report().stream().filter(v -> v.status() == Verdict.Status.FAILS).toList();
    if (!failures.isEmpty()) {
      throw new AssertionError(
          failures.stream()
              .map(Verdict::toString)
              .collect(Collectors.joining("\n  ", "the contract is broken:\n  ", "")));
    }
  }

  /**
   * Returns the checks as dynamic tests of JUnit; a method with {@code @TestFactory} returns them.
   * A check that does not apply is a skipped test.
   *
   * @return one test per check
   */
  public Stream<DynamicTest> tests() {
    return checks.stream().map(b -> DynamicTest.dynamicTest(b.check().name(), () -> require(b)));
  }

  private static void require(Bound bound) {
    Verdict verdict = bound.verdict().get();
    Assumptions.assumeTrue(
        verdict.status() != Verdict.Status.NOT_APPLICABLE, () -> verdict.toString());
    if (verdict.status() == Verdict.Status.FAILS) {
      throw new AssertionError(bound.check().rule() + "\n  " + verdict);
    }
  }
}
