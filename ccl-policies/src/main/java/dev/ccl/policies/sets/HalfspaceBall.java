package dev.ccl.policies.sets;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.core.math.Elementary;
import dev.ccl.core.math.Vectors;
import dev.ccl.core.policy.Ball;
import dev.ccl.core.policy.ConvexSet;
import dev.ccl.core.random.BallSampler;
import dev.ccl.core.random.RandomStream;

/** A centred ball cut by a halfspace: ‖x‖ ≤ r and nᵀx ≤ β, with a unit vector n. */
public final class HalfspaceBall implements ConvexSet {
  private static final double ROUNDING = 1e-15;

  private final ImmutableDoubleArray normal;
  private final double offset;
  private final Ball ball;

  private HalfspaceBall(ImmutableDoubleArray normal, double offset, Ball ball) {
    this.normal = normal;
    this.offset = offset;
    this.ball = ball;
  }

  /**
   * Returns the set of all x with aᵀx ≤ b in a centred ball.
   *
   * @param a the outward normal, finite and not 0; read
   * @param b the offset, finite
   * @param radius the radius of the ball, finite and positive
   * @return the set
   * @throws IllegalArgumentException if the halfspace does not meet the ball
   */
  public static HalfspaceBall of(double[] a, double b, double radius) {
    double norm = Vectors.norm(a);
    checkArgument(norm > 0 && norm < Double.POSITIVE_INFINITY, "normal: its norm is %s", norm);
    checkArgument(radius > 0, "radius: %s", radius); // the ball wants it to be finite
    Ball ball = Ball.of(a.length, radius);
    checkArgument(
        b / norm >= -radius && b / norm < Double.POSITIVE_INFINITY,
        "offset: the halfspace at %s lies outside the ball of radius %s",
        b / norm,
        radius);
    ImmutableDoubleArray.Builder normal = ImmutableDoubleArray.builder(a.length);
    for (double x : a) {
      normal.add(x / norm);
    }
    return new HalfspaceBall(normal.build(), b / norm, ball);
  }

  @Override
  public int dimension() {
    return normal.length();
  }

  @Override
  public double radius() {
    return ball.radius();
  }

  @Override
  public boolean contains(double[] point) {
    return ball.contains(point) && along(point) <= offset + TOLERANCE;
  }

  /**
   * {@inheritDoc}
   *
   * <p>If the projection onto one of the two sets lies in the other, it is the nearest point;
   * otherwise both constraints are active and the nearest point lies on the sphere in the
   * hyperplane.
   */
  @Override
  public void project(double[] point) {
    double largest = scaled(point);
    double[] inBall = point.clone();
    for (int i = 0; i < inBall.length; i++) {
      inBall[i] *= largest;
    }
    ball.project(inBall);
    if (along(inBall) <= offset) {
      System.arraycopy(inBall, 0, point, 0, point.length);
      return;
    }
    // The point is largest·point; its part across n is largest·across.
    double[] across = point.clone();
    removeNormal(across);
    removeNormal(across); // the first time leaves a rounding error
    double length = Vectors.norm(across);
    double room = Math.sqrt((ball.radius() - offset) * (ball.radius() + offset));
    // Of a point whose largest coordinate is 1, so small a part is nothing but rounding errors.
    double scale = length <= ROUNDING ? 0 : Math.min(largest, room / length);
    for (int i = 0; i < point.length; i++) {
      point[i] = offset * normal.get(i) + scale * across[i];
    }
  }

  private void removeNormal(double[] vector) {
    double height = along(vector);
    for (int i = 0; i < vector.length; i++) {
      vector[i] -= height * normal.get(i);
    }
  }

  /**
   * Divides a point by its largest coordinate and returns it. Infinite coordinates outgrow all
   * others: they become ±1, the others 0.
   */
  private static double scaled(double[] point) {
    double largest = 0;
    for (double x : point) {
      largest = Math.max(largest, Math.abs(x));
    }
    for (int i = 0; i < point.length && largest > 0; i++) {
      if (Double.isInfinite(largest)) {
        point[i] = Double.isInfinite(point[i]) ? Math.signum(point[i]) : 0;
      } else {
        point[i] /= largest;
      }
    }
    return Math.min(largest, Double.MAX_VALUE);
  }

  /**
   * {@inheritDoc}
   *
   * <p>If the cut keeps at least half the ball, by rejection. If it keeps less, the height t along
   * n has a density proportional to (r² − t²)<sup>(d−1)/2</sup> on [−r, β], which is log-concave:
   * it is drawn by rejection from its tangent at β, and the rest is uniform in a ball across n.
   * Both are exact in law in every dimension.
   */
  @Override
  public void draw(RandomStream random, double[] point) {
    if (offset >= 0) {
      do {
        ball.draw(random, point);
      } while (along(point) > offset);
      return;
    }
    double t = drawHeight(random);
    double r = ball.radius();
    double[] rest = new double[point.length - 1];
    BallSampler.sample(random, Math.sqrt(Math.max(0, (r - t) * (r + t))), rest);
    // A reflection takes side·e_1 to n; the side keeps it away from the identity.
    double side = normal.get(0) > 0 ? -1 : 1;
    point[0] = side * t;
    System.arraycopy(rest, 0, point, 1, rest.length);
    double product = side * point[0] - along(point);
    double square = 2 + 2 * Math.abs(normal.get(0));
    double factor = 2 * product / square;
    for (int i = 0; i < point.length; i++) {
      point[i] -= factor * ((i == 0 ? side : 0) - normal.get(i));
    }
  }

  private double drawHeight(RandomStream random) {
    double r = ball.radius();
    double width = r + offset;
    if (width <= 0) {
      return -r;
    }
    double power = (dimension() - 1) / 2.0;
    double slope = -2 * power * offset / ((r - offset) * width);
    double top = logSquare(offset);
    while (true) {
      double depth; // below β, with density e^{−slope·depth} or uniform
      double tangent;
      if (slope * width > 1) {
        depth = -Elementary.log(random.nextOpenDouble()) / slope;
        tangent = slope * depth;
      } else {
        depth = width * random.nextOpenDouble();
        tangent = 0;
      }
      if (depth < width) {
        double ratio = power * (logSquare(offset - depth) - top) + tangent;
        if (Elementary.log(random.nextOpenDouble()) <= ratio) {
          return offset - depth;
        }
      }
    }
  }

  /** log(r² − t²). */
  private double logSquare(double t) {
    return Elementary.log((ball.radius() - t) * (ball.radius() + t));
  }

  private double along(double[] point) {
    double sum = 0;
    for (int i = 0; i < point.length; i++) {
      sum += normal.get(i) * point[i];
    }
    return sum;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof HalfspaceBall
        && ((HalfspaceBall) other).normal.equals(normal)
        && ((HalfspaceBall) other).offset == offset
        && ((HalfspaceBall) other).ball.equals(ball);
  }

  @Override
  public int hashCode() {
    return 31 * normal.hashCode() + Double.hashCode(offset);
  }

  @Override
  public String toString() {
    return ball + " below " + offset + " along " + normal;
  }
}
