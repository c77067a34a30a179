package dev.ccl.core.policy;

import static com.google.common.base.Preconditions.checkArgument;

import dev.ccl.core.math.Vectors;
import dev.ccl.core.random.BallSampler;
import dev.ccl.core.random.RandomStream;
import java.util.Arrays;

/** The closed Euclidean ball of a radius around 0: the paper's Θ, and usually W. */
public final class Ball implements ConvexSet {
  private final int dimension;
  private final double radius;

  private Ball(int dimension, double radius) {
    this.dimension = dimension;
    this.radius = radius;
  }

  /**
   * Returns a ball.
   *
   * @param dimension the dimension, at least 1
   * @param radius the radius, finite and not negative
   * @return the ball
   */
  public static Ball of(int dimension, double radius) {
    checkArgument(dimension >= 1, "dimension: %s is not at least 1", dimension);
    checkArgument(radius >= 0 && radius < Double.POSITIVE_INFINITY, "radius: %s", radius);
    return new Ball(dimension, radius);
  }

  @Override
  public int dimension() {
    return dimension;
  }

  @Override
  public double radius() {
    return radius;
  }

  @Override
  public boolean contains(double[] point) {
    return point.length == dimension && Vectors.norm(point) <= radius + TOLERANCE;
  }

  @Override
  public void project(double[] point) {
    double largest = 0;
    for (double x : point) {
      largest = Math.max(largest, Math.abs(x));
    }
    boolean infinite = largest == Double.POSITIVE_INFINITY;
    if (!infinite && Vectors.norm(point) <= radius) {
      return;
    }
    // Divided by the largest coordinate, the direction is safe where squares overflow. Infinite
    // coordinates outgrow all others.
    for (int i = 0; i < point.length; i++) {
      if (infinite) {
        point[i] = Double.isInfinite(point[i]) ? Math.signum(point[i]) : 0;
      } else {
        point[i] /= largest;
      }
    }
    Vectors.scale(radius / Vectors.norm(point), point);
  }

  @Override
  public void draw(RandomStream random, double[] point) {
    BallSampler.sample(random, radius, point);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Ball
        && ((Ball) other).dimension == dimension
        && ((Ball) other).radius == radius;
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(new double[] {dimension, radius});
  }

  @Override
  public String toString() {
    return "ball of radius " + radius + " in dimension " + dimension;
  }
}
