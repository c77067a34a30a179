package dev.ccl.certificates;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.forest.Forest;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.truth.GroundTruth;
import org.junit.jupiter.api.Test;

/**
 * The bounds of a certificate as their documentation states them, from the list of all answers.
 * {@link CertifierTest} shows that they hold; a bound that is too large would pass it.
 */
class BoundFormulasTest {
  private static final double[] OWN = {0.3, -0.5};
  private static final double[] OTHER = {-0.2, 0.1};
  private static final LearningProblem PROBLEM = problem(1);
  private static final PlainTree TREE = new PlainTree(PROBLEM);

  private static LearningProblem problem(double lambda) {
    RandomSpec spec =
        RandomSpec.SMALL
            .withHorizon(3)
            .withLetters(2)
            .withPrompts(2, 3)
            .withRepeated(1)
            .withDimensions(3, 2)
            .withLambda(lambda);
    return GroundTruth.of(RandomInstance.of(spec, 12).instance()).problem();
  }

  /** Numbers of edges that follow no rule. */
  private static double[] numbers(int length, double scale) {
    double[] out = new double[length];
    for (int i = 0; i < length; i++) {
      out[i] = scale * StrictMath.sin(1.7 * i * i + 0.3);
    }
    return out;
  }

  @Test
  void sweepsAreSumsOverAnswers() {
    int edges = TREE.forest.edges();
    TargetModel model = new TargetModel(new StudentGeometry(PROBLEM), 2);
    double[] potential = numbers(edges, 0.8);
    double[] scores = numbers(2 * edges, 1.3);
    model.potential(potential);
    System.arraycopy(scores, 0, model.scores(), 0, scores.length);
    for (double[] theta : new double[][] {OTHER, OWN}) {
      model.walk(theta);
      assertEquals(TREE.cost(theta, potential), model.expect(), 1e-13);
      for (int i = 0; i < 2; i++) {
        assertEquals(vector(scores, i, theta), model.vector[i], 1e-13);
      }
      for (int s = 0; s < TREE.forest.nodes(); s++) {
        assertEquals(TREE.reach(theta, s), model.reach[s], 1e-14);
      }
      model.differentiate();
      for (int k = 0; k < 2; k++) {
        assertEquals(
            PlainTree.slope(t -> TREE.cost(t, potential), theta, k), model.gradient[k], 1e-8);
        for (int i = 0; i < 2; i++) {
          int row = i;
          double expectedSlope = PlainTree.slope(t -> vector(scores, row, t), theta, k);
          assertEquals(expectedSlope, model.slopes[i * 2 + k], 1e-8);
        }
      }
      for (int r = 0; r < TREE.roots.length; r++) {
        double range = TREE.range(theta, potential, r);
        double wider = 2 * 0.7 * TREE.widths(r, 1);
        assertEquals(Math.max(0, range + wider - 1), model.bend(r, 0.7), 1e-13);
      }
    }
  }

  /** The information of each root with its bend and growth, or all of it crudely. */
  @Test
  void theSecondOrderIsTheInformationOfTheRoots() {
    TargetModel model = new TargetModel(new StudentGeometry(PROBLEM), 0);
    double[] bends = numbers(TREE.roots.length, 2);
    bends[0] = Math.abs(bends[0]);
    bends[1] = 0;
    bends[2] = Math.abs(bends[2]);
    int crudely = 0;
    for (double h : new double[] {0.01, 0.5, 3}) {
      double[] grown = new double[bends.length];
      double crude = 0;
      for (int r = 0; r < bends.length; r++) {
        grown[r] = bends[r] * Math.exp(h * TREE.widths(r, 1));
        crude += TREE.roots[r] * bends[r] * h * h * TREE.widths(r, 2) / 4;
      }
      double[][] fisher = TREE.fisher(OTHER, grown);
      model.walk(OTHER);
      model.bendBy(bends, h);
      for (double[] step : new double[][] {{h, h}, {h, -h}, {-h, 0.3 * h}}) {
        double form = 0;
        for (int k = 0; k < 2; k++) {
          for (int l = 0; l < 2; l++) {
            form += step[k] * fisher[k][l] * step[l];
          }
        }
        crudely += crude < form ? 1 : 0;
        assertEquals(Math.min(crude, form), model.secondOrder(step), 1e-8 * crude);
      }
    }
    assertTrue(crudely > 0 && crudely < 9, "both bounds are met: " + crudely);
  }

  private static double vector(double[] scores, int i, double[] theta) {
    double[] p = TREE.law(theta);
    double sum = 0;
    for (int a = 0; a < p.length; a++) {
      for (int e : TREE.answers.get(a)) {
        sum += p[a] * scores[2 * e + i];
      }
    }
    return sum;
  }

  @Test
  void widthsAreThoseOfTheFeatures() {
    StudentGeometry model = new StudentGeometry(PROBLEM);
    for (int r = 0; r < TREE.roots.length; r++) {
      assertEquals(TREE.widths(r, 1), model.along[r], 1e-14);
      assertEquals(TREE.widths(r, 2) / 4, model.squares[r], 1e-14);
    }
    Forest forest = TREE.forest;
    for (int s = 0; s < forest.nodes(); s++) {
      double sum = 0;
      for (int e = forest.parentEdge(s); e >= 0; e = forest.parentEdge(forest.node(e))) {
        sum += TREE.width(forest.node(e));
      }
      assertEquals(sum, model.before[s], 1e-14);
    }
  }

  @Test
  void theExcessAtAPointIsCostDistanceAndRemainder() {
    for (double scale : new double[] {2, 0.3, 1.2e-4}) {
      PlainBracket bracket = new PlainBracket(TREE, scale);
      ExcessBound bound = new ExcessBound(PROBLEM, new StudentGeometry(PROBLEM));
      bound.prepare(bracket.set, OWN);
      bound.look(OTHER, 0);
      double[] gap = PlainBracket.less(bracket.mean(TREE.law(OWN)), bracket.mean(TREE.law(OTHER)));
      double expected = TREE.cost(OWN, bracket.logs) - TREE.cost(OTHER, bracket.logs);
      expected += bracket.set.halfWidth(gap);
      double remainder = bracket.remainder(OWN, OTHER, 0);
      assertTrue(remainder > 0);
      assertEquals(
          remainder, bound.value() - expected, 2e-15 + (scale < 1e-3 ? 0 : 1e-9) * remainder);
      bound.look(new double[] {PROBLEM.bound(), PROBLEM.bound()}, 0);
      assertEquals(Double.NEGATIVE_INFINITY, bound.value(), "outside of Θ nothing counts");
    }
  }

  @Test
  void theExcessOnACubeIsThatOfItsWorstCorner() {
    PlainBracket bracket = new PlainBracket(TREE, 0.7);
    ExcessBound bound = new ExcessBound(PROBLEM, new StudentGeometry(PROBLEM));
    bound.prepare(bracket.set, OWN);
    StudentGeometry widths = new StudentGeometry(PROBLEM);
    int crudely = 0;
    for (double h : new double[] {0.02, 0.3, 4, 20}) {
      bound.look(OTHER, h);
      double[] factors = new double[TREE.roots.length];
      double crude = 0;
      for (int r = 0; r < factors.length; r++) {
        double range = TREE.range(OTHER, bracket.logs, r) + 2 * h * widths.along[r];
        double bend = Math.max(0, range - 1) + 2 * bracket.spread(r);
        crude += TREE.roots[r] * bend * h * h * widths.squares[r];
        factors[r] = bend * Math.exp(h * widths.along[r]);
      }
      double[][] fisher = TREE.fisher(OTHER, factors);
      double best = Double.NEGATIVE_INFINITY;
      for (double x : new double[] {-h, h}) {
        for (double y : new double[] {-h, h}) {
          double[] corner = {x, y};
          double change = 0;
          double[] gap =
              PlainBracket.less(bracket.mean(TREE.law(OWN)), bracket.mean(TREE.law(OTHER)));
          for (int k = 0; k < 2; k++) {
            change -= corner[k] * PlainTree.slope(t -> TREE.cost(t, bracket.logs), OTHER, k);
            for (int i = 0; i < gap.length; i++) {
              int row = i;
              gap[i] -= corner[k] * PlainTree.slope(t -> bracket.mean(TREE.law(t))[row], OTHER, k);
            }
          }
          double second =
              x * x * fisher[0][0] + x * y * (fisher[0][1] + fisher[1][0]) + y * y * fisher[1][1];
          crudely += crude < second ? 1 : 0;
          best = Math.max(best, change + bracket.set.halfWidth(gap) + Math.min(crude, second) / 2);
        }
      }
      double expected =
          TREE.cost(OWN, bracket.logs)
              - TREE.cost(OTHER, bracket.logs)
              + best
              + bracket.remainder(OWN, OTHER, h);
      assertEquals(expected, bound.upper(), 1e-7 * expected);
    }
    assertTrue(crudely > 0 && crudely < 16, "both bounds of the second order: " + crudely);
  }

  @Test
  void theOracleIsAsFarAsTheFarthestStudentThatMayBeBetter() {
    PlainBracket bracket = new PlainBracket(TREE, 0.5);
    ExcessBound excess = new ExcessBound(PROBLEM, new StudentGeometry(PROBLEM));
    excess.prepare(bracket.set, OWN);
    OracleBound bound = new OracleBound(new StudentGeometry(PROBLEM), excess);
    bound.prepare(OWN);
    bound.look(OTHER, 0);
    excess.look(OTHER, 0);
    assertTrue(excess.value() >= 0);
    assertEquals(divergence(OTHER), bound.value(), 1e-13);
    bound.look(OTHER, 0.25);
    double most = 0;
    for (double x : new double[] {-0.25, 0.25}) {
      for (double y : new double[] {-0.25, 0.25}) {
        most = Math.max(most, divergence(new double[] {OTHER[0] + x, OTHER[1] + y}));
      }
    }
    assertEquals(most, bound.upper(), 1e-13);
    // A set of one point, and a student that is worse there by more than a small cube can mend.
    double[] bad = {-0.9 * PROBLEM.bound(), 0};
    double[] good = {0.9 * PROBLEM.bound(), 0};
    PlainBracket point = new PlainBracket(TREE, 1e-6);
    double gap = TREE.cost(good, point.logs) - TREE.cost(bad, point.logs);
    double[] better = gap < 0 ? good : bad;
    double[] worse = gap < 0 ? bad : good;
    excess.prepare(point.set, better);
    bound.prepare(better);
    bound.look(worse, 1e-3);
    assertEquals(Double.NEGATIVE_INFINITY, bound.value());
    assertEquals(Double.NEGATIVE_INFINITY, bound.upper());
  }

  private static double divergence(double[] other) {
    double[] p = TREE.law(OWN);
    double[] q = TREE.law(other);
    double sum = 0;
    for (int a = 0; a < p.length; a++) {
      sum += p[a] * Math.log(p[a] / q[a]);
    }
    return sum;
  }
}
