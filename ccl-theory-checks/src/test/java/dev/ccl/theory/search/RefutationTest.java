package dev.ccl.theory.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.InstanceReader;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.testkit.Evidence;
import dev.ccl.testkit.Tolerance;
import dev.ccl.theory.Case;
import dev.ccl.theory.Claims;
import dev.ccl.theory.Effort;
import dev.ccl.theory.Place;
import dev.ccl.theory.Specimen;
import dev.ccl.theory.Subject;
import dev.ccl.theory.verify.Counterexample;
import dev.ccl.theory.verify.Counterexample.Search;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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

  /** Both sides, by how much they miss, and the four parameters under their own names. */
  @Test
  void aTextHasBothSidesAndAllParameters() {
    Instance instance = SeparationInstance.of(1, 2, 2, 0.5);
    Counterexample found =
        new Counterexample(
            instance,
            Place.ANYWHERE,
            17,
            Search.POINT,
            Evidence.atMost("somewhere", 2, 1.25, Tolerance.none()));
    String text = Refutation.of(Claims.named("C16"), found, Subject::new).text();
    Subject subject = new Subject(instance);
    Case c = Place.ANYWHERE.on(Specimen.of(subject), subject, 17);
    List<String> parameters =
        List.of(
            "  w = " + Arrays.toString(c.w()),
            "  v = " + Arrays.toString(c.v()),
            "  θ = " + Arrays.toString(c.theta()),
            "  ϑ = " + Arrays.toString(c.vartheta()));
    assertTrue(text.contains(String.join("\n", parameters)), text);
    assertTrue(c.w()[0] != c.v()[0] && c.theta()[0] != c.vartheta()[0]);
    assertTrue(text.contains("fails: somewhere"), text);
    assertTrue(text.contains("left   2.0000"), text);
    assertTrue(text.contains("right  1.2500"), text);
    assertTrue(text.contains("\nat parameters anywhere\n  w = "), text);
    assertTrue(text.contains("margin -0.750, should be ≤"), text);
  }

  @Test
  void aCommandRepeatsWhatWasFound() {
    assertEquals(
        "ccl verify --claims C16 --instances found.json --seed 17", command(Search.POINT, ""));
    assertEquals(
        "ccl verify --claims C16 --instances found.json --seed 17 --thorough --liar x",
        command(new Search(Effort.NONE, 10), "--liar x"));
    String plain = "ccl verify --claims C16 --instances found.json --seed 17";
    assertEquals(plain + " --thorough", command(new Search(Effort.LONG_RUNS, 0), ""));
    assertEquals(plain, command(new Search(Effort.RUNS, 0), ""));
  }

  /** The file bears the name of the claim, in a directory that is made, and reads as it was. */
  @Test
  void theInstanceIsWrittenUnderTheNameOfTheClaim(@TempDir Path directory) {
    Instance instance = SeparationInstance.of(1, 2, 2, 0.5);
    Counterexample found =
        new Counterexample(
            instance,
            Place.POLES,
            17,
            new Search(Effort.NONE, 3),
            Evidence.atMost("somewhere", 2, 1, Tolerance.none()));
    Refutation refutation = new Refutation(Claims.named("C36"), found, "  w = [1]");
    Path file = refutation.write(directory.resolve("a/b"));
    assertEquals(directory.resolve("a/b/counterexample-C36.json"), file);
    assertEquals(instance, InstanceReader.read(file));
    assertEquals(file, refutation.write(directory.resolve("a/b")), "once more");
    Instance other = SeparationInstance.of(1, 2, 3, 0.75);
    Counterexample later =
        new Counterexample(other, found.place(), found.seed(), found.search(), found.evidence());
    assertEquals(
        file, new Refutation(refutation.claim(), later, "").write(directory.resolve("a/b")));
    assertEquals(other, InstanceReader.read(file), "that of an earlier search is replaced");
    assertTrue(
        refutation
            .text()
            .contains(
                "\nat parameters at opposite poles, moved by an adversary from\n  w = [1]\n"
                    + "on the instance\n{"),
        refutation.text());
  }

  /** Wherever a claim fails, the parameters are those of that place and seed. */
  @Test
  void theParametersAreThoseOfThePlace() {
    Subject subject = new Subject(SeparationInstance.of(2, 3, 2, 0.5));
    for (long seed = 8; seed <= 9; seed++) { // which may draw the same poles
      Set<String> texts = new HashSet<>();
      for (Place place : Place.values()) {
        Counterexample found =
            new Counterexample(
                subject.instance(),
                place,
                seed,
                Search.POINT,
                Evidence.atMost("somewhere", 2, 1, Tolerance.none()));
        String parameters = Refutation.of(Claims.named("C16"), found, Subject::new).parameters();
        Case c = place.on(Specimen.of(subject), subject, seed);
        assertTrue(parameters.startsWith("  w = " + Arrays.toString(c.w()) + "\n"), parameters);
        assertTrue(parameters.endsWith("\n  ϑ = " + Arrays.toString(c.vartheta())), parameters);
        texts.add(parameters);
      }
      assertEquals(Place.values().length, texts.size(), "no two places are the same");
    }
  }
}
