package dev.ccl.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.algorithms.run.Monitor;
import dev.ccl.experiments.reproduce.ClaimSheet;
import dev.ccl.experiments.reproduce.Effort;
import dev.ccl.theory.Claim;
import dev.ccl.theory.Kind;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How a reproduction ends. */
class ReproduceOptionsTest {
  private final StringWriter said = new StringWriter();

  /** x ≤ 1. */
  private static Claim claim(String id, double x) {
    return Claim.of(id, "eq:nowhere", "x ≤ 1", Kind.EXACT, (c, f) -> f.atMost("x", x, 1));
  }

  private int conclude(Claim... claims) {
    Effort effort = new Effort("one", 1, 1, 1, 1, 1, 0);
    ClaimSheet sheet = ClaimSheet.of(List.of(claims), effort, 1, 1, Monitor.NONE).orElseThrow();
    PrintWriter console = new PrintWriter(said);
    int code = ReproduceOptions.conclude(sheet, console);
    console.flush();
    return code;
  }

  @Test
  void claimsThatHoldAreWell() {
    assertEquals(0, conclude(claim("C97", 0.5), claim("C98", 0.9)));
    assertEquals("claims: 2 of 2 hold", said.toString().strip());
  }

  @Test
  void aClaimThatFailsIsNamedAndIsTheExitCode() {
    assertEquals(
        Failures.CHECK_FAILED, conclude(claim("C97", 0.5), claim("C98", 2), claim("C99", 0.1)));
    List<String> lines = said.toString().lines().toList();
    assertEquals("claims: 2 of 3 hold", lines.get(0));
    assertEquals(2, lines.size(), said.toString());
    assertTrue(lines.get(1).contains("FAILS") && lines.get(1).contains("C98"), lines.get(1));
  }

  /** However many hold before them. */
  @Test
  void theFirstFiveThatFailAreNamed() {
    Claim[] claims = new Claim[14];
    for (int i = 0; i < claims.length; i++) {
      claims[i] = claim("C" + (10 + i), i < 7 ? 0.5 : 2);
    }
    assertEquals(Failures.CHECK_FAILED, conclude(claims));
    List<String> lines = said.toString().lines().toList();
    assertEquals("claims: 7 of 14 hold", lines.get(0));
    assertEquals(6, lines.size(), said.toString());
    for (int i = 1; i <= 5; i++) {
      assertTrue(lines.get(i).contains("FAILS C" + (16 + i)), lines.get(i));
    }
  }
}
