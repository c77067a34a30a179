package dev.ccl.core.exact;

import static dev.ccl.core.brute.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.brute.BruteForce;
import dev.ccl.core.brute.TrialInstances;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.problem.LearningProblem;
import org.junit.jupiter.api.Test;

class SourceInformationTest {
  @Test
  void matricesAgreeWithEnumeration() {
    for (int trial = 0; trial < 120; trial++) {
      Instance instance = TrialInstances.of(trial);
      SourceInformation information = SourceInformation.of(instance.problem());
      BruteForce brute = new BruteForce(instance);
      assertClose(brute.gram(0), information.joint(), "trial " + trial + " joint");
      for (int h = 1; h <= instance.header().horizon(); h++) {
        assertClose(brute.gram(h), information.atStep(h), "trial " + trial + " step " + h);
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
}
