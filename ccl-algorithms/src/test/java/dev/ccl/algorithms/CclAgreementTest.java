package dev.ccl.algorithms;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.algorithms.naive.PlainCcl;
import dev.ccl.algorithms.naive.Sample;
import dev.ccl.core.exact.PaperConstants;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.truth.GroundTruth;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Runs of Algorithm 1 against an independent plain implementation: means and products of w_T, θ_T,
 * 𝒦(θ_T) and Δ(θ_T) over thousands of seeds on both sides. Products of deviations have the
 * covariances as their means. About 30 comparisons, together 2e-8.
 */
final class CclAgreementTest {
  private static final int RUNS = 4000;
  private static final int ROUNDS = 8;

  private final Instance instance =
      RandomInstance.of(
              RandomSpec.SMALL
                  .withHorizon(2)
                  .withBound(0.7)
                  .withTeacherDistance(0.3)
                  .withDimensions(2, 2)
                  .withRepeated(1)
                  .withInitialNorm(0.5),
              6)
          .instance();
  private final LearningProblem problem = instance.problem();
  private final GroundTruth truth = GroundTruth.of(instance);

  private double[] features(double[] w, double[] theta) {
    return new double[] {
      w[0], w[1], theta[0], theta[1], truth.oracleDivergence(theta), truth.excessCost(theta)
    };
  }

  private List<double[]> ours(String sampler) {
    Learner learner = Ccl.paper().with("sampler", sampler);
    List<double[]> all = new ArrayList<>();
    for (int run = 0; run < RUNS; run++) {
      try (Session session = learner.open(problem, learner.initial(problem, run), 1)) {
        session.advance(ROUNDS);
        LearnerState state = session.state();
        all.add(features(state.calibration().toArray(), state.student().toArray()));
      }
    }
    return all;
  }

  private List<double[]> plain(double gammaFactor) {
    double gamma = gammaFactor * PaperConstants.of(problem).gamma();
    List<double[]> all = new ArrayList<>();
    for (int run = 0; run < RUNS; run++) {
      PlainCcl plain = new PlainCcl(instance, problem, gamma, run);
      for (int t = 0; t < ROUNDS; t++) {
        plain.round(t);
      }
      all.add(features(plain.w, plain.theta));
    }
    return all;
  }

  /** The largest deviation between means and between mean products about a common point. */
  private static double deviation(List<double[]> a, List<double[]> b) {
    int k = a.get(0).length;
    double[] centre = new double[k];
    for (double[] x : b) {
      for (int i = 0; i < k; i++) {
        centre[i] += x[i] / b.size();
      }
    }
    double largest = 0;
    for (int i = 0; i < k; i++) {
      for (int j = -1; j <= i; j++) {
        Sample first = new Sample();
        Sample second = new Sample();
        for (double[] x : a) {
          first.add((x[i] - centre[i]) * (j < 0 ? 1 : x[j] - centre[j]));
        }
        for (double[] x : b) {
          second.add((x[i] - centre[i]) * (j < 0 ? 1 : x[j] - centre[j]));
        }
        largest = Math.max(largest, Math.abs(first.deviation(second)));
      }
    }
    return largest;
  }

  @ParameterizedTest
  @ValueSource(strings = {"counts", "trajectories"})
  void samplersAgreeWithThePlainAlgorithm(String sampler) {
    double z = deviation(ours(sampler), plain(1));
    assertTrue(z < Sample.LIMIT, "z = " + z);
  }

  /** A liar: another step of the calibration. */
  @Test
  void anotherStepIsRejected() {
    double z = deviation(ours("counts"), plain(300));
    assertTrue(z > Sample.LIMIT, "z = " + z);
  }
}
