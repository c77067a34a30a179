package dev.ccl.policies.sets;

import static com.google.common.base.Preconditions.checkArgument;
import static java.util.Objects.requireNonNull;

import dev.ccl.core.math.Elementary;
import dev.ccl.core.math.Vectors;
import dev.ccl.core.policy.Ball;
import dev.ccl.core.policy.Box;
import dev.ccl.core.policy.ConvexSet;
import dev.ccl.core.random.RandomStream;
import java.util.Arrays;

/**
 * The intersection of a box and a centred ball.
 *
 * <p>The nearest point to v is clip(s·v) for one s in [0,1]: this solves the optimality conditions
 * with the ball's multiplier 1/s − 1. Its norm rises with s, and between the finitely many s at
 * which a coordinate meets an end of its interval, its square is a quadratic polynomial of s. So
 * the projection is a sort and a square root.
 */
public final class BoxBall implements ConvexSet {
  /** How often a draw is tried before the set counts as too thin for rejection. */
  private static final int MOST_TRIES = 10_000_000;

  private final Box box;
  private final Ball ball;
  private final boolean boxIsSmaller;

  private BoxBall(Box box, Ball ball) {
    this.box = box;
    this.ball = ball;
    this.boxIsSmaller = logVolume(box) <= logVolume(ball);
  }

  /**
   * Returns an intersection.
   *
   * @param box the box
   * @param radius the radius of the ball around 0, finite and positive
   * @return the set
   * @throws IllegalArgumentException if the box does not meet the ball
   */
  public static BoxBall of(Box box, double radius) {
    requireNonNull(box, "box");
    checkArgument(radius > 0, "radius: %s", radius); // the ball wants it to be finite
    Ball ball = Ball.of(box.dimension(), radius);
    double[] nearest = new double[box.dimension()];
    box.project(nearest);
    checkArgument(
        Vectors.norm(nearest) <= radius, "the box lies outside the ball of radius %s", radius);
    return new BoxBall(box, ball);
  }

  @Override
  public int dimension() {
    return box.dimension();
  }

  @Override
  public double radius() {
    return Math.min(box.radius(), ball.radius());
  }

  @Override
  public double radius(int from, int to) {
    return Math.min(box.radius(from, to), ball.radius());
  }

  @Override
  public boolean contains(double[] point) {
    return box.contains(point) && ball.contains(point);
  }

  @Override
  public void project(double[] point) {
    double[] direction = point.clone();
    box.project(point);
    if (Vectors.norm(point) <= ball.radius()) {
      return;
    }
    double[] fixed = point.clone(); // where the direction is 0
    prepare(direction, fixed);
    double[] breaks = breaks(direction);
    // The last break at which the norm is at most the radius, and the next one; 0 is the first.
    int low = 0;
    int high = breaks.length;
    while (high - low > 1) {
      int middle = (low + high) >>> 1;
      clip(direction, breaks[middle], fixed, point);
      if (Vectors.norm(point) <= ball.radius()) {
        low = middle;
      } else {
        high = middle;
      }
    }
    double from = breaks[low];
    double to = high == breaks.length ? Double.POSITIVE_INFINITY : breaks[high];
    clip(direction, solve(direction, fixed, from, to), fixed, point);
  }

  /**
   * Scales the direction to the largest coordinate 1. Infinite coordinates outgrow all others: if
   * they can leave the ball alone, the others count as 0; if not, they stay at their ends.
   */
  private void prepare(double[] direction, double[] fixed) {
    double[] others = fixed.clone();
    boolean infinite = false;
    for (int i = 0; i < direction.length; i++) {
      boolean far = Double.isInfinite(direction[i]);
      infinite |= far;
      others[i] = far ? fixed[i] : clip(i, 0);
    }
    boolean alone = infinite && Vectors.norm(others) >= ball.radius();
    double largest = 0;
    for (int i = 0; i < direction.length; i++) {
      boolean far = Double.isInfinite(direction[i]);
      if (alone) {
        direction[i] = far ? Math.signum(direction[i]) : 0;
      } else if (far) {
        direction[i] = 0;
        continue;
      }
      fixed[i] = clip(i, 0);
      largest = Math.max(largest, Math.abs(direction[i]));
    }
    for (int i = 0; i < direction.length; i++) {
      direction[i] = direction[i] == 0 ? 0 : direction[i] / largest;
    }
  }

  private double[] breaks(double[] direction) {
    double[] breaks = new double[2 * direction.length + 1];
    int count = 1;
    for (int i = 0; i < direction.length; i++) {
      if (direction[i] != 0) {
        breaks[count++] = Math.max(0, box.lower().get(i) / direction[i]);
        breaks[count++] = Math.max(0, box.upper().get(i) / direction[i]);
      }
    }
    Arrays.sort(breaks, 0, count);
    return Arrays.copyOf(breaks, count);
  }

  /** Solves ‖clip(s·direction)‖ = radius for s between two breaks. */
  private double solve(double[] direction, double[] fixed, double from, double to) {
    double middle = from + (to - from) / 2;
    double moving = 0;
    double still = 0;
    for (int i = 0; i < direction.length; i++) {
      double x = middle * direction[i];
      double clipped = at(direction, i, middle, fixed);
      if (x != 0 && clipped == x) {
        moving += direction[i] * direction[i];
      } else {
        still += clipped * clipped;
      }
    }
    double s = Math.sqrt((ball.radius() * ball.radius() - still) / moving);
    return s > from ? Math.min(s, to) : from; // where rounding leaves nothing, s is NaN
  }

  private void clip(double[] direction, double s, double[] fixed, double[] out) {
    for (int i = 0; i < out.length; i++) {
      out[i] = at(direction, i, s, fixed);
    }
  }

  private double at(double[] direction, int i, double s, double[] fixed) {
    return direction[i] == 0 ? fixed[i] : clip(i, s * direction[i]);
  }

  private double clip(int i, double x) {
    return Math.min(Math.max(x, box.lower().get(i)), box.upper().get(i));
  }

  /**
   * {@inheritDoc}
   *
   * <p>By rejection from the box or the ball, whichever is smaller: exact in law; the expected
   * number of tries is the ratio of the volumes.
   *
   * @throws IllegalStateException if ten million tries fail
   */
  @Override
  public void draw(RandomStream random, double[] point) {
    double[] nearest = new double[dimension()];
    box.project(nearest);
    if (Vectors.norm(nearest) >= ball.radius()) { // the set is this point
      System.arraycopy(nearest, 0, point, 0, nearest.length);
      return;
    }
    ConvexSet proposal = boxIsSmaller ? box : ball;
    for (int tries = 0; tries < MOST_TRIES; tries++) {
      proposal.draw(random, point);
      if (contains(point)) {
        return;
      }
    }
    throw new IllegalStateException("too thin for draws by rejection: " + this);
  }

  static double logVolume(Box box) {
    double sum = 0;
    for (int i = 0; i < box.dimension(); i++) {
      sum += Elementary.log(box.upper().get(i) - box.lower().get(i));
    }
    return sum;
  }

  /** V(d) = V(d − 2)·2π/d for the unit ball, V(0) = 1, V(1) = 2. */
  static double logVolume(Ball ball) {
    int d = ball.dimension();
    double sum = d * Elementary.log(ball.radius()) + (d % 2 == 1 ? Elementary.log(2) : 0);
    for (int i = d; i > 1; i -= 2) {
      sum += Elementary.log(2 * Math.PI / i);
    }
    return sum;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof BoxBall
        && ((BoxBall) other).box.equals(box)
        && ((BoxBall) other).ball.equals(ball);
  }

  @Override
  public int hashCode() {
    return 31 * box.hashCode() + ball.hashCode();
  }

  @Override
  public String toString() {
    return box + " within the " + ball;
  }
}
