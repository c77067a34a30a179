package dev.ccl.core.truth;

import static dev.ccl.core.brute.Close.assertClose;
import static dev.ccl.core.brute.Close.isClose;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.brute.Close;
import dev.ccl.core.brute.TrialInstances;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.testkit.naive.Naive;
import dev.ccl.testkit.naive.SmallAlgebra;
import dev.ccl.testkit.naive.SourceStep;
import org.junit.jupiter.api.Test;

class CalibrationLawTest {
  @Test
  void expectedStepAgreesWithEnumeration() {
    boolean seesWrongTeacher = false;
    for (int trial = 0; trial < 120; trial++) {
      Instance instance = TrialInstances.of(trial);
      SourceStep enumerated = SourceStep.of(Naive.of(instance));
      CalibrationLaw law = CalibrationLaw.of(GroundTruth.of(instance));
      double[] w = TrialInstances.point(instance, instance.header().calibrationDimension(), trial);
      double[] theta = TrialInstances.point(instance, instance.header().studentDimension(), trial);
      double[] step = law.expectedStep(w, theta);
      double[] mean = enumerated.mean(w, theta);
      assertClose(mean, step, "trial " + trial);
      double norm = Math.sqrt(SmallAlgebra.dot(step, step));
      double moment = law.secondMoment(w, theta);
      double square = 0;
      for (SourceStep.Atom g : enumerated.acceptedLaw(w, theta)) {
        square += g.probability() * SmallAlgebra.dot(g.gradient(), g.gradient());
      }
      assertClose(square, moment, "trial " + trial + " second moment");
      assertTrue(norm * norm <= moment * (1 + 1e-12) && moment <= 4, "trial " + trial);
      // A liar: the completion is rewarded by e^{R/λ} without the acceptance rule's e^{−1/λ}.
      double factor = Math.exp(1 / instance.header().lambda());
      seesWrongTeacher |= !isClose(factor * mean[0], step[0], Close.EXACT);
    }
    assertTrue(seesWrongTeacher, "the comparison sees a wrong acceptance rule");
  }

  @Test
  void acceptanceIsWithinItsBounds() {
    for (int trial = 0; trial < 60; trial++) {
      Instance instance = TrialInstances.of(trial);
      GroundTruth truth = GroundTruth.of(instance);
      CalibrationLaw law = CalibrationLaw.of(truth);
      Forest forest = truth.problem().source().forest();
      double floor = Math.exp(-1 / instance.header().lambda());
      for (int s = 0; s < forest.nodes(); s++) {
        for (int a = forest.firstEdge(s); a < forest.firstEdge(s + 1); a++) {
          for (int b = forest.firstEdge(s); b < forest.firstEdge(s + 1); b++) {
            double p = law.acceptance(a, b);
            assertTrue(p >= floor * (1 - 1e-8) && p <= 1 + 1e-8, "trial " + trial + ": " + p);
            double label = truth.source().law().probability(a);
            label /= label + truth.source().law().probability(b);
            assertClose(label, law.acceptedOne(a, b) / p, 1e-8, "trial " + trial + " label");
          }
        }
      }
    }
  }

  @Test
  void tinyLambdaDoesNotOverflow() {
    Instance instance = TrialInstances.of(1);
    Instance.Header h = instance.header();
    Instance cold =
        Instance.of(
            new Instance.Header(
                h.name(),
                1e-4,
                h.bound(),
                h.horizon(),
                h.vocabulary(),
                h.feasibility(),
                h.calibrationSet(),
                h.teacher(),
                h.initial()),
            instance.prompts().values().asList(),
            instance.source(),
            instance.target());
    GroundTruth truth = GroundTruth.of(cold);
    LearningProblem problem = truth.problem();
    double[] step =
        CalibrationLaw.of(truth)
            .expectedStep(
                problem.calibration().initial().toArray(), problem.student().initial().toArray());
    for (double x : step) {
      assertTrue(Double.isFinite(x), "finite");
    }
    assertTrue(Double.isFinite(truth.oracle().cost()), "finite");
    double logZ = truth.target().logNormalizer(0);
    assertTrue(logZ > 0 && logZ <= 1e4, "log Z = " + logZ);
    assertEquals(0, Double.compare(truth.oracle().cost(), truth.oracle().cost()));
  }
}
