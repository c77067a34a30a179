package dev.ccl.core.exact;

import static dev.ccl.core.brute.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.primitives.ImmutableDoubleArray;
import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.core.brute.BruteForce;
import dev.ccl.core.brute.BruteForce.Potential;
import dev.ccl.core.brute.TrialInstances;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.Instance.Feasibility;
import dev.ccl.core.instance.Instance.Header;
import dev.ccl.core.instance.PromptTable;
import dev.ccl.core.instance.StateTable;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.mdp.Vocabulary;
import dev.ccl.core.policy.Ball;
import dev.ccl.core.policy.Box;
import dev.ccl.core.policy.ConvexSet;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStreams;
import dev.ccl.core.random.Stream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class GlobalMinimizerTest {

  @Test
  void minimaAreStationaryAndNothingIsLower() {
    int boundary = 0;
    for (int trial = 0; trial < 60; trial++) {
      Instance instance = TrialInstances.of(trial);
      BruteForce brute = new BruteForce(instance);
      double kappa = 1 + instance.header().lambda();
      LogRatioCost cost = LogRatioCost.directMatching(instance.problem());
      ConvexSet set = instance.problem().student().set();
      Minimum minimum = GlobalMinimizer.minimize(cost, set);
      boundary += minimum.location() == Minimum.Location.BOUNDARY ? 1 : 0;
      check("trial " + trial, instance, brute, kappa, brute.directPotential(), minimum, trial);
    }
    assertTrue(boundary >= 5, "some minima lie on the boundary");
  }

  /** Judges a minimum over the ball by the enumerated cost alone. */
  private static void check(
      String what,
      Instance instance,
      BruteForce brute,
      double kappa,
      Potential rho,
      Minimum minimum,
      long trial) {
    double bound = instance.header().bound();
    double[] theta = minimum.point().toArray();
    assertClose(brute.value(kappa, rho, theta), minimum.cost(), what + " cost");
    assertTrue(Math.sqrt(BruteForce.dot(theta, theta)) <= bound * (1 + 1e-12), what + " in Θ");
    double[] residual = residual(brute, kappa, rho, theta, bound);
    double size = Math.sqrt(BruteForce.dot(residual, residual));
    assertTrue(size <= 1e-10 * kappa, what + " is stationary up to " + size);
    // The distance to the exact minimiser is about residual / curvature.
    if (minimum.isUnique() && minimum.tangentCurvature() > 1e-6 * kappa) {
      assertTrue(size <= 1e-8 * minimum.tangentCurvature(), what + " is accurate");
    }
    Stream random = RandomStreams.of(5).open(Purpose.TRIAL, trial);
    for (int start = 0; start < 8; start++) {
      double[] x = new double[theta.length];
      Ball.of(x.length, bound).draw(random, x);
      double found = brute.value(kappa, rho, slide(brute, kappa, rho, x, bound));
      assertTrue(
          minimum.cost() <= found + 1e-10 * Math.max(kappa, Math.abs(found)),
          what + ": a plain descent finds " + found + " below " + minimum.cost());
    }
  }

  /** ∇C + μθ with the multiplier that fits best, 0 inside the ball. */
  private static double[] residual(
      BruteForce brute, double kappa, Potential rho, double[] theta, double bound) {
    double[] g = brute.gradient(kappa, rho, theta);
    double square = BruteForce.dot(theta, theta);
    if (Math.sqrt(square) < bound * (1 - 1e-9)) {
      return g;
    }
    double multiplier = Math.max(0, -BruteForce.dot(g, theta) / square);
    for (int i = 0; i < g.length; i++) {
      g[i] += multiplier * theta[i];
    }
    return g;
  }

  /** Projected gradient descent with halved steps. */
  private static double[] slide(
      BruteForce brute, double kappa, Potential rho, double[] from, double bound) {
    double[] x = from;
    double value = brute.value(kappa, rho, x);
    double step = 4 / kappa;
    for (int k = 0; k < 60 && step > 1e-6 / kappa; k++) {
      double[] g = brute.gradient(kappa, rho, x);
      double[] y = x.clone();
      for (int i = 0; i < y.length; i++) {
        y[i] -= step * g[i];
      }
      double norm = Math.sqrt(BruteForce.dot(y, y));
      for (int i = 0; i < y.length && norm > bound; i++) {
        y[i] *= bound / norm;
      }
      double next = brute.value(kappa, rho, y);
      if (next < value) {
        x = y;
        value = next;
        step *= 1.5;
      } else {
        step /= 3;
      }
    }
    return x;
  }

  @Test
  void calibratedCostsHaveMinimaToo() {
    for (int trial = 60; trial < 90; trial++) {
      Instance instance = TrialInstances.of(trial);
      BruteForce brute = new BruteForce(instance);
      double[] w = TrialInstances.point(instance, instance.header().calibrationDimension(), trial);
      LogRatioCost cost = LogRatioCost.calibrated(instance.problem(), w);
      Minimum minimum = GlobalMinimizer.minimize(cost, instance.problem().student().set());
      double lambda = instance.header().lambda();
      check(
          "trial " + trial, instance, brute, lambda, brute.calibratedPotential(w), minimum, trial);
    }
  }

  @Test
  void boxesAreSetsToo() {
    for (int trial = 0; trial < 40; trial++) {
      Instance instance = TrialInstances.of(trial);
      LogRatioCost cost = LogRatioCost.directMatching(instance.problem());
      int d = cost.dimension();
      double[] lower = TrialInstances.point(instance, d, trial + 1);
      double[] upper = lower.clone();
      for (int i = 0; i < d; i++) {
        upper[i] += 0.5 + 0.1 * i;
      }
      Box box = Box.of(lower, upper);
      Minimum minimum = GlobalMinimizer.minimize(cost, box);
      assertTrue(minimum.residual() <= 1e-10, "trial " + trial + ": " + minimum.residual());
      Stream random = RandomStreams.of(6).open(Purpose.TRIAL, trial);
      double[] x = new double[d];
      for (int k = 0; k < 300; k++) {
        box.draw(random, x);
        assertTrue(minimum.cost() <= cost.value(x) + 1e-12 * cost.weight(), "trial " + trial);
      }
      if (minimum.location() == Minimum.Location.INTERIOR) {
        assertEquals(minimum.curvature(), minimum.tangentCurvature());
      } else {
        assertTrue(minimum.tangentCurvature() >= minimum.curvature() - 1e-12, "trial " + trial);
      }
    }
  }

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
    return LogRatioCost.divergence(instance.problem(), instance.problem().referenceOnTarget(), 1);
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
}
