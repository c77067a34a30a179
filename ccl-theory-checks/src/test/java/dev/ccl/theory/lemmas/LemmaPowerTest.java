package dev.ccl.theory.lemmas;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.instance.Instance;
import dev.ccl.theory.Claim;
import dev.ccl.theory.Claims;
import dev.ccl.theory.Effort;
import dev.ccl.theory.PaperMap;
import dev.ccl.theory.Requirement;
import dev.ccl.theory.liars.Liar;
import dev.ccl.theory.liars.Liar.Part;
import dev.ccl.theory.liars.Liars;
import dev.ccl.theory.search.LemmaSearch;
import dev.ccl.theory.search.Refutation;
import dev.ccl.theory.search.Trial;
import dev.ccl.theory.search.Trials;
import dev.ccl.theory.verify.Counterexample;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import net.jqwik.api.Label;
import org.junit.jupiter.api.Test;

/** What the properties see by themselves, and what they print. */
class LemmaPowerTest {
  /** Fewer than the properties have by default. */
  private static final int TRIES = 40;

  /** For lemmas about minimisers. */
  private static final int SLOW_TRIES = 16;

  /**
   * The liars that each lemma rejects within its first tries, with the number of tries that it
   * took.
   */
  @Test
  void everyLemmaRejectsALiarWithinItsTries() {
    Map<String, String> rows = new TreeMap<>();
    List<String> powerless = new ArrayList<>();
    for (Claim claim : Claims.all()) {
      Map<String, Integer> tries = new TreeMap<>();
      Trials trials = Trials.of(claim);
      for (Liar liar : Liars.all()) {
        if (PaperMap.isComplete()) {
          if (isSeenBy(claim, liar)) {
            first(claim, liar, trials).ifPresent(n -> tries.put(liar.name(), n));
          }
        } else {
          PaperMap.number("power", claim.id(), "`" + liar.name() + "`").stream()
              .filter(n -> fails(claim, liar, trials.get(n - 1)))
              .forEach(n -> tries.put(liar.name(), n));
        }
      }
      if (tries.isEmpty()) {
        powerless.add(claim.id());
      } else {
        rows.put(claim.id(), row(claim, tries));
      }
    }
    assertEquals(List.of(), powerless, "lemmas that reject no liar within their tries");
    PaperMap.check(
        "power",
        "| lemma | tries to the first failure, by liar |\n| --- | --- |\n"
            + String.join("", rows.values()));
  }

  private static boolean isSeenBy(Claim claim, Liar liar) {
    return PaperMap.row("matrix", "`" + liar.name() + "`").contains(claim.id());
  }

  /** Whole runs only for liars about them, which draw their batches as counts. */
  private static Effort effort(Liar liar) {
    return switch (liar.part()) {
      case FORMULA -> Effort.NONE;
      case SAMPLER, SOURCE_STREAM, STUDENT_STREAM -> Effort.MANY_ROUNDS;
      case RUN, MATCHING_RUN, PRACTICAL_RUN -> Effort.RUNS;
    };
  }

  /** By a search that begins there. */
  private static boolean fails(Claim claim, Liar liar, Trial trial) {
    return LemmaSearch.of(claim, liar::on, effort(liar)).attempt(trial).isPresent();
  }

  private static Optional<Integer> first(Claim claim, Liar liar, Trials trials) {
    LemmaSearch search = LemmaSearch.of(claim, liar::on, effort(liar));
    int random = claim.needs().contains(Requirement.UNIQUE_ORACLE) ? SLOW_TRIES : TRIES;
    int tries = liar.part() == Part.FORMULA ? random : trials.sampled().size();
    for (int i = 0; i < tries; i++) {
      if (search.attempt(trials.get(i)).isPresent()) {
        return Optional.of(i + 1);
      }
    }
    return Optional.empty();
  }

  private static String row(Claim claim, Map<String, Integer> tries) {
    List<String> cells = new ArrayList<>();
    tries.forEach((liar, n) -> cells.add("`" + liar + "` " + n));
    return "| " + claim.id() + " | " + String.join(", ", cells) + " |\n";
  }

  /** What is printed is small: at most two prompts, H ≤ 2 and three tokens. */
  @Test
  void counterexamplesAreSmall() {
    for (String[] pair :
        new String[][] {
          {"C16", "lambda-dropped"},
          {"C17", "score-not-centred"},
          {"C18", "gradient-of-teacher"},
          {"C23", "hessian-without-scores"},
          {"C24", "smoothness-small"}
        }) {
      Claim claim = Claims.named(pair[0]);
      Refutation refutation = refutation(claim, liar(pair[1]));
      Instance instance = refutation.found().instance();
      String text = refutation.text();
      assertTrue(instance.source().size() + instance.target().size() <= 2, text);
      assertTrue(instance.header().horizon() <= 2, text);
      assertTrue(instance.header().vocabulary().size() <= 3, text);
      for (String part : List.of(claim.label(), "left", "right", "margin", "θ = ", "\"lambda\"")) {
        assertTrue(text.contains(part), () -> "no " + part + " in\n" + text);
      }
    }
  }

  private static Liar liar(String name) {
    return Liars.all().stream().filter(l -> l.name().equals(name)).findFirst().orElseThrow();
  }

  private static Refutation refutation(Claim claim, Liar liar) {
    LemmaSearch search = LemmaSearch.of(claim, liar::on, Effort.NONE);
    Trials trials = Trials.of(claim);
    for (int i = trials.edges().size(); i < 1000; i++) { // random shapes, which have to shrink
      Optional<Counterexample> found = search.attempt(trials.get(i));
      if (found.isPresent()) {
        return search.shrink(found.get());
      }
    }
    throw new AssertionError(claim + " believes " + liar);
  }

  /** Every claim has its property, named by label and statement. */
  @Test
  void everyClaimIsAProperty() {
    List<String> labels =
        Arrays.stream(PaperLemmasTest.class.getMethods())
            .filter(m -> m.isAnnotationPresent(Label.class))
            .sorted((a, b) -> label(a).compareTo(label(b)))
            .map(LemmaPowerTest::label)
            .toList();
    assertEquals(
        Claims.all().stream().map(c -> c.id() + " " + c.label() + ": " + c.sentence()).toList(),
        labels);
  }

  private static String label(Method method) {
    return method.getAnnotation(Label.class).value();
  }
}
