package dev.ccl.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.Learners;
import dev.ccl.algorithms.Setting;
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

  @Test
  void whatIsSetIsShown() {
    String shown = Outcome.of("run", "--help-settings", "--set=updates=7").out();
    assertTrue(shown.contains("updates=7"), shown);
    Outcome.of("learners", "nobody").assertOneLine();
    assertEquals(2, Outcome.of("learners", "nobody").code());
  }
}
