package dev.ccl.core.exact;

import static dev.ccl.core.brute.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.primitives.ImmutableDoubleArray;
import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.Instance.Feasibility;
import dev.ccl.core.instance.Instance.Header;
import dev.ccl.core.instance.PromptTable;
import dev.ccl.core.instance.StateTable;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.mdp.Vocabulary;
import dev.ccl.core.policy.Ball;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Minima whose place, number or order is known. */
class SpecialMinimaTest {

  /** One step, uniform reference and teacher 0 unless told: C_SM is a sum over the prompts. */
  private static Instance oneStep(double bound, double[][][] phiStu, double[][] pre) {
    Vocabulary vocabulary = Vocabulary.of(List.of("A", "B", "C", "EOS", "null"), "EOS", "null");
    int d = phiStu[0][0].length;
    List<PromptTable> prompts = new ArrayList<>();
    List<String> ids = new ArrayList<>();
    for (int p = 0; p < phiStu.length; p++) {
      int k = phiStu[p].length;
      double[] features = new double[k * d];
      for (int a = 0; a < k; a++) {
        System.arraycopy(phiStu[p][a], 0, features, a * d, d);
      }
      ImmutableIntArray tokens = ImmutableIntArray.copyOf(new int[] {0, 1, 2}).subArray(0, k);
      StateTable state =
          StateTable.of(ImmutableIntArray.of(), tokens, new double[k], features, pre[p]);
      prompts.add(PromptTable.of(Prompt.of("p" + p), List.of(state)));
      ids.add("p" + p);
    }
    Header header =
        new Header(
            "one step",
            1,
            bound,
            1,
            vocabulary,
            Feasibility.EXPLICIT,
            Ball.of(1, bound),
            ImmutableDoubleArray.of(0),
            ImmutableDoubleArray.copyOf(new double[d]));
    return Instance.of(header, prompts, ids, ids);
  }

  private static LogRatioCost toReference(Instance instance) {
    return LogRatioCost.divergence(instance.problem(), instance.problem().target().reference(), 1);
  }

  @Test
  void twoMinimaAreToldApart() {
    // The student moves mass between A and C symmetrically, but the reference wants both.
    Instance instance =
        oneStep(8, new double[][][] {{{1}, {0}, {-1}}}, new double[][] {{0.49, 0.02, 0.49}});
    Minimum minimum = GlobalMinimizer.minimize(toReference(instance), Ball.of(1, 8));
    assertFalse(minimum.isUnique());
    assertEquals(1, minimum.rivals().size());
    assertClose(-minimum.point().get(0), minimum.rivals().get(0).get(0), "mirror image");
    assertTrue(minimum.curvature() > 0, "both are strict");
  }

  @Test
  void theLowerOfTwoMinimaWins() {
    for (int sign = -1; sign <= 1; sign += 2) {
      double[] pre = sign > 0 ? new double[] {0.6, 0.02, 0.38} : new double[] {0.38, 0.02, 0.6};
      Instance instance = oneStep(8, new double[][][] {{{1}, {0}, {-1}}}, new double[][] {pre});
      LogRatioCost cost = toReference(instance);
      Minimum minimum = GlobalMinimizer.minimize(cost, Ball.of(1, 8));
      assertTrue(minimum.isUnique());
      assertTrue(sign * minimum.point().get(0) > 1, "on the side of the larger probability");
      double otherSide = Double.POSITIVE_INFINITY;
      for (double x = 0; x <= 8; x += 0.01) {
        otherSide = Math.min(otherSide, cost.value(new double[] {-sign * x}));
        assertTrue(minimum.cost() <= cost.value(new double[] {sign * x}) + 1e-12);
      }
      assertTrue(minimum.cost() < otherSide - 1e-3, "strictly");
    }
  }

  /** The known point is the minimiser itself, which no start of the design meets by chance. */
  @Test
  void knownPointsAreNotMissed() {
    Instance instance = oneStep(8, new double[][][] {{{1}, {0}}}, new double[][] {{0.6, 0.4}});
    LogRatioCost cost = toReference(instance);
    double[] known = {Math.log(1.5)};
    Minimum minimum = GlobalMinimizer.minimize(cost, Ball.of(1, 8), known);
    assertEquals(0, minimum.cost(), 1e-15);
    assertEquals(Math.log(1.5), minimum.point().get(0), 1e-15);
    assertEquals(Math.log(1.5), known[0], "read");
    assertTrue(minimum.isUnique());
  }

  /** Minimisers on a line: the one chosen is the shortest of those found. */
  @Test
  void theShortestOfEqualMinimaIsChosen() {
    Instance instance =
        oneStep(2, new double[][][] {{{0.5, 0.5}, {0, 0}}}, new double[][] {{0.6, 0.4}});
    Minimum minimum = GlobalMinimizer.minimize(toReference(instance), Ball.of(2, 2));
    double norm = Math.hypot(minimum.point().get(0), minimum.point().get(1));
    assertTrue(minimum.rivals().size() >= 2);
    for (ImmutableDoubleArray rival : minimum.rivals()) {
      assertTrue(norm <= Math.hypot(rival.get(0), rival.get(1)));
    }
  }

  @Test
  void flatDirectionsAreNotUnique() {
    Instance instance =
        oneStep(2, new double[][][] {{{0.5, 0.5}, {0, 0}}}, new double[][] {{0.6, 0.4}});
    Minimum minimum = GlobalMinimizer.minimize(toReference(instance), Ball.of(2, 2));
    assertFalse(minimum.isUnique());
    assertEquals(0, minimum.curvature(), 1e-12);
    assertClose(0, minimum.cost(), 1e-14, "cost");
  }

  @Test
  void minimumInAFlatBottomIsUnique() {
    // KL(student ‖ reference) with student probabilities that depend on θ to third order only is
    // out of reach of the linear class, so the bottom is flattened by the reference: it is chosen
    // such that the second derivative at 0 vanishes.
    double c = criticalMiddle();
    double side = (1 - c) / 2;
    Instance instance =
        oneStep(3, new double[][][] {{{1}, {0}, {-1}}}, new double[][] {{side, c, side}});
    Minimum minimum = GlobalMinimizer.minimize(toReference(instance), Ball.of(1, 3));
    assertEquals(0, minimum.curvature(), 1e-6);
    assertEquals(0, minimum.point().get(0), 2e-2);
    assertTrue(minimum.isUnique(), "one flat minimum");
  }

  /** The middle probability for which F″(0) = 2/3 + (1/3)·(…) vanishes, by bisection on F″(0). */
  private static double criticalMiddle() {
    double low = 0.001;
    double high = 1.0 / 3;
    for (int k = 0; k < 200; k++) {
      double middle = 0.5 * (low + high);
      double side = (1 - middle) / 2;
      Instance instance =
          oneStep(3, new double[][][] {{{1}, {0}, {-1}}}, new double[][] {{side, middle, side}});
      if (toReference(instance).hessian(new double[] {0})[0] > 0) {
        high = middle;
      } else {
        low = middle;
      }
    }
    return high;
  }

  @Test
  void almostDeterministicStudentsAreResolved() {
    // log(p/q) = 0 at θ = 22, where the rare token has probability 3e-10.
    double rare = 1 / (1 + Math.exp(22));
    Instance instance =
        oneStep(60, new double[][][] {{{1}, {0}}}, new double[][] {{1 - rare, rare}});
    Minimum minimum = GlobalMinimizer.minimize(toReference(instance), Ball.of(1, 60));
    assertEquals(22, minimum.point().get(0), 1e-7);
    assertTrue(minimum.isUnique());
    assertEquals(Minimum.Location.INTERIOR, minimum.location());
    Minimum cut = GlobalMinimizer.minimize(toReference(instance), Ball.of(1, 20));
    assertEquals(20, cut.point().get(0), 1e-12);
    assertEquals(Minimum.Location.BOUNDARY, cut.location());
    assertEquals(Double.POSITIVE_INFINITY, cut.tangentCurvature());
  }

  /** Where every point is a minimiser, the known one is found because the search starts there. */
  @Test
  void searchesStartFromTheKnownPointToo() {
    Instance instance = oneStep(1, new double[][][] {{{0}, {0}}}, new double[][] {{0.6, 0.4}});
    LogRatioCost flat = toReference(instance);
    ImmutableDoubleArray known = ImmutableDoubleArray.of(0.5);
    Minimum with = GlobalMinimizer.minimize(flat, Ball.of(1, 1), known.toArray());
    assertTrue(with.rivals().contains(known), with.rivals().toString());
    Minimum without = GlobalMinimizer.minimize(flat, Ball.of(1, 1));
    assertFalse(without.rivals().contains(known), without.rivals().toString());
  }
}
