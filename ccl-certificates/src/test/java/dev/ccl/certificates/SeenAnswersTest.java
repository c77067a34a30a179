package dev.ccl.certificates;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.ImmutableMap;
import dev.ccl.algorithms.Memory;
import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.policy.EdgeModel;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;

/** What exact rewards leave of w*, with one parameter an interval that can be computed. */
class SeenAnswersTest {
  /** Strips alone: one answer to each prompt makes no equation. */
  @Test
  void anIntervalIsTheIntersectionOfAllStrips() {
    for (int letters : new int[] {2, 10}) { // 10: only neighbours are compared
      for (int seed = 0; seed < 6; seed++) {
        SourceTruth source = new SourceTruth(SourceTruth.spec(2, letters, 1), seed);
        IntPredicate which = source::isFirst;
        double radius = source.problem.calibration().set().radius();
        Interval expected = new Interval(source, radius);
        expected.strips(which);
        Ellipsoid set = Ellipsoid.ball(1, radius);
        source.seen(which).cut(set);
        assertFalse(set.isEmpty());
        double half = Math.sqrt(set.shape()[0]);
        assertEquals(expected.from, set.centre()[0] - half, 1e-5 * radius);
        assertEquals(expected.to, set.centre()[0] + half, 1e-5 * radius);
        assertTrue(expected.from <= source.truth[0] + 1e-12);
        assertTrue(source.truth[0] <= expected.to + 1e-12);
      }
    }
  }

  /** An interval of w, cut by strips and by linearised equations with their remainders. */
  private static final class Interval {
    final SourceTruth source;
    final EdgeModel model;
    double from;
    double to;

    Interval(SourceTruth source, double radius) {
      this.source = source;
      this.model = source.problem.source().calibration();
      this.from = -radius;
      this.to = radius;
    }

    void meet(double z, double lo, double hi) {
      from = Math.max(from, Math.min(lo / z, hi / z));
      to = Math.min(to, Math.max(lo / z, hi / z));
    }

    double[] rows(int s) {
      double[] rows = new double[source.forest.degree(s)];
      model.gradients(new double[1], s, rows);
      return rows;
    }

    void strips(IntPredicate which) {
      for (int s = 0; s < source.forest.nodes(); s++) {
        int first = source.forest.firstEdge(s);
        double[] phi = rows(s);
        for (int a = 0; a < phi.length; a++) {
          for (int b = a + 1;
              b < (phi.length > 8 ? Math.min(phi.length, a + 2) : phi.length);
              b++) {
            double base = source.reference.log(first + a) - source.reference.log(first + b);
            double low = source.mean(first + a, which, 0) / source.mean(first + b, which, 1);
            double high = source.mean(first + a, which, 1) / source.mean(first + b, which, 0);
            meet(phi[a] - phi[b], base + StrictMath.log(low), base + StrictMath.log(high));
          }
        }
      }
    }

    /** log π_w(y) − log π_w(y′) as a function of w. */
    double ratio(int y, int other, double w) {
      EdgeLaw law = model.law(new double[] {w});
      return law.logPath(y) - law.logPath(other);
    }

    boolean passes(int leaf, int node) {
      for (int e = leaf; e >= 0; e = source.forest.parentEdge(source.forest.node(e))) {
        if (source.forest.node(e) == node) {
          return true;
        }
      }
      return false;
    }

    /** Σ range²/4 of the logits over the states of an answer that the other does not pass. */
    double variances(int leaf, int other) {
      double sum = 0;
      for (int e = leaf; e >= 0; e = source.forest.parentEdge(source.forest.node(e))) {
        double[] phi = rows(source.forest.node(e));
        double widest = 0;
        for (double x : phi) {
          for (double y : phi.length > 8 ? new double[] {phi[0]} : phi) {
            widest = Math.max(widest, (phi.length > 8 ? 2 : 1) * Math.abs(x - y));
          }
        }
        double range = widest * (to - from) / 2;
        sum += passes(other, source.forest.node(e)) ? 0 : range * range / 4;
      }
      return sum;
    }

    void equation(int y, int other) {
      double c = (from + to) / 2;
      double z = (ratio(y, other, c + 1e-5) - ratio(y, other, c - 1e-5)) / 2e-5;
      double value =
          (source.rewards[y] - source.rewards[other]) / source.problem.lambda()
              + source.reference.logPath(y)
              - source.reference.logPath(other);
      double mid = value - ratio(y, other, c) + z * c;
      meet(z, mid - variances(other, y) / 2, mid + variances(y, other) / 2);
    }

    /** Answers of a state before those behind it, the last token's first. */
    void order(int s, IntPredicate which, List<Integer> out) {
      Forest forest = source.forest;
      for (int e = forest.firstEdge(s); e < forest.firstEdge(s) + forest.degree(s); e++) {
        if (forest.child(e) < 0 && which.test(e)) {
          out.add(e);
        }
      }
      for (int e = forest.firstEdge(s) + forest.degree(s) - 1; e >= forest.firstEdge(s); e--) {
        if (forest.child(e) >= 0) {
          order(forest.child(e), which, out);
        }
      }
    }

    int passes(IntPredicate which) {
      List<Integer> leaves = new ArrayList<>();
      for (int root = source.forest.prompts().size() - 1; root >= 0; root--) {
        order(root, which, leaves);
      }
      for (int pass = 0; pass < 60; pass++) {
        double before = to - from;
        strips(which);
        for (int k = 1; k < leaves.size(); k++) {
          if (source.forest.root(leaves.get(k)) == source.forest.root(leaves.get(k - 1))) {
            equation(leaves.get(k - 1), leaves.get(k));
          }
        }
        if (StrictMath.log(before / (to - from)) < 0.02) {
          return pass;
        }
      }
      return 60;
    }
  }

  @Test
  void equationsAreLinearisedWithTheirRemainders() {
    for (int letters : new int[] {2, 10}) { // 10: ranges are twice the distance from one token
      int wide = 0;
      int cut = 0;
      int passes = 0;
      for (int seed = 0; seed < 12; seed++) {
        RandomSpec spec =
            letters == 2
                ? SourceTruth.spec(3, 2, 1).withLambda(0.1)
                : SourceTruth.spec(2, letters, 1).withLambda(0.01);
        SourceTruth source = new SourceTruth(spec, seed);
        int shift = seed;
        IntPredicate which = // at most one answer of a state, so that strips leave much
            e -> {
              int s = source.forest.node(e);
              return s % 3 == shift % 3 && e == source.forest.firstEdge(s);
            };
        double radius = 6;
        Interval strips = new Interval(source, radius);
        strips.strips(which);
        Interval expected = new Interval(source, radius);
        passes = Math.max(passes, expected.passes(which));
        Ellipsoid set = Ellipsoid.ball(1, radius);
        source.seen(which).cut(set);
        assertFalse(set.isEmpty());
        double half = Math.sqrt(set.shape()[0]);
        assertEquals(expected.from, set.centre()[0] - half, 1e-6, letters + ", seed " + seed);
        assertEquals(expected.to, set.centre()[0] + half, 1e-6, letters + ", seed " + seed);
        double width = expected.to - expected.from;
        wide += width > 1e-3 ? 1 : 0;
        cut += width < 0.9 * (strips.to - strips.from) ? 1 : 0;
      }
      assertTrue(wide > 3 && cut > 3 && passes > 1, wide + ", " + cut + ", " + passes);
    }
  }

  /** Two answers to one prompt of horizon 1 are an equation without remainder. */
  @Test
  void twoAnswersDetermineOneParameter() {
    SourceTruth source = new SourceTruth(SourceTruth.spec(1, 3, 1), 3);
    int edge = source.forest.firstEdge(1);
    SeenAnswers seen = source.seen(e -> e == edge || e == edge + 1);
    assertEquals(2, seen.distinct());
    Ellipsoid set = Ellipsoid.ball(1, source.problem.calibration().set().radius());
    seen.cut(set);
    assertEquals(source.truth[0], set.centre()[0], 1e-9);
    assertTrue(set.shape()[0] < 1e-8);
  }

  /** Behind several tokens only the linearisation is known; its remainder dies out with the set. */
  @Test
  void longAnswersDetermineAllParameters() {
    for (int dimension = 1; dimension <= 3; dimension++) {
      for (int seed = 0; seed < 4; seed++) {
        SourceTruth source = new SourceTruth(SourceTruth.spec(3, 2, dimension), seed);
        Ellipsoid set = Ellipsoid.ball(dimension, source.problem.calibration().set().radius());
        source.seen(e -> true).cut(set);
        assertFalse(set.isEmpty());
        for (int i = 0; i < dimension; i++) {
          double[] axis = new double[dimension];
          axis[i] = 1;
          assertEquals(source.truth[i], set.centre()[i], 2e-3, "seed " + seed);
          assertTrue(set.halfWidth(axis) < 2e-2, "width " + set.halfWidth(axis));
          assertTrue(Math.abs(source.truth[i] - set.centre()[i]) <= set.halfWidth(axis) + 1e-9);
        }
      }
    }
  }

  @Test
  void stateIsWhatWasSeen() {
    SourceTruth source = new SourceTruth(SourceTruth.spec(2, 2, 2), 1);
    Memory memory = Memory.of(ImmutableMap.of());
    SeenAnswers some = source.seen(e -> e % 3 == 0, memory);
    Memory again = Memory.of(memory.snapshot());
    SeenAnswers copy = new SeenAnswers(source.problem, again);
    assertEquals(some.distinct(), copy.distinct());
    assertTrue(copy.distinct() > 1);
    assertEquals(memory.snapshot(), again.snapshot());
    int leaf = 0;
    while (source.forest.child(leaf) >= 0 || leaf % 3 != 0) {
      leaf++;
    }
    copy.record(leaf, 0.123);
    assertEquals(memory.snapshot(), again.snapshot(), "an exact reward is seen once");
    assertEquals(some.distinct(), copy.distinct());
  }
}
