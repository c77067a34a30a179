package dev.ccl.theory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.ImmutableMap;
import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.algorithms.LearnerState;
import dev.ccl.algorithms.Ledger;
import dev.ccl.algorithms.Session;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.generator.BrokenInstance;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.mdp.Vocabulary;
import dev.ccl.core.policy.Ball;
import dev.ccl.testkit.naive.SmallAlgebra;
import dev.ccl.theory.claims.Claims;
import java.math.BigInteger;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The points at which the paper is silent, ambiguous or wider than its proofs; docs/paper-map.md.
 */
class AmbiguitiesTest {
  private static LearnerState state(Instance instance, long t) {
    return new LearnerState(
        1,
        t,
        instance.header().teacher(),
        instance.header().initial(),
        ImmutableMap.of(),
        Ledger.EMPTY);
  }

  private static LearnerState round(Instance instance, LearnerState state) {
    try (Session session = new Subject(instance).open(state)) {
      session.advance(1);
      return session.state();
    }
  }

  @Test
  void a1RoundTUsesTheBudgetsOfIndexTPlusOne() {
    Instance instance = Crafted.plusMinus(1, 20, 0.5, 0.5);
    Ledger ledger = round(instance, state(instance, 10)).ledger();
    assertEquals(BigInteger.valueOf(12), ledger.gradientRollouts());
    assertEquals(BigInteger.valueOf(2 * 144), ledger.validationRollouts());
  }

  @Test
  void a2TheValidationBudgetOutgrowsAnInt() {
    Instance instance = Crafted.plusMinus(1, 20, 0.5, 0.5);
    for (long t : new long[] {46_339, 46_340, 1_000_000, 10_000_000}) {
      Ledger ledger = round(instance, state(instance, t)).ledger();
      assertEquals(
          BigInteger.valueOf(t + 2).pow(2).multiply(BigInteger.TWO), ledger.validationRollouts());
    }
  }

  @Test
  void a3TheSeparationInstanceContradictsDefinitionOne() {
    Instance instance = SeparationInstance.of(1, 2, 1, 0.5);
    Vocabulary vocabulary = instance.header().vocabulary();
    Prompt prompt = instance.prompts().get(instance.target().get(0)).prompt();
    Subject subject = new Subject(instance);
    ImmutableIntArray first = subject.legal(prompt, ImmutableIntArray.of());
    assertTrue(first.contains(vocabulary.pad()) && !first.contains(vocabulary.eos()));
    assertEquals(
        ImmutableIntArray.of(vocabulary.eos()),
        subject.legal(prompt, ImmutableIntArray.of(first.get(0))));
  }

  @Test
  void a4ItsPromptsAloneDoNotIdentifyTheTruth() {
    Instance full = SeparationInstance.of(2, 4, 2, 0.5);
    Instance alone =
        Instance.of(full.header(), full.prompts().values().asList(), full.target(), full.target());
    assertFalse(Specimen.of(alone).meets(Requirement.IDENTIFIED));
    assertTrue(Specimen.of(full).meets(Requirement.IDENTIFIED));
    assertEquals(0, new Subject(alone).constants().gamma());
    assertThrows(IllegalArgumentException.class, () -> round(alone, state(alone, 0)));
  }

  @Test
  void a5JointIdentificationIsNotEnough() {
    Instance instance = BrokenInstance.NOT_IDENTIFIED.instance();
    Specimen specimen = Specimen.of(instance);
    assertTrue(specimen.meets(Requirement.REALIZABLE));
    assertFalse(specimen.meets(Requirement.IDENTIFIED));
    assertThrows(IllegalArgumentException.class, () -> round(instance, state(instance, 0)));
  }

  @Test
  void a6GammaLooksAtTheBoundAndNotAtTheRadiusOfTheSet() {
    Instance instance = Crafted.plusMinus(1, 2, 1, 0.5);
    Instance.Header h = instance.header();
    Instance narrow =
        Instance.of(
            new Instance.Header(
                h.name(),
                h.lambda(),
                h.bound(),
                h.horizon(),
                h.vocabulary(),
                h.feasibility(),
                Ball.of(1, 0.6),
                h.teacher(),
                h.initial()),
            instance.prompts().values().asList(),
            instance.source(),
            instance.target());
    assertEquals(
        new Subject(instance).constants().gamma(), new Subject(narrow).constants().gamma());
    Specimen specimen = Specimen.of(narrow);
    Part drift = Claims.part("C12 exact");
    double ratio = Adversary.of(1, 60).search(drift, specimen, new Subject(narrow), 1).tightness();
    assertTrue(ratio < 0.9, () -> "the drift leaves room: " + ratio);
  }

  @Test
  void a7UniquenessOfTheParameterIsMoreThanTheProofNeeds() {
    Specimen flat = Specimen.of(Crafted.flatStudent());
    assertFalse(flat.meets(Requirement.UNIQUE_ORACLE));
    Subject subject = new Subject(flat.instance());
    for (double theta : new double[] {-0.5, 0.1, 0.5}) {
      assertEquals(
          0,
          subject.divergence(
              subject.student(Side.TARGET, new double[] {theta}),
              subject.student(Side.TARGET, new double[] {0})),
          1e-15);
    }
  }

  @Test
  void a8WithTwoOraclesTheExcessVanishesWhereTheDivergenceDoesNot() {
    Specimen specimen = Specimen.of(BrokenInstance.TWO_ORACLES.instance());
    assertFalse(specimen.meets(Requirement.UNIQUE_ORACLE));
    double[] oracle = specimen.oracle().point();
    double[] other = SmallAlgebra.plus(oracle, -2, oracle);
    double[] truth = specimen.truth().parameter();
    assertEquals(specimen.oracle().cost(), specimen.costs().cost(truth, other), 1e-9);
    assertTrue(
        specimen
                .costs()
                .divergence(specimen.naive().student(other), specimen.naive().student(oracle))
            > 0.1);
  }

  @Test
  void a9TheMatchingCostCarriesNoLambdaInItsFirstTerm() {
    Instance instance = SeparationInstance.of(1, 2, 2, 0.5);
    Subject subject = new Subject(instance);
    double[] theta = {0.3};
    double own =
        subject.cost(instance.header().teacher().toArray(), theta) / 2
            + 2
                * subject.divergence(
                    subject.student(Side.TARGET, theta), subject.reference(Side.TARGET));
    assertEquals(own, subject.matchingCost(theta), 1e-12);
  }

  @Test
  void a10TheRangeOfTheExcessIsNotTheSmallerOfTheTwoKnownBounds() {
    for (double b : List.of(0.1, 4.0)) {
      Subject subject = new Subject(Crafted.plusMinus(2, 1, b, 0.5));
      double range = subject.constants().excessRange();
      double costBound = 4 * b * 2; // 0 ≤ C_w ≤ 4λBH also bounds Δ
      assertEquals(b < 1, range < costBound);
    }
  }

  @Test
  void a11FeaturesOfPaddingDoNotMatter() {
    for (Specimen specimen : Specimens.few()) {
      specimen
          .step()
          .forEachComparison(
              specimen.naive().student(new double[specimen.naive().studentDimension()]),
              (s, c1, c0, p) -> {
                if (s.size() == 1) {
                  assertEquals(0, SmallAlgebra.norm(s.difference(c1, c0)));
                }
              });
    }
  }
}
