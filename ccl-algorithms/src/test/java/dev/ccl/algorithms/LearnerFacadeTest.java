package dev.ccl.algorithms;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.forest.Dataset;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.LearningProblem.PolicyClass;
import dev.ccl.testkit.ForwardingFamily;
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

  @Test
  void aStudentWithoutBoundsIsWarnedOf() {
    PolicyClass known = problem.student();
    LearningProblem silent =
        with(
            problem.target().dataset(),
            new PolicyClass(new ForwardingFamily(known.family()), known.set(), known.initial()));
    Learner sharper = Ccl.paper().with("calibration", "sharper");
    assertEquals(List.of(), sharper.warnings(problem));
    assertEquals(1, sharper.warnings(silent).size());
    assertTrue(sharper.warnings(silent).get(0).contains("BoundedDerivatives"));
    assertEquals(List.of(), sharper.with("student-step", "natural").warnings(silent));
    assertEquals(2, Ccl.paper().warnings(silent).size(), "and one about gamma");
  }
}
