package dev.ccl.core.random;

import dev.ccl.core.math.Elementary;
import dev.ccl.core.math.Vectors;

/**
 * Uniform points of a Euclidean ball, exact in law in every dimension.
 *
 * <p>Let g be d independent standard normal variables and E an independent standard exponential
 * one. Then \(g/\sqrt{|g|^2+2E}\) is uniform in the unit ball: 2E is the sum of two more squared
 * normals, and d coordinates of a uniform point of the sphere in d + 2 dimensions are uniform in
 * the ball. This equals a uniform direction with radius \(U^{1/d}\).
 */
public final class BallSampler {

  private BallSampler() {}

  /**
   * Draws a uniform point of the centred ball whose dimension is the length of {@code out}.
   *
   * @param rng source of randomness
   * @param radius radius of the ball, not negative and finite
   * @param out overwritten: the point, whose norm as computed is at most {@code radius}
   * @throws IllegalArgumentException if the radius is negative, NaN or infinite
   */
  public static void sample(Stream rng, double radius, double[] out) {
    if (!(radius >= 0 && radius < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("radius " + radius + " is not a finite length");
    }
    int d = out.length;
    double squares = 0;
    for (int i = 0; i < d; i += 2) {
      // Polar method: (u, v) uniform in the disc, s = u^2 + v^2, c = sqrt(-2 ln(s)/s).
      double u;
      double v;
      double s;
      do {
        u = 2 * rng.nextOpenDouble() - 1;
        v = 2 * rng.nextOpenDouble() - 1;
        s = u * u + v * v;
      } while (s >= 1);
      double c = Math.sqrt(-2 * Elementary.log(s) / s);
      out[i] = c * u;
      squares += out[i] * out[i];
      if (i + 1 < d) {
        out[i + 1] = c * v;
        squares += out[i + 1] * out[i + 1];
      }
    }
    double length = Math.sqrt(squares - 2 * Elementary.log(rng.nextOpenDouble()));
    Vectors.scale(radius / length, out);
    while (Vectors.norm(out) > radius) {
      Vectors.scale(1 - 0x1p-50, out); // a rounding led out of the ball
    }
  }
}
