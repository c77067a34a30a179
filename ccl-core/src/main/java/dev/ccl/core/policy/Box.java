package dev.ccl.core.policy;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.core.math.Vectors;
import dev.ccl.core.random.RandomStream;

/** A product of closed intervals. */
public final class Box implements ConvexSet {
  private final ImmutableDoubleArray lower;
  private final ImmutableDoubleArray upper;

  private Box(ImmutableDoubleArray lower, ImmutableDoubleArray upper) {
    this.lower = lower;
    this.upper = upper;
  }

  /**
   * Returns a box.
   *
   * @param lower the lower ends, finite; read
   * @param upper the upper ends, finite, none below its lower end; read
   * @return the box
   */
  public static Box of(double[] lower, double[] upper) {
    checkArgument(lower.length >= 1 && lower.length == upper.length, "box: dimensions differ");
    for (int i = 0; i < lower.length; i++) {
      checkArgument(
          lower[i] <= upper[i] && upper[i] - lower[i] < Double.POSITIVE_INFINITY,
          "box: interval %s is [%s, %s]",
          i,
          lower[i],
          upper[i]);
    }
    return new Box(ImmutableDoubleArray.copyOf(lower), ImmutableDoubleArray.copyOf(upper));
  }

  /** {@return the lower ends; one number per coordinate} */
  public ImmutableDoubleArray lower() {
    return lower;
  }

  /** {@return the upper ends; one number per coordinate} */
  public ImmutableDoubleArray upper() {
    return upper;
  }

  @Override
  public int dimension() {
    return lower.length();
  }

  @Override
  public double radius() {
    return radius(0, dimension());
  }

  @Override
  public double radius(int from, int to) {
    double[] corner = new double[to - from];
    for (int i = from; i < to; i++) {
      corner[i - from] = Math.max(Math.abs(lower.get(i)), Math.abs(upper.get(i)));
    }
    return Vectors.norm(corner);
  }

  @Override
  public boolean contains(double[] point) {
    if (point.length != dimension()) {
      return false;
    }
    for (int i = 0; i < point.length; i++) {
      if (!(point[i] >= lower.get(i) - TOLERANCE && point[i] <= upper.get(i) + TOLERANCE)) {
        return false;
      }
    }
    return true;
  }

  @Override
  public void project(double[] point) {
    for (int i = 0; i < point.length; i++) {
      point[i] = Math.min(Math.max(point[i], lower.get(i)), upper.get(i));
    }
  }

  @Override
  public void draw(RandomStream random, double[] point) {
    for (int i = 0; i < point.length; i++) {
      point[i] = lower.get(i) + (upper.get(i) - lower.get(i)) * random.nextDouble();
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Box
        && ((Box) other).lower.equals(lower)
        && ((Box) other).upper.equals(upper);
  }

  @Override
  public int hashCode() {
    return 31 * lower.hashCode() + upper.hashCode();
  }

  @Override
  public String toString() {
    return "box from " + lower + " to " + upper;
  }
}
