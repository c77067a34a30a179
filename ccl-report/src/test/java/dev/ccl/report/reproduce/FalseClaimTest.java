package dev.ccl.report.reproduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.algorithms.run.Monitor;
import dev.ccl.report.chart.Axis;
import dev.ccl.report.chart.Chart;
import dev.ccl.report.chart.Colour;
import dev.ccl.report.chart.Series;
import dev.ccl.theory.Claim;
import dev.ccl.theory.Crafted;
import dev.ccl.theory.Kind;
import dev.ccl.theory.Specimen;
import dev.ccl.theory.Specimens;
import dev.ccl.theory.claims.Claims;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A claim that is false somewhere is reported, however seldom that is and wherever it stands. */
class FalseClaimTest {
  private static final long SEED = 3;
  private static final Effort PLAIN = new Effort("plain", 80, 40, 20, 2, 3, 0);
  private static final Effort SEARCHED = new Effort("searched", 80, 40, 20, 2, 1, 3);

  /** x ≤ 1 for an x that is 2 on one instance at one of the starts, and below 1 elsewhere. */
  private static Claim falseOn(String instance, long start) {
    return Claim.of(
        "C99",
        "eq:nowhere",
        "x ≤ 1",
        Kind.EXACT,
        (c, f) -> {
          boolean here = c.specimen().name().equals(instance) && c.seed() == SEED + start;
          f.atMost("x", here ? 2 : 0.5, 1);
        });
  }

  private static ClaimSheet sheet(Effort effort, int threads, Claim... claims) {
    return ClaimSheet.of(List.of(claims), effort, SEED, threads, Monitor.NONE).orElseThrow();
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "0, 2", "5, 1", "13, 0", "13, 2"})
  void aClaimThatFailsOnceFails(int at, long start) {
    List<Specimen> few = Specimens.few();
    String name = few.get(at).name();
    for (int threads = 1; threads <= 2; threads++) {
      ClaimSheet sheet =
          sheet(PLAIN, threads, Claims.named("C03"), falseOn(name, start), Claims.named("C16"));
      assertEquals(2, sheet.held());
      ClaimSheet.Entry entry = sheet.entries().get(1);
      assertFalse(entry.holds());
      assertEquals(few.size(), entry.instances());
      assertEquals(3L * few.size(), entry.statements());
      assertEquals(name, entry.where());
      assertEquals(2, entry.evidence().left());
      assertEquals("FAILS", sheet.table().rows().get(1).get(1));
      assertEquals("holds", sheet.table().rows().get(0).get(1));
      assertEquals("holds", sheet.table().rows().get(2).get(1));
    }
  }

  /** What fails first is told, whatever is tighter or fails by more later on. */
  @Test
  void theFirstFailureIsTheEvidence() {
    List<Specimen> few = Specimens.few();
    Claim claim =
        Claim.of(
            "C99",
            "eq:nowhere",
            "x = 1 ≥ y",
            Kind.EXACT,
            (c, f) -> {
              String name = c.specimen().name();
              if (name.equals(few.get(1).name())) {
                f.equal("x", 1, 2, 1);
              } else {
                f.atMost("y", name.equals(few.get(4).name()) ? 5 : 0.5, 1);
              }
            });
    ClaimSheet.Entry entry = sheet(PLAIN, 1, claim).entries().get(0);
    assertFalse(entry.holds());
    assertEquals("x", entry.evidence().where());
    assertEquals(few.get(1).name(), entry.where());
    assertEquals(5, entry.tightness());
  }

  /** Also on the instances that only the adversary of a full reproduction visits. */
  @ParameterizedTest
  @ValueSource(ints = {0, 4, 8})
  void whatTheAdversaryFindsIsKept(int at) {
    String name = Specimens.tight().get(at).name();
    boolean visited = Specimens.many().stream().anyMatch(s -> s.name().equals(name));
    Claim claim =
        Claim.of(
            "C99",
            "eq:nowhere",
            "x ≤ 1",
            Kind.EXACT,
            (c, f) -> f.atMost("x", c.specimen().name().equals(name) ? 2 : 0.5, 1));
    ClaimSheet.Entry entry = sheet(SEARCHED, 1, claim).entries().get(0);
    assertFalse(entry.holds(), name + (visited ? ", an ordinary instance" : ""));
    assertEquals(name, entry.where());
  }

  /** Claims without a bound have no row, and shift none of those that have. */
  @Test
  void theFigureHasTheBoundsAlone() {
    Claim[] claims = {exact("C91"), bound("C92", 0.5), exact("C93"), bound("C94", 0.25)};
    assertEquals(
        List.of(
            "ratio,0.5,C92 eq:C92,,,largest ratio found",
            "ratio,0.25,C94 eq:C94,,,largest ratio found"),
        sheet(PLAIN, 1, claims)
            .figure()
            .chart()
            .csv()
            .lines()
            .filter(line -> line.startsWith("ratio,"))
            .toList());
    Chart chart = (Chart) sheet(PLAIN, 1, claims).figure().chart();
    assertEquals(
        List.of(Colour.VERMILION, Colour.BLUE),
        chart.series().stream().map(Series::colour).toList(),
        "the bound and what was found are told apart");
    Axis ratios = chart.x();
    assertEquals(Axis.Kind.LINEAR, ratios.kind());
    assertEquals(0, ratios.low());
    assertEquals(1, ratios.high());
  }

  private static Claim exact(String id) {
    return Claim.of(id, "eq:" + id, "x = 1", Kind.EXACT, (c, f) -> f.equal("x", 1, 1, 1));
  }

  private static Claim bound(String id, double ratio) {
    return Claim.of(
        id, "eq:" + id + ", eq:b", "x ≤ 1", Kind.EXACT, (c, f) -> f.atMost("x", ratio, 1));
  }

  @Test
  void whatHoldsEverywhereHolds() {
    ClaimSheet sheet = sheet(PLAIN, 1, falseOn(Crafted.largeGamma().header().name() + "?", 0));
    assertEquals(1, sheet.held());
    assertTrue(sheet.entries().get(0).holds());
    assertEquals(0.5, sheet.entries().get(0).tightness());
  }
}
