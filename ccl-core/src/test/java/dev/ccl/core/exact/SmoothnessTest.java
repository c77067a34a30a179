package dev.ccl.core.exact;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.brute.TrialInstances;
import dev.ccl.core.mdp.State;
import dev.ccl.core.policy.Ball;
import dev.ccl.core.policy.BoundedDerivatives;
import dev.ccl.core.policy.ConvexSet;
import dev.ccl.core.policy.PolicyFamily;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.LearningProblem.PolicyClass;
import org.junit.jupiter.api.Test;

class SmoothnessTest {

  /** Zero logits under another name. */
  private static class Silent implements PolicyFamily {
    private final int dimension;

    Silent(int dimension) {
      this.dimension = dimension;
    }

    @Override
    public int dimension() {
      return dimension;
    }

    @Override
    public void logits(double[] theta, State state, double[] out) {
      java.util.Arrays.fill(out, 0, state.legal().length(), 0.0);
    }

    @Override
    public void gradients(double[] theta, State state, double[] out) {
      java.util.Arrays.fill(out, 0, state.legal().length() * dimension, 0.0);
    }

    @Override
    public void curvature(double[] theta, State state, double[] c, double[] v, double[] out) {}
  }

  private static final class Bounded extends Silent implements BoundedDerivatives {
    Bounded(int dimension) {
      super(dimension);
    }

    @Override
    public double logitBound(ConvexSet set) {
      return 0.25 * set.radius();
    }

    @Override
    public double gradientBound(ConvexSet set) {
      return 3;
    }

    @Override
    public double hessianBound(ConvexSet set) {
      return 5;
    }
  }

  /** λHG² + Z̄(HG² + H(2M + G²)) with G = 3 and M = 5, term by term. */
  private static double bound(double lambda, double horizon, double logits) {
    double zBar = 2 * lambda * horizon * logits;
    return lambda * horizon * 9 + zBar * (horizon * 9 + horizon * (10 + 9));
  }

  @Test
  void boundOfAClassThatDeclaresItsDerivatives() {
    double l = Smoothness.of(0.5, 3, new Bounded(2), Ball.of(2, 4), 0.75);
    assertEquals(bound(0.5, 3, 1 + 0.75), l, 1e-12 * l);
  }

  private static LearningProblem with(LearningProblem p, PolicyFamily student) {
    return LearningProblem.of(
        p.lambda(),
        p.bound(),
        p.source().dataset(),
        p.target().dataset(),
        p.calibration(),
        new PolicyClass(student, p.student().set(), p.student().initial()),
        p.reference(),
        (prompt, answer) -> 0);
  }

  @Test
  void constantsUseTheBoundOfTheClass() {
    LearningProblem p = TrialInstances.of(3).problem();
    int d = p.student().set().dimension();
    double linear = p.lambda() * p.horizon() * (1 + 8 * p.bound() * p.horizon());
    assertEquals(linear, PaperConstants.of(p, 1).smoothness(), 1e-12 * linear);
    double own =
        bound(
            p.lambda(),
            p.horizon(),
            0.25 * p.student().set().radius()
                + ((BoundedDerivatives) p.calibration().family())
                    .logitBound(p.calibration().set()));
    LearningProblem bounded = with(p, new Bounded(d));
    assertEquals(own, Smoothness.of(bounded), 1e-12 * own);
    assertEquals(own, PaperConstants.of(bounded, 1).smoothness(), 1e-12 * own);
    // γ: the student's bound in e^(−2F), the teacher's, which is linear, in σ′(2B)
    double slope = StrictMath.exp(-2 * p.bound()) / Math.pow(1 + StrictMath.exp(-2 * p.bound()), 2);
    double students = StrictMath.exp(-2 * 0.25 * p.student().set().radius());
    double gamma = StrictMath.exp(-1 / p.lambda()) * students * slope * 0.5;
    assertEquals(gamma, PaperConstants.of(bounded, 0.5).gamma(), 1e-12 * gamma);
    assertEquals(StrictMath.log(gamma), PaperConstants.of(bounded, 0.5).logGamma(), 1e-12);
    LearningProblem silent = with(p, new Silent(d));
    assertEquals(linear, PaperConstants.of(silent, 1).smoothness(), 1e-12 * linear);
    assertTrue(PaperConstants.boundSmoothness(p));
    assertTrue(PaperConstants.boundSmoothness(bounded));
    assertFalse(PaperConstants.boundSmoothness(silent));
    String message =
        assertThrows(IllegalArgumentException.class, () -> Smoothness.of(silent)).getMessage();
    assertTrue(message.startsWith("student"), message);
  }

  /** The constant of the paper is one if both classes are known, whichever of them is not. */
  @Test
  void bothClassesHaveToBeKnown() {
    LearningProblem p = TrialInstances.of(3).problem();
    PolicyClass teachers = p.calibration();
    PolicyClass students = p.student();
    int bigD = teachers.set().dimension();
    int d = students.set().dimension();
    double linear = p.lambda() * p.horizon() * (1 + 8 * p.bound() * p.horizon());
    PolicyFamily[] ofTeachers = {teachers.family(), new Bounded(bigD), new Silent(bigD)};
    PolicyFamily[] ofStudents = {students.family(), new Bounded(d), new Silent(d)};
    for (int i = 0; i < 3; i++) {
      for (int k = 0; k < 3; k++) {
        PolicyClass other = new PolicyClass(ofTeachers[i], teachers.set(), teachers.initial());
        LearningProblem problem = with(p.withCalibration(other), ofStudents[k]);
        String which = "teachers " + i + ", students " + k;
        assertEquals(i < 2 && k < 2, PaperConstants.boundSmoothness(problem), which);
        double expected = i < 2 && k == 1 ? Smoothness.of(problem) : linear;
        assertEquals(expected, PaperConstants.of(problem, 1).smoothness(), 1e-12 * linear, which);
        double step = PaperConstants.of(problem, 1).studentStep();
        assertEquals(1 / (2 * expected), step, 1e-12 * step, which);
      }
    }
  }
}
