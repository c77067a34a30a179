package dev.ccl.theory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.algorithms.batch.GradientEstimate;
import dev.ccl.algorithms.batch.Sampler;
import dev.ccl.algorithms.batch.TargetSweep;
import dev.ccl.algorithms.calibration.Alternatives;
import dev.ccl.algorithms.calibration.SharperDrift;
import dev.ccl.core.random.RandomStreams;
import dev.ccl.core.truth.CramerRao;
import dev.ccl.theory.naive.Naive;
import dev.ccl.theory.naive.Node;
import dev.ccl.theory.naive.Small;
import dev.ccl.theory.naive.SourceStep;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Evaluators that no claim of the paper names, against the same by enumeration. */
class EvaluatorsTest {
  private static List<Case> cases() {
    return Specimens.few().stream()
        .filter(s -> s.meets(Need.REALIZABLE) && s.meets(Need.IDENTIFIED))
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
            double slope = Small.sigmoidSlope(Small.dot(z, truth));
            Small.addOuter(p * acceptance * slope, z, z, sum);
          });
      CramerRao bound =
          CramerRao.of(c.subject().truth(), truth, c.subject().student(Side.SOURCE, c.theta()));
      equal(sum, bound.information());
      double trace = 0;
      for (double eigenvalue : Small.eigenvalues(sum)) {
        trace += 1 / eigenvalue;
      }
      assertEquals(trace / 7, bound.bound(7), 1e-8 * trace);
    }
  }

  @Test
  void theSharperConstant() {
    for (Case c : cases()) {
      Naive naive = c.specimen().naive();
      double[] truth = c.specimen().truth().parameter();
      double r = c.specimen().instance().header().calibrationSet().radius();
      double[][] sum = new double[truth.length][truth.length];
      c.specimen()
          .step()
          .forEachComparison(
              s -> coverage(naive, s),
              (s, c1, c0, p) -> {
                double[] z = s.difference(c1, c0);
                Small.addOuter(p * Small.sigmoidSlope(r * Small.norm(z)), z, z, sum);
              });
      double expected = StrictMath.exp(-1 / naive.lambda()) * Small.eigenvalues(sum)[0];
      double gamma = SharperDrift.of(c.subject().problem(), Alternatives.STUDENT).gamma();
      assertEquals(expected, gamma, 1e-9 * expected);
      assertTrue(gamma >= c.specimen().gamma() * (1 - 1e-12));
      double[] difference = Small.plus(c.w(), -1, truth);
      assertTrue(
          Small.dot(difference, c.subject().expectedStep(c.w(), c.theta()))
              >= gamma * Small.dot(difference, difference) * (1 - 1e-9));
    }
  }

  /** log ν(b|s), the least probability that a student can give. */
  private static double[] coverage(Naive naive, Node s) {
    double[] log = new double[s.size()];
    for (int b = 0; b < log.length; b++) {
      double[] others = new double[s.size()];
      for (int a = 0; a < log.length; a++) {
        others[a] = naive.bound() * Small.distance(s.phiStu(a), s.phiStu(b));
      }
      log[b] = -Small.logSumExp(others);
    }
    return log;
  }

  /** The expected flow gives the gradient itself, whatever a rollout contributes. */
  @Test
  void allEstimatesOfTheGradientHaveTheSameMean() {
    for (Case c : cases()) {
      double[] expected = c.specimen().costs().gradient(c.w(), c.theta());
      for (GradientEstimate estimate : GradientEstimate.values()) {
        double[] mean = new double[expected.length];
        try (TargetSweep sweep =
            TargetSweep.of(c.subject().problem(), RandomStreams.of(1), Sampler.COUNTS, 1)) {
          sweep.calibrate(c.w());
          double cost = sweep.gradient(c.theta(), 0, estimate, 0.7, 0, 0, mean);
          assertEquals(c.specimen().costs().cost(c.w(), c.theta()), cost, 1e-10 * (1 + cost));
        }
        for (int i = 0; i < mean.length; i++) {
          assertEquals(expected[i], mean[i], 1e-10 * (1 + Math.abs(expected[i])));
        }
      }
    }
  }
}
