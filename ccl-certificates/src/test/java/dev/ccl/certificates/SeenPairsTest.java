package dev.ccl.certificates;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.math.Vectors;
import dev.ccl.core.policy.EdgeModel;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;

/**
 * What two answers alone leave of w* in several dimensions: strips of all comparisons and the one
 * equation, from whole laws and from the definition of ranges.
 */
class SeenPairsTest {
  private static final double RADIUS = 2;

  /** The set, cut by hand. */
  private static final class Plain {
    private final SourceTruth source;
    private final EdgeModel model;
    private final int dimension;
    private final double[][] rows; // features by state
    private Ellipsoid set;

    Plain(SourceTruth source) {
      this.source = source;
      this.model = source.problem.source().calibration();
      this.dimension = model.dimension();
      this.rows = new double[source.forest.nodes()][];
      for (int s = 0; s < rows.length; s++) {
        rows[s] = new double[source.forest.degree(s) * dimension];
        model.gradients(new double[dimension], s, rows[s]);
      }
    }

    /** Features of a token less those of another. */
    private double[] difference(int s, int a, int b) {
      double[] z = new double[dimension];
      for (int i = 0; i < dimension; i++) {
        z[i] = rows[s][a * dimension + i] - rows[s][b * dimension + i];
      }
      return z;
    }

    /** z, low and high of each comparison. */
    private List<double[][]> strips(IntPredicate which) {
      List<double[][]> strips = new ArrayList<>();
      for (int s = source.forest.nodes() - 1; s >= 0; s--) {
        int first = source.forest.firstEdge(s);
        int degree = source.forest.degree(s);
        for (int a = 0; a < degree; a++) {
          for (int b = a + 1; b < (degree > 8 ? Math.min(degree, a + 2) : degree); b++) {
            double base = source.reference.log(first + a) - source.reference.log(first + b);
            double low = source.mean(first + a, which, 0) / source.mean(first + b, which, 1);
            double high = source.mean(first + a, which, 1) / source.mean(first + b, which, 0);
            double[] ends = {base + StrictMath.log(low), base + StrictMath.log(high)};
            strips.add(new double[][] {difference(s, a, b), ends});
          }
        }
      }
      return strips;
    }

    private List<Integer> states(int leaf) {
      List<Integer> states = new ArrayList<>();
      for (int e = leaf; e >= 0; e = source.forest.parentEdge(source.forest.node(e))) {
        states.add(source.forest.node(e));
      }
      return states;
    }

    /** Σ range²/4 of the logits over the states of an answer that the other does not pass. */
    private double variances(int leaf, int other) {
      double sum = 0;
      for (int s : states(leaf)) {
        int degree = source.forest.degree(s);
        double widest = 0;
        for (int a = 0; a < degree; a++) {
          for (int b = 0; b < (degree > 8 ? 1 : degree); b++) {
            double width = set.halfWidth(difference(s, a, b));
            widest = Math.max(widest, degree > 8 ? 2 * width : width);
          }
        }
        sum += states(other).contains(s) ? 0 : widest * widest / 4;
      }
      return sum;
    }

    /** ∇ log π_w of an answer: along it, features of the tokens less their means. */
    private double[] score(int leaf, EdgeLaw law) {
      double[] sum = new double[dimension];
      for (int e = leaf; e >= 0; e = source.forest.parentEdge(source.forest.node(e))) {
        int s = source.forest.node(e);
        int first = source.forest.firstEdge(s);
        for (int b = 0; b < source.forest.degree(s); b++) {
          double[] z = difference(s, e - first, b);
          for (int i = 0; i < dimension; i++) {
            sum[i] += law.probability(first + b) * z[i];
          }
        }
      }
      return sum;
    }

    private double equation(int y, int other) {
      EdgeLaw law = model.law(set.centre());
      double mid =
          (source.rewards[y] - source.rewards[other]) / source.problem.lambda()
              + (source.reference.logPath(y) - source.reference.logPath(other))
              - (law.logPath(y) - law.logPath(other));
      double[] z = score(y, law);
      double[] less = score(other, law);
      for (int i = 0; i < dimension; i++) {
        z[i] -= less[i];
        mid += z[i] * set.centre()[i];
      }
      return set.cut(z, mid - variances(other, y) / 2, mid + variances(y, other) / 2);
    }

    /** Compares the set of two answers with the plain one; returns by how much the equation cut. */
    private double compare(int y, int other) {
      IntPredicate which = e -> e == y || e == other;
      Ellipsoid found = Ellipsoid.ball(dimension, RADIUS);
      source.seen(which).cut(found);
      set = Ellipsoid.ball(dimension, RADIUS);
      List<double[][]> strips = strips(which);
      double cut = 0;
      for (int pass = 0; pass < 60; pass++) {
        double shrunk = 0;
        for (double[][] strip : strips) {
          shrunk += set.cut(strip[0], strip[1][0], strip[1][1]);
        }
        double more = equation(y, other);
        cut += more;
        if (shrunk + more < 0.02) {
          break;
        }
      }
      String pair = "answers " + y + " and " + other;
      assertArrayEquals(set.centre(), found.centre(), 1e-6, pair);
      assertArrayEquals(set.shape(), found.shape(), 1e-6, pair);
      return cut;
    }
  }

  private static List<Integer> leaves(Forest forest, int root) {
    List<Integer> leaves = new ArrayList<>();
    for (int e = 0; e < forest.edges(); e++) {
      if (forest.child(e) < 0 && forest.root(e) == root) {
        leaves.add(e);
      }
    }
    return leaves;
  }

  private static void assertPairs(int horizon, int letters, int stride) {
    for (int dimension = 1; dimension <= 3; dimension++) {
      SourceTruth source =
          new SourceTruth(SourceTruth.spec(horizon, letters, dimension).withLambda(0.1), 1);
      Plain plain = new Plain(source);
      int pairs = 0;
      int cut = 0;
      for (int root = 0; root < 2; root++) {
        List<Integer> leaves = leaves(source.forest, root);
        for (int i = 0; i < leaves.size(); i++) {
          for (int j = i + 1; j < leaves.size(); j += stride) {
            int y = leaves.get(i);
            int other = leaves.get(j);
            if (source.forest.node(y) != source.forest.node(other)) { // else the set is flat
              cut += plain.compare(y, other) > 0.1 ? 1 : 0;
              pairs++;
            }
          }
        }
      }
      assertTrue(pairs > 20 && cut > 5, cut + " of " + pairs + " equations tell something");
    }
  }

  @Test
  void everyPairOfAnswersIsAnEquation() {
    assertPairs(3, 2, 4);
  }

  /** With 8 tokens at a state all pairs are compared, with 9 those of neighbours. */
  @Test
  void wideStatesAreComparedInPart() {
    assertPairs(2, 7, 29);
    assertPairs(2, 8, 37);
  }

  /**
   * Two answers of one state are an equation without remainder: the set becomes flat, up to the
   * least width that an ellipsoid keeps, a millionth of its length. The square of that width is
   * 10⁻¹² of the entries of the shape, which know it to four digits; so how long the set is depends
   * on rounding in the fourth digit, and is compared with nothing. Where it is does not.
   */
  @Test
  void answersOfOneStateLeaveAFlatSet() {
    for (int dimension = 2; dimension <= 3; dimension++) {
      SourceTruth source = new SourceTruth(SourceTruth.spec(3, 2, dimension).withLambda(0.1), 1);
      Plain plain = new Plain(source);
      for (int y = 0; y + 1 < source.forest.edges(); y++) {
        int other = y + 1;
        int s = source.forest.node(y);
        if (source.forest.node(other) == s
            && source.forest.child(y) < 0
            && source.forest.child(other) < 0) {
          int k = y - source.forest.firstEdge(s);
          double[] z = plain.difference(s, k, k + 1);
          Ellipsoid set = Ellipsoid.ball(dimension, RADIUS);
          int first = y;
          source.seen(e -> e == first || e == other).cut(set);
          assertEquals(Vectors.dot(z, source.truth), Vectors.dot(z, set.centre()), 1e-11);
          assertTrue(set.halfWidth(z) < 4e-6 * RADIUS * Vectors.norm(z), "answer " + y);
          assertTrue(set.halfWidth(z) > 1e-7 * RADIUS * Vectors.norm(z), "answer " + y);
          for (int i = 0; i < dimension; i++) {
            double[] axis = new double[dimension];
            axis[i] = 1;
            assertTrue(Math.abs(source.truth[i] - set.centre()[i]) < set.halfWidth(axis));
          }
        }
      }
    }
  }
}
