package dev.ccl.core.random;

import dev.ccl.core.math.Vectors;

/**
 * Uniform points of a Euclidean ball, exact in law in every dimension.
 *
 * <p>Let g be d + 2 independent standard normal variables. Then g/|g| is uniform on the unit sphere
 * in d + 2 dimensions, and the first d coordinates of such a point are uniform in the unit ball.
 * (Harman and Lacko, "On decompositional algorithms for uniform sampling from n-spheres and
 * n-balls", Journal of Multivariate Analysis 101, 2010.)
 */
public final class BallSampler {
  /** Below, a factor near 1 may be lost in the rounding of subnormal numbers. */
  private static final double SMALL = 0x1p-960;

  private BallSampler() {}

  /**
   * Draws a uniform point of the centred ball whose dimension is the length of {@code out}.
   *
   * @param rng source of randomness
   * @param radius radius of the ball, not negative and finite
   * @param out overwritten: the point, whose norm as computed is at most {@code radius}
   * @throws IllegalArgumentException if the radius is negative, NaN or infinite
   */
  public static void sample(RandomStream rng, double radius, double[] out) {
    if (!(radius >= 0 && radius < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("radius " + radius + " is not a finite length");
    }
    double squares = 0;
    for (int i = 0; i < out.length; i++) {
      out[i] = Normal.draw(rng);
      squares += out[i] * out[i];
    }
    for (int i = 0; i < 2; i++) {
      double further = Normal.draw(rng);
      squares += further * further;
    }
    double length = Math.sqrt(squares);
    Vectors.scale(radius / length, out);
    double shrink = radius > SMALL ? 1 - 0x1p-50 : 0.5;
    while (Vectors.norm(out) > radius) {
      Vectors.scale(shrink, out); // a rounding led out of the ball
    }
  }
}
