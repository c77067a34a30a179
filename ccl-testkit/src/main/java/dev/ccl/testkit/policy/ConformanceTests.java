package dev.ccl.testkit.policy;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;

/** Clauses as dynamic tests of JUnit 5; a method with {@code @TestFactory} returns them. */
public final class ConformanceTests {
  private ConformanceTests() {}

  /**
   * Returns one test per clause.
   *
   * @param conformance the clauses with their subject
   * @return the tests
   */
  public static Stream<DynamicTest> of(Conformance conformance) {
    return conformance.clauses().stream()
        .map(clause -> DynamicTest.dynamicTest(clause.name(), () -> require(clause)));
  }

  private static void require(Clause clause) {
    Verdict verdict = clause.check();
    if (!verdict.holds()) {
      throw new AssertionError(clause.rule() + "\n  " + verdict);
    }
  }
}
