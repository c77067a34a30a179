package dev.ccl.theory.lemmas;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.algorithms.LearnerState;
import dev.ccl.theory.Claim;
import dev.ccl.theory.Crafted;
import dev.ccl.theory.Effort;
import dev.ccl.theory.PaperMap;
import dev.ccl.theory.Subject;
import dev.ccl.theory.claims.Claims;
import dev.ccl.theory.liars.Liar;
import dev.ccl.theory.liars.Liars;
import dev.ccl.theory.search.Search;
import dev.ccl.theory.search.Trial;
import dev.ccl.theory.search.Trials;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Every wrong implementation of Algorithm 1 is rejected as a learner of one's own, by the tries
 * that a user's test makes; the table of docs/paper-map.md names the check and the try.
 */
class PowerTest {
  /** Every liar about rounds or runs of Algorithm 1. */
  private static List<Liar> learners() {
    return Liars.all().stream().filter(PowerTest::playsOtherRounds).toList();
  }

  private static boolean playsOtherRounds(Liar liar) {
    try {
      Class<?> subject = liar.on(Crafted.largeGamma()).getClass();
      return subject.getMethod("open", LearnerState.class).getDeclaringClass() != Subject.class;
    } catch (NoSuchMethodException e) {
      throw new AssertionError(e);
    }
  }

  private static Lemmas lemmas(Liar liar) {
    Lemmas lemmas = Lemmas.ofLearner(liar::on);
    return liar.part() == Liar.Part.RUN ? lemmas.with(Effort.RUNS) : lemmas;
  }

  private static List<Trial> tries(Lemmas lemmas, dev.ccl.theory.Part part) {
    return lemmas.tries(part).toList();
  }

  private static boolean fails(Liar liar, dev.ccl.theory.Part part, Trial trial) {
    return !Search.of(part, liar::on).attempt(trial);
  }

  /** The checks that fail, with the number of tries that it takes. */
  private static Map<String, Integer> rejections(Liar liar) {
    Map<String, Integer> out = new TreeMap<>();
    Lemmas lemmas = lemmas(liar);
    for (var part : lemmas.parts()) {
      List<Trial> tries = tries(lemmas, part);
      for (int n = 0; n < tries.size() && !out.containsKey(part.name()); n++) {
        if (fails(liar, part, tries.get(n))) {
          out.put(part.name(), n + 1);
        }
      }
    }
    return out;
  }

  /** The listed check that takes the fewest tries, if it fails so. */
  private static Map<String, Integer> soonest(Liar liar) {
    Lemmas lemmas = lemmas(liar);
    Map<String, Integer> out = new TreeMap<>();
    lemmas.parts().stream()
        .flatMap(
            part ->
                PaperMap.number("learners", "`" + liar.name() + "`", part.name()).stream()
                    .mapToObj(n -> Map.entry(part, n)))
        .min(Map.Entry.comparingByValue())
        .filter(e -> fails(liar, e.getKey(), tries(lemmas, e.getKey()).get(e.getValue() - 1)))
        .ifPresent(e -> out.put(e.getKey().name(), e.getValue()));
    return out;
  }

  @Test
  void everyWrongLearnerIsRejected() {
    StringBuilder table =
        new StringBuilder("| wrong learner | checks that fail, with the tries that it takes |\n");
    table.append("| --- | --- |\n");
    List<String> believed = new ArrayList<>();
    for (Liar liar : learners()) {
      Map<String, Integer> rejections = PaperMap.isComplete() ? rejections(liar) : soonest(liar);
      if (rejections.isEmpty()) {
        believed.add(liar.name());
      }
      List<String> cells = new ArrayList<>();
      rejections.forEach((check, n) -> cells.add(check + " " + n));
      table.append("| `" + liar.name() + "` | " + String.join(", ", cells) + " |\n");
    }
    assertEquals(List.of(), believed, "wrong learners that no check rejects");
    if (PaperMap.isComplete()) {
      PaperMap.check("learners", table.toString());
    }
  }

  /** Some liar in a formula fails the first tries of every exact claim that the matrix lists. */
  @Test
  void everyClaimRejectsALiarWithinItsFirstTries() {
    List<String> powerless = new ArrayList<>();
    for (Claim claim : Claims.all()) {
      boolean exact = claim.parts().stream().anyMatch(part -> part.kind().effort() == Effort.NONE);
      boolean formula = Liars.all().stream().anyMatch(liar -> isListed(claim, liar));
      if (exact && formula && Liars.all().stream().noneMatch(liar -> rejects(claim, liar))) {
        powerless.add(claim.id());
      }
    }
    assertEquals(List.of(), powerless);
  }

  private static boolean isListed(Claim claim, Liar liar) {
    return liar.part() == Liar.Part.FORMULA
        && PaperMap.row("matrix", "`" + liar.name() + "`").contains(claim.id());
  }

  private static boolean rejects(Claim claim, Liar liar) {
    return isListed(claim, liar)
        && claim.parts().stream()
            .filter(part -> part.kind().effort() == Effort.NONE)
            .anyMatch(
                part -> {
                  Search search = Search.of(part, liar::on);
                  Trials trials = Trials.of(part);
                  for (int k = 0; k < 16; k++) {
                    if (!search.attempt(trials.get(k))) {
                      return true;
                    }
                  }
                  return false;
                });
  }

  /** Every check of a learner is one that some liar fails. */
  @Test
  void everyCheckOfALearnerRejectsOne() {
    for (var part : Lemmas.ofLearner(Subject::new).with(Effort.RUNS).parts()) {
      assertTrue(
          learners().stream()
              .anyMatch(
                  liar ->
                      PaperMap.number("learners", "`" + liar.name() + "`", part.name())
                          .isPresent()),
          part.name());
    }
  }
}
