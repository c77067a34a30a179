package dev.ccl.algorithms.ccl;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.policy.Ball;
import org.junit.jupiter.api.Test;

class GaussNewtonTest {
  /** The residual w₀ + 2w₁ − 3 alone. */
  private static double line(double[] w, double[] normal, double[] right) {
    double residual = w[0] + 2 * w[1] - 3;
    double[] row = {1, 2};
    for (int i = 0; i < 2; i++) {
      right[i] = row[i] * residual;
      for (int j = 0; j < 2; j++) {
        normal[2 * i + j] = row[i] * row[j];
      }
    }
    return residual * residual;
  }

  @Test
  void whatIsNotDeterminedIsNearestToThePull() {
    double[] w = {5, -7};
    GaussNewton.Optimum optimum =
        new GaussNewton(GaussNewtonTest::line, Ball.of(2, 100), new double[2]).minimize(w);
    assertArrayEquals(new double[] {0.6, 1.2}, w, 1e-6);
    assertEquals(0, optimum.squares(), 1e-12);
    assertFalse(optimum.determined());
    assertTrue(optimum.converged());
  }

  /** e⁻ʷ falls for ever: each step goes on by 1, and none is the last. */
  @Test
  void aSearchThatIsBrokenOffSaysSo() {
    GaussNewton.Residuals falling =
        (w, normal, right) -> {
          double residual = StrictMath.exp(-w[0]);
          normal[0] = residual * residual;
          right[0] = -residual * residual;
          return residual * residual;
        };
    double[] w = {0};
    GaussNewton solver = new GaussNewton(falling, Ball.of(1, 1000), new double[1]);
    assertFalse(solver.minimize(w).converged());
    assertEquals(40, w[0], 1e-9);
    assertFalse(solver.minimize(w).converged());
    assertEquals(80, w[0], 1e-9, "and goes on where it was");
  }

  @Test
  void theEdgeOfTheSetIsTheEnd() {
    double[] w = {0, 0};
    GaussNewton.Optimum optimum =
        new GaussNewton(GaussNewtonTest::line, Ball.of(2, 0.5), new double[2]).minimize(w);
    assertTrue(optimum.converged());
    assertEquals(0.5, Math.hypot(w[0], w[1]), 1e-12);
  }
}
