package dev.ccl.theory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.testkit.Findings;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** No bound is exceeded anywhere that the adversary looks, and the tight ones are shown to be. */
class TightnessTest {
  /** The least ratio that the search must reach, where the bound is known to be tight. */
  private static final Map<String, Double> TIGHT =
      Map.ofEntries(
          Map.entry("C06", 0.99),
          Map.entry("C08", 0.99),
          Map.entry("C09", 0.97),
          Map.entry("C10", 0.97),
          Map.entry("C12", 0.97),
          Map.entry("C15", 0.95),
          Map.entry("C17", 0.97),
          Map.entry("C20", 0.95),
          Map.entry("C23", 0.97),
          Map.entry("C24", 0.95),
          Map.entry("C36", 0.97),
          Map.entry("C37", 0.97),
          Map.entry("C39", 0.95));

  private static final List<String> WITHOUT_BOUNDS =
      List.of("C01", "C02", "C03", "C05", "C07", "C11", "C18", "C21", "C32", "C31", "C34", "C35");

  @Test
  void boundsHoldAndTheTightOnesAreTight() {
    List<String> failures = new ArrayList<>();
    Map<String, Findings> tightest = new TreeMap<>();
    Map<String, String> where = new TreeMap<>();
    for (Specimen specimen : Specimens.tight()) {
      Subject subject = new Subject(specimen.instance());
      for (Claim claim : Claims.all()) {
        if (WITHOUT_BOUNDS.contains(claim.id()) || !claim.appliesTo(specimen)) {
          continue;
        }
        int moves = claim.kind() == Kind.CONSISTENT_WITH ? 2 : 50;
        Findings found = Adversary.of(1, moves).search(claim, specimen, subject, 7);
        if (!found.hold()) {
          failures.add(claim + " on " + specimen.name() + ": " + found.failures());
        }
        Findings known = tightest.get(claim.id());
        if (known == null || found.tightness() > known.tightness()) {
          tightest.put(claim.id(), found);
          where.put(claim.id(), specimen.name());
        }
      }
    }
    assertEquals(List.of(), failures);
    TIGHT.forEach(
        (id, least) ->
            assertTrue(
                tightest.get(id).tightness() >= least,
                () -> id + " reaches only " + tightest.get(id).tightness()));
    PaperMap.check("tightness", table(tightest, where));
  }

  private static String table(Map<String, Findings> tightest, Map<String, String> where) {
    StringBuilder text =
        new StringBuilder("| claim | largest ratio found | of | on |\n| --- | --- | --- | --- |\n");
    tightest.forEach(
        (id, found) ->
            text.append(
                String.format(
                    Locale.ROOT,
                    "| %s | %.2f | %s | %s |%n",
                    id,
                    found.tightness(),
                    found.evidence().where().replace("|", "\\|"),
                    where.get(id))));
    return text.toString().replace(System.lineSeparator(), "\n");
  }
}
