package dev.ccl.core.exact;

import static dev.ccl.core.brute.Close.assertClose;
import static dev.ccl.core.brute.Close.isClose;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.core.brute.Close;
import dev.ccl.core.brute.Romberg;
import dev.ccl.core.brute.TrialInstances;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.mdp.State;
import dev.ccl.core.mdp.TokenMdp;
import dev.ccl.core.mdp.Vocabulary;
import dev.ccl.core.policy.EdgeModel;
import dev.ccl.core.policy.FeatureMap;
import dev.ccl.core.policy.LinearSoftmax;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.testkit.naive.Answer;
import dev.ccl.testkit.naive.Costs;
import dev.ccl.testkit.naive.Naive;
import dev.ccl.testkit.naive.PotentialCost;
import dev.ccl.testkit.naive.SmallAlgebra;
import dev.ccl.testkit.naive.StudentLaw;
import dev.ccl.testkit.naive.TokenLaw;
import java.util.List;
import org.junit.jupiter.api.Test;

class LogRatioCostTest {
  private static final int TRIALS = 120;

  @Test
  void calibratedCostAgreesWithEnumeration() {
    for (int trial = 0; trial < TRIALS; trial++) {
      Instance instance = TrialInstances.of(trial);
      LearningProblem problem = instance.problem();
      double[] w = TrialInstances.point(instance, instance.header().calibrationDimension(), trial);
      double[] theta = TrialInstances.point(instance, instance.header().studentDimension(), trial);
      compare(
          "trial " + trial,
          LogRatioCost.calibrated(problem, w),
          PotentialCost.calibrated(Naive.of(instance), w),
          theta);
    }
  }

  @Test
  void directMatchingCostAgreesWithEnumeration() {
    for (int trial = 0; trial < TRIALS; trial++) {
      Instance instance = TrialInstances.of(trial);
      LearningProblem problem = instance.problem();
      double[] theta = TrialInstances.point(instance, instance.header().studentDimension(), trial);
      compare(
          "trial " + trial,
          LogRatioCost.directMatching(problem),
          PotentialCost.direct(Naive.of(instance)),
          theta);
    }
  }

  private static void compare(
      String what, LogRatioCost cost, PotentialCost enumerated, double[] theta) {
    double[] gradient = new double[theta.length];
    double value = cost.gradient(theta, gradient);
    assertClose(enumerated.value(theta), value, what + " value");
    assertClose(value, cost.value(theta), 0, what + " value alone");
    assertClose(enumerated.gradient(theta), gradient, what + " gradient");
    assertClose(enumerated.hessian(theta), cost.hessian(theta), what + " Hessian");
    assertClose(enumerated.sampleVariance(theta), cost.sampleVariance(theta), what + " variance");
    double square = SmallAlgebra.dot(gradient, gradient);
    assertClose(
        cost.sampleVariance(theta) + square,
        cost.sampleSecondMoment(theta),
        what + " second moment");
  }

  @Test
  void derivativesAreLimitsOfDifferences() {
    for (int trial = 0; trial < 40; trial++) {
      Instance instance = TrialInstances.of(trial);
      double[] w = TrialInstances.point(instance, instance.header().calibrationDimension(), trial);
      double[] theta = TrialInstances.point(instance, instance.header().studentDimension(), trial);
      LogRatioCost cost = LogRatioCost.calibrated(instance.problem(), w);
      int d = theta.length;
      double[] gradient = new double[d];
      cost.gradient(theta, gradient);
      double[] hessian = cost.hessian(theta);
      for (int i = 0; i < d; i++) {
        int coordinate = i;
        Romberg value = Romberg.derivative(t -> cost.value(moved(theta, coordinate, t)));
        value.assertLimit(gradient[i], "trial " + trial + " gradient " + i);
        for (int k = 0; k < d; k++) {
          int row = k;
          Romberg slope =
              Romberg.derivative(
                  t -> {
                    double[] g = new double[d];
                    cost.gradient(moved(theta, coordinate, t), g);
                    return g[row];
                  });
          slope.assertLimit(hessian[row * d + i], "trial " + trial + " Hessian " + row + "," + i);
        }
      }
    }
  }

  private static double[] moved(double[] x, int i, double by) {
    double[] y = x.clone();
    y[i] += by;
    return y;
  }

  /** Each liar departs from the truth by one slip; the comparison has to see it on some trial. */
  @Test
  void liarsAreRejected() {
    boolean reversed = false;
    boolean withoutLambda = false;
    boolean withoutScores = false;
    boolean withoutWeight = false;
    for (int trial = 0; trial < 20; trial++) {
      Instance instance = TrialInstances.of(trial);
      LearningProblem problem = instance.problem();
      Naive naive = Naive.of(instance);
      Costs costs = Costs.of(naive);
      double lambda = problem.lambda();
      double[] w = TrialInstances.point(instance, instance.header().calibrationDimension(), trial);
      double[] theta = TrialInstances.point(instance, instance.header().studentDimension(), trial);
      PotentialCost enumerated = PotentialCost.calibrated(naive, w);
      TokenLaw calibrated = naive.calibrated(w);
      StudentLaw student = naive.student(theta);
      double value = LogRatioCost.calibrated(problem, w).value(theta);
      double[] hessian = LogRatioCost.calibrated(problem, w).hessian(theta);
      double backwards = 0;
      for (String id : instance.target()) {
        for (Answer a : naive.answers(id)) {
          double log = calibrated.logAnswer(a);
          backwards += Math.exp(log) * lambda * (log - student.logAnswer(a));
        }
      }
      reversed |= !isClose(backwards / instance.target().size(), value, Close.EXACT);
      double plain = costs.divergence(student, calibrated);
      withoutLambda |= !isClose(plain, value, Close.EXACT);
      int d = theta.length;
      double[] scores = new double[d * d]; // κ E[SSᵀ], then E[SSᵀZ]
      double[] weighted = new double[d * d];
      for (String id : instance.target()) {
        for (Answer a : naive.answers(id)) {
          double[] s = costs.score(student, a);
          double p = student.probability(a) / instance.target().size();
          for (int i = 0; i < d * d; i++) {
            scores[i] += p * lambda * s[i / d] * s[i % d];
            weighted[i] += p * enumerated.sample(student, a) * s[i / d] * s[i % d];
          }
        }
      }
      double truth = enumerated.hessian(theta)[0][0];
      withoutWeight |= !isClose(truth - scores[0], hessian[0], Close.EXACT);
      withoutScores |= !isClose(truth - weighted[0], hessian[0], Close.EXACT);
    }
    assertTrue(reversed, "KL reversed");
    assertTrue(withoutLambda, "λ dropped");
    assertTrue(withoutWeight, "Hessian without κ E[SSᵀ]");
    assertTrue(withoutScores, "Hessian without E[SSᵀZ]");
  }

  @Test
  void wrongDimensionsAreRefused() {
    LearningProblem problem = TrialInstances.of(1).problem();
    LogRatioCost cost = LogRatioCost.directMatching(problem);
    double[] tooLong = new double[cost.dimension() + 1];
    assertThrows(IllegalArgumentException.class, () -> cost.value(tooLong));
    assertThrows(
        IllegalArgumentException.class,
        () ->
            LogRatioCost.of(
                problem.target().student(),
                problem.target().dataset().rootWeights(),
                1,
                new double[0]));
    Forest forest = problem.target().forest();
    assertThrows(
        IllegalArgumentException.class,
        () ->
            LogRatioCost.of(
                problem.target().student(),
                new double[forest.prompts().size() + 1],
                1,
                new double[forest.edges()]));
  }

  @Test
  void costsKnowTheirParts() {
    LearningProblem problem = TrialInstances.of(2).problem();
    LogRatioCost cost = LogRatioCost.directMatching(problem);
    assertEquals(1 + problem.lambda(), cost.weight());
    assertSame(problem.target().student(), cost.student());
  }

  /**
   * Two answers with log-odds θ, costs log p − log q: the slope is p(1 − p)(θ − log-odds of q),
   * here to nearly all digits although 1 − p is far below an ulp of p.
   */
  @Test
  void almostDeterministicStudentsHaveSlopes() {
    Vocabulary vocabulary = Vocabulary.of(List.of("A", "B", "EOS", "null"), "EOS", "null");
    ImmutableIntArray tokens = ImmutableIntArray.of(0, 1);
    TokenMdp mdp = TokenMdp.of(vocabulary, (prompt, prefix) -> tokens, 1);
    Forest forest = Forest.complete(mdp, List.of(Prompt.of("x")));
    FeatureMap features =
        new FeatureMap() {
          @Override
          public int dimension() {
            return 1;
          }

          @Override
          public void features(State state, double[] out) {
            out[0] = 1;
            out[1] = 0;
          }
        };
    double[] potential = {Math.log(0.25), Math.log(0.75)};
    EdgeModel model = LinearSoftmax.of(features).on(forest);
    LogRatioCost cost = LogRatioCost.of(model, new double[] {1}, 1, potential);
    for (double theta : new double[] {-50, -3, 0.5, 45, 300}) {
      double rare = Math.exp(-Math.abs(theta));
      double variance = rare / ((1 + rare) * (1 + rare));
      double expected = variance * (theta + Math.log(3));
      double[] gradient = new double[1];
      cost.gradient(new double[] {theta}, gradient);
      assertEquals(expected, gradient[0], 1e-12 * Math.abs(expected), "theta = " + theta);
    }
  }
}
