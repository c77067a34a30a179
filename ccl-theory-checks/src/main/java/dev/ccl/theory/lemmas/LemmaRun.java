package dev.ccl.theory.lemmas;

import dev.ccl.testkit.FalseAlarms;
import dev.ccl.theory.Claims;
import dev.ccl.theory.search.LemmaSearch;
import dev.ccl.theory.search.Refutation;
import dev.ccl.theory.search.Trial;
import dev.ccl.theory.search.Trials;
import dev.ccl.theory.verify.Counterexample;
import java.nio.file.Path;
import java.util.Optional;
import net.jqwik.api.lifecycle.Lifespan;
import net.jqwik.api.lifecycle.Store;

/** One try of a lemma's property: evaluates, and throws what is left of a counterexample. */
final class LemmaRun {
  /** A lemma that applied to none of so many tries was not tested. */
  private static final int PATIENCE = 80;

  private static final int MORE = Boolean.getBoolean("ccl.thorough") ? 20 : 1;

  private LemmaRun() {}

  static void slow(String id, UnderTest test, Trial trial) {
    check(id, test, trial, true);
  }

  static void check(String id, UnderTest test, Trial trial) {
    check(id, test, trial, false);
  }

  private static void check(String id, UnderTest test, Trial trial, boolean slow) {
    LemmaSearch search =
        Store.getOrCreate(
                "lemma " + id,
                Lifespan.PROPERTY,
                () -> LemmaSearch.of(Claims.named(id), test::subject, test.effort()))
            .get();
    double before = search.falseAlarms();
    require(search, search.attempt(trial), test);
    if (slow && MORE > 1) {
      Trials trials = Trials.of(Claims.named(id));
      for (int k = 1; k < MORE; k++) {
        require(search, search.attempt(trials.random(MORE * trial.seed() + k)), test);
      }
    }
    FalseAlarms.declare(test.getClass(), search.falseAlarms() - before);
    if (search.tries() == PATIENCE && search.applicable() == 0) {
      throw new AssertionError(id + " applies to none of " + PATIENCE + " tries");
    }
    if (test.requiresCoverage()) {
      Coverage.collect(trial, search);
    }
  }

  private static void require(LemmaSearch search, Optional<Counterexample> found, UnderTest test) {
    if (found.isPresent()) {
      Refutation refutation = search.shrink(found.get());
      Path file = refutation.write(test.counterexamples());
      boolean unknown = test instanceof LearnerLemmas && test.options().isEmpty();
      throw new AssertionError(
          refutation.text()
              + "\nafter "
              + search.tries()
              + (unknown
                  ? " tries, the same in every run; its instance is in\n  " + file
                  : " tries; to see it again:\n  " + refutation.command(file, test.options())));
    }
  }
}
