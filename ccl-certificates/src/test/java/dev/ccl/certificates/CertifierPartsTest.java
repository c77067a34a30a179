package dev.ccl.certificates;

import static dev.ccl.certificates.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.ImmutableMap;
import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.algorithms.Memory;
import dev.ccl.core.growing.ForestBudget;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.policy.Ball;
import dev.ccl.core.policy.LinearSoftmax;
import dev.ccl.core.policy.PolicyFamily;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.LearningProblem.PolicyClass;
import dev.ccl.core.problem.RewardOracle;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.truth.GroundTruth;
import dev.ccl.policies.TanhNetwork;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A certifier tells its parts each comparison, and its certificate is made of their answers. */
class CertifierPartsTest {
  private static final double LAMBDA = 0.7;
  private static final String LABELS = "certificate-bets";
  private static final RandomInstance RANDOM =
      RandomInstance.of(RandomSpec.SMALL.withHorizon(2).withDimensions(2, 1).withLambda(LAMBDA), 5);
  private static final LearningProblem EXACT =
      withSmallerStudents(GroundTruth.of(RANDOM.instance()).problem());
  private static final LearningProblem NOISY =
      EXACT.withSourceRewards(RewardOracle.noisy((prompt, answer) -> 0));

  private static final int LEAF = EXACT.source().forest().edges() - 1;

  /** So that the radius of W is not that of Θ. */
  private static LearningProblem withSmallerStudents(LearningProblem problem) {
    PolicyClass students = problem.student();
    return problem.withStudent(
        new PolicyClass(
            students.family(), Ball.of(1, 0.6 * students.set().radius()), students.initial()));
  }

  @Test
  void labelsAndTheTestHearTheWeightOfTheReward() {
    Certifier certifier = Certifier.of(NOISY, 0.05);
    LabelSet labels = new LabelSet(NOISY, 0.05, Memory.of(ImmutableMap.of()));
    ModelTest test = new ModelTest(NOISY, Memory.of(ImmutableMap.of()));
    RandomStream stream = RandomStream.of(3, 1, 4, 1);
    for (int t = 0; t < 200; t++) {
      double[] z = {stream.nextDouble() - 0.5, stream.nextDouble() - 0.5};
      int first = stream.nextBelow(4);
      int second = stream.nextBelow(4);
      double reward = stream.nextDouble();
      boolean label = stream.nextBoolean();
      certifier.observe(z, first, second, 0.4, label, 0, reward);
      if (first != second) {
        double chance = StrictMath.exp((reward - 1) / LAMBDA);
        labels.observe(z, first, second, 0.4, label, chance);
        test.observe(z, first, second, 0.4, label, chance);
      }
    }
    Ellipsoid set = labels.ellipsoid();
    double[] c = set.shape();
    double[] theta = NOISY.student().initial().toArray();
    Certificate certificate = certifier.certify(theta);
    assertEquals(Math.log(c[0] * c[3] - c[1] * c[2]) / 2, certificate.set(), 1e-9);
    assertEquals(Math.exp(test.logEvidence()), certificate.modelEvidence(), 1e-9);
    assertEquals(c[0], certifier.set().shape()[0], 1e-12 * c[0]);
    assertTrue(Double.isNaN(certifier.residual()), "no equations from noisy rewards");
    assertFalse(certifier.memory().containsKey("certificate-answers"));
    Certifier resumed = Certifier.of(NOISY, 0.05, certifier.memory());
    assertEquals(certifier.memory(), resumed.memory());
    assertEquals(certificate, resumed.certify(theta));
  }

  /** Goes on from bets whose sum, ‖w‖² + constant, is against every calibration. */
  private static Certifier contradicted(
      LearningProblem problem, Certifier certifier, String bets, double constant, double delta) {
    Map<String, ImmutableDoubleArray> memory = new HashMap<>(certifier.memory());
    memory.put(bets + "-matrix", ImmutableDoubleArray.of(1, 0, 0, 1));
    memory.put(bets + "-linear", ImmutableDoubleArray.of(0, 0));
    memory.put(bets + "-constant", ImmutableDoubleArray.of(constant));
    return Certifier.of(problem, delta, ImmutableMap.copyOf(memory));
  }

  @Test
  void contradictingLabelsLeaveNothing() {
    Certifier certifier = contradicted(NOISY, Certifier.of(NOISY, 0.05), LABELS, 100, 0.05);
    assertTrue(certifier.set().isEmpty());
    Certificate c = certifier.certify(NOISY.student().initial().toArray());
    assertEquals(Double.POSITIVE_INFINITY, c.modelEvidence());
    assertEquals(Double.POSITIVE_INFINITY, c.fromSet());
    assertEquals(c.cap(), c.excess());
  }

  @Test
  void exactRewardsDoWithoutLabels() {
    double delta = 1e-3;
    Certifier before = Certifier.of(EXACT, delta);
    before.observe(new double[2], 0, 0, 0.5, true, LEAF, 1);
    Certifier certifier = contradicted(EXACT, before, LABELS, 100, delta);
    Ellipsoid set = certifier.set();
    assertTrue(!set.isEmpty(), "one answer alone contradicts nothing");
    Ellipsoid alone = Ellipsoid.ball(2, EXACT.calibration().set().radius());
    SeenAnswers seen = new SeenAnswers(EXACT, Memory.of(ImmutableMap.of()));
    seen.record(LEAF, 1);
    seen.cut(alone);
    assertEquals(alone.shape()[0], set.shape()[0]);
    Certificate c = certifier.certify(EXACT.student().initial().toArray());
    assertEquals(1 / delta, c.modelEvidence(), "an empty set of labels has the chance δ");
    assertTrue(c.fromSet() < Double.POSITIVE_INFINITY);
    certifier = contradicted(EXACT, certifier, "certificate-model-bets", 40, delta);
    c = certifier.certify(EXACT.student().initial().toArray());
    assertEquals(Math.exp(40), c.modelEvidence(), 1e-9 * Math.exp(40), "the test may say more");
  }

  @Test
  void whatCannotBeCertifiedIsRefused() {
    var features = ((LinearSoftmax) EXACT.calibration().family()).features();
    PolicyFamily curved = TanhNetwork.of(features, 1);
    int n = curved.dimension();
    PolicyClass other =
        new PolicyClass(
            curved, Ball.of(n, EXACT.bound()), ImmutableDoubleArray.copyOf(new double[n]));
    LearningProblem problem = EXACT.withCalibration(other);
    assertRefused(
        "a certificate needs a linear calibration class: the set around w* is convex only there",
        () -> Certifier.of(problem, 0.1));
    LearningProblem growing = EXACT.growing(ForestBudget.standard());
    assertRefused(
        "a certificate needs whole trees, and these forests grow where they are walked",
        () -> Certifier.of(growing, 0.1));
  }
}
