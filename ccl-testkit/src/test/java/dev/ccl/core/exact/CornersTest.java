package dev.ccl.core.exact;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.policy.Ball;
import dev.ccl.core.policy.ConvexSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Eigenvalues that count as 0, far sets, rivals that differ in one direction, and guarantees. */
class CornersTest {
  @Test
  void eigenvaluesOfRoundingSizeCountAsZero() {
    double[] clear = {2, 0, 0, 1e-3};
    double ulp = Math.ulp(2.0); // of the largest
    assertEquals(1e-3, SymmetricEigen.smallest(clear), ulp);
    assertEquals(1e-3, SymmetricEigen.of(clear).smallest(), ulp);
    for (double size : new double[] {1e-3, 1, 1e3}) { // 2·10⁻¹³ of the largest of two
      assertEquals(0, SymmetricEigen.smallest(new double[] {size, 0, 0, 1e-13 * size}));
      double above = 3e-13 * size;
      assertEquals(above, SymmetricEigen.smallest(new double[] {size, 0, 0, above}), ulp * size);
    }
  }

  /** What is near the boundary is told in units of the set. */
  @Test
  void roomScalesWithTheSet() {
    ConvexSet far = SetGeometryTest.opaque(Ball.of(2, 1e6));
    assertTrue(SetGeometry.at(far, new double[] {1e6 - 1, 0}).isInterior());
    assertFalse(SetGeometry.at(far, new double[] {1e6 - 0.01, 0}).isInterior());
  }

  /** The curvature between two points is that of their own direction. */
  @Test
  void pointsAreOneIfNothingRisesBetweenThem() {
    Descent.Function flatAlongX =
        new Descent.Function() {
          @Override
          public double gradient(double[] x, double[] gradient) {
            gradient[0] = 0;
            gradient[1] = 2 * x[1];
            return x[1] * x[1];
          }

          @Override
          public double[] hessian(double[] x) {
            return new double[] {0, 0, 0, 2};
          }
        };
    Descent.Function flatAlongY =
        new Descent.Function() {
          @Override
          public double gradient(double[] x, double[] gradient) {
            gradient[0] = 2 * x[0];
            gradient[1] = 0;
            return x[0] * x[0];
          }

          @Override
          public double[] hessian(double[] x) {
            return new double[] {2, 0, 0, 0};
          }
        };
    Ball set = Ball.of(2, 1);
    Minimum alongX =
        GlobalMinimizer.minimize(
            flatAlongX, set, List.of(new double[] {0.01, 0}, new double[] {0.03, 0}));
    assertTrue(alongX.isUnique());
    Minimum alongY =
        GlobalMinimizer.minimize(
            flatAlongY, set, List.of(new double[] {0, 0.01}, new double[] {0, 0.03}));
    assertTrue(alongY.isUnique());
    assertArrayEquals(new double[] {0, 0.01}, alongY.point().toArray(), 1e-15);
  }

  /** Two minima at y = ±0.01 with a wall between them are rivals. */
  @Test
  void pointsWithAWallBetweenThemAreTwo() {
    Descent.Function wells =
        new Descent.Function() {
          @Override
          public double gradient(double[] x, double[] gradient) {
            double height = x[1] * x[1] - 1e-4;
            gradient[0] = 0;
            gradient[1] = 4e6 * height * x[1];
            return 1e6 * height * height;
          }

          @Override
          public double[] hessian(double[] x) {
            return new double[] {0, 0, 0, 1.2e7 * x[1] * x[1] - 400};
          }
        };
    List<double[]> starts = List.of(new double[] {0, 0.011}, new double[] {0, -0.011});
    assertEquals(1, GlobalMinimizer.minimize(wells, Ball.of(2, 1), starts).rivals().size());
  }
}
