package dev.ccl.policies.sets;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.ccl.core.policy.Ball;
import dev.ccl.core.policy.Box;
import dev.ccl.core.policy.ConvexSet;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.random.RandomStreams;
import dev.ccl.judge.Recorded;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Projections, draws and radii of every set, and what bad ones are refused for. */
class SetFiguresTest {
  private static final double NAN = Double.NaN;

  private final StringBuilder lines = new StringBuilder();

  private void point(String name, double[] x) {
    lines.append(name).append(':');
    for (int i = 0; i < Math.min(x.length, 8); i++) {
      lines.append(Math.abs(x[i]) < 1e-14 ? " 0" : String.format(Locale.ROOT, " %.9e", x[i]));
    }
    lines.append('\n');
  }

  @Test
  @Tag("record")
  void sets() {
    SetsTest.sets().forEach(this::set);
    Recorded.check(getClass(), "sets.txt", lines.toString());
  }

  private void set(ConvexSet set) {
    int d = set.dimension();
    String name = set.toString();
    lines.append(name.length() > 100 ? name.substring(0, 100) + " …" : name).append('\n');
    point("radii", new double[] {set.radius(), set.radius(0, 1), set.radius(d / 2, d)});
    RandomStream random = RandomStreams.of(17).open(Purpose.TRIAL, d);
    double[] drawn = new double[d];
    for (int i = 0; i < 2; i++) {
      set.draw(random, drawn);
      point("draw", drawn);
    }
    for (double scale : new double[] {0.1, 1.5, 40, -3e200}) {
      double[] x = new double[d];
      Arrays.setAll(x, i -> scale * set.radius() * (1 + i * 3 % 5) * (i % 2 == 0 ? 0.3 : -0.2));
      set.project(x);
      point("projection", x);
    }
  }

  @Test
  @Tag("record")
  void refusals() {
    Box box = Box.of(new double[] {0.5, 0.5}, new double[] {1, 2});
    refusal("box and ball apart", () -> BoxBall.of(box, 0.7));
    refusal("ball of radius 0", () -> BoxBall.of(box, 0));
    refusal("ball without end", () -> BoxBall.of(box, Double.POSITIVE_INFINITY));
    refusal("halfspace outside", () -> HalfspaceBall.of(new double[] {3, 4}, -6, 1));
    refusal("no normal", () -> HalfspaceBall.of(new double[2], 1, 1));
    refusal("normal without end", () -> HalfspaceBall.of(new double[] {1e308, 1e308}, 1, 1));
    refusal("halfspace that is all", () -> HalfspaceBall.of(new double[] {1}, 1 / 0.0, 1));
    refusal("radius of nothing", () -> HalfspaceBall.of(new double[] {1}, 0, Double.NaN));
    refusal("product of none", ProductSet::of);
    refusal("the box just touches", () -> BoxBall.of(box, Math.sqrt(0.5)));
    refusal("the halfspace just touches", () -> HalfspaceBall.of(new double[] {2}, -2, 1));
    for (double radius : new double[] {-1, 1e-300, Math.sqrt(0.5) - 1e-15, NAN}) {
      refusal("box of which no corner is in " + radius, () -> BoxBall.of(box, radius));
    }
    Box around = Box.of(new double[] {-1, -1}, new double[] {1, 2});
    refusal("a tiny ball", () -> BoxBall.of(around, 1e-300));
    for (double radius : new double[] {-1, 0, 1e-300, Double.POSITIVE_INFINITY}) {
      refusal("half a ball of " + radius, () -> HalfspaceBall.of(new double[] {2}, 0, radius));
    }
    for (double offset : new double[] {-2 - 1e-15, 2, 1e300, Double.NEGATIVE_INFINITY, NAN}) {
      refusal("half at " + offset, () -> HalfspaceBall.of(new double[] {0, 2}, offset, 1));
    }
    for (double normal : new double[] {0, 1e-300, Double.POSITIVE_INFINITY, NAN}) {
      refusal("normal of " + normal, () -> HalfspaceBall.of(new double[] {0, normal}, 0, 1));
    }
    refusal("product of one", () -> ProductSet.of(box));
    Recorded.check(getClass(), "refusals.txt", lines.toString());
  }

  private void refusal(String what, Runnable attempt) {
    String said = "fine";
    try {
      attempt.run();
    } catch (IllegalArgumentException e) {
      said = e.getMessage();
    }
    lines.append(what).append(": ").append(said).append('\n');
  }

  /** A corner of the box that only just reaches into the ball: no draw would ever be there. */
  @Test
  void drawsThatWouldNeverEndAreRefused() {
    Box far = Box.of(new double[] {1, 1, 1}, new double[] {2, 3, 4});
    BoxBall thin = BoxBall.of(far, Math.sqrt(3) * (1 + 1e-12));
    RandomStream random = RandomStreams.of(1).open(Purpose.TRIAL, 0);
    assertEquals(
        "too thin for draws by rejection: " + thin,
        assertThrows(IllegalStateException.class, () -> thin.draw(random, new double[3]))
            .getMessage());
  }

  /** Sets that differ in one part only are not equal; equal ones have one hash and one text. */
  @Test
  void setsAreToldApartByEveryPart() {
    double[] low = {-1, -2};
    double[] high = {1, 2};
    double[] other = {3, 4};
    List<ConvexSet> all = all(low, high, other);
    List<ConvexSet> again = all(low.clone(), high.clone(), other.clone());
    for (int i = 0; i < all.size(); i++) {
      assertEquals(all.get(i).hashCode(), again.get(i).hashCode());
      assertNotEquals(all.get(i), null);
      for (int j = 0; j < all.size(); j++) {
        assertEquals(i == j, all.get(i).equals(again.get(j)), i + ", " + j);
        assertEquals(i == j, all.get(i).toString().equals(again.get(j).toString()), i + ", " + j);
      }
    }
  }

  /** A normal of any length says the same, if its offset has that length too. */
  @Test
  void normalsAreUnits() {
    assertEquals(
        HalfspaceBall.of(new double[] {0, 2}, 1, 2), HalfspaceBall.of(new double[] {0, 4}, 2, 2));
  }

  private static List<ConvexSet> all(double[] low, double[] high, double[] other) {
    Box box = Box.of(low, high);
    return List.of(
        Ball.of(2, 1),
        Ball.of(3, 1),
        Ball.of(2, 1.5),
        box,
        Box.of(low, other),
        Box.of(new double[] {-1, 0}, high),
        BoxBall.of(box, 1),
        BoxBall.of(box, 1.5),
        BoxBall.of(Box.of(low, other), 1),
        HalfspaceBall.of(new double[] {3, 4}, 1, 2),
        HalfspaceBall.of(new double[] {3, -4}, 1, 2),
        HalfspaceBall.of(new double[] {3, 4}, 2, 2),
        HalfspaceBall.of(new double[] {3, 4}, 1, 3),
        ProductSet.of(box),
        ProductSet.of(box, box),
        ProductSet.of(box, Ball.of(2, 1)),
        ProductSet.of(Ball.of(2, 1), box));
  }

  /** A box that touches the ball leaves one point, which every draw and projection gives. */
  @Test
  void aBoxThatTouchesTheBallIsAPoint() {
    BoxBall point = BoxBall.of(Box.of(new double[] {1, -2}, new double[] {3, 0}), 1);
    RandomStream random = RandomStreams.of(8).open(Purpose.TRIAL, 5);
    double[] x = {7, 7};
    point.draw(random, x);
    assertArrayEquals(new double[] {1, 0}, x);
    for (double[] far : new double[][] {{5, -3}, {-4, 2}, {1, 0}}) {
      point.project(far);
      assertArrayEquals(new double[] {1, 0}, far, 1e-12);
    }
  }
}
