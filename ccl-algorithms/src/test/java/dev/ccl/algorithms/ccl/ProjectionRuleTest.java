package dev.ccl.algorithms.ccl;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.LearnerState;
import dev.ccl.algorithms.Session;
import dev.ccl.algorithms.run.Learners;
import dev.ccl.core.exact.ForwardKl;
import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.forest.Sweeps;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.core.math.Vectors;
import dev.ccl.core.policy.ConvexSet;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.Side;
import dev.ccl.core.truth.GroundTruth;
import dev.ccl.core.truth.KlProjection;
import dev.ccl.testkit.problems.MisspecifiedInstance;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The calibration that replies describe, against sums over answers. */
class ProjectionRuleTest {
  private static final Learner PROJECTION =
      Learners.named("practical").with("calibration", "projection");

  private static LearnerState run(LearningProblem problem, long rounds) {
    try (Session session = PROJECTION.start(problem, 1, 1)) {
      session.advance(rounds);
      return session.state();
    }
  }

  /** The weight of each answer's prompt times π*(y), with the mean reply where nobody has asked. */
  private static double[] optimum(LearningProblem problem, double[] replies) {
    Side source = problem.source();
    Forest forest = source.forest();
    double sum = 0;
    int asked = 0;
    for (int e = 0; e < forest.edges(); e++) {
      sum += replies[2 * e] > 0 ? replies[2 * e + 1] / replies[2 * e] : 0;
      asked += replies[2 * e] > 0 ? 1 : 0;
    }
    double[] total = new double[forest.prompts().size()];
    double[] law = new double[forest.edges()];
    for (int e = 0; e < forest.edges(); e++) {
      if (forest.child(e) < 0) {
        double reward = replies[2 * e] > 0 ? replies[2 * e + 1] / replies[2 * e] : sum / asked;
        law[e] = Math.exp(source.reference().logPath(e) + reward / problem.lambda());
        total[forest.root(e)] += law[e];
      }
    }
    for (int e = 0; e < forest.edges(); e++) {
      law[e] *= source.dataset().rootWeights()[forest.root(e)] / total[forest.root(e)];
    }
    return law;
  }

  /** The same of the teacher. */
  private static double[] teacher(LearningProblem problem) {
    Side source = problem.source();
    Forest forest = source.forest();
    EdgeLaw teacher = source.calibration().law(problem.calibration().initial().toArray());
    double[] law = new double[forest.edges()];
    for (int e = 0; e < forest.edges(); e++) {
      if (forest.child(e) < 0) {
        law[e] = source.dataset().rootWeights()[forest.root(e)] * Math.exp(teacher.logPath(e));
      }
    }
    return law;
  }

  /** Σ law(y) [log law(y|x) − log π_w(y|x)] over all answers. */
  private static double divergence(LearningProblem problem, double[] law, double[] w) {
    Forest forest = problem.source().forest();
    double[] weights = problem.source().dataset().rootWeights();
    EdgeLaw fitted = problem.source().calibration().law(w);
    double sum = 0;
    for (int e = 0; e < law.length; e++) {
      if (forest.child(e) < 0) {
        sum += law[e] * (Math.log(law[e] / weights[forest.root(e)]) - fitted.logPath(e));
      }
    }
    return sum;
  }

  /** A law on answers, token by token. */
  private static EdgeLaw edgeLaw(LearningProblem problem, double[] law) {
    EdgeLaw reference = problem.source().reference();
    double[] logs = new double[law.length];
    for (int e = 0; e < law.length; e++) {
      logs[e] = law[e] > 0 ? Math.log(law[e]) - reference.logPath(e) : 0;
    }
    return Sweeps.gibbs(reference, Sweeps.logMoments(reference, logs, 1));
  }

  /** Whether a point is lower than those a little to each side of it. */
  private static void assertLowest(double[] w, ToDoubleFunction<double[]> function) {
    double least = function.applyAsDouble(w);
    for (int i = 0; i < w.length; i++) {
      for (double step : new double[] {-1e-4, 1e-4}) {
        double[] other = w.clone();
        other[i] += step;
        double there = function.applyAsDouble(other);
        assertTrue(there > least, "coordinate " + i + ": " + there + " after " + least);
      }
    }
  }

  /** In the 22nd round a projection is due: 1, 2, …, 20, 22, 24, …. One prompt is listed thrice. */
  @ParameterizedTest
  @EnumSource(names = {"HIDDEN_FEATURES_OF_TWO_TOKENS", "KINDS_UNLIKE"})
  void nothingIsNearerToWhatRepliesAndTheTeacherSay(MisspecifiedInstance kind) {
    Instance instance = kind.of(3);
    List<String> source = new ArrayList<>(instance.source());
    source.add(source.get(0));
    source.add(source.get(0));
    LearningProblem problem =
        Instance.of(
                instance.header(), instance.prompts().values().asList(), source, instance.target())
            .problem();
    Side side = problem.source();
    LearnerState state = run(problem, 22);
    double[] optimum = optimum(problem, state.extras().get("replies").toArray());
    double[] teacher = teacher(problem);
    double[] w = state.calibration().toArray();
    ConvexSet set = problem.calibration().set();
    assertTrue(Vectors.norm(w) < set.radius() - 0.01, "inside W");

    double[] start = problem.calibration().initial().toArray();
    double[] fit =
        ForwardKl.of(side.calibration(), edgeLaw(problem, optimum), side.dataset().rootWeights())
            .minimizer(set, start);
    assertLowest(fit, v -> divergence(problem, optimum, v));
    double left = divergence(problem, optimum, fit);
    double gained = divergence(problem, optimum, start) - left;
    double n = source.size();
    double perPrompt = (n - 3) / (n * n) + 9 / (n * n); // the sum of squared shares
    double rho = w.length * perPrompt * left / gained;
    assertTrue(rho > 0.01, "the teacher counts: " + rho);
    assertLowest(w, v -> divergence(problem, optimum, v) + rho * divergence(problem, teacher, v));
  }

  @Test
  void itMovesWhenRepliesHaveGrown() {
    LearningProblem problem = MisspecifiedInstance.KINDS_UNLIKE.of(3).problem();
    assertEquals(run(problem, 22).calibration(), run(problem, 23).calibration());
    assertNotEquals(run(problem, 23).calibration(), run(problem, 24).calibration());
    assertNotEquals(problem.calibration().initial(), run(problem, 1).calibration());
  }

  /** Where the class is right, nothing is left and the teacher counts for nothing. */
  @Test
  void withAllRewardsItIsTheOptimumWhereTheClassHasIt() {
    GroundTruth truth = GroundTruth.of(SeparationInstance.of(2, 3, 2.0, 0.5));
    double[] limit = KlProjection.of(truth).onSource().toArray();
    double[] w = run(truth.problem(), 5_000).calibration().toArray();
    assertArrayEquals(limit, w, 1e-7);
  }

  /** Where it is wrong, the teacher holds it back by a little of what there is to gain. */
  @Test
  void withAllRewardsItIsBetweenTheTeacherAndTheProjectionOfTheOptimum() {
    GroundTruth truth = GroundTruth.of(MisspecifiedInstance.HIDDEN_FEATURES.of(2));
    KlProjection projection = KlProjection.of(truth);
    LearningProblem problem = truth.problem();
    Side side = problem.source();
    ForwardKl divergence =
        ForwardKl.of(side.calibration(), truth.source().law(), side.dataset().rootWeights());
    double[] w = run(problem, 30_000).calibration().toArray();
    double least = divergence.value(projection.onSource().toArray());
    double lost = divergence.value(w) - least;
    double gain = divergence.value(problem.calibration().initial().toArray()) - least;
    assertTrue(lost > 1e-3 * gain, lost + " nats of " + gain);
    assertTrue(lost < 0.1 * gain, lost + " nats of " + gain);
  }

  /**
   * After one reply all answers are alike and the optimum is the reference. A teacher that is its
   * projection already has nothing to gain but rounding, by which its weight is divided.
   */
  @Test
  void whereThereIsNothingToGainTheTeacherStays() {
    for (long i = 1; i <= 20; i++) {
      LearningProblem problem = MisspecifiedInstance.HIDDEN_FEATURES.of(i).problem();
      Side side = problem.source();
      LearningProblem.PolicyClass old = problem.calibration();
      double[] projection =
          ForwardKl.of(side.calibration(), side.reference(), side.dataset().rootWeights())
              .minimizer(old.set(), old.initial().toArray());
      LearningProblem settled =
          problem.withCalibration(
              new LearningProblem.PolicyClass(
                  old.family(), old.set(), ImmutableDoubleArray.copyOf(projection)));
      assertArrayEquals(projection, run(settled, 1).calibration().toArray(), 1e-7);
    }
  }

  @Test
  void itGoesOnToTheBit() {
    LearningProblem problem = MisspecifiedInstance.KINDS_UNLIKE.of(3).problem();
    try (Session whole = PROJECTION.start(problem, 1, 1)) {
      whole.advance(23);
      try (Session resumed = PROJECTION.open(problem, whole.state(), 1)) {
        whole.advance(30);
        resumed.advance(30);
        assertEquals(whole.state(), resumed.state());
      }
    }
  }
}
