package dev.ccl.theory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.ArrayListMultimap;
import com.google.common.collect.ListMultimap;
import com.google.common.collect.Maps;
import dev.ccl.algorithms.LearnerState;
import dev.ccl.algorithms.Session;
import dev.ccl.algorithms.ccl.Ccl;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.judge.Evidence;
import dev.ccl.judge.FalseAlarms;
import dev.ccl.judge.Findings;
import dev.ccl.policies.TanhNetwork;
import dev.ccl.testkit.naive.PlainCcl;
import dev.ccl.theory.claims.Claims;
import dev.ccl.theory.naive.PlainMatching;
import dev.ccl.theory.naive.PlainSession;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every claim holds for the library, and for the plain algorithms, on instances of all shapes. */
@Order(1) // one of two threads takes classes from the front
class ClaimsTest {
  /** What claims share, such as minima and implicit constants, is computed once. */
  private static final Map<Specimen, Subject> MANY =
      Maps.toMap(Specimens.many(), specimen -> new Subject(specimen.instance()));

  private static final Set<String> FEW =
      Specimens.few().stream().map(Specimen::name).collect(Collectors.toSet());

  /**
   * Whole runs where every liar shows and on the instances of the separation, single rounds on the
   * other shapes; {@code -Dccl.thorough=true} plays long runs on all of them.
   */
  private static Effort sampled(Specimen specimen) {
    if (Boolean.getBoolean("ccl.thorough")) {
      return Effort.LONG_RUNS;
    }
    boolean runs = FEW.contains(specimen.name()) || specimen.meets(Requirement.SEPARATION);
    return runs ? Effort.RUNS : Effort.ROUNDS;
  }

  /** By claim: the most that it spends on one instance. */
  private static final Map<String, Double> SPENT = new TreeMap<>();

  /** Of all claims together: docs/paper-map.md builds the false-alarm rates on it. */
  private static final int SAMPLED_STATEMENTS = 40;

  /** What the runs of each claim have said on each instance. */
  private static final ListMultimap<String, Evidence> SAID = ArrayListMultimap.create();

  /** Where the paper's schedules have had time, runs do not only fail to refute: they establish. */
  @AfterAll
  static void runsEstablish() {
    establishes("C13", Crafted.largeGamma(), "E‖w_T − w*‖²");
    establishes("C31", Crafted.largeGamma(), "E 𝒦(θ_T) from T = 16");
    establishes("C38", SeparationInstance.of(1, 2, 20, 0.5), "E‖θ_T − θ*_SM‖²");
    establishes("C41", SeparationInstance.of(1, 2, 2, 0.5), "𝒦(θ_T) of CCL");
    List<Evidence> floor = SAID.get("C40" + SeparationInstance.of(1, 2, 20, 0.5).header().name());
    assertTrue(
        floor.stream()
            .anyMatch(e -> e.where().startsWith("E 𝒦(θ_T) against the floor") && e.right() > 0),
        "the floor is tested at the stated round");
  }

  private static void establishes(String claim, Instance instance, String what) {
    List<Evidence> found = SAID.get(claim + instance.header().name());
    assertTrue(
        found.stream().anyMatch(e -> e.where().startsWith(what) && e.where().contains("establ")),
        () -> claim + " on " + instance.header().name() + ": " + found);
  }

  @AfterAll
  static void fewStatementsAreSampled() {
    double spent = SPENT.values().stream().mapToDouble(x -> x).sum();
    assertTrue(spent <= SAMPLED_STATEMENTS * 1.001 * Evidence.LEVEL, SPENT::toString);
  }

  static Stream<Claim> claims() {
    return Claims.all().stream();
  }

  @ParameterizedTest
  @MethodSource("claims")
  void holdsForTheLibrary(Claim claim) {
    List<String> failures = new ArrayList<>();
    int cases = 0;
    for (Specimen specimen : MANY.keySet()) {
      if (claim.appliesTo(specimen)) {
        for (long seed = 1; seed <= 5; seed++) {
          Case c = Case.random(specimen, MANY.get(specimen), seed);
          Findings findings = seed == 1 ? played(claim, c) : claim.evaluate(c.with(Effort.NONE));
          cases++;
          SPENT.merge(claim.id(), findings.falseAlarms(), Math::max);
          FalseAlarms.declare(findings.falseAlarms());
          if (!findings.hold()) {
            failures.add(specimen.name() + ", seed " + seed + ": " + findings.evidence());
          }
        }
      }
    }
    assertEquals(List.of(), failures, claim.toString());
    assertTrue(cases > 0, () -> "no instance meets the needs of " + claim);
  }

  private static Findings played(Claim claim, Case c) {
    Effort effort = sampled(c.specimen());
    boolean plays = claim.has(Kind.RUN);
    String key = claim.id() + c.specimen().name();
    Findings findings =
        new Findings(
            e -> {
              if (plays) {
                SAID.put(key, e);
              }
            });
    claim.evaluate(c.with(effort), findings);
    return findings;
  }

  @Test
  void theSampledClaimsHoldForThePlainAlgorithms() {
    List<String> failures = new ArrayList<>();
    for (Specimen specimen : Specimens.few()) {
      Subject plain = new PlainSubject(specimen);
      for (Claim claim : Claims.all()) {
        if (claim.has(Kind.LAW) && claim.appliesTo(specimen)) {
          Findings findings = claim.evaluate(Case.random(specimen, plain, 2));
          FalseAlarms.declare(findings.falseAlarms());
          if (!findings.hold()) {
            failures.add(claim + " on " + specimen.name() + ": " + findings.evidence());
          }
        }
      }
    }
    assertEquals(List.of(), failures);
  }

  /** With λ = 0.02 gradients are as small as e^{−300} and steps as long as e^{650}. */
  @Test
  void aTinyGradientStillLeadsToTheBoundary() {
    Specimen specimen = Specimen.of(SeparationInstance.of(1, 2, 0.02, 0.5));
    Case c = Case.random(specimen, new Subject(specimen.instance()), 1);
    for (String id : List.of("C07", "C11", "C13")) {
      Findings findings = Claims.named(id).evaluate(c.with(Effort.ROUNDS));
      assertTrue(findings.hold(), () -> findings.failures().toString());
    }
  }

  /**
   * Where B is small costs are far smaller than the logarithms of which they are differences: what
   * rounding leaves of them may be negative, by more than some units of their own bound.
   */
  @Test
  void costsFarBelowTheirLogarithmsHold() {
    RandomSpec spec = RandomSpec.SMALL.withHorizon(1).withLetters(2).withPrompts(1, 1);
    Students network = Students.of(features -> TanhNetwork.of(features, 2));
    int negative = 0;
    for (int seed = 0; seed < 60; seed++) {
      Instance instance =
          RandomInstance.of(spec.withBound(1e-8).withTeacherDistance(1e-8), seed).instance();
      Subject subject = new Subject(instance, network);
      Case c = Place.CLOSE.on(Specimen.of(subject), subject, seed);
      Findings findings = Claims.named("C16").evaluate(c);
      assertTrue(findings.hold(), () -> findings.failures().toString());
      negative += subject.cost(c.w(), c.theta()) < 0 ? 1 : 0;
    }
    assertTrue(negative > 0, "rounding shows");
  }

  /** C32: what a learner does cannot depend on rewards that are not there. */
  @Test
  void targetRewardsChangeNoBit() {
    for (Specimen specimen : Specimens.few()) {
      Instance instance = specimen.instance();
      assertEquals(
          states(instance, Ccl.paper()), states(instance.withoutTargetRewards(), Ccl.paper()));
      assertEquals(
          states(instance, Ccl.practical()),
          states(instance.withoutTargetRewards(), Ccl.practical()));
    }
  }

  private static LearnerState states(Instance instance, Ccl learner) {
    LearnerState start = learner.initial(instance.problem(), 8);
    try (Session session = learner.open(instance.problem(), start, 1)) {
      session.advance(10);
      return session.state();
    }
  }

  @Test
  void idsAreUniqueAndInOrder() {
    List<String> ids = Claims.all().stream().map(Claim::id).toList();
    assertEquals(ids.stream().distinct().sorted().toList(), ids);
  }

  private static final class PlainSubject extends Subject {
    private final PlainCcl ccl;
    private final PlainMatching matching;

    PlainSubject(Specimen specimen) {
      super(specimen.instance());
      this.ccl = new PlainCcl(specimen.naive());
      this.matching = new PlainMatching(specimen.naive());
    }

    @Override
    public Session open(LearnerState state) {
      return PlainSession.of(ccl, state);
    }

    @Override
    public Session openMatching(LearnerState state) {
      return PlainSession.of(matching::round, state);
    }
  }
}
