package dev.ccl.core.policy;

import dev.ccl.core.random.RandomStream;

/** A nonempty compact convex parameter set: W or Θ. */
public interface ConvexSet {
  /** How far outside a set a point may lie, by rounding, and still count as a member. */
  double TOLERANCE = 1e-9;

  /** {@return the dimension of the space in which the set lies} */
  int dimension();

  /** {@return the radius of a ball around 0 that contains the set, as small as is known} */
  double radius();

  /**
   * Bounds the norm of a slice of the points, for families whose parameter has parts.
   *
   * @param from the first coordinate
   * @param to the coordinate after the last
   * @return a bound of the Euclidean norm of the coordinates {@code from} … {@code to − 1}
   */
  default double radius(int from, int to) {
    return radius();
  }

  /**
   * Tells whether a point is in the set, up to {@link #TOLERANCE}.
   *
   * @param point a point; read
   * @return whether it is a member; false if a coordinate is not a number
   */
  boolean contains(double[] point);

  /**
   * Replaces a point by the nearest point of the set.
   *
   * @param point a point with finite or infinite coordinates, none NaN; overwritten
   */
  void project(double[] point);

  /**
   * Draws a point uniformly by volume.
   *
   * @param random where the randomness comes from
   * @param point overwritten with the draw
   */
  void draw(RandomStream random, double[] point);
}
