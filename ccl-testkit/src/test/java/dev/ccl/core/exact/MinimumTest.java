package dev.ccl.core.exact;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.brute.TrialInstances;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.policy.Ball;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.testkit.naive.Naive;
import dev.ccl.testkit.naive.PotentialCost;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a minimum reports, in two dimensions, where every figure can be had in another way. */
class MinimumTest {

  private static List<Instance> planar(int count) {
    List<Instance> found = new ArrayList<>();
    for (int trial = 0; found.size() < count; trial++) {
      Instance instance = TrialInstances.of(trial);
      if (instance.header().studentDimension() == 2 && instance.header().bound() <= 3) {
        found.add(instance);
      }
    }
    return found;
  }

  private static double smallest(double a, double b, double c) {
    return 0.5 * (a + c - Math.hypot(a - c, 2 * b));
  }

  @Test
  void figuresAreThoseOfThePoint() {
    int inside = 0;
    int outside = 0;
    for (Instance instance : planar(5)) {
      LogRatioCost cost = LogRatioCost.directMatching(instance.problem());
      double kappa = cost.weight();
      PotentialCost enumerated = PotentialCost.direct(Naive.of(instance));
      for (double r : new double[] {0.05, instance.header().bound()}) {
        String what = instance.header().name() + " radius " + r;
        Minimum minimum = GlobalMinimizer.minimize(cost, Ball.of(2, r));
        double[] x = minimum.point().toArray();
        double[] g = enumerated.gradient(x);
        double[][] h = enumerated.hessian(x);
        double norm = Math.hypot(x[0], x[1]);
        assertEquals(enumerated.value(x), minimum.cost(), 1e-9 * kappa, what);
        assertEquals(smallest(h[0][0], h[0][1], h[1][1]), minimum.curvature(), 1e-8 * kappa, what);
        assertTrue(minimum.residual() <= 1e-12, what + " residual " + minimum.residual());
        for (int k = 0; k < 400; k++) { // a spiral through the disc
          double[] y = {r * Math.sqrt(k / 400.0), 2.4 * k};
          double[] point = {y[0] * Math.cos(y[1]), y[0] * Math.sin(y[1])};
          assertTrue(minimum.cost() <= cost.value(point) + 1e-12 * kappa, what);
        }
        if (minimum.location() == Minimum.Location.INTERIOR) {
          inside++;
          assertTrue(norm < r, what);
          assertEquals(minimum.curvature(), minimum.tangentCurvature(), what);
          assertEquals(0, Math.hypot(g[0], g[1]), 1e-9 * kappa, what);
        } else {
          outside++;
          assertEquals(r, norm, 1e-12, what);
          double[] t = {-x[1] / norm, x[0] / norm};
          assertEquals(0, g[0] * t[0] + g[1] * t[1], 1e-9 * kappa, what + " along the circle");
          double push = -(g[0] * x[0] + g[1] * x[1]) / norm;
          assertTrue(push >= -1e-9, what + " pushes outward");
          double along = t[0] * t[0] * h[0][0] + 2 * t[0] * t[1] * h[0][1] + t[1] * t[1] * h[1][1];
          assertEquals(along + push / r, minimum.tangentCurvature(), 1e-7 * kappa, what);
        }
      }
    }
    assertTrue(inside > 0 && outside > 0, inside + ", " + outside);
  }

  /** κ times a divergence has the same minimiser and κ times the cost and the curvatures. */
  @Test
  void scalesScaleCostsAndCurvaturesAlone() {
    LearningProblem p = planar(1).get(0).problem();
    Ball ball = Ball.of(2, 0.3);
    Minimum one =
        GlobalMinimizer.minimize(LogRatioCost.divergence(p, p.target().reference(), 1), ball);
    Minimum many =
        GlobalMinimizer.minimize(LogRatioCost.divergence(p, p.target().reference(), 50), ball);
    assertArrayEquals(one.point().toArray(), many.point().toArray(), 1e-9);
    assertEquals(50 * one.cost(), many.cost(), 1e-10);
    assertEquals(50 * one.curvature(), many.curvature(), 1e-7);
    assertEquals(50 * one.tangentCurvature(), many.tangentCurvature(), 1e-7);
    assertTrue(one.cost() > 0 && one.isUnique() && many.isUnique());
  }

  @Test
  void dimensionsHaveToFit() {
    LogRatioCost cost = LogRatioCost.directMatching(planar(1).get(0).problem());
    String message =
        assertThrows(
                IllegalArgumentException.class, () -> GlobalMinimizer.minimize(cost, Ball.of(3, 1)))
            .getMessage();
    assertEquals("the cost has 2 parameters, the set dimension 3", message);
  }
}
