package dev.ccl.policies.kit;

import com.google.common.collect.ImmutableMap;
import dev.ccl.core.math.Vectors;
import dev.ccl.core.policy.Ball;
import dev.ccl.core.policy.Box;
import dev.ccl.core.policy.ConvexSet;
import dev.ccl.core.random.RandomStream;
import dev.ccl.policies.kit.PolicyLiars.Liar;
import java.util.Arrays;

/** Sets with one fault each, and the clause that is meant for it. */
final class SetLiars {
  private SetLiars() {}

  /** An honest ball of radius 1.5 in dimension 3; a liar overrides one method. */
  private static class Set implements ConvexSet {
    final Ball honest = Ball.of(3, 1.5);

    @Override
    public int dimension() {
      return 3;
    }

    @Override
    public double radius() {
      return honest.radius();
    }

    @Override
    public boolean contains(double[] point) {
      return honest.contains(point);
    }

    @Override
    public void project(double[] point) {
      honest.project(point);
    }

    @Override
    public void draw(RandomStream random, double[] point) {
      honest.draw(random, point);
    }
  }

  static ImmutableMap<String, Liar<ConvexSet>> all() {
    return ImmutableMap.<String, Liar<ConvexSet>>builder()
        .put(
            "no projection at all",
            new Liar<>(
                new Set() {
                  @Override
                  public void project(double[] point) {}
                },
                "membership"))
        .put(
            "a member that is not a number",
            new Liar<>(
                new Set() {
                  @Override
                  public boolean contains(double[] point) {
                    return !(Vectors.norm(point) > 1.5 + 1e-9);
                  }
                },
                "membership"))
        .put(
            "a projection into the interior",
            new Liar<>(
                new Set() {
                  @Override
                  public void project(double[] point) {
                    super.project(point);
                    Vectors.scale(1 - 1e-9, point);
                  }
                },
                "members stay"))
        .put("clip, then scale", new Liar<>(new ClipThenScale(), "nearest point"))
        .put(
            "a projection onto a grid",
            new Liar<>(
                new Set() {
                  @Override
                  public void project(double[] point) {
                    super.project(point);
                    for (int i = 0; i < 3; i++) {
                      point[i] = Math.rint(point[i] * 1e6) / 1e6;
                    }
                  }
                },
                "nonexpansive"))
        .put(
            "a point at infinity that becomes the centre",
            new Liar<>(
                new Set() {
                  @Override
                  public void project(double[] point) {
                    boolean infinite = Arrays.stream(point).anyMatch(Double::isInfinite);
                    if (infinite) {
                      Arrays.fill(point, 0);
                    }
                    honest.project(point);
                  }
                },
                "far points"))
        .put(
            "squares that overflow",
            new Liar<>(
                new Set() {
                  @Override
                  public void project(double[] point) {
                    double norm = Math.sqrt(Vectors.dot(point, point));
                    if (norm > 1.5) {
                      Vectors.scale(1.5 / norm, point);
                    }
                  }
                },
                "far points"))
        .put(
            "a radius too small",
            new Liar<>(
                new Set() {
                  @Override
                  public double radius() {
                    return 1.45;
                  }
                },
                "radius"))
        .put(
            "a radius of single coordinates too small",
            new Liar<>(
                new Set() {
                  @Override
                  public double radius(int from, int to) {
                    return to == from + 1 ? 0.9 * radius() : radius();
                  }
                },
                "radius"))
        .put(
            "a projection of far points that members near the boundary alone expose",
            new Liar<>(
                new Set() {
                  @Override
                  public void project(double[] point) {
                    boolean far = Vectors.norm(point) > 1e3;
                    super.project(point);
                    double x = point[0];
                    if (far) { // turned by 0.2
                      point[0] = Math.cos(0.2) * x - Math.sin(0.2) * point[1];
                      point[1] = Math.sin(0.2) * x + Math.cos(0.2) * point[1];
                    }
                  }
                },
                "nearest point"))
        .put(
            "a uniform radius instead of a uniform point",
            new Liar<>(
                new Set() {
                  @Override
                  public void draw(RandomStream random, double[] point) {
                    super.draw(random, point);
                    Vectors.scale(1.5 * random.nextDouble() / Vectors.norm(point), point);
                  }
                },
                "uniform draw"))
        .put(
            "one half preferred",
            new Liar<>(
                new Set() {
                  @Override
                  public void draw(RandomStream random, double[] point) {
                    super.draw(random, point);
                    if (point[1] < 0 && random.nextDouble() < 0.2) {
                      point[1] = -point[1];
                    }
                  }
                },
                "uniform draw"))
        .buildOrThrow();
  }

  private static final class ClipThenScale extends Set {
    private final Box box = Box.of(new double[] {-1, -1, -1}, new double[] {1, 1, 1});

    @Override
    public boolean contains(double[] point) {
      return super.contains(point) && box.contains(point);
    }

    @Override
    public void project(double[] point) {
      box.project(point);
      honest.project(point);
    }

    @Override
    public void draw(RandomStream random, double[] point) {
      do {
        honest.draw(random, point);
      } while (!box.contains(point));
    }
  }
}
