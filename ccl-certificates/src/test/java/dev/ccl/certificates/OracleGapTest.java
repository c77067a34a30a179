package dev.ccl.certificates;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.policy.Ball;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.LearningProblem.PolicyClass;
import dev.ccl.core.truth.GroundTruth;
import org.junit.jupiter.api.Test;

/** The gap of the oracle student is next to nothing, and that of another student its excess. */
class OracleGapTest {
  private static GroundTruth truth(int d, int seed, double radius) {
    RandomSpec spec = RandomSpec.SMALL.withHorizon(2).withDimensions(2, d);
    Instance instance = RandomInstance.of(spec, seed).instance();
    LearningProblem plain = instance.problem();
    PolicyClass students =
        new PolicyClass(
            plain.student().family(),
            Ball.of(d, radius),
            ImmutableDoubleArray.copyOf(new double[d]));
    return GroundTruth.of(
        plain.withStudent(students), (x, answer) -> instance.prompts().get(x.id()).reward(answer));
  }

  private static double gap(GroundTruth truth, double[] theta) {
    return OracleGap.of(truth.problem(), truth.target().law(), theta).orElseThrow();
  }

  @Test
  void noStudentIsMuchBetterThanTheOneThatWasFound() {
    for (int d = 1; d <= 3; d++) {
      for (int seed = 1; seed <= 3; seed++) {
        GroundTruth truth = truth(d, seed, 2);
        double[] oracle = truth.oracle().point().toArray();
        double gap = gap(truth, oracle);
        String where = "d = " + d + ", seed " + seed + ": " + gap;
        assertTrue(gap >= 0 && gap <= 2e-6 * truth.problem().lambda(), where);
        double[] other = oracle.clone();
        other[0] += oracle[0] > 0 ? -0.5 : 0.5;
        double excess = truth.excessCost(other);
        assertTrue(excess > 1e-3, where);
        assertEquals(excess, gap(truth, other), 1e-5, where);
      }
    }
  }

  /** A looser bound, never a wrong one. */
  @Test
  void inAWideSetTheBoundHolds() {
    for (double radius : new double[] {50, 1e5, 1e300}) {
      GroundTruth truth = truth(2, 1, radius);
      double[] oracle = truth.oracle().point().toArray();
      double gap = gap(truth, oracle);
      assertTrue(gap >= 0 && gap <= truth.oracle().cost() + 1e-12, radius + ": " + gap);
      assertTrue(gap(truth, new double[2]) >= truth.excessCost(new double[2]), "radius " + radius);
    }
  }

  @Test
  void withFiveParametersThereIsNoBound() {
    GroundTruth truth = truth(5, 1, 2);
    assertTrue(OracleGap.of(truth.problem(), truth.target().law(), new double[5]).isEmpty());
  }
}
