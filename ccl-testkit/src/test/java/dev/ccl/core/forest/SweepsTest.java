package dev.ccl.core.forest;

import static dev.ccl.core.brute.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.brute.TrialInstances;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.testkit.naive.Answer;
import dev.ccl.testkit.naive.Naive;
import dev.ccl.testkit.naive.TokenLaw;
import org.junit.jupiter.api.Test;

class SweepsTest {
  @Test
  void divergenceAndReachAgreeWithEnumeration() {
    for (int trial = 0; trial < 100; trial++) {
      Instance instance = TrialInstances.of(trial);
      LearningProblem problem = instance.problem();
      Naive naive = Naive.of(instance);
      double[] theta = TrialInstances.point(instance, instance.header().studentDimension(), trial);
      double[] w = TrialInstances.point(instance, instance.header().calibrationDimension(), trial);
      TokenLaw plainStudent = naive.student(theta);
      TokenLaw plainCalibrated = naive.calibrated(w);
      EdgeLaw student = problem.target().student().law(theta);
      EdgeLaw calibrated = problem.target().calibration().law(w);
      Forest forest = student.forest();
      double[] byRoot = Sweeps.divergence(student, calibrated);
      double mean = 0;
      for (int r = 0; r < byRoot.length; r++) {
        double expected = 0;
        double total = 0;
        for (Answer a : naive.answers(forest.prompts().get(r).id())) {
          double log = plainStudent.logAnswer(a);
          expected += Math.exp(log) * (log - plainCalibrated.logAnswer(a));
          total += Math.exp(log);
        }
        assertClose(1, total, 1e-12, "the answers' law sums to 1");
        assertClose(expected, byRoot[r], "trial " + trial);
        mean += problem.target().dataset().rootWeights()[r] * expected;
      }
      assertClose(
          mean,
          Sweeps.averageDivergence(problem.target().dataset(), student, calibrated),
          "average");
      checkReach(forest, student, problem.target().dataset().rootWeights());
    }
  }

  private static void checkReach(Forest forest, EdgeLaw law, double[] weights) {
    double[] reach = Sweeps.reach(law, weights);
    double leaves = 0;
    for (int e = 0; e < forest.edges(); e++) {
      double flow = reach[forest.node(e)] * law.probability(e);
      assertClose(Math.exp(law.log(e)), law.probability(e), 1e-14, "probability");
      if (forest.child(e) == Forest.LEAF) {
        leaves += flow;
        int root = forest.node(e);
        while (forest.parentEdge(root) >= 0) {
          root = forest.node(forest.parentEdge(root));
        }
        assertClose(weights[root] * Math.exp(law.logPath(e)), flow, 1e-12, "path");
      } else {
        assertEquals(flow, reach[forest.child(e)]);
      }
    }
    assertClose(1, leaves, 1e-12, "all flow arrives");
  }

  /** The mean behind an edge is that over the paths through it, whatever inner edges have. */
  @Test
  void meansBehindEdgesAreThoseOfTheirPaths() {
    for (int trial = 0; trial < 30; trial++) {
      Instance instance = TrialInstances.of(trial);
      double[] w = TrialInstances.point(instance, instance.header().calibrationDimension(), trial);
      EdgeLaw law = instance.problem().source().calibration().law(w);
      Forest forest = law.forest();
      double[] values = new double[forest.edges()];
      for (int e = 0; e < values.length; e++) {
        values[e] = Math.sin(3 * e + trial);
      }
      double[] sums = new double[values.length];
      for (int leaf = 0; leaf < values.length; leaf++) {
        if (forest.child(leaf) == Forest.LEAF) {
          double weight = Math.exp(law.logPath(leaf));
          for (int e = leaf; e >= 0; e = forest.parentEdge(forest.node(e))) {
            sums[e] += weight * values[leaf];
          }
        }
      }
      double[] means = Sweeps.behind(law, values);
      for (int e = 0; e < means.length; e++) {
        assertClose(sums[e] / Math.exp(law.logPath(e)), means[e], 1e-12, "edge " + e);
      }
    }
  }

  @Test
  void momentsAreWithinTheirBounds() {
    for (int trial = 0; trial < 60; trial++) {
      Instance instance = TrialInstances.of(trial);
      LearningProblem problem = instance.problem();
      EdgeLaw reference = problem.source().reference();
      Forest forest = reference.forest();
      double[] rewards = new double[forest.edges()];
      for (int e = 0; e < rewards.length; e++) {
        rewards[e] = (e * 37 % 101) / 100.0;
      }
      double lambda = instance.header().lambda();
      double[] log = Sweeps.logMoments(reference, rewards, lambda);
      for (int e = 0; e < log.length; e++) {
        assertTrue(log[e] >= -1e-8 && log[e] <= 1 / lambda + 1e-8, "1 ≤ M ≤ e^{1/λ}");
        if (forest.child(e) == Forest.LEAF) {
          assertEquals(rewards[e] / lambda, log[e]);
        }
      }
    }
  }

  @Test
  void lawsOfOtherForestsAreRefused() {
    LearningProblem problem = TrialInstances.of(5).problem();
    EdgeLaw source = problem.source().reference();
    EdgeLaw target = problem.target().reference();
    assertThrows(IllegalArgumentException.class, () -> Sweeps.divergence(source, target));
    assertThrows(
        IllegalArgumentException.class, () -> EdgeLaw.ofLogits(source.forest(), new double[0]));
    double[] zeros = new double[source.forest().edges()];
    assertThrows(
        IllegalArgumentException.class,
        () -> EdgeLaw.ofProbabilities(source.forest(), zeros, zeros));
  }
}
