package dev.ccl.certificates.plan;

import static dev.ccl.certificates.plan.RatesFormulasTest.PROBLEM;
import static dev.ccl.certificates.plan.RatesFormulasTest.THETA;
import static dev.ccl.certificates.plan.RatesFormulasTest.W;
import static dev.ccl.certificates.plan.RatesFormulasTest.assertCoupled;
import static dev.ccl.certificates.plan.RatesFormulasTest.dot;
import static dev.ccl.certificates.plan.RatesFormulasTest.sigma;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.algorithms.ccl.Comparison;
import dev.ccl.certificates.plan.RatesFormulasTest.Moments;
import dev.ccl.certificates.plan.RatesFormulasTest.Sums;
import dev.ccl.core.growing.Flow;
import dev.ccl.core.growing.ForestBudget;
import dev.ccl.core.growing.GrowingForest;
import dev.ccl.core.growing.RolloutSampler;
import dev.ccl.core.growing.Workers;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.random.RandomStreams;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A pilot's rates once more, from the list of its comparisons and of its rollouts. */
class PilotFormulasTest {
  @Test
  void pilotsAreSumsOverWhatTheySaw() {
    RandomStream stream = RandomStream.of(4, 5, 6, 7);
    Pilot pilot = Pilot.of(PROBLEM);
    int asked = 60;
    List<double[]> rows = new ArrayList<>(); // z, u at W, share, label, P
    for (int t = 0; t < asked; t++) {
      Comparison c = new Comparison(2);
      c.z()[0] = stream.nextDouble() - 0.5;
      c.z()[1] = stream.nextDouble() - 0.3;
      double reward = stream.nextDouble();
      double[] before = {stream.nextDouble(), stream.nextDouble()};
      double offset = t % 2 == 0 ? 0.2 : 0; // a class that is not linear has one
      boolean y = stream.nextDouble() < 0.4;
      if (t % 5 == 0) {
        c.set(0, 0, 0, 0, 0.5, y);
      } else {
        double first = 0.2 + stream.nextDouble();
        c.set(0, 1, 0, dot(c.z(), before) + offset, first / (first + 0.3), y);
        double chance = StrictMath.exp((reward - 1) / PROBLEM.lambda());
        double label = c.label() ? 1 : 0;
        rows.add(
            new double[] {
              c.z()[0], c.z()[1], dot(c.z(), W) + offset, c.labelProbability(), label, chance
            });
      }
      pilot.calibrated(before);
      pilot.verified(null, c, reward);
    }
    double control = rows.stream().mapToDouble(r -> r[5]).average().orElseThrow();
    Sums sums = new Sums();
    for (double[] r : rows) {
      double x = r[5] * (r[4] - sigma(r[2])) - control * (r[4] - r[3]);
      sums.add(r, r[5] * sigma(r[2]) * sigma(-r[2]) / asked, x * x / asked);
    }
    Moments m = sampled(11, 300);
    assertCoupled(m, sums.covariance(), 3, pilot.rates(W, THETA, 3, 11, 300), 1e-9);
  }

  /** Matrix by matrix: A and B do not tell the sign of J. */
  @Test
  void momentsOfRolloutsAreSumsOverAnswers() {
    Moments m = sampled(11, 300);
    StudentMoments found =
        new FlowMoments(PROBLEM, flow(PROBLEM.forests().acquire(), 11, 300), W, THETA).moments();
    for (int k = 0; k < 2; k++) {
      for (int l = 0; l < 2; l++) {
        assertEquals(m.h[k][l], found.hessian[2 * k + l], 1e-12);
        assertEquals(m.j[k][l], found.columns[l][k], 1e-12);
        assertEquals(m.noise[k][l], found.noise[2 * k + l], 1e-12);
        assertEquals(m.natural[k][l], found.natural[2 * k + l], 1e-12);
      }
    }
  }

  /** What a pilot's rollouts got to know serves the next run. */
  @Test
  void treesAreGivenBack() {
    LearningProblem growing = PROBLEM.growing(ForestBudget.standard());
    GrowingForest forest = growing.forests().acquire();
    growing.forests().release(forest);
    Pilot pilot = Pilot.of(growing);
    for (int t = 0; t < 2; t++) {
      Comparison c = new Comparison(2);
      c.z()[t] = 1;
      c.set(0, 1, 0, 0, 0.625, false);
      pilot.verified(null, c, 0.5);
    }
    pilot.rates(W, THETA, 3, 11, 300);
    assertSame(forest, growing.forests().acquire());
  }

  /** Trees that a failure left halfway serve the next run as well. */
  @Test
  void treesAreGivenBackAfterAFailure() {
    LearningProblem growing = PROBLEM.growing(ForestBudget.standard());
    GrowingForest forest = growing.forests().acquire();
    growing.forests().release(forest);
    Pilot pilot = told(growing);
    assertThrows(
        RuntimeException.class, () -> pilot.rates(W, new double[1], 3, 11, 300), "too short");
    assertSame(forest, growing.forests().acquire());
    growing.forests().release(forest);
    assertEquals(told(PROBLEM).rates(W, THETA, 3, 11, 300), pilot.rates(W, THETA, 3, 11, 300));
  }

  private static Pilot told(LearningProblem problem) {
    Pilot pilot = Pilot.of(problem);
    for (int t = 0; t < 40; t++) {
      pilot.verified(null, comparison(t), 0.1 * (t % 8));
    }
    return pilot;
  }

  private static Comparison comparison(int t) {
    Comparison c = new Comparison(2);
    c.z()[0] = StrictMath.sin(t);
    c.z()[1] = StrictMath.cos(2.3 * t);
    c.set(0, 1, 0, 0.4 * StrictMath.sin(5 * t), 0.625, t % 3 == 0);
    return c;
  }

  /** Until a pilot is told otherwise, comparisons are made by the teacher as it is. */
  @Test
  void pilotsBeginWithTheTeacher() {
    Pilot toldSo = Pilot.of(PROBLEM);
    double[] teacher = PROBLEM.calibration().initial().toArray();
    assertTrue(Math.hypot(teacher[0], teacher[1]) > 0.1, "not 0");
    toldSo.calibrated(teacher);
    teacher[0] = 99; // the array is the caller's
    for (int t = 0; t < 40; t++) {
      toldSo.verified(null, comparison(t), 0.1 * (t % 8));
    }
    Rates rates = told(PROBLEM).rates(W, THETA, 3, 11, 300);
    assertEquals(toldSo.rates(W, THETA, 3, 11, 300), rates);
    assertNotEquals(rates, told(PROBLEM).rates(W, THETA, 3, 12, 300), "other rollouts");
  }

  /** Asked in the middle of a run a pilot goes on, and what it was told before counts. */
  @Test
  void aPilotMayBeAskedBeforeTheEnd() {
    Pilot asked = Pilot.of(PROBLEM);
    for (int t = 0; t < 40; t++) {
      asked.verified(null, comparison(t), 0.1 * (t % 8));
      if (t == 20) {
        asked.rates(W, THETA, 3, 11, 300);
      }
    }
    Rates rates = told(PROBLEM).rates(W, THETA, 3, 11, 300);
    assertEquals(rates, asked.rates(W, THETA, 3, 11, 300));
    assertEquals(rates, asked.rates(W, THETA, 3, 11, 300), "asked twice");
  }

  private static Flow flow(GrowingForest forest, long seed, long rollouts) {
    Flow flow = new Flow();
    flow.begin(
        (state, out) -> state.student().logits(THETA, out), rollouts, Purpose.EVALUATION, 0, 0);
    RolloutSampler.on(forest, PROBLEM.target().dataset(), RandomStreams.of(seed), Workers.ALONE)
        .draw(flow);
    return flow;
  }

  /** The same rollouts, answer by answer. */
  private static Moments sampled(long seed, long rollouts) {
    LearningProblem growing = PROBLEM.growing(ForestBudget.standard());
    GrowingForest forest = growing.forests().acquire();
    Flow flow = flow(forest, seed, rollouts);
    List<double[]> answers = new ArrayList<>(); // share, z, S, G, K
    for (int i = 0; i < flow.nodes(); i++) {
      for (int e = flow.firstEdge(i); e < flow.firstEdge(i + 1); e++) {
        if (flow.child(e) < 0 && flow.rollouts(e) > 0) {
          answers.add(answer(flow, i, e));
        }
      }
    }
    Moments m = new Moments(new double[2][2], new double[2][2], new double[2][2], new double[2][2]);
    double z = 0;
    double[] gradient = new double[2];
    for (double[] a : answers) {
      z += a[0] * a[1];
      gradient[0] += a[0] * a[1] * a[2];
      gradient[1] += a[0] * a[1] * a[3];
    }
    for (double[] a : answers) {
      for (int k = 0; k < 2; k++) {
        for (int l = 0; l < 2; l++) {
          double curvature = a[6 + 2 * k + l];
          double square = a[2 + k] * a[2 + l];
          m.natural[k][l] += a[0] * PROBLEM.lambda() * curvature;
          m.h[k][l] += a[0] * (PROBLEM.lambda() * curvature + (a[1] - z) * (square - curvature));
          m.j[k][l] -= a[0] * PROBLEM.lambda() * a[2 + k] * a[4 + l];
          m.noise[k][l] += a[0] * (a[1] * a[1] * square - gradient[k] * gradient[l]);
        }
      }
    }
    growing.forests().release(forest);
    return m;
  }

  private static double[] answer(Flow flow, int node, int leaf) {
    double[] out = new double[10];
    out[0] = flow.rollouts(leaf) / flow.total();
    int e = leaf;
    for (int i = node; i >= 0; i = flow.parent(i)) {
      int from = flow.firstEdge(i);
      int degree = flow.firstEdge(i + 1) - from;
      double[] own = new double[2 * degree];
      double[] other = new double[2 * degree];
      double[] logits = new double[degree];
      flow.state(i).student().gradients(THETA, own);
      flow.state(i).calibration().gradients(W, other);
      flow.state(i).calibration().logits(W, logits);
      double[] p = new double[degree];
      double sum = 0;
      for (int k = 0; k < degree; k++) {
        p[k] = flow.probability(from + k);
        sum += StrictMath.exp(logits[k]);
      }
      int chosen = e - from;
      double[] mean = new double[2];
      for (int k = 0; k < degree; k++) {
        for (int j = 0; j < 2; j++) {
          mean[j] += p[k] * own[2 * k + j];
          double q = StrictMath.exp(logits[k]) / sum;
          out[4 + j] += ((k == chosen ? 1 : 0) - q) * other[2 * k + j];
        }
      }
      for (int k = 0; k < degree; k++) {
        for (int j = 0; j < 4; j++) {
          out[6 + j] +=
              p[k] * (own[2 * k + j / 2] - mean[j / 2]) * (own[2 * k + j % 2] - mean[j % 2]);
        }
      }
      out[1] +=
          PROBLEM.lambda() * (StrictMath.log(p[chosen]) - logits[chosen] + StrictMath.log(sum));
      out[2] += own[2 * chosen] - mean[0];
      out[3] += own[2 * chosen + 1] - mean[1];
      e = flow.parentEdge(i);
    }
    return out;
  }
}
