package dev.ccl.theory.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.ImmutableSet;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.generator.BrokenInstance;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.judge.Verdict;
import dev.ccl.testkit.naive.SmallAlgebra;
import dev.ccl.theory.Case;
import dev.ccl.theory.Claim;
import dev.ccl.theory.Crafted;
import dev.ccl.theory.Effort;
import dev.ccl.theory.Kind;
import dev.ccl.theory.Place;
import dev.ccl.theory.Requirement;
import dev.ccl.theory.Specimen;
import dev.ccl.theory.Subject;
import dev.ccl.theory.claims.Claims;
import dev.ccl.theory.liars.Liar;
import dev.ccl.theory.liars.Liars;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Verdicts on several instances, and what becomes of a counterexample. */
class VerificationTest {
  private static final Instance RANDOM =
      RandomInstance.of(
              RandomSpec.SMALL
                  .withHorizon(3)
                  .withPrompts(3, 3)
                  .withDimensions(2, 2)
                  .withLambda(0.5),
              3)
          .instance();

  private static Liar liar(String name) {
    return Liars.all().stream().filter(l -> l.name().equals(name)).findFirst().orElseThrow();
  }

  private static Verification of(String claim, Liar liar, Instance... instances) {
    return Verification.of(
        List.of(Claims.named(claim)), List.of(instances), liar::on, 1, Effort.NONE);
  }

  @Test
  void theThreadsChangeNothing() {
    List<Claim> claims = List.of(Claims.named("C06"), Claims.named("C16"), Claims.named("C24"));
    List<Instance> instances =
        List.of(Crafted.largeGamma(), Crafted.flatStudent(), SeparationInstance.of(1, 2, 2, 0.5));
    Verification verification = Verification.of(claims, instances, Subject::new, 7, Effort.ROUNDS);
    List<ClaimReport> alone = verification.run(1, (c, i) -> {});
    assertEquals(alone, verification.run(3, (c, i) -> {}));
    assertTrue(alone.stream().allMatch(v -> v.status() == Verdict.Status.HOLDS), alone::toString);
    assertTrue(alone.stream().allMatch(v -> v.instances() == 3 && v.checks().get(0).cases() == 24));
  }

  @Test
  void twoRunsSayTheSame() {
    List<Instance> instances = List.of(Crafted.tinyB(), SeparationInstance.of(1, 2, 20, 0.5));
    List<ClaimReport> once = all(instances).run(1, (c, i) -> {});
    assertEquals(once, all(instances).run(2, (c, i) -> {}));
    assertTrue(once.stream().allMatch(v -> v.status() != Verdict.Status.FAILS), once::toString);
  }

  private static Verification all(List<Instance> instances) {
    return Verification.of(Claims.all(), instances, Subject::new, 3, Effort.ROUNDS);
  }

  /** A lie on one instance among several, wherever it stands and however many threads look. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void aLieOnOneInstanceIsNotLost(int at) {
    List<Instance> instances =
        List.of(Crafted.largeGamma(), Crafted.plusMinus(2, 0.5, 1.5, 1), RANDOM);
    Instance broken = instances.get(at);
    Verification verification =
        Verification.of(
            List.of(Claims.named("C03"), Claims.named("C16"), Claims.named("C24")),
            instances,
            i -> i.equals(broken) ? liar("lambda-dropped").on(i) : new Subject(i),
            1,
            Effort.NONE);
    for (int threads = 1; threads <= 3; threads += 2) {
      List<ClaimReport> verdicts = verification.run(threads, (c, i) -> {});
      assertEquals(Verdict.Status.HOLDS, verdicts.get(0).status());
      assertEquals(Verdict.Status.FAILS, verdicts.get(1).status());
      assertEquals(Verdict.Status.HOLDS, verdicts.get(2).status());
      ClaimReport failed = verdicts.get(1);
      assertEquals(broken, failed.counterexample().orElseThrow().trial().instance());
      assertEquals(broken.header().name(), failed.verdict().where());
      assertFalse(failed.verdict().worst().orElseThrow().holds());
      assertEquals(3, failed.instances());
    }
  }

  /** Whichever of the points it is that refutes a claim, the counterexample leads back to it. */
  @Test
  void aCounterexampleNamesItsPoint() {
    Subject subject = new Subject(RANDOM);
    Specimen specimen = Specimen.of(subject);
    List<Point> points = new ArrayList<>();
    for (Place place : Place.values()) {
      points.add(new Point(place, 5));
    }
    points.add(new Point(Place.ANYWHERE, 6));
    points.add(new Point(Place.ANYWHERE, 7));
    for (Point point : points) {
      Case there = point.place().on(specimen, subject, point.seed());
      Claim claim =
          Claim.of(
              "T01",
              "here",
              "not here",
              Kind.EXACT,
              (c, f) -> f.isTrue("elsewhere", !same(c, there)));
      ClaimReport verdict =
          Verification.of(List.of(claim), List.of(RANDOM), Subject::new, 5, Effort.NONE)
              .run(1, (c, i) -> {})
              .get(0);
      Counterexample found = verdict.counterexample().orElseThrow();
      assertEquals(point, new Point(found.trial().place(), found.trial().seed()));
    }
  }

  private record Point(Place place, long seed) {}

  private static boolean same(Case one, Case other) {
    return Arrays.equals(one.w(), other.w())
        && Arrays.equals(one.v(), other.v())
        && Arrays.equals(one.theta(), other.theta())
        && Arrays.equals(one.vartheta(), other.vartheta());
  }

  /** What a verdict adds up over instances: cases, statements and levels. */
  @Test
  void nothingIsLostInTheSum() {
    List<Instance> instances =
        List.of(Crafted.largeGamma(), Crafted.threeRewards(), Crafted.tinyB());
    Verdict together = sampled(instances);
    long statements = 0;
    double alarms = 0;
    for (Instance instance : instances) {
      Verdict alone = sampled(List.of(instance));
      statements += alone.statements();
      alarms += alone.falseAlarms();
      assertTrue(alone.falseAlarms() > 0);
    }
    assertEquals(statements, together.statements());
    assertEquals(alarms, together.falseAlarms(), 1e-9 * alarms);
  }

  /** Every place at the seed, then anywhere at the seeds that follow; samples at the first. */
  @Test
  void morePointsHaveSeedsOfTheirOwn() {
    List<Long> seeds = new ArrayList<>();
    List<Effort> efforts = new ArrayList<>();
    Claim claim =
        Claim.of(
            "X",
            "",
            "",
            Kind.EXACT,
            (c, findings) -> {
              seeds.add(c.seed());
              efforts.add(c.effort());
              findings.isTrue("here", true);
            });
    Verification.of(List.of(claim), List.of(RANDOM), Subject::new, 40, Effort.ROUNDS)
        .run(1, (c, i) -> {});
    assertEquals(List.of(40L, 40L, 40L, 40L, 40L, 40L, 41L, 42L), seeds);
    assertEquals(8, efforts.stream().filter(effort -> effort == Effort.NONE).count());
  }

  private static Verdict sampled(List<Instance> instances) {
    return Verification.of(List.of(Claims.named("C06")), instances, Subject::new, 2, Effort.ROUNDS)
        .run(1, (c, i) -> {})
        .get(0)
        .verdict();
  }

  @Test
  void whatAnInstanceLacksIsSaidAndIsNoFailure() {
    Verdict verdict =
        Verification.of(
                List.of(Claims.named("C13")),
                List.of(
                    BrokenInstance.NOT_REALIZABLE.instance(),
                    BrokenInstance.NOT_IDENTIFIED.instance()),
                Subject::new,
                1,
                Effort.ROUNDS)
            .run(1, (c, i) -> {})
            .get(0)
            .verdict();
    assertEquals(Verdict.Status.NOT_APPLICABLE, verdict.status());
    assertEquals(
        ImmutableSet.of(Requirement.REALIZABLE.text(), Requirement.IDENTIFIED.text()),
        verdict.unmet());
  }

  private static Counterexample shrunk(Verification verification) {
    return verification
        .run(1, (c, i) -> {})
        .get(0)
        .counterexample()
        .orElseThrow()
        .shrunk(verification.maker());
  }

  @Test
  void aCounterexampleIsShrunkAndStillOne() {
    Liar liar = liar("lambda-dropped");
    Verification verification = of("C16", liar, RANDOM);
    Counterexample large = verification.run(1, (c, i) -> {}).get(0).counterexample().orElseThrow();
    Counterexample small = large.shrunk(liar::on);
    Instance instance = small.trial().instance();
    assertEquals(1, instance.header().horizon());
    assertEquals(1, instance.source().size());
    assertEquals(1, instance.target().size());
    assertTrue(instance.header().name().startsWith("counterexample to C16"));
    Counterexample again =
        Search.refuted(small.part(), liar::on, small.trial(), small.moves()).orElseThrow();
    assertEquals(again, small, "what is told is found there again, with the same two sides");
    assertFalse(large.evidence().equals(small.evidence()), "of the small instance");
    assertFalse(
        Search.refuted(small.part(), Subject::new, small.trial(), small.moves()).isPresent());
  }

  /** A claim that fails where w is 0, and at no other place. */
  @Test
  void aShrunkCounterexampleKeepsItsPlaceAndItsSeed() {
    Claim claim =
        Claim.of(
            "X",
            "",
            "",
            Kind.EXACT,
            (c, findings) -> findings.isTrue("w is not 0", SmallAlgebra.norm(c.w()) > 0));
    Verification verification =
        Verification.of(List.of(claim), List.of(RANDOM), Subject::new, 5, Effort.NONE);
    Counterexample small = shrunk(verification);
    assertEquals(Place.ZERO, small.trial().place());
    assertEquals(5, small.trial().seed());
    assertEquals(1, small.trial().instance().target().size());
  }

  /** A claim that fails where something is sampled: smaller instances must be sampled too. */
  @Test
  void aShrunkCounterexampleKeepsItsSearch() {
    Claim claim =
        Claim.of(
            "X",
            "",
            "",
            Kind.LAW,
            (c, findings) -> findings.isTrue("nothing is sampled", c.effort() == Effort.NONE));
    Verification verification =
        Verification.of(List.of(claim), List.of(RANDOM), Subject::new, 5, Effort.ROUNDS);
    Counterexample small = shrunk(verification);
    assertEquals(Effort.ROUNDS, small.trial().effort());
    assertEquals(1, small.trial().instance().header().horizon());
    assertEquals(1, small.trial().instance().target().size());
  }

  @Test
  void tokensThatDoNotMatterAreDropped() {
    Verification verification =
        of("C16", liar("lambda-dropped"), Crafted.oneAgainstAll(6, 1, 3, 0.5));
    Counterexample small = shrunk(verification);
    assertEquals(
        2,
        small
            .trial()
            .instance()
            .prompts()
            .values()
            .asList()
            .get(0)
            .states()
            .get(0)
            .tokens()
            .length());
  }

  @Test
  void whatIsNeededForAClaimIsKept() {
    Verification verification =
        of("C36", liar("oracle-of-teacher"), SeparationInstance.of(2, 3, 2, 0.6));
    Counterexample small = shrunk(verification);
    assertEquals(4, small.trial().instance().target().size());
    assertEquals(1, small.trial().instance().source().size());
  }

  /** Told of every claim, also of one that says nothing, once it was evaluated there. */
  @Test
  void progressIsToldOfEveryPair() {
    List<String> events = new ArrayList<>();
    List<Claim> claims = new ArrayList<>();
    for (String id : List.of("X1", "X2")) {
      claims.add(
          Claim.of(
              id,
              "",
              "",
              Kind.EXACT,
              (c, findings) -> {
                String event = "evaluated " + id + " " + c.specimen().name();
                if (!events.contains(event)) {
                  events.add(event);
                }
                findings.isTrue("here", true);
              },
              id.equals("X2") ? new Requirement[] {Requirement.SEPARATION} : new Requirement[0]));
    }
    Instance separation = SeparationInstance.of(1, 2, 2, 0.5);
    Verification.of(claims, List.of(Crafted.largeGamma(), separation), Subject::new, 5, Effort.NONE)
        .run(1, (claim, i) -> events.add("told " + claim.id() + " " + i.header().name()));
    String name = separation.header().name();
    assertEquals(
        List.of(
            "evaluated X1 large gamma",
            "told X1 large gamma",
            "told X2 large gamma",
            "evaluated X1 " + name,
            "told X1 " + name,
            "evaluated X2 " + name,
            "told X2 " + name),
        events);
  }
}
