package dev.ccl.policies.sets;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.collect.ImmutableList;
import dev.ccl.core.math.Vectors;
import dev.ccl.core.policy.ConvexSet;
import dev.ccl.core.random.RandomStream;
import java.util.Arrays;

/** The product of convex sets: each holds a slice of the coordinates. */
public final class ProductSet implements ConvexSet {
  private final ImmutableList<ConvexSet> factors;
  private final int dimension;

  private ProductSet(ImmutableList<ConvexSet> factors) {
    this.factors = factors;
    this.dimension = factors.stream().mapToInt(ConvexSet::dimension).sum();
  }

  /**
   * Returns a product.
   *
   * @param factors the factors, in the order of their coordinates
   * @return the set
   */
  public static ProductSet of(ConvexSet... factors) {
    checkArgument(factors.length >= 1, "factors: there are none");
    return new ProductSet(ImmutableList.copyOf(factors));
  }

  /** {@return the factors, in the order of their coordinates} */
  ImmutableList<ConvexSet> factors() {
    return factors;
  }

  @Override
  public int dimension() {
    return dimension;
  }

  @Override
  public double radius() {
    return radius(0, dimension);
  }

  @Override
  public double radius(int from, int to) {
    double[] parts = new double[factors.size()];
    int start = 0;
    for (int i = 0; i < parts.length; i++) {
      ConvexSet factor = factors.get(i);
      int lo = Math.max(from - start, 0);
      int hi = Math.min(to - start, factor.dimension());
      if (lo < hi) {
        boolean whole = lo == 0 && hi == factor.dimension();
        parts[i] = whole ? factor.radius() : factor.radius(lo, hi);
      }
      start += factor.dimension();
    }
    return Vectors.norm(parts);
  }

  @Override
  public boolean contains(double[] point) {
    if (point.length != dimension) {
      return false;
    }
    int start = 0;
    for (ConvexSet factor : factors) {
      int end = start + factor.dimension();
      if (!factor.contains(Arrays.copyOfRange(point, start, end))) {
        return false;
      }
      start = end;
    }
    return true;
  }

  @Override
  public void project(double[] point) {
    int start = 0;
    for (ConvexSet factor : factors) {
      double[] slice = Arrays.copyOfRange(point, start, start + factor.dimension());
      factor.project(slice);
      System.arraycopy(slice, 0, point, start, slice.length);
      start += slice.length;
    }
  }

  @Override
  public void draw(RandomStream random, double[] point) {
    int start = 0;
    for (ConvexSet factor : factors) {
      double[] slice = new double[factor.dimension()];
      factor.draw(random, slice);
      System.arraycopy(slice, 0, point, start, slice.length);
      start += slice.length;
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ProductSet && ((ProductSet) other).factors.equals(factors);
  }

  @Override
  public int hashCode() {
    return factors.hashCode();
  }

  @Override
  public String toString() {
    return "product of " + factors;
  }
}
