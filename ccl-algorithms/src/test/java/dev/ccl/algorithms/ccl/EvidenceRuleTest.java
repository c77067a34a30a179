package dev.ccl.algorithms.ccl;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.algorithms.Draws;
import dev.ccl.algorithms.engine.Engine;
import dev.ccl.algorithms.engine.Sampler;
import dev.ccl.core.growing.ForestBudget;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.instance.generator.RandomSpec.Geometry;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStreams;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/**
 * The careful step as the rule of a run, against the step itself: it is told the label, the place
 * of its prompt among the distinct ones and, before the first, the metric of the target.
 */
final class EvidenceRuleTest {
  private static final long SEED = 6;
  private static final LearningProblem WHOLE =
      RandomInstance.of(
              RandomSpec.SMALL
                  .withPrompts(12, 3)
                  .withRepeated(3)
                  .withHorizon(2)
                  .withDimensions(2, 2)
                  .withGeometry(Geometry.SPHERE)
                  .withTeacherDistance(1.5)
                  .withBound(4),
              1)
          .instance()
          .problem();

  private static void assertFollows(LearningProblem problem, double[] metric) {
    double[] w = problem.calibration().initial().toArray();
    double[] theta = problem.student().initial().toArray();
    RandomStreams streams = RandomStreams.of(SEED);
    int prompts = (int) Arrays.stream(roots()).distinct().count();
    assertTrue(prompts < roots().length, "some prompt is there twice");
    EvidenceStep step = EvidenceStep.of(problem.calibration().set(), w, prompts);
    step.measureBy(metric);
    int moved = 0;
    try (TestBranch branch =
        TestBranch.of(
            problem,
            SEED,
            CalibrationStep.Choice.EVIDENCE,
            Acceptance.Choice.EXPECTATION,
            Teaching.Choice.LAST,
            w)) {
      for (int t = 0; t < 400; t++) {
        branch.calibrate(t, theta);
        int x = roots()[streams.open(Purpose.SOURCE_INDEX, t, 0).nextBelow(roots().length)];
        if (branch.informative()) {
          double sigma = 1 / (1 + StrictMath.exp(-branch.logOdds()));
          double residual = branch.weight() * (sigma - (branch.label() ? 1 : 0));
          double curvature = branch.weight() * sigma * (1 - sigma);
          double[] before = w.clone();
          step.step(x, branch.difference(), residual, curvature, w, w);
          moved += Arrays.equals(before, w) ? 0 : 1;
        }
        assertArrayEquals(w, branch.iterate(), 1e-9, "round " + t);
      }
    }
    assertTrue(moved > 100, "moved in " + moved);
  }

  private static int[] roots() {
    int[] roots = new int[WHOLE.source().dataset().size()];
    Arrays.setAll(roots, WHOLE.source().dataset()::root);
    return roots;
  }

  private static double[] sampled(LearningProblem problem) {
    RandomStreams streams = RandomStreams.of(SEED);
    try (Engine engine = Engine.open(problem, streams, Sampler.COUNTS, 1)) {
      Run run = new Run(problem, engine, Draws.of(streams), null);
      return TargetInformation.sampled(run, 8);
    }
  }

  @Test
  void wholeTreesAreMeasuredExactly() {
    assertFollows(WHOLE, TargetInformation.of(WHOLE));
  }

  @Test
  void growingTreesAreMeasuredByEightAnswersToEachPrompt() {
    LearningProblem growing = WHOLE.growing(ForestBudget.standard());
    double[] metric = sampled(growing);
    assertNotEquals(TargetInformation.of(WHOLE)[0], metric[0], 1e-3, "the metrics differ");
    assertFollows(growing, metric);
  }
}
