package dev.ccl.algorithms.certificate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.algorithms.certificate.Watch.Look;
import dev.ccl.algorithms.evidence.Ellipsoid;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.RewardOracle;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What was asked before, and where a certifier was before, leaves no trace in what it says. */
class KeptLooksTest {
  private static LearningProblem problem(int d) {
    RandomSpec spec = RandomSpec.SMALL.withHorizon(2).withLetters(2).withDimensions(2, d);
    return RandomInstance.of(spec, 5).instance().problem();
  }

  private static List<LearningProblem> exactAndNoisy() {
    LearningProblem exact = problem(1);
    RewardOracle unsure =
        RewardOracle.noisy((prompt, answer) -> Math.floorMod(answer.hashCode(), 7) / 6.0);
    return List.of(exact, exact.withSourceRewards(unsure));
  }

  /** Several looks, of rounds beyond 32 bits, found by a search that certifies nothing. */
  @Test
  void looksAreReadBackInTheirOrder() {
    LearningProblem problem = problem(5);
    double[] near = problem.student().initial().toArray();
    double[] far = near.clone();
    far[4] += 0.5 * problem.student().set().radius();
    Watch watch = Watch.of(problem, 0.05, StopRule.NEVER, ImmutableMap.of());
    watch.look(7, near);
    watch.look(3_000_000_000L, far);
    Certificate first = watch.certifier().certify(near);
    Certificate second = watch.certifier().certify(far);
    assertNotEquals(first, second);
    assertEquals(Certificate.Strength.SEARCHED, second.strength());
    List<Look> expected = List.of(new Look(7, first), new Look(3_000_000_000L, second));
    assertEquals(expected, Watch.looks(watch.memory()));
    Watch resumed = Watch.of(problem, 0.05, StopRule.NEVER, watch.memory());
    assertEquals(watch.memory(), resumed.memory());
    resumed.look(1L << 50, near);
    ImmutableList<Look> all = Watch.looks(resumed.memory());
    assertEquals(expected, all.subList(0, 2));
    assertEquals(new Look(1L << 50, first), all.get(2));
  }

  /** One who is asked all the time, first with a wide set, says what one says who is asked once. */
  @Test
  void askingChangesNothing() {
    for (LearningProblem problem : exactAndNoisy()) {
      double[] theta = {0.4};
      Certifier asked = Certifier.of(problem, 0.05);
      Certifier silent = Certifier.of(problem, 0.05);
      SourceReplay branches = new SourceReplay(problem, 4);
      double widest = asked.certify(theta).set();
      for (int t = 0; t < 400; t++) {
        branches.draw(t, theta);
        branches.tell(asked);
        branches.tell(silent);
        if (t % 100 == 50) {
          asked.certify(new double[] {-0.3});
          asked.residual();
          asked.chiSquare();
          Ellipsoid own = asked.set();
          own.cut(new double[] {1, 0}, 90, 91); // which leaves nothing of what is the caller's
          assertTrue(own.isEmpty());
        }
      }
      assertEquals(silent.memory(), asked.memory());
      Certificate expected = silent.certify(theta);
      assertTrue(expected.set() < widest - 0.5, expected.set() + " after " + widest);
      assertEquals(expected, asked.certify(theta));
      assertEquals(expected, asked.certify(theta), "asked twice");
      assertEquals(silent.residual(), asked.residual());
    }
  }

  /** Back to a state of its own past, in which less was known, and from there on once more. */
  @Test
  void aCertifierGoesBack() {
    for (LearningProblem problem : exactAndNoisy()) {
      double[] theta = {0.4};
      Certifier certifier = Certifier.of(problem, 0.05);
      ImmutableMap<String, ImmutableDoubleArray> start = certifier.memory();
      Certificate atStart = certifier.certify(theta);
      ImmutableMap<String, ImmutableDoubleArray> early = start;
      Certificate then = atStart;
      SourceReplay branches = new SourceReplay(problem, 4);
      for (int t = 0; t < 120; t++) {
        if (t == 10) {
          early = certifier.memory();
          then = certifier.certify(theta);
        }
        branches.draw(t, theta);
        branches.tell(certifier);
      }
      ImmutableMap<String, ImmutableDoubleArray> late = certifier.memory();
      Certificate end = certifier.certify(theta);
      double[] centre = certifier.set().centre().clone();
      assertNotEquals(then, end);
      certifier.restore(start);
      assertEquals(atStart, certifier.certify(theta));
      certifier.restore(late);
      certifier.restore(early);
      assertEquals(early, certifier.memory());
      assertEquals(then, certifier.certify(theta));
      for (int t = 10; t < 120; t++) {
        branches.draw(t, theta);
        branches.tell(certifier);
      }
      assertEquals(late, certifier.memory());
      assertEquals(end, certifier.certify(theta));
      assertArrayEquals(centre, certifier.set().centre());
    }
  }
}
