package dev.ccl.certificates;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.algorithms.LearnerState;
import dev.ccl.algorithms.Session;
import dev.ccl.certificates.Certified.AtRound;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.RewardOracle;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Certificates depend on the comparisons heard alone: not on questions before, nor on a pause. */
class CertifierMemoryTest {
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

  /** Several certificates, of rounds beyond 32 bits, found by a search that certifies nothing. */
  @Test
  void certificatesAreReadBackInTheirOrder() {
    LearningProblem problem = problem(5);
    double[] near = problem.student().initial().toArray();
    double[] far = near.clone();
    far[4] += 0.5 * problem.student().set().radius();
    Certifier silent = Certifier.of(problem, 0.05);
    Certificate first = silent.certify(near);
    Certificate second = silent.certify(far);
    assertNotEquals(first, second);
    assertEquals(Certificate.Strength.SEARCHED, second.strength());
    StillSession still = new StillSession(problem);
    CertifiedSession session = session(problem, ImmutableMap.of(), still);
    record(session, still, 7, near);
    record(session, still, 3_000_000_000L, far);
    List<AtRound> expected = List.of(new AtRound(7, first), new AtRound(3_000_000_000L, second));
    LearnerState state = session.state();
    assertEquals(expected, Certified.certificates(state));
    CertifiedSession resumed = session(problem, state.extras(), still);
    assertEquals(state, resumed.state());
    record(resumed, still, 1L << 50, near);
    ImmutableList<AtRound> all = Certified.certificates(resumed.state());
    assertEquals(expected, all.subList(0, 2));
    assertEquals(new AtRound(1L << 50, first), all.get(2));
  }

  private static CertifiedSession session(
      LearningProblem problem, ImmutableMap<String, ImmutableDoubleArray> extras, Session session) {
    return CertifiedSession.of(
        problem, new Certification(0.05, StopRule.NEVER), extras, listener -> session);
  }

  private static void record(Session session, StillSession still, long round, double[] theta) {
    still.round = round;
    still.theta = theta;
    session.record();
  }

  /** A certifier that is asked all the time says the same as one that is asked once. */
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

  /** From a state of its past, in which less was known, and from there on once more. */
  @Test
  void aCertifierGoesOnFromItsPast() {
    for (LearningProblem problem : exactAndNoisy()) {
      double[] theta = {0.4};
      Certifier certifier = Certifier.of(problem, 0.05);
      Certificate atStart = certifier.certify(theta);
      ImmutableMap<String, ImmutableDoubleArray> start = certifier.memory();
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
      assertNotEquals(then, certifier.certify(theta));
      assertEquals(atStart, Certifier.of(problem, 0.05, start).certify(theta));
      Certifier again = Certifier.of(problem, 0.05, early);
      assertEquals(early, again.memory());
      assertEquals(then, again.certify(theta));
      for (int t = 10; t < 120; t++) {
        branches.draw(t, theta);
        branches.tell(again);
      }
      assertEquals(certifier.memory(), again.memory());
      assertEquals(certifier.certify(theta), again.certify(theta));
      assertArrayEquals(certifier.set().centre(), again.set().centre());
    }
  }
}
