package dev.ccl.theory.search;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.testkit.Evidence;
import dev.ccl.testkit.Tolerance;
import dev.ccl.theory.Claims;
import dev.ccl.theory.Effort;
import dev.ccl.theory.Place;
import dev.ccl.theory.verify.Counterexample;
import dev.ccl.theory.verify.Counterexample.Search;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The one command that repeats a failure names its claim, file, seed and effort. */
class RefutationTest {
  private static String command(Search search, String options) {
    Counterexample found =
        new Counterexample(
            SeparationInstance.of(1, 2, 2, 0.5),
            Place.POLES,
            17,
            search,
            Evidence.atMost("somewhere", 2, 1, Tolerance.none()));
    return new Refutation(Claims.named("C16"), found, "").command(Path.of("found.json"), options);
  }

  @Test
  void aCommandRepeatsWhatWasFound() {
    assertEquals(
        "ccl verify --claims C16 --instances found.json --seed 17", command(Search.POINT, ""));
    assertEquals(
        "ccl verify --claims C16 --instances found.json --seed 17 --thorough --liar x",
        command(new Search(Effort.NONE, 10), "--liar x"));
  }
}
