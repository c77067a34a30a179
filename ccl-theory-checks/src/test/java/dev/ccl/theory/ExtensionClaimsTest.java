package dev.ccl.theory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.instance.Instance.Feasibility;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.instance.generator.RandomSpec.Construction;
import dev.ccl.judge.Findings;
import dev.ccl.testkit.naive.Node;
import dev.ccl.theory.claims.Claims;
import dev.ccl.theory.liars.ExtensionLiars;
import dev.ccl.theory.liars.Liar;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
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

  /** Seeds of 64 bits, also negative ones; each its part of all comparisons, none left out. */
  @Test
  void everyComparisonBelongsToSomeSeed() {
    Specimen specimen = Asymmetric.at("explicit").specimen();
    Subject subject = new Subject(specimen.instance());
    Set<String> all = new TreeSet<>();
    int pairs = 0;
    for (String x : specimen.naive().source()) {
      for (Node s : specimen.naive().nodes(x)) {
        pairs += s.size() * (s.size() - 1);
        for (int c1 = 0; c1 < s.size(); c1++) {
          for (int c0 = 0; c0 < s.size(); c0++) {
            if (c1 != c0) {
              all.add("E[factor] at " + s + " " + c1 + "/" + c0);
            }
          }
        }
      }
    }
    int step = pairs / 24;
    assertTrue(step > 1, pairs + " comparisons are too few");
    Set<String> seen = new TreeSet<>();
    for (long first : new long[] {0, -step, (1L << 40) - step / 2, Long.MIN_VALUE}) {
      seen.clear();
      for (long seed = first; seed < first + step; seed++) {
        Case c = Asymmetric.at("explicit");
        Case there =
            Case.of(specimen, subject, c.w(), c.v(), c.theta(), c.vartheta(), seed)
                .withoutSampling();
        Claims.named("E02").evaluate(there, new Findings(evidence -> seen.add(evidence.where())));
      }
      assertEquals(all, seen, "from " + first);
    }
  }
}
