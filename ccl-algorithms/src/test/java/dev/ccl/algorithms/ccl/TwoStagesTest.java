package dev.ccl.algorithms.ccl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.Session;
import dev.ccl.algorithms.engine.Rollouts;
import dev.ccl.core.growing.ForestBudget;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.math.Vectors;
import dev.ccl.core.problem.LearningProblem;
import java.math.BigInteger;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A student that begins late begins as one that begins at once. */
class TwoStagesTest {
  private static final LearningProblem GROWING =
      RandomInstance.of(RandomSpec.SMALL, 12)
          .instance()
          .problem()
          .growing(ForestBudget.ofBytes(1L << 26));

  /** Batches so large that two of them are nearly the same. */
  private static double[] firstStep(long firstStage) {
    Learner learner =
        Ccl.practicalByRollouts()
            .with("calibrate-every", "0")
            .with("exploration", "off")
            .with("gradient-batch", "1000000000")
            .with("first-stage", Long.toString(firstStage));
    double[] theta = new double[2];
    double[] start = GROWING.student().initial().toArray();
    try (Session session = learner.start(GROWING, 4, 1)) {
      session.advance(firstStage + 1);
      session.student(theta);
    }
    Vectors.addScaled(-1, start, theta);
    return theta;
  }

  @Test
  void theFirstStepOnGrowingTreesIsAsLongAfterACalibratingStage() {
    double[] atOnce = firstStep(0);
    double[] late = firstStep(1000);
    assertTrue(Vectors.norm(atOnce) > 0.1);
    assertEquals(atOnce[0], late[0], 1e-3);
    assertEquals(atOnce[1], late[1], 1e-3);
  }

  /** Second candidates are screened in the rounds 0, 1, 4, 9, … of the stage that distils. */
  @Test
  void candidatesAreScreenedInTheRoundsOfTheirStage() {
    Learner learner =
        Ccl.practicalByRollouts().with("calibrate-every", "0").with("first-stage", "6");
    Set<Long> screened = new HashSet<>();
    try (Session session = learner.start(GROWING, 4, 1)) {
      BigInteger before = BigInteger.ZERO;
      for (long t = 0; t < 20; t++) {
        session.advance(1);
        BigInteger now = session.state().ledger().validationRollouts();
        if (!now.equals(before)) {
          screened.add(t);
        }
        before = now;
      }
    }
    assertEquals(Set.of(6L, 7L, 10L, 15L), screened);
  }

  /** Beyond 10¹⁵ rollouts a batch is not exact in law, so no budget may name more. */
  @Test
  void noBudgetIsBeyondWhatIsDrawnExactly() {
    assertEquals(1_000_000_000_000_000L, Rollouts.of(1_000_000_000_000_000L).number());
    assertThrows(
        IllegalArgumentException.class, () -> Ccl.paper().with("validation", "1000000000000001"));
    Rollouts batch = Rollouts.of(1);
    Budget.Choice.PAPER_VALIDATION.at(31_622_774, batch);
    assertEquals(31_622_776L * 31_622_776L, batch.number());
    for (long t : new long[] {31_622_775, 4_000_000_000L, Long.MAX_VALUE - 2}) {
      IllegalArgumentException refused =
          assertThrows(
              IllegalArgumentException.class, () -> Budget.Choice.PAPER_VALIDATION.at(t, batch));
      assertTrue(refused.getMessage().contains("more than the 10^15"), refused.getMessage());
    }
  }
}
