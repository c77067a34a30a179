package dev.ccl.theory;

import com.google.common.collect.Iterables;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.policy.ConvexSet;
import dev.ccl.testkit.Recorded;
import dev.ccl.theory.liars.Liar;
import dev.ccl.theory.liars.Liars;
import dev.ccl.theory.search.Trials;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What there is to read and to draw: claims and liars, and where claims are tried. */
class CatalogueTest {
  private final List<String> lines = new ArrayList<>();

  private void check(String name) {
    Recorded.check(CatalogueTest.class, name, String.join("\n", lines) + "\n");
  }

  @Test
  void claimsAndLiarsAreAsRecorded() {
    for (Claim claim : Iterables.concat(Claims.all(), Claims.extensions())) {
      lines.add(claim + ", " + claim.kind().text() + ": " + claim.sentence());
      String needs =
          claim.needs().stream().map(Requirement::text).collect(Collectors.joining("; "));
      lines.add("  " + needs);
    }
    for (Liar liar : Liars.all()) {
      lines.add(liar + ", " + liar.part() + ": " + liar.sentence());
    }
    for (Place place : Place.values()) {
      lines.add(place + ": " + place.text());
    }
    for (Effort effort : Effort.values()) {
      lines.add(effort + ": " + effort.hasRuns() + effort.scale(10) + " " + effort.choose(1, 2));
    }
    check("catalogue.txt");
  }

  private void add(String name, Iterable<Specimen> specimens) {
    for (Specimen specimen : specimens) {
      StringBuilder meets = new StringBuilder();
      for (Requirement need : Requirement.values()) {
        meets.append(specimen.meets(need) ? 1 : 0);
      }
      lines.add(name + " " + meets + " " + Lines.of(specimen.instance()));
    }
  }

  private void add(String name, Trials trials, int random) {
    trials.edges().forEach(t -> lines.add(name + " edge " + Lines.cut(t.toString())));
    for (int k = 0; k < random; k++) {
      var trial = trials.get(trials.edges().size() + k);
      lines.add(name + " " + trial.place() + " " + trial.seed() + " " + Lines.of(trial.instance()));
    }
  }

  /** Instances and trials by their numbers, with what each of them meets. */
  @Test
  void instancesAndTrialsAreAsRecorded() {
    add("many", Specimens.many());
    add("tight", Specimens.tight());
    add("any", Trials.of(), 16);
    add("low", Trials.of(Requirement.LOW_DIMENSION), 4);
    add("tiny", Trials.of(Requirement.TINY_TARGET), 6);
    add("separation", Trials.of(Requirement.SEPARATION), 6);
    add("C26", Trials.of(Claims.named("C26")), 2);
    check("trials.txt");
  }

  private void add(String name, Case c) {
    lines.add(
        String.join(
            " ",
            name,
            Long.toString(c.seed()),
            c.effort().toString(),
            Lines.numbers(c.w()),
            Lines.numbers(c.v()),
            Lines.numbers(c.theta()),
            Lines.numbers(c.vartheta())));
  }

  /** Four parameters at each place of two instances, one with W a box. */
  @Test
  void placesAreAsRecorded() {
    for (String name : List.of("padded", "explicit")) {
      Subject subject = Asymmetric.SUBJECTS.get(name).get();
      Specimen specimen = Specimen.of(subject);
      Instance instance = subject.instance();
      ConvexSet set = instance.header().calibrationSet();
      lines.add(name + " " + Lines.of(instance) + " " + Lines.number(set.radius()));
      for (Place place : Place.values()) {
        for (long seed = 1; seed <= 3; seed++) {
          add(place.toString(), place.on(specimen, subject, seed));
        }
      }
      for (long seed = 4; seed <= 6; seed++) {
        Case c = Case.random(specimen, subject, seed);
        add("random", c);
        add("corner", c.corner());
        add("centre", c.centre().with(Effort.RUNS));
        add("corner of a centre", c.with(Effort.LONG_RUNS).corner().centre());
      }
    }
    check("places.txt");
  }
}
