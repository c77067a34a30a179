package dev.ccl.certificates;

import static dev.ccl.certificates.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.LearnerState;
import dev.ccl.algorithms.Session;
import dev.ccl.algorithms.ccl.Ccl;
import dev.ccl.algorithms.run.Cadence;
import dev.ccl.algorithms.run.Checkpoints;
import dev.ccl.algorithms.run.Journal;
import dev.ccl.algorithms.run.Learners;
import dev.ccl.algorithms.run.Monitor;
import dev.ccl.algorithms.run.RecordedRounds;
import dev.ccl.algorithms.run.Replicate;
import dev.ccl.algorithms.run.Replicates;
import dev.ccl.algorithms.run.RunIdentity;
import dev.ccl.core.exact.PaperConstants;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.core.math.Vectors;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.RewardOracle;
import dev.ccl.core.truth.GroundTruth;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A certified run makes the learner's rounds and ends at the first certificate that its rule
 * allows.
 */
class CertifiedTest {
  private static final RandomInstance SMALL = RandomInstance.of(RandomSpec.SMALL, 2);
  private static final GroundTruth TRUTH = GroundTruth.of(SMALL.instance());
  private static final RecordedRounds ROUNDS = RecordedRounds.logarithmic(400);

  private static Learner certified(Learner learner, double delta, String stop) {
    return Certified.of(learner, new Certification(delta, StopRule.parse(stop)));
  }

  /** A session that stands still, with certificates. */
  private static CertifiedSession opened(StillSession still, StopRule stop, LearnerState state) {
    return CertifiedSession.of(
        TRUTH.problem(), new Certification(0.05, stop), state.extras(), listener -> still);
  }

  /** A run that was told to end is not called back by a worse student, nor by a pause. */
  @Test
  void aRunThatIsOverStaysOver() {
    LearningProblem problem = TRUTH.problem();
    double[] near = problem.student().initial().toArray();
    double[] far = {problem.student().set().radius(), 0};
    Certifier certifier = Certifier.of(problem, 0.05);
    double better = certifier.certify(near).excess();
    double worse = certifier.certify(far).excess();
    assertTrue(better < worse, better + " " + worse);
    StopRule stop = new StopRule(StopRule.Quantity.EXCESS, (better + worse) / 2);
    StillSession still = new StillSession(problem);
    CertifiedSession session = opened(still, stop, still.state());
    still.theta = far;
    session.record();
    assertFalse(session.isOver());
    assertFalse(session.state().isOver());
    still.theta = near;
    session.record();
    assertTrue(session.isOver());
    still.theta = far;
    session.record();
    assertTrue(session.isOver());
    assertTrue(session.state().isOver());
    assertTrue(opened(still, stop, session.state()).isOver(), "taken up again, too");
    StopRule lower = new StopRule(StopRule.Quantity.EXCESS, better / 2);
    assertFalse(opened(still, lower, session.state()).isOver(), "by another rule it goes on");
  }

  /** A round that failed is not certified: there is no student to ask for. */
  @Test
  void nothingOfAFailedRoundIsCertified() {
    LearningProblem problem = TRUTH.problem();
    int[] asked = {0};
    RewardOracle failing =
        (prompt, answer) -> {
          if (++asked[0] == 4) {
            throw new IllegalStateException("no reward");
          }
          return SMALL.instance().prompts().get(prompt.id()).reward(answer);
        };
    Learner learner = certified(Ccl.paper(), 0.05, "never");
    try (Session session = learner.start(problem.withSourceRewards(failing), 5, 1)) {
      assertThrows(IllegalStateException.class, () -> session.advance(9));
      Exception e = assertThrows(IllegalStateException.class, session::record);
      assertTrue(e.getMessage().contains("has failed"), e.getMessage());
    }
  }

  /** Every step of the calibration follows from the comparison that is drawn once more. */
  @Test
  void theReplayedComparisonMovesTheCalibration() {
    LearningProblem problem = TRUTH.problem();
    Learner learner = Ccl.paper().with("acceptance", "expectation");
    double gamma = PaperConstants.of(problem).gamma();
    SourceReplay replay = new SourceReplay(problem, 12);
    double[] theta = new double[2];
    double[] w = new double[3];
    double[] expected = new double[3];
    int moved = 0;
    try (Session session = learner.open(problem, learner.initial(problem, 12), 1)) {
      for (int t = 0; t < 200; t++) {
        session.student(theta);
        session.calibration(expected);
        replay.draw(t, theta);
        if (replay.first != replay.second) {
          double u = Vectors.dot(replay.z, expected);
          double residual = 1 / (1 + StrictMath.exp(-u)) - (replay.label ? 1 : 0);
          double weight = StrictMath.exp((replay.reward - 1) / problem.lambda());
          Vectors.addScaled(-weight * residual / (gamma * (t + 2)), replay.z, expected);
          problem.calibration().set().project(expected);
          moved++;
        }
        session.advance(1);
        session.calibration(w);
        for (int i = 0; i < 3; i++) {
          assertEquals(expected[i], w[i], 1e-12);
        }
      }
    }
    assertTrue(moved > 50);
  }

  /** A certifier that is told the comparisons as they are drawn once more has the same memory. */
  @Test
  void aCertifierHearsTheComparisonsOfItsRun() {
    LearningProblem problem = TRUTH.problem();
    Learner learner = certified(Ccl.practical(), 0.05, "never");
    Certifier beside = Certifier.of(problem, 0.05);
    SourceReplay replay = new SourceReplay(problem, 12);
    double[] theta = new double[2];
    try (Session session = learner.open(problem, learner.initial(problem, 12), 1)) {
      for (int t = 0; t < 300; t++) {
        session.student(theta);
        replay.draw(t, theta);
        replay.tell(beside);
        session.advance(1);
      }
      LearnerState state = session.state();
      beside.memory().forEach((name, values) -> assertEquals(values, state.extras().get(name)));
    }
  }

  /** A liar: a certifier that is told another label has another memory. */
  @Test
  void aFlippedLabelChangesTheMemory() {
    LearningProblem problem = TRUTH.problem();
    Certifier right = Certifier.of(problem, 0.05);
    Certifier wrong = Certifier.of(problem, 0.05);
    SourceReplay replay = new SourceReplay(problem, 12);
    for (int t = 0; t < 50; t++) {
      replay.draw(t, new double[2]);
      replay.tell(right);
      replay.label = !replay.label;
      replay.tell(wrong);
    }
    assertNotEquals(
        right.memory().get("certificate-bets-linear"),
        wrong.memory().get("certificate-bets-linear"));
  }

  private static Learner with(Learner learner, String settings) {
    Learner changed = learner;
    for (String setting : Splitter.on(' ').split(settings)) {
      int at = setting.indexOf('=');
      changed = changed.with(setting.substring(0, at), setting.substring(at + 1));
    }
    return changed;
  }

  /**
   * Whatever draws the comparisons, certificates change no round, the bounds hold (δ = 10⁻⁹: no run
   * of this test may miss) and a state goes on to the bit.
   */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "alternatives=student",
        "alternatives=uniform",
        "alternatives=teacher",
        "queries=informative",
        "calibrate-every=3 updates=2",
        "first-stage=60 acceptance=valued"
      })
  void everyLawOfComparisonsCanBeCertified(String settings) {
    LearningProblem problem = TRUTH.problem();
    Learner learner = with(Ccl.practical(), settings);
    Learner certified = certified(learner, 1e-9, "never");
    double[] theta = new double[2];
    LearnerState half = null;
    try (Session alone = learner.open(problem, learner.initial(problem, 3), 1);
        Session session = certified.open(problem, certified.initial(problem, 3), 1)) {
      for (int look = 0; look < 4; look++) {
        session.advance(30);
        session.record();
        half = look == 1 ? session.state() : half;
        session.student(theta);
        ImmutableList<Certified.AtRound> looks = Certified.certificates(session.state());
        assertEquals(look + 1, looks.size());
        assertEquals(session.round(), looks.get(look).round());
        assertTrue(TRUTH.excessCost(theta) <= looks.get(look).certificate().excess() + 1e-12);
      }
      alone.advance(120);
      assertEquals(alone.state().student(), session.state().student());
      assertEquals(alone.state().calibration(), session.state().calibration());
      assertEquals(alone.state().ledger(), session.state().ledger());
      try (Session resumed = certified.open(problem, half, 1)) {
        for (int look = 0; look < 2; look++) {
          resumed.advance(30);
          resumed.record();
        }
        assertEquals(session.state(), resumed.state());
      }
    }
  }

  @Test
  void rewardsOfANoisyVerifierBoundByLabelsAlone() {
    RewardOracle exact = (prompt, y) -> SMALL.instance().prompts().get(prompt.id()).reward(y);
    LearningProblem noisy = TRUTH.problem().withSourceRewards(RewardOracle.noisy(exact));
    Learner learner = certified(Ccl.practical(), 1e-9, "never");
    double[] theta = new double[2];
    try (Session session = learner.open(noisy, learner.initial(noisy, 3), 1);
        Session sure = learner.open(TRUTH.problem(), learner.initial(TRUTH.problem(), 3), 1)) {
      session.advance(300);
      session.record();
      sure.advance(300);
      sure.record();
      session.student(theta);
      Certificate byLabels = Certified.certificates(session.state()).get(0).certificate();
      Certificate byAnswers = Certified.certificates(sure.state()).get(0).certificate();
      double excess = TRUTH.excessCost(theta);
      assertTrue(byAnswers.excess() <= 2 * excess + 1e-9, "the answers determine w*");
      assertTrue(2 * excess + 1e-9 < byLabels.excess(), "labels do not");
    }
  }

  /** Keeps what it is given as bytes of a checkpoint, and asks to stop again and again. */
  private static final class Interrupting implements Journal, Monitor {
    private final RunIdentity identity = RunIdentity.of(java.util.Map.of());
    private final boolean impatient;
    private byte[] kept;
    private int asked;

    Interrupting(boolean impatient) {
      this.impatient = impatient;
    }

    @Override
    public Cadence cadence() {
      return impatient ? Cadence.everyRounds(7) : Cadence.AT_THE_END;
    }

    @Override
    public Optional<Replicate> find(long seed) {
      return Optional.ofNullable(kept).map(b -> Checkpoints.replicate("here", b, identity, seed));
    }

    @Override
    public void keep(Replicate replicate) {
      kept = Checkpoints.bytes(identity, replicate);
    }

    @Override
    public boolean stopping() {
      return impatient && ++asked % 4 == 0;
    }
  }

  private static Replicate run(Learner learner, LearningProblem problem, Interrupting journal) {
    Replicates replicates = Replicates.of(learner, problem, ROUNDS);
    for (int attempt = 0; attempt < 200; attempt++) {
      if (replicates.run(5, 1, 1, journal, journal)) {
        return journal.find(5).orElseThrow();
      }
    }
    throw new AssertionError("never finished");
  }

  @Test
  void aRunStopsAtItsFirstGoodCertificateAndResumesToTheBit() {
    LearningProblem problem =
        GroundTruth.of(SeparationInstance.of(1, 2, 2, 0.5)).problem(); // determined soon
    Learner learner = certified(Ccl.practical(), 0.05, "excess<0.001");
    Replicate whole = run(learner, problem, new Interrupting(false));
    Interrupting journal = new Interrupting(true);
    Replicate pieces = run(learner, problem, journal);
    assertTrue(journal.asked > 8, "it was interrupted");
    assertEquals(whole, pieces);
    assertTrue(whole.state().isOver() && whole.isFinished(ROUNDS));
    assertTrue(whole.state().round() < ROUNDS.last());
    ImmutableList<Certified.AtRound> looks = Certified.certificates(whole.state());
    assertEquals(whole.record().size(), looks.size());
    for (int i = 0; i < looks.size(); i++) {
      assertEquals(i + 1 == looks.size(), looks.get(i).certificate().excess() < 0.001);
      assertEquals(whole.record().get(i).round(), looks.get(i).round());
    }
  }

  /** A run that has ended counts as all its rounds. */
  @Test
  void theRoundsOfAnEndedRunAreToldAsDone() {
    for (String stop : new String[] {"never", "excess<0.02", "excess<1000"}) {
      Replicates runs =
          Replicates.of(certified(Ccl.practical(), 0.05, stop), TRUTH.problem(), ROUNDS);
      Interrupting journal = new Interrupting(false);
      long[] told = new long[1];
      Monitor counting =
          new Monitor() {
            @Override
            public void completed(long rounds) {
              told[0] += rounds;
            }
          };
      runs.run(5, 1, 1, journal, counting);
      assertEquals(ROUNDS.last(), told[0], stop);
      runs.run(5, 1, 1, journal, counting);
      assertEquals(2 * ROUNDS.last(), told[0], stop);
    }
  }

  @Test
  void aStartThatIsGoodEnoughNeedsNoRound() {
    Learner learner = certified(Ccl.practical(), 0.05, "excess<100");
    Replicate end = run(learner, TRUTH.problem(), new Interrupting(false));
    assertEquals(0, end.state().round());
    assertEquals(1, end.record().size());
    assertEquals(end, run(learner, TRUTH.problem(), new Interrupting(true)));
  }

  /** With five student parameters a bound is searched for, from below. */
  @Test
  void aSearchedBoundStopsARunOnlyWhereTheRuleSaysSo() {
    RandomSpec spec = RandomSpec.SMALL.withHorizon(1).withDimensions(2, 5);
    LearningProblem problem = RandomInstance.of(spec, 3).instance().problem();
    for (String quantity : new String[] {"excess", "oracle-kl"}) {
      Learner learner = certified(Ccl.practical(), 0.05, quantity + "<100");
      Exception e = assertThrows(IllegalArgumentException.class, () -> learner.initial(problem, 1));
      assertEquals(
          "stop-when="
              + quantity
              + "<100.0 needs certified bounds, and those of this problem are searched for (the"
              + " student has more than 4 parameters or is not linear): stop-when=searched-"
              + quantity
              + "<100.0 ends runs on them",
          e.getMessage());
    }
    Learner learner = certified(Ccl.practical(), 0.05, "searched-excess<100");
    Replicate end = run(learner, problem, new Interrupting(false));
    assertEquals(0, end.state().round());
    assertEquals(
        Certificate.Strength.SEARCHED,
        Certified.certificates(end.state()).get(0).certificate().strength());
    Learner certified = certified(Ccl.practical(), 0.05, "searched-excess<100");
    assertEquals(0, run(certified, TRUTH.problem(), new Interrupting(false)).state().round());
  }

  /** Rewards that no w explains never stop a run, however low the bound that rests on w* is. */
  @Test
  void aRejectedModelStopsNothing() {
    LearningProblem wrong =
        TRUTH
            .problem()
            .withSourceRewards((prompt, answer) -> 0.5 + 0.4 * Math.sin(answer.hashCode()));
    Learner learner = certified(Ccl.practical(), 0.05, "excess<100");
    try (Session session = learner.open(wrong, learner.initial(wrong, 5), 1)) {
      session.advance(300);
      session.record();
      assertFalse(session.isOver());
    }
  }

  /** A rule looks at its own quantity, which has to be below its number, and at the model. */
  @Test
  void aRuleAllowsWhatIsBelowIt() {
    double[] values = {0.1, 0.2, 0.3, 0.4}; // excess, from the set, cap, divergence
    StopRule.Quantity[] quantities = {StopRule.Quantity.EXCESS, StopRule.Quantity.ORACLE_KL};
    for (int i = 0; i < 2; i++) {
      double value = values[3 * i];
      for (double below : new double[] {0.99 * value, value, 1.01 * value}) {
        for (double evidence : new double[] {5, 50}) {
          Certificate c =
              new Certificate(
                  values[0],
                  values[1],
                  values[2],
                  values[3],
                  Certificate.Strength.CERTIFIED,
                  evidence,
                  0);
          StopRule rule = new StopRule(quantities[i], below);
          assertEquals(value < below && evidence < 10, rule.allows(c, 0.1), rule + " " + c);
        }
      }
    }
  }

  @Test
  void whatCannotBeCertifiedSaysWhy() {
    assertRefused(
        "calibrate-every=0 asks for no rewards, so there is nothing to certify",
        () -> certified(Ccl.paper().with("calibrate-every", "0"), 0.05, "never"));
    assertRefused(
        "sft does not compare answers as Algorithm 1 does, so there is nothing to certify",
        () -> certified(Learners.named("sft"), 0.05, "never"));
    Learner learner = Ccl.paper();
    assertSame(learner, Certified.of(learner, Certification.OFF));
  }
}
