package dev.ccl.theory;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ccl.theory.claims.CalibrationClaims;
import dev.ccl.theory.claims.CalibrationRuns;
import dev.ccl.theory.claims.CostClaims;
import dev.ccl.theory.claims.GibbsClaims;
import dev.ccl.theory.claims.LabelClaims;
import dev.ccl.theory.claims.MatchingClaims;
import dev.ccl.theory.claims.ModelClaims;
import dev.ccl.theory.claims.ProgressClaims;
import dev.ccl.theory.claims.ScoreClaims;
import dev.ccl.theory.claims.SelectionClaims;
import dev.ccl.theory.claims.SeparationClaims;
import dev.ccl.theory.claims.SeparationRuns;
import dev.ccl.theory.claims.SmoothnessClaims;
import dev.ccl.theory.claims.StudentRuns;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The table of claims in docs/paper-map.md is the one of the code. */
class PaperMapTest {
  private static Map<Class<?>, List<Claim>> groups() {
    Map<Class<?>, List<Claim>> groups = new LinkedHashMap<>();
    groups.put(ModelClaims.class, ModelClaims.all());
    groups.put(GibbsClaims.class, GibbsClaims.all());
    groups.put(LabelClaims.class, LabelClaims.all());
    groups.put(CalibrationClaims.class, CalibrationClaims.all());
    groups.put(CostClaims.class, CostClaims.all());
    groups.put(ScoreClaims.class, ScoreClaims.all());
    groups.put(SmoothnessClaims.class, SmoothnessClaims.all());
    groups.put(SelectionClaims.class, SelectionClaims.all());
    groups.put(ProgressClaims.class, ProgressClaims.all());
    groups.put(SeparationClaims.class, SeparationClaims.all());
    groups.put(MatchingClaims.class, MatchingClaims.all());
    groups.put(CalibrationRuns.class, CalibrationRuns.all());
    groups.put(StudentRuns.class, StudentRuns.all());
    groups.put(SeparationRuns.class, SeparationRuns.all());
    return groups;
  }

  @Test
  void theTableOfClaimsIsUpToDate() {
    Map<String, String> rows = new TreeMap<>();
    groups()
        .forEach(
            (type, claims) ->
                claims.forEach(
                    c ->
                        rows.put(
                            c.id(),
                            "| "
                                + c.id()
                                + " | `"
                                + c.label().replace(", ", "` `")
                                + "` | "
                                + c.sentence().replace("|", "\\|")
                                + " | "
                                + c.kind().text()
                                + " | `"
                                + type.getSimpleName()
                                + "` |\n")));
    assertEquals(Claims.all().size(), rows.size());
    PaperMap.check(
        "claims",
        "| claim | label | what it says | kind | class |\n| --- | --- | --- | --- | --- |\n"
            + String.join("", rows.values()));
  }
}
