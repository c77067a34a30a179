package dev.ccl.algorithms.ccl;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.math.Elementary;
import dev.ccl.core.math.Vectors;
import dev.ccl.core.policy.Ball;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.random.RandomStreams;
import org.junit.jupiter.api.Test;

class EvidenceStepTest {
  private static final double[] UNIT = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  private static final double[] TEACHER = {0.5, -0.2, 0.1};

  /** Labels of comparisons with log-odds zᵀtruth + the prompt's own deviation. */
  private static double[] learn(
      double radius, double[] truth, double deviation, int prompts, int labels, long seed) {
    return learn(measured(Ball.of(3, radius), prompts), truth, deviation, prompts, labels, seed);
  }

  private static double[] learn(
      EvidenceStep step, double[] truth, double deviation, int prompts, int labels, long seed) {
    RandomStream random = RandomStreams.of(seed).open(Purpose.TRIAL, 1);
    double[] own = new double[prompts * 3];
    for (int i = 0; i < own.length; i++) {
      own[i] = deviation * (2 * random.nextDouble() - 1);
    }
    double[] w = TEACHER.clone();
    double[] z = new double[3];
    for (int t = 0; t < labels; t++) {
      int x = random.nextBelow(prompts);
      double odds = 0;
      double u = 0;
      for (int i = 0; i < 3; i++) {
        z[i] = 2 * random.nextDouble() - 1;
        odds += z[i] * (truth[i] + own[x * 3 + i]);
        u += z[i] * w[i];
      }
      boolean label = random.nextDouble() < Elementary.sigmoid(odds);
      double residual = Elementary.sigmoid(u) - (label ? 1 : 0);
      step.step(x, z, residual, Elementary.logisticDensity(u), w, w);
    }
    return w;
  }

  private static double distance(double[] a, double[] b) {
    double[] difference = a.clone();
    Vectors.addScaled(-1, b, difference);
    return Vectors.norm(difference);
  }

  private static EvidenceStep measured(Ball set, int prompts) {
    EvidenceStep step = EvidenceStep.of(set, TEACHER, prompts);
    step.measureBy(UNIT);
    return step;
  }

  @Test
  void withoutNewsTheTeacherStays() {
    for (long seed = 1; seed <= 10; seed++) {
      double[] w = learn(5, TEACHER, 0, 20, 60, seed);
      assertTrue(distance(w, TEACHER) < 0.5, "seed " + seed + ": " + distance(w, TEACHER));
    }
  }

  /** The error of maximum likelihood with n labels is about √(3 · 4 · 3/n) = 0.06 here. */
  @Test
  void withManyLabelsTheTruthIsFound() {
    double[] truth = {1.5, 0.8, -1};
    for (long seed = 1; seed <= 3; seed++) {
      assertTrue(distance(learn(5, truth, 0, 20, 10_000, seed), truth) < 0.25);
    }
  }

  /** With no common signal, many labels on few prompts are no evidence about other prompts. */
  @Test
  void promptsThatDisagreeMoveNobody() {
    for (long seed = 1; seed <= 5; seed++) {
      double apart = distance(learn(5, TEACHER, 3, 12, 5_000, seed), TEACHER);
      assertTrue(apart < 1, "seed " + seed + ": " + apart);
    }
  }

  /**
   * Of 28 prompts, 22 want one thing and 6 the opposite, and nothing that the class sees tells them
   * apart: where the mixture is the other way round, following the majority does harm. Half a nat
   * of caution instead of two follows it in 6 of 10 runs.
   */
  @Test
  void aMajorityOfFewPromptsIsNotEnough() {
    int moved = 0;
    for (long seed = 1; seed <= 10; seed++) {
      EvidenceStep step = measured(Ball.of(3, 5), 28);
      RandomStream random = RandomStreams.of(seed).open(Purpose.TRIAL, 2);
      double[] w = TEACHER.clone();
      double[] z = new double[3];
      for (int t = 0; t < 3_000; t++) {
        int x = random.nextBelow(28);
        double u = 0;
        for (int i = 0; i < 3; i++) {
          z[i] = 2 * random.nextDouble() - 1;
          u += z[i] * w[i];
        }
        double odds = (x < 6 ? -3 : 3) * z[0];
        boolean label = random.nextDouble() < Elementary.sigmoid(odds);
        double residual = Elementary.sigmoid(u) - (label ? 1 : 0);
        step.step(x, z, residual, Elementary.logisticDensity(u), w, w);
      }
      moved += distance(w, TEACHER) > 0.3 ? 1 : 0;
    }
    assertTrue(moved <= 3, moved + " of 10");
  }

  @Test
  void aBindingBallIsRespectedInTheMetricOfTheEvidence() {
    double[] truth = {3, 0, 0};
    double[] w = learn(1, truth, 0, 20, 5_000, 4);
    assertTrue(Ball.of(3, 1).contains(w));
    assertTrue(w[0] > 0.9, "" + w[0]);
  }

  /**
   * Labels along the first axis that the teacher foretold to the last bit and none along the third:
   * no noise is known there, and the size of the prior is that of the second axis alone, as with
   * one parameter.
   */
  @Test
  void directionsWithoutNoiseHaveNoSayInThePrior() {
    EvidenceStep three = measured(Ball.of(3, 5), 50);
    EvidenceStep one = EvidenceStep.of(Ball.of(1, 5), new double[] {TEACHER[1]}, 50);
    one.measureBy(new double[] {1});
    double[] w = TEACHER.clone();
    double[] v = {TEACHER[1]};
    for (int t = 0; t < 200; t++) {
      boolean foretold = t % 2 == 0;
      double residual = foretold ? 0 : 0.1 * (t % 3) - 0.4;
      three.step(t % 50, new double[] {foretold ? 1 : 0, foretold ? 0 : 1, 0}, residual, 0.2, w, w);
      one.step(t % 50, new double[] {foretold ? 0 : 1}, residual, foretold ? 0 : 0.2, v, v);
      assertArrayEquals(new double[] {TEACHER[0], v[0], TEACHER[2]}, w, 1e-12, "label " + t);
    }
    assertTrue(v[0] > TEACHER[1] + 0.5, "moved to " + v[0]);
  }

  @Test
  void whatItRemembersIsAllThatItIs() {
    EvidenceStep one = measured(Ball.of(3, 5), 2);
    double[] w = TEACHER.clone();
    for (int t = 0; t < 40; t++) {
      one.step(t % 2, new double[] {0.3, t % 3 - 1, 0.1}, 0.4 - 0.2 * (t % 4), 0.2, w, w);
    }
    EvidenceStep two = measured(Ball.of(3, 5), 2);
    Vectors.copy(one.memory(), two.memory());
    double[] v = w.clone();
    for (int t = 40; t < 80; t++) {
      double[] z = {0.3, t % 3 - 1, 0.1};
      one.step(t % 2, z, 0.4 - 0.2 * (t % 4), 0.2, w, w);
      two.step(t % 2, z, 0.4 - 0.2 * (t % 4), 0.2, v, v);
    }
    assertArrayEquals(w, v);
    assertEquals(0, distance(w, v));
  }
}
