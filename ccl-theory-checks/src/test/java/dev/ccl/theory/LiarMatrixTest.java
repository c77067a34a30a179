package dev.ccl.theory;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ccl.theory.claims.Claims;
import dev.ccl.theory.liars.Liar;
import dev.ccl.theory.liars.Liar.Part;
import dev.ccl.theory.liars.Liars;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/**
 * Which claim rejects which liar: every row and every column has an entry. That a claim believes a
 * liar is no promise and is looked for only when the table is written, and in long runs.
 */
@Order(Integer.MAX_VALUE) // the other thread takes classes from the back
class LiarMatrixTest {
  private static final List<Specimen> FEW = Specimens.few();

  /** Where draws that depend on each other show most. */
  private static final List<Specimen> SOURCE_SHOWS =
      Specimens.of(List.of(Crafted.threeRewards(), Crafted.everyDrawVisible(), Crafted.tinyB()));

  private static final List<Specimen> STUDENT_SHOWS =
      Specimens.of(
          List.of(
              Crafted.tinyB(),
              Crafted.everyDrawVisible(),
              Crafted.rarelyAccepts(),
              Crafted.threeRewards()));

  /** By claim: the instances on which it has rejected, the last one first; they are tried first. */
  private final Map<String, Deque<String>> telling = new HashMap<>();

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

  private List<String> rejections(Liar liar) {
    List<String> rejecting = new ArrayList<>();
    Map<Specimen, Subject> subjects = new LinkedHashMap<>();
    specimens(liar.part()).forEach(s -> subjects.put(s, liar.on(s.instance())));
    Set<String> listed = PaperMap.row("matrix", "`" + liar.name() + "`");
    for (Claim claim : Claims.all()) {
      boolean asked = PaperMap.isComplete() || listed.contains(claim.id());
      if (asked && rejects(claim, liar, subjects)) {
        rejecting.add(claim.id());
      }
    }
    return rejecting;
  }

  private static List<Specimen> specimens(Part part) {
    return switch (part) {
      case SOURCE_STREAM -> SOURCE_SHOWS;
      case STUDENT_STREAM -> STUDENT_SHOWS;
      default -> FEW;
    };
  }

  private boolean rejects(Claim claim, Liar liar, Map<Specimen, Subject> subjects) {
    Deque<String> first = telling.computeIfAbsent(claim.id(), id -> new ArrayDeque<>());
    List<Specimen> order = new ArrayList<>(subjects.keySet());
    List<String> names = List.copyOf(first);
    order.sort(Comparator.comparing(s -> names.contains(s.name()) ? names.indexOf(s.name()) : 99));
    for (Specimen specimen : order) {
      if (claim.appliesTo(specimen)) {
        Case c = Case.random(specimen, subjects.get(specimen), 5);
        if (!claim.evaluate(c.with(effort(liar, claim))).hold()) {
          first.remove(specimen.name());
          first.addFirst(specimen.name());
          return true;
        }
      }
    }
    return false;
  }

  /** Runs are played only for liars about them, and only by claims about the same algorithm. */
  private static Effort effort(Liar liar, Claim claim) {
    return switch (liar.part()) {
      case FORMULA -> Effort.NONE;
      case SAMPLER -> Effort.ROUNDS;
      case SOURCE_STREAM -> runs(claim, "C07", "C11");
      case STUDENT_STREAM -> claim.id().equals("C26") ? Effort.ROUNDS : Effort.NONE;
      case RUN -> runs(claim, "C13", "C14", "C29", "C31", "C32");
      case MATCHING_RUN -> runs(claim, "C38", "C40");
      case PRACTICAL_RUN -> runs(claim, "C41");
    };
  }

  private static Effort runs(Claim claim, String... ids) {
    return List.of(ids).contains(claim.id()) ? Effort.RUNS : Effort.NONE;
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
