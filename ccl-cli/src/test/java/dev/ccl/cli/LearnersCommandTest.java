package dev.ccl.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.LearnerState;
import dev.ccl.algorithms.Session;
import dev.ccl.algorithms.Setting;
import dev.ccl.algorithms.Settings;
import dev.ccl.algorithms.run.Learners;
import dev.ccl.core.problem.LearningProblem;
import java.util.List;
import org.junit.jupiter.api.Test;

class LearnersCommandTest {

  @Test
  void everyLearnerIsListed() {
    Outcome list = Outcome.of("learners");
    assertEquals(0, list.code(), list.err());
    for (Learner learner : Learners.all()) {
      assertTrue(list.out().lines().anyMatch(learner.name()::equals), learner.name());
    }
    assertTrue(list.out().contains("ccl with first-stage=1000"), list.out());
  }

  @Test
  void everySettingOfEveryLearnerIsExplained() {
    for (Learner learner : Learners.all()) {
      String name = learner.name();
      Outcome shown = Outcome.of("learners", name);
      assertEquals(0, shown.code(), shown.err());
      assertEquals(
          shown, Outcome.of("run", "--help-settings", "--learner", name), "without other options");
      String flat = shown.out().replaceAll("\\s+", " ");
      for (Setting<?> setting : learner.settings().all()) {
        assertTrue(flat.contains(setting.key() + "="), name + ": " + setting.key());
        assertTrue(flat.contains(setting.documentation()), name + ": " + setting.key());
      }
      assertTrue(shown.out().lines().allMatch(line -> line.length() <= 100), shown.out());
    }
  }

  /** A learner of which nothing but its settings is known. */
  private record Described(Settings settings) implements Learner {
    @Override
    public String name() {
      return "mine";
    }

    @Override
    public Learner with(Settings other) {
      return new Described(other);
    }

    @Override
    public LearnerState initial(LearningProblem problem, long seed) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Session open(LearningProblem problem, LearnerState state, int threads) {
      throw new UnsupportedOperationException();
    }
  }

  /** Lines have up to 95 signs, of which six are blanks; a word that is longer has its own. */
  @Test
  void linesAreAsLongAsTheyMayBe() {
    String a = "a".repeat(44);
    String b = "b".repeat(45);
    String c = "c".repeat(120);
    Setting<Long> full = Setting.count("full", 3, 1, a + " " + a + " " + b + " " + a + " end.");
    Setting<Long> wide = Setting.of("wide", 5L, "x|y|z", c + " d " + c, Long::valueOf);
    Learner learner = new Described(Settings.of(List.of(full, wide))).with("full", "7");
    String in = "      ";
    List<String> lines = SettingsText.settings(learner).lines().toList();
    assertEquals(
        List.of(
            "The settings of mine, for --set KEY=VALUE",
            "",
            "  full=7",
            in + a + " " + a,
            in + b,
            in + a + " end."),
        lines.subList(0, 6));
    assertEquals(
        List.of("", "  wide=5", in + c, in + "d", in + c, in + "Values: x, y, z"),
        lines.subList(7, lines.size()));
  }

  @Test
  void whatIsSetIsShown() {
    String shown = Outcome.of("run", "--help-settings", "--set=updates=7").out();
    assertTrue(shown.contains("updates=7"), shown);
    Outcome.of("learners", "nobody").assertOneLine();
    assertEquals(2, Outcome.of("learners", "nobody").code());
  }
}
