package dev.ccl.theory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.judge.Findings;
import dev.ccl.theory.claims.Claims;
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

  @Test
  void boundsHoldAndTheTightOnesAreTight() {
    List<String> failures = new ArrayList<>();
    Map<String, Findings> tightest = new TreeMap<>();
    Map<String, String> where = new TreeMap<>();
    for (Specimen specimen : Specimens.tight()) {
      Subject subject = new Subject(specimen.instance());
      for (Claim claim : Claims.all()) {
        for (Part part : claim.parts()) {
          if (part.kind().effort() != Effort.NONE || !part.appliesTo(specimen)) {
            continue;
          }
          int moves = part.kind() == Kind.CONSISTENT_WITH || claim.id().equals("C27") ? 2 : 50;
          Findings found = Adversary.of(1, moves).search(part, specimen, subject, 7);
          if (!found.hold()) {
            failures.add(part + " on " + specimen.name() + ": " + found.failures());
          }
          Findings known = tightest.get(claim.id());
          if (found.tightness() > 0 && (known == null || found.tightness() > known.tightness())) {
            tightest.put(claim.id(), found);
            where.put(claim.id(), specimen.name());
          }
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
