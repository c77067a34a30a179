package dev.ccl.algorithms.ccl;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.algorithms.Draws;
import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.LearnerState;
import dev.ccl.algorithms.Session;
import dev.ccl.algorithms.engine.Engine;
import dev.ccl.algorithms.engine.Sampler;
import dev.ccl.core.growing.ForestBudget;
import dev.ccl.core.growing.StateCounts;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.mdp.State;
import dev.ccl.core.policy.EdgeModel;
import dev.ccl.core.policy.FeatureMap;
import dev.ccl.core.policy.LinearSoftmax;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.LearningProblem.PolicyClass;
import dev.ccl.core.random.RandomStreams;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The metric of careful calibration, computed on whole trees and estimated on growing ones. */
class TargetInformationTest {
  private static final int ROLLOUTS = 200_000;
  private static final LearningProblem WHOLE =
      RandomInstance.of(RandomSpec.SMALL.withHorizon(3), 17).instance().problem();

  private static double[] sampled(LearningProblem problem, int rollouts) {
    RandomStreams streams = RandomStreams.of(5);
    try (Engine engine = Engine.open(problem, streams, Sampler.COUNTS, 1)) {
      Run run = new Run(problem, engine, Draws.of(streams), null);
      return TargetInformation.sampled(run, rollouts);
    }
  }

  /** A level of the trees takes one call of each frozen source, however many answers visit it. */
  @Test
  void modelsAreAskedLevelByLevel() {
    RandomSpec spec = RandomSpec.SMALL.withHorizon(4).withLetters(4).withPrompts(2, 6);
    LearningProblem whole = RandomInstance.of(spec, 3).instance().problem();
    RandomStreams streams = RandomStreams.of(5);
    LearningProblem growing = whole.growing(ForestBudget.ofBytes(1L << 28));
    try (Engine engine = Engine.open(growing, streams, Sampler.COUNTS, 1)) {
      double[] sampled =
          TargetInformation.sampled(new Run(growing, engine, Draws.of(streams), null), 8);
      assertArrayEquals(sampled(whole, 8), sampled, 1e-12);
      StateCounts counts = engine.stateCounts();
      assertTrue(counts.asked() > 60, counts.toString());
      assertTrue(counts.calls() <= 2 * 4, counts.toString()); // two feature maps, four levels
    }
  }

  private static double farthest(double[] a, double[] b) {
    double most = 0;
    for (int i = 0; i < a.length; i++) {
      most = Math.max(most, Math.abs(a[i] - b[i]));
    }
    return most;
  }

  /**
   * By Hoeffding's inequality a mean of n answers is farther than 4 ranges / √n from its
   * expectation with a probability of at most 2 exp(−32) per entry.
   */
  @Test
  void rolloutsOfTheTeacherEstimateIt() {
    double[] exact = TargetInformation.of(WHOLE);
    double[] estimate = sampled(WHOLE, ROLLOUTS);
    int answers = ROLLOUTS * WHOLE.target().dataset().size();
    double range = range(WHOLE);
    double allowed = 4 * range / Math.sqrt(answers);
    assertTrue(farthest(exact, estimate) <= allowed, farthest(exact, estimate) + " " + allowed);
    LearningProblem opposite = withOppositeTeacher(WHOLE); // a liar: answers of somebody else
    double[] lie = sampled(opposite, ROLLOUTS);
    assertTrue(farthest(exact, lie) > allowed, farthest(exact, lie) + " " + allowed);
  }

  /**
   * The range of an entry of one answer: a covariance is at most a quarter of the product of two
   * ranges, and a range at most twice the largest contrast with the first token.
   */
  private static double range(LearningProblem problem) {
    EdgeModel model = problem.target().calibration();
    double[] w = problem.calibration().initial().toArray();
    double most = 0;
    for (int s = 0; s < model.forest().nodes(); s++) {
      double[] rows = new double[model.forest().degree(s) * w.length];
      model.gradients(w, s, rows);
      for (int a = 0; a < model.forest().degree(s); a++) {
        for (int i = 0; i < w.length; i++) {
          double contrast = Math.abs(rows[a * w.length + i] - rows[i]);
          most = Math.max(most, contrast * contrast);
        }
      }
    }
    return 2 * most * problem.horizon();
  }

  private static LearningProblem withOppositeTeacher(LearningProblem problem) {
    double[] w = problem.calibration().initial().toArray();
    for (int i = 0; i < w.length; i++) {
      w[i] *= -1;
    }
    return problem.withCalibration(
        new PolicyClass(
            problem.calibration().family(),
            problem.calibration().set(),
            ImmutableDoubleArray.copyOf(w)));
  }

  @Test
  void growingTreesGiveTheSame() {
    LearningProblem growing = WHOLE.growing(ForestBudget.ofBytes(1L << 28));
    assertArrayEquals(sampled(WHOLE, 8), sampled(growing, 8), 1e-12);
  }

  /** The problem with a class whose features are all the same on target prompts. */
  private static LearningProblem withBlindTarget(LearningProblem problem) {
    PolicyClass calibration = problem.calibration();
    FeatureMap features = ((LinearSoftmax) calibration.family()).features();
    FeatureMap blind =
        new FeatureMap() {
          @Override
          public int dimension() {
            return features.dimension();
          }

          @Override
          public void features(State state, double[] out) {
            features.features(state, out);
            if (problem.target().forest().prompts().contains(state.prompt())) {
              Arrays.fill(out, 0.25);
            }
          }
        };
    return problem.withCalibration(
        new PolicyClass(LinearSoftmax.of(blind), calibration.set(), calibration.initial()));
  }

  /** Nothing that w could change is ever judged, so no evidence moves it; and it is no error. */
  @Test
  void whereTheTargetShowsNothingTheTeacherStays() {
    LearningProblem whole = withBlindTarget(WHOLE);
    double[] metric = TargetInformation.of(whole);
    int d = WHOLE.calibration().set().dimension();
    for (int i = 0; i < d * d; i++) {
      assertTrue(i % (d + 1) == 0 ? metric[i] > 0 && metric[i] < 1e-90 : metric[i] == 0);
    }
    Learner learner = Ccl.practicalByRollouts().with("calibration", "evidence");
    for (LearningProblem problem : List.of(whole, whole.growing(ForestBudget.standard()))) {
      LearnerState state = learner.initial(problem, 4);
      try (Session session = learner.open(problem, state, 1)) {
        session.advance(300);
        assertEquals(state.calibration(), session.state().calibration());
      }
    }
  }
}
