package dev.ccl.docs.extending;

import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.LearnerState;
import dev.ccl.algorithms.ccl.Ccl;
import dev.ccl.algorithms.ccl.CclSettings;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.theory.learner.LearnerContract;
import org.junit.jupiter.api.Test;

/** The second half of docs/extending.md: a part of one's own in Algorithm 1. */
class AlgorithmTest {
  // region contract
  @Test
  void theRuleKeepsTheContract() {
    Instance instance = SeparationInstance.of(2, 3, 2.0, 0.5);
    Learner learner =
        Ccl.of("heavy", CclSettings.PAPER.with(CclSettings.CALIBRATION, new HeavyBall(0.5)));
    LearnerContract.of(learner, instance).require();
  }

  // endregion

  @Test
  void theRuleMovesTheCalibration() {
    Instance instance = SeparationInstance.of(2, 3, 2.0, 0.5);
    Learner learner =
        Ccl.of("heavy", CclSettings.PRACTICAL.with(CclSettings.CALIBRATION, new HeavyBall()));
    LearnerState start = learner.initial(instance.problem(), 1);
    LearnerState state = start;
    for (int t = 0; t < 20; t++) {
      state = learner.step(instance.problem(), state);
    }
    assertNotEquals(start.calibration(), state.calibration());
    assertTrue(state.extras().containsKey("velocity"));
  }
}
