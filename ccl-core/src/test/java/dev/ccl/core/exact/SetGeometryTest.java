package dev.ccl.core.exact;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.policy.Ball;
import dev.ccl.core.policy.Box;
import dev.ccl.core.policy.ConvexSet;
import dev.ccl.core.random.RandomStream;
import org.junit.jupiter.api.Test;

class SetGeometryTest {
  private static final double[] HESSIAN = {1, 0.3, -0.2, 0.3, 2, 0.5, -0.2, 0.5, 3};

  /** A ball of which nothing but its projection is known. */
  static ConvexSet opaque(Ball ball) {
    return new ConvexSet() {
      @Override
      public int dimension() {
        return ball.dimension();
      }

      @Override
      public double radius() {
        return ball.radius();
      }

      @Override
      public boolean contains(double[] point) {
        return ball.contains(point);
      }

      @Override
      public void project(double[] point) {
        ball.project(point);
      }

      @Override
      public void draw(RandomStream random, double[] point) {
        ball.draw(random, point);
      }
    };
  }

  @Test
  void insideTheWholeGradientCounts() {
    double[] x = {0.3, 0.1, 0};
    double[] g = {3, 0, -4};
    Box box = Box.of(new double[] {-1, -1, -1}, new double[] {1, 1, 1});
    for (ConvexSet set : new ConvexSet[] {Ball.of(3, 1), opaque(Ball.of(3, 1)), box}) {
      SetGeometry geometry = SetGeometry.at(set, x);
      assertTrue(geometry.isInterior());
      assertEquals(5, geometry.residual(g), 1e-15);
      assertEquals(0, geometry.boundaryCurvature(g));
    }
    assertTrue(SetGeometry.at(Ball.of(3, 1), new double[3]).isInterior());
  }

  @Test
  void onTheSphereThePartThatPushesOutwardDoesNot() {
    double[] x = {2, 0, 0};
    SetGeometry geometry = SetGeometry.at(Ball.of(3, 2), x);
    assertFalse(geometry.isInterior());
    assertEquals(4, geometry.residual(new double[] {-3, 0, 4}), 1e-15); // downhill is outward
    assertEquals(5, geometry.residual(new double[] {3, 0, 4}), 1e-15);
    assertEquals(1.5, geometry.boundaryCurvature(new double[] {-3, 0, 4}), 1e-15);
    assertEquals(0, geometry.boundaryCurvature(new double[] {3, 0, 4}));
    // On the tangent plane the matrix is [[2, 0.5], [0.5, 3]] plus the boundary's curvature.
    double smallest = 2.5 - Math.hypot(0.5, 0.5);
    assertEquals(
        smallest + 1.5, geometry.tangentCurvature(new double[] {-3, 0, 4}, HESSIAN), 1e-13);
    assertEquals(smallest, geometry.tangentCurvature(new double[] {3, 0, 4}, HESSIAN), 1e-13);
  }

  /** The tangent curvature does not depend on how the axes lie. */
  @Test
  void spheresLookAlikeEverywhere() {
    double c = 0.6;
    double s = 0.8;
    double[] x = {2 * c, 2 * s};
    double[] h = {1, 0.4, 0.4, 5};
    double[] g = {-1.5, -2}; // outward: boundary curvature 2.5/2
    double along = s * s * h[0] - 2 * s * c * h[1] + c * c * h[3];
    SetGeometry geometry = SetGeometry.at(Ball.of(2, 2), x);
    assertEquals(along + 1.25, geometry.tangentCurvature(g, h), 1e-13);
    assertEquals(0, geometry.residual(g), 1e-15);
    assertEquals(
        Double.POSITIVE_INFINITY,
        SetGeometry.at(Ball.of(1, 2), new double[] {-2})
            .tangentCurvature(new double[] {1}, new double[] {1}));
  }

  @Test
  void boxesHaveOneNormalAFace() {
    Box box = Box.of(new double[] {-1, -1, -1}, new double[] {1, 1, 1});
    double[] g = {-3, 4, 12};
    SetGeometry face = SetGeometry.at(box, new double[] {1, 0, 0});
    assertFalse(face.isInterior());
    assertEquals(Math.hypot(4, 12), face.residual(g), 1e-14);
    assertEquals(13, SetGeometry.at(box, new double[] {-1, 0, 0}).residual(g), 1e-14);
    SetGeometry edge = SetGeometry.at(box, new double[] {1, -1, 0});
    assertEquals(12, edge.residual(g), 1e-14);
    assertEquals(0, edge.boundaryCurvature(g));
    assertEquals(2.5 - Math.hypot(0.5, 0.5), face.tangentCurvature(g, HESSIAN), 1e-13);
    assertEquals(3, edge.tangentCurvature(g, HESSIAN), 1e-13);
    SetGeometry corner = SetGeometry.at(box, new double[] {1, -1, -1});
    assertEquals(0, corner.residual(g), 1e-15);
    assertEquals(Double.POSITIVE_INFINITY, corner.tangentCurvature(g, HESSIAN));
  }

  @Test
  void anyOtherSetIsJudgedByItsProjection() {
    ConvexSet set = opaque(Ball.of(2, 1));
    SetGeometry geometry = SetGeometry.at(set, new double[] {0, -1});
    assertFalse(geometry.isInterior());
    assertEquals(0, geometry.residual(new double[] {0, 3}), 1e-15);
    assertEquals(0.5, geometry.residual(new double[] {0, -0.5}), 1e-15);
    assertFalse(SetGeometry.at(set, new double[] {1, 0}).isInterior());
    assertFalse(SetGeometry.at(set, new double[] {-1, 0}).isInterior());
    assertTrue(SetGeometry.at(set, new double[] {0, 0.9}).isInterior());
  }

  @Test
  void aPointHasNoInterior() {
    SetGeometry point = SetGeometry.at(Ball.of(2, 0), new double[2]);
    assertFalse(point.isInterior());
    assertEquals(0, point.residual(new double[] {3, 4}));
  }

  /** What is on the boundary is told in units of the ball, and of a box to the last bit. */
  @Test
  void boundariesAreThin() {
    for (double size : new double[] {1e-6, 1, 1e6}) {
      for (double share : new double[] {0.5, 1 - 1e-12, 1 - 5e-14, 1, 1 + 1e-10}) {
        double[] x = {0.6 * share * size, -0.8 * share * size};
        assertEquals(
            share < 1 - 1e-13,
            SetGeometry.at(Ball.of(2, size), x).isInterior(),
            size + ", " + share);
      }
      Box box = Box.of(new double[] {-size, 2 * size}, new double[] {size, 3 * size});
      double middle = 2.5 * size;
      for (int sign = -1; sign <= 1; sign += 2) {
        double end = sign * size;
        double within = end - sign * Math.ulp(end);
        double beyond = end + sign * Math.ulp(end);
        assertTrue(SetGeometry.at(box, new double[] {within, middle}).isInterior());
        assertFalse(SetGeometry.at(box, new double[] {end, middle}).isInterior());
        assertFalse(SetGeometry.at(box, new double[] {beyond, middle}).isInterior());
        // downhill is outward: nothing is left of the gradient
        assertEquals(
            0, SetGeometry.at(box, new double[] {end, middle}).residual(new double[] {-sign, 0}));
        assertEquals(
            1, SetGeometry.at(box, new double[] {end, middle}).residual(new double[] {sign, 0}));
      }
    }
  }
}
