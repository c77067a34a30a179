package dev.ccl.algorithms.ccl;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.ImmutableMap;
import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.algorithms.Draws;
import dev.ccl.algorithms.Memory;
import dev.ccl.algorithms.engine.Engine;
import dev.ccl.algorithms.engine.Engines;
import dev.ccl.algorithms.engine.Sampler;
import dev.ccl.algorithms.engine.SourceCursor;
import dev.ccl.core.exact.LogRatioCost;
import dev.ccl.core.instance.Instance.Feasibility;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.mdp.State;
import dev.ccl.core.policy.FeatureMap;
import dev.ccl.core.policy.LinearSoftmax;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.LearningProblem.PolicyClass;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.random.RandomStreams;
import org.junit.jupiter.api.Test;

/**
 * The design once more: A as a sum over comparisons, inverted anew each time, and the alternative
 * that lowers tr(M A⁻¹) most. With one student parameter M is jjᵀ/H, j and H by differences.
 */
class TargetDesignTest {
  private static final LearningProblem PROBLEM =
      RandomInstance.of(
              RandomSpec.SMALL
                  .withFeasibility(Feasibility.EXPLICIT) // states with one, two and more tokens
                  .withPrompts(6, 2)
                  .withHorizon(2)
                  .withLetters(4)
                  .withDimensions(2, 1)
                  .withLambda(0.8),
              6)
          .instance()
          .problem();
  private static final double[] W = {0.3, -0.2};

  private static double cost(double[] w, double theta) {
    return LogRatioCost.calibrated(PROBLEM, w).value(new double[] {theta});
  }

  private static double second(double theta) {
    double h = 1e-3;
    return (cost(W, theta + h) - 2 * cost(W, theta) + cost(W, theta - h)) / (h * h);
  }

  private static double mixed(double theta, int i) {
    double h = 1e-3;
    double sum = 0;
    for (int a = -1; a <= 1; a += 2) {
      for (int b = -1; b <= 1; b += 2) {
        double[] w = W.clone();
        w[i] += a * h;
        sum += a * b * cost(w, theta + b * h) / (4 * h * h);
      }
    }
    return sum;
  }

  /** tr(M A⁻¹) for M = jjᵀ/H. */
  private static double late(double[] a, double[] j, double curvature) {
    double det = a[0] * a[3] - a[1] * a[2];
    return (j[0] * j[0] * a[3] - 2 * j[0] * j[1] * a[1] + j[1] * j[1] * a[0]) / det / curvature;
  }

  private static double[] with(double[] a, double[] z, double steep) {
    return new double[] {
      a[0] + steep * z[0] * z[0],
      a[1] + steep * z[0] * z[1],
      a[2] + steep * z[0] * z[1],
      a[3] + steep * z[1] * z[1]
    };
  }

  private static double steep(double u) {
    return 1 / (2 + StrictMath.exp(u) + StrictMath.exp(-u));
  }

  /** From the prior of a new run, and from runs that know little yet, so that A⁻¹ is large. */
  @Test
  void alternativesLowerTheCostOfTheTargetMost() {
    assertDesigned(Memory.of(ImmutableMap.of()), new double[] {1, 0, 0, 1});
    for (double[] a : new double[][] {{0.05, 0.01, 0.01, 0.03}, {2e-3, -1e-3, -1e-3, 1e-3}}) {
      double det = a[0] * a[3] - a[1] * a[2];
      ImmutableDoubleArray inverse =
          ImmutableDoubleArray.of(a[3] / det, -a[1] / det, -a[2] / det, a[0] / det);
      assertDesigned(Memory.of(ImmutableMap.of("design-inverse", inverse)), a);
    }
  }

  private static void assertDesigned(Memory memory, double[] known) {
    RandomStreams streams = RandomStreams.of(3);
    int designed = 0;
    int weighed = 0;
    int pairs = 0; // explored where there are two tokens
    try (Engine engine = Engines.open(PROBLEM, streams, Sampler.COUNTS, 1)) {
      Comparisons design = new TargetDesign();
      Setup setup = new Setup(PROBLEM, design, engine, Draws.of(streams), memory);
      Comparisons.InRun run = design.start(setup, W);
      SourceCursor s = engine.source();
      double[] a = known;
      double[] j = {1, 0};
      double curvature = 1;
      double next = 0;
      RandomStream walk = RandomStream.of(1, 1, 1, 1);
      for (int t = 0; t < 120; t++) {
        double[] theta = {0.4 * StrictMath.sin(t)};
        if (t >= next) {
          next = Math.ceil(1.25 * t) + 1;
          weighed++;
          if (second(theta[0]) > 0) {
            j = new double[] {mixed(theta[0], 0), mixed(theta[0], 1)};
            curvature = second(theta[0]);
          }
        }
        s.start(walk.nextBelow(s.prompts()));
        if (t % 3 == 0) {
          s.follow(0);
          if (!s.isOpen()) {
            s.start(0);
          }
        }
        int c1 = walk.nextBelow(s.degree());
        RandomStream own = RandomStream.of(t, 5, 5, 5);
        boolean explored = own.nextDouble() < 0.25;
        int expected = explored ? s.student(theta).draw(own) : c1;
        double[] z = new double[2];
        double least = Double.POSITIVE_INFINITY;
        double runnerUp = Double.POSITIVE_INFINITY;
        for (int k = 0; k < s.degree() && !explored; k++) {
          if (k != c1) {
            double u = s.logOdds(c1, k, W, z);
            double then = late(with(a, z, steep(u)), j, curvature);
            runnerUp = Math.min(runnerUp, Math.max(then, least));
            expected = then < least ? k : expected;
            least = Math.min(then, least);
          }
        }
        int found = run.alternative(t, s, c1, theta, RandomStream.of(t, 5, 5, 5));
        if (explored || runnerUp - least > 1e-6 * least) {
          assertEquals(expected, found, "round " + t);
        }
        pairs += s.degree() == 2 && explored ? 1 : 0;
        designed += explored || s.degree() < 3 ? 0 : 1;
        if (found != c1) {
          double u = s.logOdds(c1, found, W, z);
          a = with(a, z, steep(u));
        }
        double[] inverse = memory.snapshot().get("design-inverse").toArray();
        double det = a[0] * a[3] - a[1] * a[2];
        double[] plain = {a[3] / det, -a[1] / det, -a[2] / det, a[0] / det};
        assertArrayEquals(plain, inverse, 1e-10 * Math.max(plain[0], plain[3]));
        assertEquals(next, memory.snapshot().get("design-clock").get(0));
      }
    }
    assertTrue(designed > 50 && weighed > 10, designed + ", " + weighed);
    assertTrue(pairs > 3, "two tokens: " + pairs);
  }

  /** Where the cost bends down at the student the last weights are kept, those of a new run too. */
  @Test
  void whereTheCostBendsDownWeightsStay() {
    double flat = 9; // where hardly any token but one is left, and the cost levels off
    assertTrue(second(flat) < -1e-6 && second(0.2) > 1e-6, second(flat) + " " + second(0.2));
    RandomStreams streams = RandomStreams.of(3);
    try (Engine engine = Engines.open(PROBLEM, streams, Sampler.COUNTS, 1)) {
      Comparisons design = new TargetDesign();
      Memory memory = Memory.of(ImmutableMap.of());
      Setup setup = new Setup(PROBLEM, design, engine, Draws.of(streams), memory);
      Comparisons.InRun run = design.start(setup, W);
      SourceCursor s = engine.source();
      double[] expected = {1, 0, 0, 1};
      for (int t = 0; t < 3; t++) { // in each of which weights are due
        double[] theta = {t == 1 ? 0.2 : flat};
        s.start(0);
        run.alternative(t, s, 0, theta, RandomStream.of(t, 5, 5, 5));
        if (t == 1) {
          double[] j = {mixed(0.2, 0), mixed(0.2, 1)};
          for (int i = 0; i < 4; i++) {
            expected[i] = j[i / 2] * j[i % 2] / second(0.2);
          }
        }
        double[] found = memory.snapshot().get("design-cost").toArray();
        assertArrayEquals(expected, found, 1e-5, "round " + t);
      }
    }
  }

  /** The problem with a class that sees no difference between the tokens behind the first. */
  private static LearningProblem withTwins() {
    FeatureMap plain = ((LinearSoftmax) PROBLEM.calibration().family()).features();
    FeatureMap twins =
        new FeatureMap() {
          @Override
          public int dimension() {
            return 2;
          }

          @Override
          public void features(State state, double[] out) {
            plain.features(state, out);
            for (int k = 2; k < state.legal().length(); k++) {
              System.arraycopy(out, 2, out, 2 * k, 2);
            }
          }
        };
    return PROBLEM.withCalibration(
        new PolicyClass(
            LinearSoftmax.of(twins), PROBLEM.calibration().set(), PROBLEM.calibration().initial()));
  }

  @Test
  void theFirstOfTwinsIsTaken() {
    LearningProblem problem = withTwins();
    RandomStreams streams = RandomStreams.of(3);
    int designed = 0;
    try (Engine engine = Engines.open(problem, streams, Sampler.COUNTS, 1)) {
      Comparisons design = new TargetDesign();
      Memory memory = Memory.of(ImmutableMap.of());
      Setup setup = new Setup(problem, design, engine, Draws.of(streams), memory);
      Comparisons.InRun run = design.start(setup, W);
      SourceCursor s = engine.source();
      for (int t = 0; t < 60; t++) {
        s.start(t % s.prompts());
        int found = run.alternative(t, s, 0, new double[] {0.2}, RandomStream.of(t, 5, 5, 5));
        if (s.degree() > 2 && RandomStream.of(t, 5, 5, 5).nextDouble() >= 0.25) {
          assertEquals(1, found, "round " + t);
          designed++;
        }
      }
    }
    assertTrue(designed > 10, designed + " rounds");
  }

  @Test
  void aQuarterOfTheStudentsCoverageIsSure() {
    var teacher = PROBLEM.source().calibration().law(PROBLEM.calibration().initial().toArray());
    double[] student = Alternatives.STUDENT.coverage(PROBLEM, teacher, 0);
    double[] design = new TargetDesign().coverage(PROBLEM, teacher, 0);
    for (int b = 0; b < student.length; b++) {
      assertEquals(student[b] / 4, design[b], 1e-15);
    }
    SourceCursor s = Engines.open(PROBLEM, RandomStreams.of(1), Sampler.COUNTS, 1).source();
    s.start(0);
    double[] theta = {0.2};
    int drawn = new TargetDesign().alternative(s, theta, RandomStream.of(1, 2, 3, 4));
    assertEquals(s.student(theta).draw(RandomStream.of(1, 2, 3, 4)), drawn);
    assertEquals("target", new TargetDesign().toString());
  }
}
