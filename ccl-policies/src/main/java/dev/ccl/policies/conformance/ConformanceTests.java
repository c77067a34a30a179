package dev.ccl.policies.conformance;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;

/** Clauses as dynamic tests of JUnit 5; a method with {@code @TestFactory} returns them. */
public final class ConformanceTests {
  private ConformanceTests() {}

  /**
   * Returns one test a clause.
   *
   * @param conformance the clauses with their subject
   * @return the tests
   */
  public static Stream<DynamicTest> of(Conformance conformance) {
    return conformance.clauses().stream()
        .map(clause -> DynamicTest.dynamicTest(clause.name(), () -> require(clause)));
  }

  private static void require(Clause clause) {
    Evidence evidence = clause.check();
    if (!evidence.holds()) {
      throw new AssertionError(clause.rule() + "\n  " + evidence);
    }
  }
}
