package dev.ccl.algorithms;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.forest.Dataset;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.core.mdp.State;
import dev.ccl.core.policy.PolicyFamily;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.LearningProblem.PolicyClass;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What learners say of problems that they cannot run on, or not with the paper's guarantee. */
final class LearnerFacadeTest {
  private final LearningProblem problem = SeparationInstance.of(1, 2, 2, 0.5).problem();

  private LearningProblem with(Dataset target, PolicyClass student) {
    return LearningProblem.of(
        problem.lambda(),
        problem.bound(),
        problem.source().dataset(),
        target,
        problem.calibration(),
        student,
        problem.reference(),
        (prompt, answer) -> 0.5);
  }

  /** A class that says nothing about itself. */
  private static final class Silent implements PolicyFamily {
    private final PolicyFamily family;

    Silent(PolicyFamily family) {
      this.family = family;
    }

    @Override
    public int dimension() {
      return family.dimension();
    }

    @Override
    public void logits(double[] theta, State state, double[] out) {
      family.logits(theta, state, out);
    }

    @Override
    public void gradients(double[] theta, State state, double[] out) {
      family.gradients(theta, state, out);
    }

    @Override
    public void curvature(
        double[] theta, State state, double[] coefficients, double[] direction, double[] out) {
      family.curvature(theta, state, coefficients, direction, out);
    }
  }

  @Test
  void aStudentWithoutBoundsIsWarnedOf() {
    PolicyClass known = problem.student();
    LearningProblem silent =
        with(
            problem.target().dataset(),
            new PolicyClass(new Silent(known.family()), known.set(), known.initial()));
    Learner sharper = Ccl.paper().with("calibration", "sharper");
    assertEquals(List.of(), sharper.warnings(problem));
    assertEquals(1, sharper.warnings(silent).size());
    assertTrue(sharper.warnings(silent).get(0).contains("BoundedDerivatives"));
    assertEquals(List.of(), sharper.with("student-step", "natural").warnings(silent));
    assertEquals(2, Ccl.paper().warnings(silent).size(), "and one about gamma");
  }
}
