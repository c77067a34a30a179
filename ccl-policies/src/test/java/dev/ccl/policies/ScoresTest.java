package dev.ccl.policies;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.core.exact.Scores;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.mdp.State;
import dev.ccl.core.policy.PolicyFamily;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.random.RandomStreams;
import dev.ccl.judge.FalseAlarms;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Likelihood calculus against enumeration of the answers and differences of their likelihood. */
class ScoresTest {
  private static final Forest FOREST = Arena.unevenForest();

  static java.util.stream.Stream<FamiliesTest.Case> cases() {
    return FamiliesTest.cases(FOREST);
  }

  private static double[] theta(FamiliesTest.Case c) {
    double[] theta = new double[c.set().dimension()];
    c.set().draw(RandomStreams.of(3).open(Purpose.TRIAL, 0), theta);
    return theta;
  }

  /** log π(answer) by walking the MDP; shares nothing with the forest. */
  private static double naiveLog(
      PolicyFamily family, double[] theta, Prompt x, ImmutableIntArray a) {
    State state = Arena.UNEVEN.start(x);
    double log = 0;
    for (int h = 0; h < a.length(); h++) {
      double[] f = new double[state.legal().length()];
      family.logits(theta, state, f);
      double sum = 0;
      for (double y : f) {
        sum += Math.exp(y);
      }
      log += f[state.legal().indexOf(a.get(h))] - Math.log(sum);
      state = Arena.UNEVEN.append(state, a.get(h));
    }
    return log;
  }

  private static Prompt prompt(int leaf) {
    int s = FOREST.node(leaf);
    return FOREST.state(s).prompt();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void scoresAndHessiansAreDerivativesOfTheLikelihood(FamiliesTest.Case c) {
    double[] theta = theta(c);
    int d = theta.length;
    Scores scores = Scores.of(c.family().on(FOREST), theta);
    int seen = 0;
    for (int e = 0; e < FOREST.edges() && seen < 12; e += 5) {
      if (FOREST.child(e) != Forest.LEAF) {
        continue;
      }
      seen++;
      ImmutableIntArray answer = FOREST.answer(e);
      Prompt x = prompt(e);
      assertEquals(naiveLog(c.family(), theta, x, answer), scores.logLikelihood(e), 1e-12);
      double[] score = new double[d];
      scores.path(e, score);
      double[] hessian = scores.hessian(e);
      double step = 1e-3; // fourth-order differences: error about 1e-12 and rounding 1e-12
      for (int i = 0; i < d; i++) {
        double[] f = new double[4];
        double[][] s = new double[4][d];
        double[] places = {-2, -1, 1, 2};
        for (int j = 0; j < 4; j++) {
          double[] moved = theta.clone();
          moved[i] += places[j] * step;
          f[j] = naiveLog(c.family(), moved, x, answer);
          Scores.of(c.family().on(FOREST), moved).path(e, s[j]);
        }
        assertEquals(slope(f[0], f[1], f[2], f[3], step), score[i], 1e-10);
        for (int k = 0; k < d; k++) {
          double slope = slope(s[0][k], s[1][k], s[2][k], s[3][k], step);
          assertEquals(slope, hessian[k * d + i], 1e-9);
        }
      }
    }
    assertTrue(seen >= 5);
  }

  private static double slope(double a, double b, double c, double d, double step) {
    return (a - 8 * b + 8 * c - d) / (12 * step);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void informationIsTheSecondMomentOfTheScore(FamiliesTest.Case c) {
    double[] theta = theta(c);
    int d = theta.length;
    Scores scores = Scores.of(c.family().on(FOREST), theta);
    double[] weights = {0.5, 0.2, 0.3};
    double[] expected = new double[d * d];
    double[] token = new double[d];
    for (int e = 0; e < FOREST.edges(); e++) {
      if (FOREST.child(e) == Forest.LEAF) {
        double[] score = new double[d];
        for (int at = e; at >= 0; at = FOREST.parentEdge(FOREST.node(at))) {
          scores.token(at, token);
          for (int i = 0; i < d; i++) {
            score[i] += token[i];
          }
        }
        int root = Arena.PROMPTS.indexOf(prompt(e));
        double p =
            weights[root] * Math.exp(naiveLog(c.family(), theta, prompt(e), FOREST.answer(e)));
        for (int i = 0; i < d * d; i++) {
          expected[i] += p * score[i / d] * score[i % d];
        }
      }
    }
    assertArrayEquals(expected, scores.fisherInformation(weights), 1e-12);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void drawsHaveTheLawOfTheAnswers(FamiliesTest.Case c) {
    double[] theta = theta(c);
    Scores scores = Scores.of(c.family().on(FOREST), theta);
    RandomStream random = RandomStreams.of(4).open(Purpose.TRIAL, 1);
    int n = 20_000;
    int[] counts = new int[FOREST.edges()];
    for (int i = 0; i < n; i++) {
      counts[scores.draw(random, 1)]++;
    }
    for (int e = 0; e < counts.length; e++) {
      if (FOREST.child(e) == Forest.LEAF && prompt(e).equals(Arena.PROMPTS.get(1))) {
        double p = Math.exp(naiveLog(c.family(), theta, prompt(e), FOREST.answer(e)));
        // Bernstein: beyond 8 deviations + 22 with probability below 1e-14 (deviations are below
        // 71)
        double allowed = 8 * Math.sqrt(n * p * (1 - p)) + 22;
        FalseAlarms.declare(1e-14);
        assertEquals(n * p, counts[e], allowed);
      } else {
        assertEquals(0, counts[e]);
      }
    }
  }
}
