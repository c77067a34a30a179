package dev.ccl.theory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.algorithms.Ccl;
import dev.ccl.algorithms.LearnerState;
import dev.ccl.algorithms.Session;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.testkit.Evidence;
import dev.ccl.testkit.FalseAlarms;
import dev.ccl.testkit.Findings;
import dev.ccl.theory.naive.PlainCcl;
import dev.ccl.theory.naive.PlainMatching;
import dev.ccl.theory.naive.PlainSession;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every claim holds for the library, and for the plain algorithms, on instances of all shapes. */
class ClaimsTest {
  private static final List<Specimen> MANY = Specimens.many();

  /** {@code -Dccl.thorough=true} plays long runs. */
  private static final Effort SAMPLED =
      Boolean.getBoolean("ccl.thorough") ? Effort.LONG_RUNS : Effort.RUNS;

  /** By claim: the most that it spends on one instance. */
  private static final Map<String, Double> SPENT = new TreeMap<>();

  /** Of all claims together: docs/paper-map.md builds the false-alarm rates on it. */
  private static final int SAMPLED_STATEMENTS = 40;

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
    for (Specimen specimen : MANY) {
      if (claim.appliesTo(specimen)) {
        Subject subject = new Subject(specimen.instance());
        for (long seed = 1; seed <= 5; seed++) {
          Case c = Case.random(specimen, subject, seed);
          Findings findings = claim.evaluate(c.with(seed == 1 ? SAMPLED : Effort.NONE));
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

  @Test
  void theSampledClaimsHoldForThePlainAlgorithms() {
    List<String> failures = new ArrayList<>();
    for (Specimen specimen : Specimens.few()) {
      Subject plain = new PlainSubject(specimen);
      for (Claim claim : Claims.all()) {
        if (claim.kind() == Kind.LAW && claim.appliesTo(specimen)) {
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
      return PlainSession.of(ccl::round, state);
    }

    @Override
    public Session openMatching(LearnerState state) {
      return PlainSession.of(matching::round, state);
    }
  }
}
