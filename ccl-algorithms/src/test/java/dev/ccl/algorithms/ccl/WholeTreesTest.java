package dev.ccl.algorithms.ccl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.Session;
import dev.ccl.core.growing.ForestBudget;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.problem.LearningProblem;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** On growing trees every part of the calibration runs, or says itself what runs in its place. */
final class WholeTreesTest {
  private static final Pattern REFUSAL =
      Pattern.compile("(\\S+) needs whole trees, and .*: set (\\S+)=(\\S+) instead, or .*");
  private static final LearningProblem WHOLE =
      RandomInstance.of(RandomSpec.SMALL, 17).instance().problem();

  private static void run(Learner learner, LearningProblem problem) {
    try (Session session = learner.open(problem, learner.initial(problem, 3), 1)) {
      session.advance(4);
      assertEquals(4, session.round());
    }
  }

  /** Returns the values of a setting that are refused. */
  private static List<String> refused(String setting, Object... values) {
    LearningProblem growing = WHOLE.growing(ForestBudget.standard());
    List<String> refused = new ArrayList<>();
    for (Object value : values) {
      run(Ccl.practical().with(setting, value.toString()), WHOLE);
      Learner learner = Ccl.practicalByRollouts().with(setting, value.toString());
      try {
        run(learner, growing);
      } catch (IllegalArgumentException refusal) {
        Matcher words = REFUSAL.matcher(refusal.getMessage());
        assertTrue(words.matches(), refusal.getMessage());
        assertEquals(setting + "=" + value, words.group(1));
        assertThrows(IllegalArgumentException.class, () -> learner.initial(growing, 3));
        run(learner.with(words.group(2), words.group(3)), growing);
        refused.add(value.toString());
      }
    }
    return refused;
  }

  @Test
  void whatNeedsThemSaysSoAndWhatRunsInstead() {
    assertEquals(
        List.of("paper", "projection"),
        refused("calibration", (Object[]) CalibrationStep.Choice.values()));
    assertEquals(List.of("valued"), refused("acceptance", (Object[]) Acceptance.Choice.values()));
    assertEquals(
        List.of("proven", "guarded"), refused("teaching", (Object[]) Teaching.Choice.values()));
    assertEquals(List.of(), refused("alternatives", (Object[]) Alternatives.Choice.values()));
  }
}
