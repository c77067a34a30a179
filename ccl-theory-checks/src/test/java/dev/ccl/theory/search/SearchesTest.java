package dev.ccl.theory.search;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.Iterables;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.generator.BrokenInstance;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.testkit.Evidence;
import dev.ccl.testkit.Findings;
import dev.ccl.testkit.Recorded;
import dev.ccl.theory.Adversary;
import dev.ccl.theory.Claim;
import dev.ccl.theory.Claims;
import dev.ccl.theory.Effort;
import dev.ccl.theory.Lines;
import dev.ccl.theory.Specimen;
import dev.ccl.theory.Subject;
import dev.ccl.theory.liars.Liar;
import dev.ccl.theory.liars.Liars;
import dev.ccl.theory.verify.Counterexample;
import dev.ccl.theory.verify.Verdict;
import dev.ccl.theory.verify.Verification;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** What searches do try by try, what they end in, and what they tell of it. */
class SearchesTest {
  private static final Instance RANDOM =
      RandomInstance.of(
              RandomSpec.SMALL
                  .withHorizon(2)
                  .withPrompts(2, 3)
                  .withDimensions(3, 2)
                  .withLambda(0.6),
              5)
          .instance();

  private final StringBuilder text = new StringBuilder();

  private void line(Object... parts) {
    for (Object part : parts) {
      text.append(part instanceof Double x ? Lines.number(x) : Lines.cut(part.toString()));
      text.append(' ');
    }
    text.setCharAt(text.length() - 1, '\n');
  }

  private static Liar liar(String name) {
    return Liars.all().stream().filter(l -> l.name().equals(name)).findFirst().orElseThrow();
  }

  @Test
  void triesAreAsRecorded() {
    for (String id : List.of("C05", "C09", "C10", "C22", "C24", "C27", "C37")) {
      Claim claim = Claims.named(id);
      LemmaSearch search = LemmaSearch.of(claim, Subject::new, 1);
      Trials trials = Trials.of(claim);
      for (int k = 0; k < (id.equals("C27") ? 3 : 14); k++) {
        Trial trial = trials.get(2 * k + 3);
        Optional<Counterexample> found = search.attempt(trial);
        line(id, trial, found.isPresent(), search.lastApplied(), search.tightest());
      }
      line(id, search.tries(), "tries", search.applicable(), search.falseAlarms());
    }
    Specimen specimen = Specimen.of(RANDOM);
    for (String id : List.of("C09", "C15", "C19", "C20", "C25")) {
      Findings found =
          Adversary.of(3, 12).search(Claims.named(id), specimen, new Subject(RANDOM), 8);
      Evidence e = found.evidence();
      line(id, "climbs to", e.where(), e.left(), e.right(), found.tightness());
    }
    Recorded.check(SearchesTest.class, "tries.txt", text.toString());
  }

  /** Claims that fail in several ways, told as a whole. */
  @Test
  void refutationsAreAsRecorded() {
    for (String[] pair :
        new String[][] {
          {"C16", "lambda-dropped"}, {"C17", "score-not-centred"}, {"C24", "smoothness-small"}
        }) {
      Claim claim = Claims.named(pair[0]);
      LemmaSearch search = LemmaSearch.of(claim, liar(pair[1])::on, 0);
      Trials trials = Trials.of(claim);
      for (int k = trials.edges().size(); k < 1000; k++) {
        Optional<Counterexample> found = search.attempt(trials.get(k));
        if (found.isPresent()) {
          Refutation small = search.shrink(found.get());
          line(small.text());
          line(small.command(Path.of("x.json"), "--liar " + pair[1]), search.tries());
          break;
        }
      }
    }
    Recorded.check(SearchesTest.class, "refutations.txt", text.toString());
  }

  private void verdicts(
      String name, Iterable<Claim> claims, Function<Instance, Subject> maker, Effort effort) {
    List<Instance> instances =
        List.of(
            RANDOM,
            SeparationInstance.of(1, 2, 3, 0.75),
            BrokenInstance.NOT_IDENTIFIED.instance(),
            BrokenInstance.NOT_REALIZABLE.instance());
    Verification verification =
        Verification.of(ImmutableList.copyOf(claims), instances, maker, 6, effort);
    for (Verdict v : verification.run(1, (claim, instance) -> {})) {
      line(name, v.claim().id(), v.status(), v.instances(), v.cases(), v.statements());
      line("  lacks", v.unmet(), "spent", v.falseAlarms());
      if (v.worst().isPresent()) {
        Evidence e = v.worst().orElseThrow();
        boolean told = e.isBound() || !e.holds(); // last bits decide between equalities
        line("  worst on", told ? v.where() + ": " + e.where() : "rounding", e.relation());
        line("   ", told ? e.left() : "", told ? e.right() : "");
      }
      v.counterexample()
          .ifPresent(
              found ->
                  line(
                      "  refuted on",
                      found.instance().header().name(),
                      found.place(),
                      found.seed(),
                      found.search()));
    }
  }

  @Test
  void verdictsAreAsRecorded() {
    verdicts("library", Claims.all(), Subject::new, Effort.NONE);
    List<Claim> few = List.of(Claims.named("C09"), Claims.named("C16"), Claims.named("C20"));
    verdicts("moved", few, Subject::new, Effort.LONG_RUNS);
    for (String name : List.of("lambda-dropped", "smoothness-small", "range-small")) {
      List<Claim> some = List.of(Claims.named("C16"), Claims.named("C24"), Claims.named("C27"));
      verdicts(name, Iterables.concat(few, some), liar(name)::on, Effort.NONE);
    }
    Recorded.check(SearchesTest.class, "verdicts.txt", text.toString());
  }
}
