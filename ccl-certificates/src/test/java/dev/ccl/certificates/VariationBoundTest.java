package dev.ccl.certificates;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.truth.GroundTruth;
import org.junit.jupiter.api.Test;

/** The bounds by total variation as their documentation states them, from the list of answers. */
class VariationBoundTest {
  private static final double[] OWN = {0.3, -0.5, 0.2};
  private static final double[] OTHER = {-0.2, 0.1, 0.6};
  private static final LearningProblem PROBLEM =
      GroundTruth.of(
              RandomInstance.of(
                      RandomSpec.SMALL
                          .withHorizon(2)
                          .withLetters(2)
                          .withPrompts(2, 3)
                          .withRepeated(1)
                          .withDimensions(3, 3)
                          .withLambda(0.5),
                      12)
                  .instance())
          .problem();
  private static final PlainTree TREE = new PlainTree(PROBLEM);

  @Test
  void theVariationBoundIsDistanceAndCost() {
    double[] w = {0.2, -0.1, 0.4};
    double[] logs = PROBLEM.target().calibration().law(w).logs();
    double[] pre = PROBLEM.target().reference().logs();
    assertVariation(VariationBound.cap(PROBLEM, new StudentGeometry(PROBLEM)), pre, 1);
    assertVariation(
        VariationBound.around(PROBLEM, new StudentGeometry(PROBLEM), w, 0.3), logs, 0.15);
  }

  private static void assertVariation(VariationBound bound, double[] potential, double o) {
    double lambda = 0.5;
    bound.prepare(OWN);
    double variation = 0;
    double[] own = TREE.law(OWN);
    double[] other = TREE.law(OTHER);
    for (int a = 0; a < own.length; a++) {
      variation += Math.abs(own[a] - other[a]) / 2;
    }
    double here =
        o * variation + lambda * (TREE.cost(OWN, potential) - TREE.cost(OTHER, potential));
    bound.look(OTHER, 0);
    assertEquals(here, bound.value(), 1e-13);
    StudentGeometry widths = new StudentGeometry(PROBLEM);
    int[] cases = new int[3];
    for (double h : new double[] {0.01, 0.2, 2, 10}) {
      bound.look(OTHER, h);
      assertEquals(here, bound.value(), 1e-13);
      double slope = 0;
      for (int k = 0; k < 3; k++) {
        slope += h * Math.abs(PlainTree.slope(t -> TREE.cost(t, potential), OTHER, k));
      }
      double[] bends = new double[TREE.roots.length];
      double[] ones = new double[TREE.roots.length];
      double crude = 0;
      double crudest = 0;
      for (int r = 0; r < bends.length; r++) {
        double growth = Math.exp(h * widths.along[r]);
        double bend = Math.max(0, TREE.range(OTHER, potential, r) + 2 * h * widths.along[r] - 1);
        crude += TREE.roots[r] * bend * h * h * widths.squares[r];
        crudest += TREE.roots[r] * h * h * widths.squares[r];
        bends[r] = bend * growth;
        ones[r] = growth;
      }
      double second = largest(TREE.fisher(OTHER, bends), h);
      double information = largest(TREE.fisher(OTHER, ones), h);
      cases[0] += crude < second ? 1 : 0;
      cases[1] += crudest < information ? 1 : 0;
      information = Math.min(crudest, information);
      cases[2] += Math.sqrt(information) > 2 ? 1 : 0;
      double expected =
          here
              + lambda * (slope + Math.min(crude, second) / 2)
              + o * Math.min(1, Math.sqrt(information) / 2);
      assertEquals(expected, bound.upper(), 1e-7 * expected);
    }
    for (int number : cases) {
      assertTrue(number > 0 && number < 4, "both sides of every minimum");
    }
    bound.look(new double[] {PROBLEM.bound(), PROBLEM.bound(), 0}, 0.1);
    assertEquals(Double.NEGATIVE_INFINITY, bound.value(), "outside of Θ nothing counts");
  }

  /** The largest xᵀFx over the corners of a cube. */
  private static double largest(double[][] f, double h) {
    double most = 0;
    for (int corner = 0; corner < 8; corner++) {
      double sum = 0;
      for (int k = 0; k < 9; k++) {
        double left = ((corner >> (k / 3)) & 1) == 0 ? -h : h;
        double right = ((corner >> (k % 3)) & 1) == 0 ? -h : h;
        sum += left * f[k / 3][k % 3] * right;
      }
      most = Math.max(most, sum);
    }
    return most;
  }
}
