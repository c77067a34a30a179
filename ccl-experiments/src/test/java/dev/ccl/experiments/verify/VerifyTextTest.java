package dev.ccl.experiments.verify;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import dev.ccl.testkit.Evidence;
import dev.ccl.testkit.Tolerance;
import dev.ccl.theory.Claims;
import dev.ccl.theory.Requirement;
import dev.ccl.theory.verify.Verdict;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The last lines of a verification, from verdicts that nobody reached. */
class VerifyTextTest {
  private static Verdict verdict(int claim, int cases, long statements, double alarms) {
    return new Verdict(
        Claims.all().get(claim),
        1,
        cases,
        statements,
        alarms,
        cases == 0
            ? Optional.empty()
            : Optional.of(Evidence.atMost("somewhere", 1, 2, Tolerance.none())),
        "judge",
        Optional.empty(),
        cases == 0 ? ImmutableSet.of(Requirement.SEPARATION) : ImmutableSet.of());
  }

  /** A correct sampler may fail in any of the claims: the bound is the sum. */
  @Test
  void falseAlarmsAndStatementsAddUp() {
    List<Verdict> verdicts =
        List.of(verdict(0, 2, 1000, 3.14e-13), verdict(1, 1, 234, 4e-13), verdict(2, 0, 0, 0));
    String text = VerifyText.overview(verdicts, 5, 7, ImmutableMap.of());
    assertTrue(
        text.contains(
            "2 claims hold, 0 fail, 1 do not apply; 5 instances, 1,234 statements, seed 7"),
        text);
    assertTrue(text.contains("fails with probability at most 7.2e-13"), text);
    assertTrue(text.contains("0.500"), "1 of 2: " + text);
  }
}
