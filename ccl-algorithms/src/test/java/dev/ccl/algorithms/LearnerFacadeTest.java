package dev.ccl.algorithms;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.algorithms.ccl.Ccl;
import dev.ccl.core.forest.Dataset;
import dev.ccl.core.growing.ForestBudget;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.LearningProblem.PolicyClass;
import dev.ccl.testkit.policy.ForwardingFamily;
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
    assertEquals(List.of(), newton.with("calibrate-every", "0").warnings(curved()));
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
    Learner guarded = Ccl.practical().with("teaching", "guarded");
    assertEquals(1, guarded.warnings(lonely).size());
    assertTrue(guarded.warnings(lonely).get(0).contains("teaching=guarded"));
    assertEquals(List.of(), Ccl.practical().warnings(lonely));
    assertEquals(List.of(), guarded.with("calibrate-every", "0").warnings(lonely));
  }

  /** Presets that need whole trees are refused where trees grow, and name the one that does not. */
  @Test
  void presetsForWholeTreesNameTheOneForGrowingTrees() {
    LearningProblem growing = problem.growing(ForestBudget.standard());
    for (Learner preset : List.of(Ccl.paper(), Ccl.practical(), Ccl.careful())) {
      for (Executable use :
          List.<Executable>of(
              () -> preset.initial(growing, 1), () -> preset.start(growing, 1, 1))) {
        String refusal = assertThrows(IllegalArgumentException.class, use).getMessage();
        assertTrue(refusal.contains("needs whole trees"), refusal);
        assertTrue(refusal.endsWith("or take the preset practical-by-rollouts"), refusal);
      }
    }
    assertEquals(8, end(Ccl.practicalByRollouts(), growing).round());
    Learner careful = Ccl.practicalByRollouts().with("calibration", "evidence");
    assertEquals(8, end(careful, growing).round());
  }

  private static LearnerState end(Learner learner, LearningProblem problem) {
    try (Session session = learner.start(problem, 3, 1)) {
      session.advance(8);
      return session.state();
    }
  }

  /** A preset is never rewritten: where trees grow it runs with the settings that it shows. */
  @Test
  void aPresetRunsWithTheSettingsItShows() {
    LearningProblem growing = problem.growing(ForestBudget.standard());
    Learner shown =
        Ccl.practical()
            .with("acceptance", "controlled")
            .with("teaching", "last")
            .with("gradient-batch", "5")
            .with("validation", "5");
    Settings same = shown.settings();
    assertEquals(end(Ccl.of("own", same), growing), end(shown, growing));
    assertEquals(List.of(), shown.warnings(growing));
  }
}
