package dev.ccl.algorithms.ccl;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.LearnerState;
import dev.ccl.algorithms.Session;
import dev.ccl.algorithms.naive.Sample;
import dev.ccl.core.exact.LogRatioCost;
import dev.ccl.core.exact.PaperConstants;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.math.Vectors;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.random.RandomStreams;
import dev.ccl.core.truth.GroundTruth;
import dev.ccl.testkit.naive.Naive;
import dev.ccl.testkit.naive.PlainCcl;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Runs of Algorithm 1 against an independent plain implementation: means and products of w_T, θ_T,
 * 𝒦(θ_T) and Δ(θ_T) over thousands of seeds on both sides. Products of deviations have the
 * covariances as their means. About 30 comparisons, together 2e-8.
 */
@Tag("slow")
final class CclAgreementTest {
  private static final int RUNS = 4000;
  private static final int ROUNDS = 8;
  private static final int CALIBRATIONS = 10_000;
  private static final int STEPS = 40; // of each

  /** Projecting a point of the boundary once more may move it by less than that. */
  private static final double ROUNDING = 1e-9;

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
  private final Naive naive = Naive.of(instance);
  private final GroundTruth truth = GroundTruth.of(instance);
  private final double gamma = PaperConstants.of(problem).gamma();

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

  private List<double[]> plain(PlainCcl plain) {
    List<double[]> all = new ArrayList<>();
    for (int run = 0; run < RUNS; run++) {
      double[] w = problem.calibration().initial().toArray();
      double[] theta = problem.student().initial().toArray();
      for (int t = 0; t < ROUNDS; t++) {
        PlainCcl.Outcome round = plain.round(streams(run), t, w, theta);
        w = round.source().calibration().toArray();
        theta = round.student().toArray();
      }
      all.add(features(w, theta));
    }
    return all;
  }

  /** Runs of the plain algorithm are independent of the learner's, whose seeds are not negative. */
  private static RandomStreams streams(long run) {
    return RandomStreams.of(-1 - run);
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
    double z = deviation(ours(sampler), plain(new PlainCcl(naive)));
    assertTrue(z < Sample.LIMIT, "z = " + z);
  }

  /** A liar: validation by b rollouts for b². */
  @Test
  void anotherValidationIsRejected() {
    assertRejected(
        ours("counts"),
        plain(
            new PlainCcl(naive) {
              @Override
              public long validationBatch(long t) {
                return t + 2;
              }
            }));
  }

  /** Where nothing is sampled, the student's step is Proj(θ − α∇C) with the new calibration. */
  @Test
  void theStudentStepIsThatOfThePaper() {
    Learner learner = Ccl.paper().with("gradient-batch", "exact").with("exploration", "off");
    LearnerState state = learner.initial(problem, 1);
    for (int t = 0; t < 20; t++) {
      LearnerState next = learner.step(problem, state);
      double[] theta = state.student().toArray();
      double[] gradient = new double[theta.length];
      LogRatioCost.calibrated(problem, next.calibration().toArray()).gradient(theta, gradient);
      double alpha =
          1
              / (2
                  * problem.lambda()
                  * problem.horizon()
                  * (1 + 8 * problem.bound() * problem.horizon()));
      double distance = 0;
      double liar = 0;
      for (int i = 0; i < theta.length; i++) { // inside Θ, so that nothing is projected
        distance += Math.abs(next.student().get(i) - (theta[i] - alpha * gradient[i]));
        liar += Math.abs(next.student().get(i) - (theta[i] - 1.01 * alpha * gradient[i]));
      }
      assertTrue(Vectors.norm(next.student().toArray()) < problem.bound());
      assertTrue(distance < 1e-14, "round " + t + ": " + distance);
      assertTrue(liar > 1e-6, "a step that is 1 % too long is seen: " + liar);
      state = next;
    }
  }

  private static void assertRejected(List<double[]> ours, List<double[]> liar) {
    double z = deviation(ours, liar);
    assertTrue(z > Sample.LIMIT, "z = " + z);
  }

  /**
   * w, the accepted labels, the moves of w and the mean length of those that end inside W, in a few
   * rounds of calibration alone, so late that steps are short and seldom end at the boundary, where
   * their length would not matter.
   */
  private List<double[]> ourCalibrations() {
    Learner learner = Ccl.paper().with("first-stage", Long.toString(Long.MAX_VALUE));
    List<double[]> all = new ArrayList<>();
    for (int run = 0; run < CALIBRATIONS; run++) {
      LearnerState start = learner.initial(problem, run);
      LearnerState late =
          new LearnerState(
              run, late(), start.calibration(), start.student(), start.extras(), start.ledger());
      try (Session session = learner.open(problem, late, 1)) {
        double[] w = late.calibration().toArray();
        double[] before = w.clone();
        int moves = 0;
        int inside = 0;
        double length = 0;
        for (int t = 0; t < STEPS; t++) {
          session.advance(1);
          session.calibration(w);
          double move = distance(w, before);
          moves += move > ROUNDING ? 1 : 0;
          inside += move > ROUNDING && isInside(w) ? 1 : 0;
          length += isInside(w) ? move : 0;
          Vectors.copy(w, before);
        }
        all.add(
            with(
                w, session.state().ledger().acceptedTrials(), moves, length / Math.max(1, inside)));
      }
    }
    return all;
  }

  private static double[] with(double[] w, double accepted, int moves, double length) {
    double[] all = Arrays.copyOf(w, w.length + 3);
    all[w.length] = accepted;
    all[w.length + 1] = moves;
    all[w.length + 2] = length;
    return all;
  }

  private boolean isInside(double[] w) {
    return Vectors.norm(w) < problem.calibration().set().radius() * (1 - ROUNDING);
  }

  private static double distance(double[] a, double[] b) {
    double square = 0;
    for (int i = 0; i < a.length; i++) {
      square += (a[i] - b[i]) * (a[i] - b[i]);
    }
    return Math.sqrt(square);
  }

  private long late() {
    return (long) (4 / gamma);
  }

  private List<double[]> plainCalibrations(PlainCcl plain) {
    List<double[]> all = new ArrayList<>();
    double[] theta = problem.student().initial().toArray();
    for (int run = 0; run < CALIBRATIONS; run++) {
      double[] w = problem.calibration().initial().toArray();
      int accepted = 0;
      int moves = 0;
      int inside = 0;
      double length = 0;
      for (int t = 0; t < STEPS; t++) {
        double[] before = w;
        PlainCcl.Calibrated step = plain.calibrate(streams(run), late() + t, w, theta);
        w = step.calibration().toArray();
        accepted += step.accepted() ? 1 : 0;
        double move = distance(w, before);
        moves += move > ROUNDING ? 1 : 0;
        inside += move > ROUNDING && isInside(w) ? 1 : 0;
        length += isInside(w) ? move : 0;
      }
      all.add(with(w, accepted, moves, length / Math.max(1, inside)));
    }
    return all;
  }

  @Test
  void calibrationAgreesAndSubtleLiarsAreRejected() {
    List<double[]> ours = ourCalibrations();
    double z = deviation(ours, plainCalibrations(new PlainCcl(naive)));
    assertTrue(z < Sample.LIMIT, "z = " + z);
    assertRejected( // a step that is 5 % too short
        ours,
        plainCalibrations(
            new PlainCcl(naive) {
              @Override
              public double calibrationStep(long t) {
                return super.calibrationStep(t) / 1.05;
              }
            }));
    assertRejected( // labels that are accepted with λ 10 % too large
        ours,
        plainCalibrations(
            new PlainCcl(naive) {
              @Override
              public double acceptance(double reward) {
                return Math.exp((reward - 1) / (1.1 * problem.lambda()));
              }
            }));
    assertRejected( // positions that leave out the last
        ours,
        plainCalibrations(
            new PlainCcl(naive) {
              @Override
              protected int position(RandomStream stream) {
                return 1;
              }
            }));
  }
}
