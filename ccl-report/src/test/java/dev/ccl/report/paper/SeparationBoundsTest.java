package dev.ccl.report.paper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.instance.generator.SeparationInstance;
import java.math.BigInteger;
import java.util.List;
import org.junit.jupiter.api.Test;

class SeparationBoundsTest {

  @Test
  void theFormulasAreThoseOfTheTheorem() {
    int d = 3;
    double lambda = 1.5;
    double alpha = 0.7;
    SeparationBounds bounds =
        SeparationBounds.of(SeparationInstance.of(d, 5, lambda, alpha)).orElseThrow();
    double b = (Math.sqrt(d) + 2) / lambda;
    double u = b + Math.log(2);
    double kappa = Math.exp(-u) / ((1 + Math.exp(-u)) * (1 + Math.exp(-u)));
    double g = (2 + lambda) * b;
    double mu = (1 + lambda) * kappa / d;
    assertEquals(kappa * 0.3 * 0.3 / (128 * lambda * lambda), bounds.floor(), 1e-15);
    double from =
        Math.ceil(
            64
                * lambda
                * lambda
                * d
                * g
                * g
                / ((1 + lambda) * (1 + lambda) * kappa * kappa * 0.3 * 0.3));
    assertEquals(from, bounds.rounds(), 1);
    double t = 2e7;
    double gap = Math.sqrt(d) * 0.3 / (4 * lambda) - g / (mu * Math.sqrt(t + 1));
    assertEquals(kappa / (2 * d) * gap * gap, bounds.atRounds(t), 1e-15);
    assertEquals(0, bounds.atRounds(1));
    assertTrue(bounds.atRounds(bounds.rounds()) >= bounds.floor());
    assertTrue(bounds.atRounds(bounds.rounds() / 2) < bounds.floor());
  }

  @Test
  void otherInstancesHaveNoBounds() {
    assertTrue(SeparationBounds.of(RandomInstance.of(RandomSpec.SMALL, 1).instance()).isEmpty());
  }

  /** The judge's instance with one thing changed is another, of which the theorem says nothing. */
  @Test
  void anInstanceThatDiffersFromTheJudgesHasNoBounds() {
    Instance judge = SeparationInstance.of(2, 4, 1.5, 0.7);
    ImmutableList<String> target = judge.target();
    assertTrue(SeparationBounds.of(changed(judge, target, 1, 1)).isPresent());
    assertTrue(SeparationBounds.of(changed(judge, target.subList(0, 3), 1, 1)).isEmpty());
    ImmutableList<String> more =
        ImmutableList.<String>builder().addAll(target).add(target.get(1)).build();
    assertTrue(SeparationBounds.of(changed(judge, more, 1, 1)).isEmpty());
    for (double factor : new double[] {0.99, 1.01, 1 - 1e-7, 1 + 1e-7}) {
      assertTrue(SeparationBounds.of(changed(judge, target, factor, 1)).isEmpty());
    }
    for (double factor : new double[] {1 - 1e-11, 1 + 1e-11}) { // rounding
      assertTrue(SeparationBounds.of(changed(judge, target, factor, 1)).isPresent());
    }
    assertTrue(SeparationBounds.of(changed(judge, target, 1, (0.5 - 1e-7) / 0.7)).isEmpty());
    assertTrue(SeparationBounds.of(changed(judge, target, 1, (0.5 - 1e-11) / 0.7)).isPresent());
    assertTrue(SeparationBounds.of(changed(judge, target, 1, 0.49 / 0.7)).isEmpty());
    assertTrue(SeparationBounds.of(changed(judge, target, 1, 1.01 / 0.7)).isEmpty());
    assertTrue(SeparationBounds.of(changed(judge, target, 1, 0.5 / 0.7)).isPresent());
    Instance.Header h = judge.header();
    Instance.Header longer =
        new Instance.Header(
            h.name(),
            h.lambda(),
            h.bound(),
            3,
            h.vocabulary(),
            h.feasibility(),
            h.calibrationSet(),
            h.teacher(),
            h.initial());
    Instance.Header padded =
        new Instance.Header(
            h.name(),
            h.lambda(),
            h.bound(),
            h.horizon(),
            h.vocabulary(),
            Instance.Feasibility.EOS_PADDED,
            h.calibrationSet(),
            h.teacher(),
            h.initial());
    assertTrue(
        SeparationBounds.of(
                Instance.of(padded, judge.prompts().values().asList(), judge.source(), target))
            .isEmpty());
    assertTrue(
        SeparationBounds.of(
                Instance.of(longer, judge.prompts().values().asList(), judge.source(), target))
            .isEmpty());
  }

  private static Instance changed(
      Instance judge, List<String> target, double bound, double teacher) {
    Instance.Header h = judge.header();
    Instance.Header header =
        new Instance.Header(
            h.name(),
            h.lambda(),
            bound * h.bound(),
            h.horizon(),
            h.vocabulary(),
            h.feasibility(),
            h.calibrationSet(),
            ImmutableDoubleArray.copyOf(h.teacher().stream().map(w -> teacher * w)),
            h.initial());
    return Instance.of(header, judge.prompts().values().asList(), judge.source(), target);
  }

  @Test
  void theRolloutsAreTheSumOfTheBudgets() {
    double sum = 0;
    for (int t = 0; t < 1000; t++) {
      sum += (t + 2) + 2.0 * (t + 2) * (t + 2); // eq:br-budgets
    }
    assertEquals(sum, Guides.rollouts(1000), 1e-6);
  }

  /** Σ k + 2k² from 2 to T + 1 in whole numbers, where 64 bits are not enough. */
  @Test
  void rolloutsOfManyRoundsAreNotCutOff() {
    for (long rounds : new long[] {3, 3_000_000, 5_000_000_000L}) {
      BigInteger n = BigInteger.valueOf(rounds + 1);
      BigInteger next = n.add(BigInteger.ONE);
      BigInteger sum = n.multiply(next).divide(BigInteger.TWO);
      BigInteger squares =
          sum.multiply(n.add(next)).divide(BigInteger.valueOf(3)); // n(n+1)(2n+1)/6
      double expected = sum.add(squares.multiply(BigInteger.TWO)).doubleValue() - 3;
      assertEquals(expected, Guides.rollouts(rounds), 1e-14 * expected);
    }
    Guides guides = Guides.of(SeparationInstance.of(1, 2, 2, 0.5));
    assertEquals(1e11 * guides.edgeVisits(1), guides.edgeVisits(1e11));
    assertEquals(2.5 * guides.edgeVisits(2), guides.edgeVisits(5));
  }

  /** From a whole round on: the first one at which the bound is as high as the floor. */
  @Test
  void theFloorHoldsFromAWholeRoundOn() {
    for (double lambda : new double[] {0.7, 1.3, 2, 3.1}) {
      SeparationBounds bounds =
          SeparationBounds.of(SeparationInstance.of(1, 2, lambda, 0.6)).orElseThrow();
      double b = 3 / lambda;
      double u = b + Math.log(2);
      double kappa = Math.exp(-u) / ((1 + Math.exp(-u)) * (1 + Math.exp(-u)));
      double root = 8 * lambda * (2 + lambda) * b / ((1 + lambda) * kappa * 0.4);
      assertEquals(Math.rint(bounds.rounds()), bounds.rounds(), "whole");
      double after = bounds.rounds() - root * root;
      assertTrue(after > 1e-4 && after < 1 - 1e-4, () -> "at λ = " + lambda + " by " + after);
    }
  }

  /** At α = 1 there is no gap left, and the theorem is about less. */
  @Test
  void alphaIsLessThanOne() {
    Instance judge = SeparationInstance.of(2, 4, Math.sqrt(2), 0.5);
    Instance edge = changed(judge, judge.target(), 1, 2);
    double norm = Math.sqrt(edge.header().teacher().stream().map(w -> w * w).sum());
    assertEquals(1, norm, "λ = √2, so α = ‖w‖");
    assertTrue(SeparationBounds.of(edge).isEmpty());
    assertTrue(SeparationBounds.of(changed(judge, judge.target(), 1, 1.999)).isPresent());
  }
}
