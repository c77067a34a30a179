package dev.ccl.policies.kit;

import dev.ccl.core.mdp.State;
import dev.ccl.core.policy.Ball;
import dev.ccl.core.policy.Box;
import dev.ccl.core.policy.ConvexSet;
import dev.ccl.core.policy.FeatureMap;
import dev.ccl.core.random.RandomStream;
import dev.ccl.policies.Arena;
import dev.ccl.policies.features.Features;
import dev.ccl.policies.sets.ProductSet;
import dev.ccl.testkit.Evidence;
import dev.ccl.testkit.Recorded;
import dev.ccl.testkit.policy.Clause;
import dev.ccl.testkit.policy.Conformance;
import dev.ccl.testkit.policy.Verdict;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What each clause asks of an honest subject, and how often: a clause that looks at fewer points,
 * or at other ones, passes as well.
 */
@Tag("record")
class VerdictsTest {
  private static final ConvexSet SET =
      ProductSet.of(Ball.of(3, 1.5), Box.of(new double[] {-1}, new double[] {1}));
  private static final Pattern LONG = Pattern.compile("-?\\d+\\.\\d{5,}([eE][+-]?\\d+)?");

  /** Where threads run side by side the order of a sum, and who fails first, are not fixed. */
  static final String THREADS = "thread safety";

  private final Map<String, double[]> asked = new TreeMap<>(); // how often, and the sum of inputs
  private final StringBuilder text = new StringBuilder();

  private synchronized void ask(String what, double... input) {
    double[] sum = asked.computeIfAbsent(what, key -> new double[2]);
    sum[0]++;
    for (int i = 0; i < input.length; i++) {
      boolean small = Math.abs(input[i]) < 1e9; // not so far points, NaN
      sum[1] += small ? (1 + (sum[0] + i) % 7) * input[i] : 0;
    }
  }

  static String number(double x) {
    return String.format(Locale.ROOT, "%.6e", x);
  }

  static String cut(String place) {
    return LONG.matcher(place).replaceAll(m -> number(Double.parseDouble(m.group())));
  }

  /** A family that keeps books. */
  private final class Family extends PolicyLiars.Family {
    @Override
    public void logits(double[] theta, State state, double[] out) {
      ask("logits", theta);
      super.logits(theta, state, out);
    }

    @Override
    public void gradients(double[] theta, State state, double[] out) {
      ask("gradients", theta);
      super.gradients(theta, state, out);
    }

    @Override
    public void curvature(
        double[] theta, State state, double[] coefficients, double[] direction, double[] out) {
      ask("curvature", theta);
      ask("coefficients", coefficients);
      ask("direction", direction);
      super.curvature(theta, state, coefficients, direction, out);
    }
  }

  /** A set that keeps books. */
  private final class Set implements ConvexSet {
    @Override
    public int dimension() {
      return SET.dimension();
    }

    @Override
    public double radius() {
      return SET.radius();
    }

    @Override
    public double radius(int from, int to) {
      ask("radius", from, to);
      return SET.radius(from, to);
    }

    @Override
    public boolean contains(double[] point) {
      ask("contains", point);
      return SET.contains(point);
    }

    @Override
    public void project(double[] point) {
      ask("project", point);
      SET.project(point);
    }

    @Override
    public void draw(RandomStream random, double[] point) {
      SET.draw(random, point);
      ask("draw", point);
    }
  }

  private FeatureMap features() {
    FeatureMap honest = Features.token(Arena.VOCABULARY);
    return new FeatureMap() {
      @Override
      public int dimension() {
        return honest.dimension();
      }

      @Override
      public void features(State state, double[] out) {
        ask("features", state.prefix().length());
        honest.features(state, out);
      }
    };
  }

  private void honest(Conformance conformance) {
    for (Clause clause : conformance.clauses()) {
      asked.clear();
      Verdict verdict = clause.check();
      text.append(clause).append("\n  otherwise ").append(verdict.cause()).append('\n');
      asked.forEach(
          (what, sum) ->
              text.append("  ")
                  .append(what)
                  .append(' ')
                  .append((long) sum[0])
                  .append(clause.name().equals(THREADS) ? "" : " " + number(sum[1]))
                  .append('\n'));
      Evidence e = verdict.evidence();
      if (e.isBound()) {
        text.append("  ").append(number(e.left())).append(' ').append(e.relation());
        text.append(' ').append(number(e.right())).append(", ").append(cut(e.where())).append('\n');
      }
    }
  }

  @Test
  void clausesAskAsRecorded() {
    honest(Conformance.of(new Family(), new Set(), Arena.FOREST));
    honest(Conformance.of(new Set()));
    honest(Conformance.of(features(), Arena.FOREST));
    Recorded.check(VerdictsTest.class, "asked.txt", text.toString());
  }
}
