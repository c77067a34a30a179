package dev.ccl.algorithms;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.algorithms.ccl.Ccl;
import dev.ccl.algorithms.ccl.CclSettings;
import dev.ccl.algorithms.ccl.GradientEstimate;
import dev.ccl.algorithms.ccl.UniformExploration;
import dev.ccl.core.forest.Dataset;
import dev.ccl.core.growth.GrowthBudget;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.LearningProblem.PolicyClass;
import dev.ccl.testkit.ForwardingFamily;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

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
    Learner newton = Ccl.paper().with("calibration", "newton");
    assertEquals(List.of(), newton.warnings(problem));
    assertEquals(1, newton.warnings(silent).size());
    assertTrue(newton.warnings(silent).get(0).contains("BoundedDerivatives"));
    assertEquals(List.of(), newton.with("student-step", "natural").warnings(silent));
    assertEquals(2, Ccl.paper().warnings(silent).size(), "and one about gamma");
  }

  /** Whoever reads it where numbers are written otherwise reads the same. */
  @Test
  void warningsAreTheSameInEveryLanguage() {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.ROOT);
      List<String> expected = Ccl.paper().warnings(problem);
      assertTrue(expected.get(0).contains("."), "a number with a fraction: " + expected);
      for (String language : List.of("de", "ar-EG")) {
        Locale.setDefault(Locale.forLanguageTag(language));
        assertEquals(expected, Ccl.paper().warnings(problem), language);
      }
    } finally {
      Locale.setDefault(before);
    }
  }

  /** Another class of teachers: what is not known to be affine is taken for curved. */
  private LearningProblem curved() {
    PolicyClass known = problem.calibration();
    return LearningProblem.of(
        problem.lambda(),
        problem.bound(),
        problem.source().dataset(),
        problem.target().dataset(),
        new PolicyClass(new ForwardingFamily(known.family()), known.set(), known.initial()),
        problem.student(),
        problem.reference(),
        (prompt, answer) -> 0.5);
  }

  @Test
  void whoDoesNotCalibrateNeedsNoWarningOfTheTeachersClass() {
    Learner newton = Ccl.practical();
    assertEquals(List.of(), newton.warnings(problem));
    assertEquals(1, newton.warnings(curved()).size());
    assertTrue(newton.warnings(curved()).get(0).contains("curved"));
    assertEquals(List.of(), newton.with("calibration", "frozen").warnings(curved()));
  }

  /** One source prompt of the kind of the target prompts: the guard can never let go. */
  @Test
  void whoDoesNotCalibrateNeedsNoWarningOfTheGuard() {
    LearningProblem lonely =
        LearningProblem.of(
            problem.lambda(),
            problem.bound(),
            Dataset.of(
                problem.source().forest(), problem.source().forest().prompts().subList(0, 1)),
            problem.target().dataset(),
            problem.calibration(),
            problem.student(),
            problem.reference(),
            (prompt, answer) -> 0.5);
    Learner guarded = Ccl.practical().with("averaging", "guarded");
    assertEquals(1, guarded.warnings(lonely).size());
    assertTrue(guarded.warnings(lonely).get(0).contains("averaging=guarded"));
    assertEquals(List.of(), Ccl.practical().warnings(lonely));
    assertEquals(List.of(), guarded.with("calibration", "frozen").warnings(lonely));
  }

  /** The guard needs whole trees; where they grow no other algorithm goes by the same name. */
  @Test
  void carefulIsOneAlgorithm() {
    LearningProblem growing = problem.growing(GrowthBudget.standard());
    for (Learner careful : List.of(Ccl.careful(), Ccl.careful().with("updates", "2"))) {
      for (Executable use :
          List.<Executable>of(
              () -> careful.warnings(growing),
              () -> careful.initial(growing, 1),
              () -> careful.start(growing, 1, 1))) {
        String refusal = assertThrows(IllegalArgumentException.class, use).getMessage();
        assertTrue(refusal.startsWith("\"careful\" needs whole trees"), refusal);
        assertTrue(refusal.contains("take \"practical\" with calibration=evidence"), refusal);
      }
    }
    Learner instead = Ccl.practical().with("calibration", "evidence");
    assertEquals(8, end(instead, growing).round());
  }

  private static LearnerState end(Learner learner, LearningProblem problem) {
    try (Session session = learner.start(problem, 3, 1)) {
      session.advance(8);
      return session.state();
    }
  }

  /** A setting that was typed stays, also where it is the value that the preset has anyway. */
  @Test
  void whatAUserTypedIsObeyedOrRefused() {
    LearningProblem growing = problem.growing(GrowthBudget.standard());
    for (String key : List.of("gradient-batch", "validation")) {
      Learner typed = Ccl.practical().with(key, "exact");
      String refusal =
          assertThrows(IllegalArgumentException.class, () -> typed.start(growing, 1, 1))
              .getMessage();
      assertTrue(refusal.startsWith(key + "=exact needs whole trees"), refusal);
    }
    Learner typed = Ccl.practical().with("exploration", "on").with("gradient", "score");
    Settings expected =
        CclSettings.BY_ROLLOUTS
            .with(CclSettings.EXPLORATION, UniformExploration.ON)
            .with(CclSettings.GRADIENT, GradientEstimate.SCORE);
    assertEquals(end(Ccl.of("own", expected), growing), end(typed, growing));
    assertNotEquals(end(Ccl.practical(), growing), end(typed, growing));
    assertEquals(end(Ccl.practical(), problem), end(typed, problem));
    Learner other = Ccl.practical().with(CclSettings.PRACTICAL.with("gradient-batch", "5"));
    assertFalse(other.warnings(growing).get(0).contains("gradient-batch"));
  }

  /** What gives way where forests grow is named with its new value; what a user has set stays. */
  @Test
  void learningFromRolloutsIsAnnounced() {
    LearningProblem growing = problem.growing(GrowthBudget.standard());
    String first =
        "these forests grow where they are walked, so \"practical\" learns from rollouts: ";
    assertEquals(
        List.of(
            first
                + "acceptance=controlled, averaging=none, gradient=rest, gradient-batch=slow,"
                + " exploration=screened, validation=slow"),
        Ccl.practical().warnings(growing));
    assertEquals(
        List.of(first
                + "acceptance=controlled, averaging=none, gradient=rest, exploration=screened,"
                + " validation=slow"),
        Ccl.practical().with("gradient-batch", "12").warnings(growing));
    assertEquals(List.of(), Ccl.practical().warnings(problem));
    assertEquals(List.of(), Ccl.of("own", CclSettings.BY_ROLLOUTS).warnings(growing));
  }
}
