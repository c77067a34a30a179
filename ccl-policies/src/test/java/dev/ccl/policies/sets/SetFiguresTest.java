package dev.ccl.policies.sets;

import dev.ccl.core.policy.Box;
import dev.ccl.core.policy.ConvexSet;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.random.RandomStreams;
import dev.ccl.testkit.Recorded;
import java.util.Arrays;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Projections, draws and radii of every set, and what bad ones are refused for. */
@Tag("record")
class SetFiguresTest {
  private final StringBuilder lines = new StringBuilder();

  private void point(String name, double[] x) {
    lines.append(name).append(':');
    for (int i = 0; i < Math.min(x.length, 8); i++) {
      lines.append(Math.abs(x[i]) < 1e-14 ? " 0" : String.format(Locale.ROOT, " %.9e", x[i]));
    }
    lines.append('\n');
  }

  @Test
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
}
