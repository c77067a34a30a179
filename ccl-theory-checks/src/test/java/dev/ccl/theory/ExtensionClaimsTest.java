package dev.ccl.theory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.instance.Instance.Feasibility;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.instance.generator.RandomSpec.Construction;
import dev.ccl.testkit.Findings;
import dev.ccl.theory.liars.ExtensionLiars;
import dev.ccl.theory.liars.Liar;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What goes beyond the paper holds, and every liar about it is rejected. */
class ExtensionClaimsTest {
  private static final boolean THOROUGH = Boolean.getBoolean("ccl.thorough");
  private static final int RANDOM = 200;
  private static final List<Specimen> SPECIMENS = THOROUGH ? Specimens.many() : Specimens.few();

  private static void holds(Claim claim, Specimen specimen, int seeds) {
    if (claim.appliesTo(specimen)) {
      Subject subject = new Subject(specimen.instance());
      for (long seed = 1; seed <= seeds; seed++) {
        Findings findings = claim.evaluate(Case.random(specimen, subject, seed));
        assertTrue(
            findings.hold(),
            () -> claim + " on " + specimen.name() + ": " + findings.failures().get(0));
      }
    }
  }

  @Test
  void claimsHoldOnTheCanonicalInstances() {
    for (Claim claim : Claims.extensions()) {
      for (Specimen specimen : SPECIMENS) {
        holds(claim, specimen, THOROUGH ? 5 : 1);
      }
      assertTrue(SPECIMENS.stream().anyMatch(claim::appliesTo), claim.toString());
    }
  }

  @Test
  void factorsHaveMeansOfAtMostOneOnRandomInstances() {
    double[] lambdas = {0.25, 0.5, 1, 2, 4, 20};
    for (int seed = 0; seed < RANDOM; seed++) {
      RandomSpec spec =
          RandomSpec.SMALL
              .withLambda(lambdas[seed % lambdas.length])
              .withHorizon(1 + seed % 3)
              .withFeasibility(seed % 5 == 0 ? Feasibility.EXPLICIT : Feasibility.EOS_PADDED)
              .withConstruction(
                  seed % 4 == 3 ? Construction.REFERENCE_FIRST : Construction.REWARDS_FIRST);
      Specimen specimen = Specimen.of(RandomInstance.of(spec, seed).instance());
      for (Claim claim : Claims.extensions().subList(0, 5)) {
        holds(claim, specimen, 1);
      }
    }
  }

  @Test
  void everyLiarIsRejectedAndEveryClaimRejects() {
    TreeSet<String> powerless = new TreeSet<>(Claims.extensions().stream().map(Claim::id).toList());
    List<String> believed = new ArrayList<>();
    for (Liar liar : ExtensionLiars.all()) {
      boolean rejected = false;
      for (Specimen specimen : Specimens.few()) {
        Subject subject = liar.on(specimen.instance());
        for (Claim claim : Claims.extensions()) {
          if ((!rejected || powerless.contains(claim.id()))
              && claim.appliesTo(specimen)
              && !claim.evaluate(Case.random(specimen, subject, 5)).hold()) {
            rejected = true;
            powerless.remove(claim.id());
          }
        }
        if (rejected && powerless.isEmpty()) {
          break;
        }
      }
      if (!rejected) {
        believed.add(liar.name());
      }
    }
    assertEquals(List.of(), believed, "liars that no claim rejects");
    assertEquals(new TreeSet<>(), powerless, "claims that reject no liar");
  }

  /** Each liar about the equations leaves a residual or another w, wherever E12 applies. */
  @Test
  void wrongEquationsAreRejectedByTheirClaim() {
    Claim claim = Claims.named("E12");
    int liars = 0;
    for (Liar liar : ExtensionLiars.all()) {
      if (liar.name().startsWith("regression-")) {
        liars++;
        boolean rejected = false;
        for (Specimen specimen : Specimens.few()) {
          rejected |=
              claim.appliesTo(specimen)
                  && !claim.evaluate(Case.random(specimen, liar.on(specimen.instance()), 5)).hold();
        }
        assertTrue(rejected, liar.name());
      }
    }
    assertEquals(3, liars);
  }

  @Test
  void idsAreASeriesOfTheirOwn() {
    List<String> ids = Claims.extensions().stream().map(Claim::id).toList();
    assertEquals(12, ids.size());
    for (int i = 0; i < ids.size(); i++) {
      assertEquals(String.format("E%02d", i + 1), ids.get(i));
      assertEquals(ids.get(i), Claims.named(ids.get(i)).id());
    }
  }
}
