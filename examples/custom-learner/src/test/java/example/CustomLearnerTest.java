package example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.run.Learners;
import dev.ccl.algorithms.run.RecordedRounds;
import dev.ccl.algorithms.run.Replicates;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.theory.learner.LearnerContract;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What this project adds is found by name, keeps the contract and runs like any other learner. */
class CustomLearnerTest {
  private static final Instance INSTANCE = SeparationInstance.of(2, 3, 2.0, 0.5);

  private static Learner learner(String text) {
    return text.equals("heavy-ball")
        ? Learners.named("ccl").with("calibration", "heavy-ball:0.5")
        : Learners.named(text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"heavy-ball", "reverse-matching", "distillation"})
  void keepsTheContract(String text) {
    LearnerContract.of(learner(text), INSTANCE).require();
  }

  @ParameterizedTest
  @ValueSource(strings = {"heavy-ball", "reverse-matching", "distillation"})
  void replicates(String text) {
    RecordedRounds rounds = RecordedRounds.logarithmic(20);
    Replicates runs = Replicates.of(learner(text), INSTANCE.problem(), rounds);
    assertEquals(runs.run(1, 2, 1), runs.run(1, 2, 2));
  }

  @Test
  void textsAreThoseOfTheSettings() {
    Learner learner = learner("heavy-ball");
    assertEquals("heavy-ball:0.5", learner.settings().texts().get("calibration"));
    String message =
        assertThrows(
                IllegalArgumentException.class, () -> learner.with("calibration", "heavy-ball:2"))
            .getMessage();
    assertTrue(message.contains("heavy-ball:m"), message);
  }
}
