package dev.ccl.theory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.algorithms.ccl.GradientEstimate;
import dev.ccl.algorithms.engine.Credit;
import dev.ccl.algorithms.engine.Rollouts;
import dev.ccl.algorithms.engine.Sampler;
import dev.ccl.algorithms.engine.TargetSweep;
import dev.ccl.core.exact.Scores;
import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.generator.BrokenInstance;
import dev.ccl.core.policy.EdgeModel;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.random.RandomStreams;
import dev.ccl.core.truth.CramerRao;
import dev.ccl.core.truth.Evaluation;
import dev.ccl.core.truth.GroundTruth;
import dev.ccl.core.truth.Realizability;
import dev.ccl.judge.FalseAlarms;
import dev.ccl.testkit.naive.Naive;
import dev.ccl.testkit.naive.SmallAlgebra;
import dev.ccl.testkit.naive.SourceStep;
import dev.ccl.testkit.naive.Truth;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.junit.jupiter.api.Test;

/** Evaluators that no claim of the paper names, against the same by enumeration. */
class EvaluatorsTest {
  private static List<Case> cases() {
    return Specimens.few().stream()
        .filter(s -> s.meets(Requirement.REALIZABLE) && s.meets(Requirement.IDENTIFIED))
        .map(s -> Case.random(s, new Subject(s.instance()), 3))
        .toList();
  }

  private static void equal(double[][] expected, double[] actual) {
    for (int i = 0; i < expected.length; i++) {
      for (int k = 0; k < expected.length; k++) {
        assertEquals(expected[i][k], actual[i * expected.length + k], 1e-12);
      }
    }
  }

  @Test
  void theFisherInformationOfAcceptedLabels() {
    for (Case c : cases()) {
      Naive naive = c.specimen().naive();
      SourceStep step = c.specimen().step();
      double[] truth = c.specimen().truth().parameter();
      double[][] sum = new double[truth.length][truth.length];
      step.forEachComparison(
          naive.student(c.theta()),
          (s, c1, c0, p) -> {
            double[] z = s.difference(c1, c0);
            double acceptance = step.accepted(s, c1, c0, 1) + step.accepted(s, c1, c0, 0);
            double slope = SmallAlgebra.sigmoidSlope(SmallAlgebra.dot(z, truth));
            SmallAlgebra.addOuter(p * acceptance * slope, z, z, sum);
          });
      CramerRao bound =
          CramerRao.of(c.subject().truth(), truth, c.subject().student(Side.SOURCE, c.theta()));
      equal(sum, bound.information());
      double trace = 0;
      for (double eigenvalue : SmallAlgebra.eigenvalues(sum)) {
        trace += 1 / eigenvalue;
      }
      assertEquals(trace / 7, bound.bound(7), 1e-8 * trace);
    }
  }

  /** The expected flow gives the gradient itself, whatever a rollout contributes. */
  @Test
  void allEstimatesOfTheGradientHaveTheSameMean() {
    for (Case c : cases()) {
      double[] expected = c.specimen().costs().gradient(c.w(), c.theta());
      for (GradientEstimate estimate : GradientEstimate.Choice.values()) {
        double[] mean = new double[expected.length];
        try (TargetSweep sweep =
            TargetSweep.of(c.subject().problem(), RandomStreams.of(1), Sampler.COUNTS, 1)) {
          sweep.calibrate(c.w());
          Credit credit = estimate == GradientEstimate.Choice.CAUSAL ? Credit.TOKEN : Credit.ANSWER;
          double cost = sweep.gradient(c.theta(), Rollouts.exact(), credit, mean);
          assertEquals(c.specimen().costs().cost(c.w(), c.theta()), cost, 1e-10 * (1 + cost));
        }
        for (int i = 0; i < mean.length; i++) {
          assertEquals(expected[i], mean[i], 1e-10 * (1 + Math.abs(expected[i])));
        }
      }
    }
  }

  /** w* with its residual, also where no w fits source and target, in both directions. */
  @Test
  void theFitOfTheGibbsPolicy() {
    Instance odd = BrokenInstance.NOT_REALIZABLE.instance();
    Instance turned =
        Instance.of(odd.header(), List.copyOf(odd.prompts().values()), odd.target(), odd.source());
    List<Instance> instances = new ArrayList<>(List.of(odd, turned));
    cases().forEach(c -> instances.add(c.specimen().instance()));
    for (Instance instance : instances) {
      Truth plain = Truth.of(Naive.of(instance));
      Realizability fit = Realizability.of(GroundTruth.of(instance));
      assertEquals(plain.residual(), fit.residual(), 1e-7, instance.header().name());
      assertTrue(fit.isIdentified());
      assertEquals(0, SmallAlgebra.distance(plain.parameter(), fit.wStar().toArray()), 1e-7);
    }
  }

  /** The numbers that a run records are those of the claims. */
  @Test
  void anEvaluationRecordsWhatTheClaimsMeasure() {
    for (Case c : cases()) {
      GroundTruth truth = c.subject().truth();
      double[] best = c.specimen().truth().parameter();
      Evaluation found = Evaluation.of(truth, ImmutableDoubleArray.copyOf(best), c.w(), c.theta());
      double distance = SmallAlgebra.distance(c.w(), best);
      assertEquals(distance * distance, found.calibrationErrorSquared(), 1e-9);
      assertEquals(c.subject().oracleDivergence(c.theta()), found.oracleKl(), 1e-12);
      assertEquals(c.subject().excessCost(c.theta()), found.excessCost(), 1e-12);
      assertEquals(
          c.subject().optimizationError(c.w(), c.theta()), found.optimizationError(), 1e-12);
      assertEquals(
          c.subject().value(c.subject().student(Side.TARGET, c.theta())), found.objective(), 1e-12);
    }
  }

  /**
   * Answers that are walked token by token, as where a forest is too large to be complete, have
   * their law. Each of the at most 12 counts is off by chance with probability below 1e-13.
   */
  @Test
  void walkedAnswersHaveTheirLaw() {
    int n = 20_000;
    for (Case c : cases().subList(0, 2)) {
      EdgeModel model = c.subject().problem().target().student();
      EdgeLaw law = model.law(c.theta());
      Scores scores = Scores.of(model, c.theta());
      RandomStream stream = RandomStreams.of(9).open(Purpose.TRIAL, 0);
      int[] counts = new int[law.forest().edges()];
      for (int i = 0; i < n; i++) {
        counts[scores.draw(stream, 0)]++;
      }
      int seen = 0;
      for (int e = 0; e < counts.length; e++) {
        int root = law.forest().node(e);
        while (law.forest().parentEdge(root) >= 0) {
          root = law.forest().node(law.forest().parentEdge(root));
        }
        if (root == 0 && law.forest().child(e) == Forest.LEAF) {
          BinomialDistribution expected =
              BinomialDistribution.of(n, StrictMath.exp(law.logPath(e)));
          FalseAlarms.declare(1e-13);
          assertTrue(expected.cumulativeProbability(counts[e]) > 5e-14, "edge " + e);
          assertTrue(expected.survivalProbability(counts[e] - 1) > 5e-14, "edge " + e);
          seen += counts[e];
        }
      }
      assertEquals(n, seen);
    }
  }
}
