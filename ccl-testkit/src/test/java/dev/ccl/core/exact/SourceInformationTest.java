package dev.ccl.core.exact;

import static dev.ccl.core.brute.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.core.brute.TrialInstances;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.generator.BrokenInstance;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.mdp.State;
import dev.ccl.core.mdp.TokenMdp;
import dev.ccl.core.policy.Ball;
import dev.ccl.core.policy.FeatureMap;
import dev.ccl.core.policy.LinearSoftmax;
import dev.ccl.core.policy.PolicyFamily;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.LearningProblem.PolicyClass;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.random.RandomStreams;
import dev.ccl.testkit.naive.Naive;
import dev.ccl.testkit.naive.SourceStep;
import org.junit.jupiter.api.Test;

class SourceInformationTest {
  @Test
  void matricesAgreeWithEnumeration() {
    for (int trial = 0; trial < 120; trial++) {
      Instance instance = TrialInstances.of(trial);
      SourceInformation information = SourceInformation.of(instance.problem());
      SourceStep enumerated = SourceStep.of(Naive.of(instance));
      assertClose(enumerated.information(), information.joint(), "trial " + trial + " joint");
      for (int h = 1; h <= instance.header().horizon(); h++) {
        assertClose(
            enumerated.information(h), information.atStep(h), "trial " + trial + " step " + h);
      }
    }
  }

  @Test
  void spectrumRebuildsTheMatrix() {
    for (int trial = 0; trial < 120; trial++) {
      SourceInformation information = SourceInformation.of(TrialInstances.of(trial).problem());
      SymmetricEigen spectrum = information.spectrum();
      int n = spectrum.size();
      double[] rebuilt = new double[n * n];
      for (int j = 0; j < n; j++) {
        double[] v = spectrum.vector(j);
        for (int i = 0; i < n * n; i++) {
          rebuilt[i] += spectrum.value(j) * v[i / n] * v[i % n];
        }
        assertTrue(j == 0 || spectrum.value(j - 1) <= spectrum.value(j), "ascending");
      }
      assertClose(information.joint(), rebuilt, 1e-13, "trial " + trial);
      assertClose(spectrum.value(0), information.mu(), 1e-12, "trial " + trial + " mu");
      assertTrue(information.mu() >= 0, "not negative");
    }
  }

  @Test
  void constantsAreThoseOfThePaper() {
    for (int trial = 0; trial < 60; trial++) {
      Instance instance = TrialInstances.of(trial);
      LearningProblem problem = instance.problem();
      PaperConstants constants = PaperConstants.of(problem);
      double lambda = instance.header().lambda();
      double b = instance.header().bound();
      double h = instance.header().horizon();
      double mu = SourceInformation.of(problem).mu();
      double density = Math.exp(2 * b) / Math.pow(1 + Math.exp(2 * b), 2);
      double gamma = Math.exp(-1 / lambda) * Math.exp(-2 * b) * density * mu;
      assertEquals(gamma, constants.gamma(), 1e-12 * gamma, "gamma");
      if (mu > 0) {
        double logGamma = -1 / lambda - 2 * b + Math.log(density) + Math.log(mu);
        assertClose(logGamma, constants.logGamma(), "log gamma");
      } else {
        assertEquals(Double.NEGATIVE_INFINITY, constants.logGamma(), "log gamma");
      }
      assertClose(lambda * h * (1 + 8 * b * h), constants.smoothness(), "smoothness");
      assertClose(0.5 / constants.smoothness(), constants.studentStep(), "step");
      assertClose(8 * lambda * b * b * Math.pow(h, 1.5), constants.excessRange(), "range");
    }
  }

  @Test
  void gammaUnderflowsButItsLogarithmStays() {
    LearningProblem problem = TrialInstances.of(4).problem();
    PaperConstants usual = PaperConstants.of(problem, 0.25);
    assertTrue(usual.gamma() > 0 && Double.isFinite(usual.logGamma()), "B = 60 is no underflow");
    PaperConstants none = PaperConstants.of(problem, 0);
    assertEquals(0, none.gamma());
    assertEquals(Double.NEGATIVE_INFINITY, none.logGamma());
  }

  /**
   * Features that differ from 0.5 in their last bits alone: differences are exact, so that summing
   * over pairs loses nothing, while moments about a wrong centre would cancel away.
   */
  @Test
  void closeFeaturesKeepTheirDigits() {
    for (int trial = 0; trial < 20; trial++) {
      LearningProblem p = close(TrialInstances.of(trial).problem());
      SourceInformation information = SourceInformation.of(p);
      assertEquals(2, information.dimension());
      PolicyFamily family = p.calibration().family();
      double[] w = p.calibration().initial().toArray();
      double[] expected = new double[4];
      for (int j = 0; j < p.source().dataset().size(); j++) {
        Prompt prompt = p.source().forest().prompts().get(p.source().dataset().root(j));
        double share = 1.0 / p.source().dataset().size() / p.horizon();
        p.mdp()
            .forEachState(
                prompt,
                state -> {
                  int k = state.legal().length();
                  double[] rows = new double[2 * k];
                  family.gradients(w, state, rows);
                  // The teacher is 0, so every token has probability 1/k.
                  double reach = share * reach(p.mdp(), state);
                  for (int i = 0; i < 4; i++) {
                    for (int a = 0; a < k; a++) {
                      for (int b = 0; b < k; b++) {
                        expected[i] +=
                            reach
                                / (k * k)
                                * (rows[2 * a + i / 2] - rows[2 * b + i / 2])
                                * (rows[2 * a + i % 2] - rows[2 * b + i % 2]);
                      }
                    }
                  }
                });
      }
      double scale = expected[0] + expected[3];
      assertArrayEquals(expected, information.joint(), 1e-12 * scale, "trial " + trial);
      double smallest = 0.5 * (scale - Math.hypot(expected[0] - expected[3], 2 * expected[1]));
      if (smallest > 1e-3 * scale) {
        assertEquals(smallest, information.mu(), 1e-9 * scale, "trial " + trial);
      }
    }
  }

  private static double reach(TokenMdp mdp, State state) {
    double reach = 1;
    State at = mdp.start(state.prompt());
    for (int h = 0; h < state.prefix().length(); h++) {
      reach /= at.legal().length();
      at = mdp.append(at, state.prefix().get(h));
    }
    return reach;
  }

  private static LearningProblem close(LearningProblem p) {
    FeatureMap features =
        new FeatureMap() {
          @Override
          public int dimension() {
            return 2;
          }

          @Override
          public void features(State state, double[] out) {
            RandomStream random =
                RandomStreams.of(8).open(Purpose.TRIAL, state.prefix().hashCode());
            for (int i = 0; i < 2 * state.legal().length(); i++) {
              out[i] = 0.5 + random.nextBelow(200) * 0x1p-53;
            }
          }
        };
    return LearningProblem.of(
        p.lambda(),
        p.bound(),
        p.source().dataset(),
        p.target().dataset(),
        new PolicyClass(
            LinearSoftmax.of(features), Ball.of(2, p.bound()), ImmutableDoubleArray.of(0, 0)),
        p.student(),
        p.reference(),
        (prompt, answer) -> 0);
  }

  @Test
  void directionsThatNothingTellsApartCountAsZero() {
    assertEquals(0, SourceInformation.of(BrokenInstance.NOT_IDENTIFIED.instance().problem()).mu());
  }

  @Test
  void aMatrixIsSquare() {
    assertThrows(IllegalArgumentException.class, () -> SymmetricEigen.of(new double[3]));
    assertThrows(IllegalArgumentException.class, () -> SymmetricEigen.of(new double[0]));
  }

  /** The size of the matrices is that of w, not the number of steps or of the student. */
  @Test
  void matricesHaveTheSizeOfTheCalibration() {
    int others = 0;
    for (int trial = 0; trial < 12; trial++) {
      LearningProblem problem = TrialInstances.of(trial).problem();
      int d = problem.calibration().initial().length();
      SourceInformation information = SourceInformation.of(problem);
      assertEquals(d, information.dimension(), "trial " + trial);
      assertEquals(d * d, information.joint().length, "trial " + trial);
      others += d != problem.horizon() && d != problem.student().initial().length() ? 1 : 0;
    }
    assertTrue(others > 0);
  }

  /**
   * What is below 1e-13 of the largest eigenvalue per row counts as 0, and no more; eigenvalues err
   * by an ulp or so of the largest.
   */
  @Test
  void smallEigenvaluesCountAsZeroUpToRounding() {
    for (int n = 2; n <= 5; n++) {
      for (double share : new double[] {0.8, 1.25}) {
        double[] matrix = new double[n * n];
        for (int i = 0; i < n; i++) {
          matrix[i * n + i] = i == 1 ? share * n * 7e-13 : 7;
        }
        double expected = share < 1 ? 0 : share * n * 7e-13;
        double ulps = expected == 0 ? 0 : 2 * Math.ulp(7.0);
        assertEquals(expected, SymmetricEigen.smallest(matrix), ulps, n + " rows");
        assertEquals(expected, SymmetricEigen.of(matrix).smallest(), ulps, n + " rows");
      }
    }
    for (int length : new int[] {0, 2, 3, 5, 8, 10}) {
      double[] matrix = new double[length];
      assertThrows(IllegalArgumentException.class, () -> SymmetricEigen.of(matrix));
    }
  }
}
