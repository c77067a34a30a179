package dev.ccl.theory;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ccl.theory.liars.Liar;
import dev.ccl.theory.liars.Liars;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Which claim rejects which liar: every row and every column has an entry. */
class LiarMatrixTest {
  private static final List<Specimen> FEW = Specimens.few();

  @Test
  void everyLiarIsRejectedAndEveryClaimRejects() {
    Map<String, List<String>> byLiar = new TreeMap<>();
    for (Liar liar : Liars.all()) {
      byLiar.put(liar.name(), rejections(liar));
    }
    List<String> believed =
        byLiar.entrySet().stream()
            .filter(e -> e.getValue().isEmpty())
            .map(Map.Entry::getKey)
            .toList();
    assertEquals(List.of(), believed, "liars that no claim rejects");
    TreeSet<String> powerless = new TreeSet<>(Claims.all().stream().map(Claim::id).toList());
    byLiar.values().forEach(powerless::removeAll);
    assertEquals(new TreeSet<>(), powerless, "claims that reject no liar");
    PaperMap.check("matrix", table(byLiar));
  }

  private static List<String> rejections(Liar liar) {
    List<String> rejecting = new ArrayList<>();
    Map<Specimen, Subject> subjects = new LinkedHashMap<>();
    FEW.forEach(s -> subjects.put(s, liar.on(s.instance())));
    for (Claim claim : Claims.all()) {
      if (rejects(claim, liar, subjects)) {
        rejecting.add(claim.id());
      }
    }
    return rejecting;
  }

  private static boolean rejects(Claim claim, Liar liar, Map<Specimen, Subject> subjects) {
    for (Specimen specimen : FEW) {
      if (canSee(claim, liar) && claim.appliesTo(specimen)) {
        Case c = Case.random(specimen, subjects.get(specimen), 5);
        Case fitting = liar.part() == Liar.Part.FORMULA ? c.withoutSampling() : c;
        if (!claim.evaluate(fitting).hold()) {
          return true;
        }
      }
    }
    return false;
  }

  /** Claims about constants play no rounds, so they cannot see a sampler. */
  private static boolean canSee(Claim claim, Liar liar) {
    return liar.part() == Liar.Part.FORMULA || claim.kind() != Kind.CONSISTENT_WITH;
  }

  private static String table(Map<String, List<String>> byLiar) {
    StringBuilder text =
        new StringBuilder("| liar | what is wrong | rejected by |\n| --- | --- | --- |\n");
    for (Liar liar : Liars.all()) {
      text.append("| `")
          .append(liar.name())
          .append("` | ")
          .append(liar.sentence().replace("|", "\\|"))
          .append(" | ")
          .append(String.join(" ", byLiar.get(liar.name())))
          .append(" |\n");
    }
    return text.toString();
  }
}
