package dev.ccl.report.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import dev.ccl.judge.Evidence;
import dev.ccl.judge.Tolerance;
import dev.ccl.judge.Verdict;
import dev.ccl.theory.Claim;
import dev.ccl.theory.claims.Claims;
import dev.ccl.theory.search.ClaimReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The last lines of a verification, from verdicts that nobody reached. */
class VerifyTextTest {
  private static ClaimReport verdict(int claim, int cases, long statements, double alarms) {
    return report(
        Claims.all().get(claim),
        new Verdict(
            "X",
            "",
            cases,
            statements,
            cases == 0 ? 0 : 1,
            0,
            alarms,
            cases == 0
                ? Optional.empty()
                : Optional.of(Evidence.atMost("somewhere", 1, 2, Tolerance.none())),
            "judge",
            cases == 0 ? ImmutableSet.of("the moon is full") : ImmutableSet.of()));
  }

  /** A correct sampler may fail in any of the claims: the bound is the sum. */
  @Test
  void falseAlarmsAndStatementsAddUp() {
    List<ClaimReport> verdicts =
        List.of(verdict(0, 2, 1000, 3.14e-13), verdict(1, 1, 234, 4e-13), verdict(2, 0, 0, 0));
    String text = VerifyText.overview(verdicts, 5, 7, ImmutableMap.of());
    assertTrue(
        text.contains(
            "2 claims hold, 0 fail, 1 do not apply; 5 instances, 1,234 statements, seed 7"),
        text);
    assertTrue(text.contains("fails with probability at most 7.2e-13"), text);
    assertTrue(text.contains("0.500"), "1 of 2: " + text);
    List<ClaimReport> many = List.of(verdict(0, 2, 3_000_000_000L, 0), verdict(1, 1, 4L << 40, 0));
    String large = VerifyText.table(many, 5, 7L << 33, ImmutableMap.of());
    assertTrue(large.contains(" 4,401,046,511,104 statements, seed 60129542144."), large);
  }

  /** What is very large or very small is written as a power, and what has no ratio as 0. */
  @ParameterizedTest
  @CsvSource({
    "9999, 9999.000",
    "9999.9999, 10000.000",
    "10000, 1e+04",
    "123456, 1e+05",
    "0.001, 0.001",
    "0.00099, 1e-03",
    "0.0004, 4e-04",
    "1e-300, 1e-300",
    "0, 0.000",
    "1, 1.000",
    "NaN, 0.000",
  })
  void ratiosAreWrittenShort(double ratio, String text) {
    Evidence evidence = Evidence.atMost("x", ratio, 1, Tolerance.none());
    String line = VerifyText.overview(List.of(verdict(evidence)), 1, 1, ImmutableMap.of());
    assertTrue(line.startsWith(String.format("C01 %8s  ", text)), line);
  }

  /** Two sides that agree to the bit where no tolerance is given. */
  @Test
  void anEqualityWithoutARatioIsNotANumberToRead() {
    Evidence evidence = Evidence.equal("x", 7, 7, Tolerance.none());
    String line = VerifyText.overview(List.of(verdict(evidence)), 1, 1, ImmutableMap.of());
    assertTrue(line.startsWith("C01   =0.000  "), line);
  }

  private static ClaimReport verdict(Evidence evidence) {
    return report(
        Claims.named("C01"),
        new Verdict(
            "X",
            "",
            1,
            1,
            evidence.isBound() ? 1 : 0,
            evidence.isUndecided() ? 1 : 0,
            0,
            Optional.of(evidence),
            "judge",
            ImmutableSet.of()));
  }

  private static ClaimReport report(Claim claim, Verdict verdict) {
    return new ClaimReport(claim, 1, ImmutableList.of(verdict), Optional.empty());
  }

  /** A bound that rounding decides is not said to hold, and is counted. */
  @Test
  void aClaimOfWhichNothingWasSeenIsUndecided() {
    ClaimReport lost = verdict(Evidence.atMost("x", 2e-17, 1e-17));
    String text = VerifyText.table(List.of(lost), 1, 1, ImmutableMap.of());
    assertTrue(text.lines().anyMatch(l -> l.startsWith("C01") && l.endsWith("undecided")), text);
    assertTrue(text.contains("C01 is undecided: both sides of all 1 bounds are lost"), text);
    assertTrue(text.contains("0 claims hold, 0 fail, 1 undecided, 0 do not apply;"), text);
    assertTrue(text.contains("Bounds left open, by rounding or by too few draws: C01 1."), text);
    JsonNode claim =
        VerifyText.document(List.of(lost), 1, 1, ImmutableMap.of()).get("claims").get(0);
    assertEquals("undecided", claim.get("verdict").textValue());
    assertEquals(1, claim.get("undecided").intValue());
  }

  @Test
  void numbersThatJsonHasNoWordForAreNull() {
    Evidence odd = Evidence.atMost("x", Double.POSITIVE_INFINITY, Double.NaN, Tolerance.none());
    JsonNode worst =
        VerifyText.document(List.of(verdict(odd)), 1, 1, ImmutableMap.of())
            .path("claims")
            .path(0)
            .path("worst");
    for (String key : List.of("left", "right", "ratio")) {
      assertTrue(worst.get(key).isNull(), key);
    }
    Evidence plain = Evidence.atMost("x", 1, 4, Tolerance.none());
    worst =
        VerifyText.document(List.of(verdict(plain)), 1, 1, ImmutableMap.of())
            .path("claims")
            .path(0)
            .path("worst");
    assertEquals(1, worst.get("left").doubleValue());
    assertEquals(4, worst.get("right").doubleValue());
    assertEquals(0.25, worst.get("ratio").doubleValue());
  }

  /** Four columns, filled downwards. */
  @ParameterizedTest
  @CsvSource({
    "1, C01",
    "2, C01 C02",
    "4, C01 C02 C03 C04",
    "5, C01 C03 C05/C02 C04",
    "8, C01 C03 C05 C07/C02 C04 C06 C08",
    "9, C01 C04 C07/C02 C05 C08/C03 C06 C09",
  })
  void anOverviewHasFourColumns(int count, String expected) {
    List<ClaimReport> verdicts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      verdicts.add(verdict(i, 1, 1, 0));
    }
    String text = VerifyText.overview(verdicts, 1, 1, ImmutableMap.of());
    String table = text.substring(0, text.indexOf("\n\n"));
    assertEquals(
        expected.replace('/', '\n'),
        table.replaceAll(" +[0-9]\\.[0-9]+ +holds *", " ").replaceAll("(?m) +$", ""));
  }
}
