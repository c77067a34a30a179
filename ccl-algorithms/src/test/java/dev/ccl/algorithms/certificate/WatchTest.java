package dev.ccl.algorithms.certificate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.LearnerState;
import dev.ccl.algorithms.Session;
import dev.ccl.algorithms.ccl.Ccl;
import dev.ccl.algorithms.certificate.Watch.Look;
import dev.ccl.algorithms.run.Cadence;
import dev.ccl.algorithms.run.Checkpoints;
import dev.ccl.algorithms.run.Journal;
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

/** What is watched is what the learner does, and it stops where its certificate says so. */
class WatchTest {
  private static final RandomInstance SMALL = RandomInstance.of(RandomSpec.SMALL, 2);
  private static final GroundTruth TRUTH = GroundTruth.of(SMALL.instance());
  private static final RecordedRounds ROUNDS = RecordedRounds.logarithmic(400);

  /** What is read back of a certificate is what was said, each number in its place. */
  @Test
  void aKeptCertificateIsTheOneThatWasMade() {
    LearningProblem problem = TRUTH.problem();
    Watch watch = Watch.of(problem, 0.05, StopRule.NEVER, ImmutableMap.of());
    double[] theta = problem.student().initial().toArray();
    watch.look(7, theta);
    Look look = Watch.looks(watch.memory()).get(0);
    assertEquals(7, look.round());
    assertEquals(watch.certifier().certify(theta), look.certificate());
  }

  @Test
  void aWatchThatWasOverStaysOver() {
    LearningProblem problem = TRUTH.problem();
    double[] theta = problem.student().initial().toArray();
    for (double below : new double[] {1e9, 1e-9}) {
      StopRule stop = new StopRule(StopRule.Quantity.EXCESS, below);
      Watch watch = Watch.of(problem, 0.05, stop, ImmutableMap.of());
      watch.look(0, theta);
      assertEquals(below > 1, watch.isOver());
      assertEquals(below > 1, Watch.of(problem, 0.05, stop, watch.memory()).isOver());
    }
  }

  /** A run that was told to end is not called back by a worse student. */
  @Test
  void aLaterLookDoesNotTakeBackAnEnd() {
    LearningProblem problem = TRUTH.problem();
    double[] near = problem.student().initial().toArray();
    double[] far = {problem.student().set().radius(), 0};
    Certifier certifier = Certifier.of(problem, 0.05);
    double better = certifier.certify(near).excess();
    double worse = certifier.certify(far).excess();
    assertTrue(better < worse, better + " " + worse);
    StopRule stop = new StopRule(StopRule.Quantity.EXCESS, (better + worse) / 2);
    Watch watch = Watch.of(problem, 0.05, stop, ImmutableMap.of());
    watch.look(0, far);
    assertFalse(watch.isOver());
    watch.look(1, near);
    assertTrue(watch.isOver());
    watch.look(2, far);
    assertTrue(watch.isOver());
    assertTrue(Watch.of(problem, 0.05, stop, watch.memory()).isOver(), "taken up again, too");
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
  void theWatchHearsTheComparisonsOfTheRun() {
    LearningProblem problem = TRUTH.problem();
    Learner learner = Ccl.practical().with("certify", "0.05");
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
      beside
          .memory()
          .forEach(
              (name, values) -> assertEquals(values, state.extras().get("certificate-" + name)));
    }
  }

  /** A liar: one who overhears another label has another memory. */
  @Test
  void aFlippedLabelIsNoticed() {
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
    assertFalse(right.memory().get("sum").equals(wrong.memory().get("sum")));
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
   * Whatever draws the comparisons, watching changes nothing, the bounds hold (δ = 10⁻⁹: no run of
   * this test may miss) and a state goes on to the bit.
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
  void everyLawOfComparisonsCanBeWatched(String settings) {
    LearningProblem problem = TRUTH.problem();
    Learner learner = with(Ccl.practical(), settings);
    Learner watched = learner.with("certify", "1e-9");
    double[] theta = new double[2];
    LearnerState half = null;
    try (Session alone = learner.open(problem, learner.initial(problem, 3), 1);
        Session session = watched.open(problem, watched.initial(problem, 3), 1)) {
      for (int look = 0; look < 4; look++) {
        session.advance(30);
        session.record();
        half = look == 1 ? session.state() : half;
        session.student(theta);
        ImmutableList<Look> looks = Watch.looks(session.state().extras());
        assertEquals(look + 1, looks.size());
        assertEquals(session.round(), looks.get(look).round());
        assertTrue(TRUTH.excessCost(theta) <= looks.get(look).certificate().excess() + 1e-12);
      }
      alone.advance(120);
      assertEquals(alone.state().student(), session.state().student());
      assertEquals(alone.state().calibration(), session.state().calibration());
      assertEquals(alone.state().ledger(), session.state().ledger());
      try (Session resumed = watched.open(problem, half, 1)) {
        for (int look = 0; look < 2; look++) {
          resumed.advance(30);
          resumed.record();
        }
        assertEquals(session.state(), resumed.state());
      }
    }
  }

  @Test
  void aNoisyVerifierIsWatchedByLabelsAlone() {
    RewardOracle exact = (prompt, y) -> SMALL.instance().prompts().get(prompt.id()).reward(y);
    LearningProblem noisy = TRUTH.problem().withSourceRewards(RewardOracle.noisy(exact));
    Learner learner = Ccl.practical().with("certify", "1e-9");
    double[] theta = new double[2];
    try (Session session = learner.open(noisy, learner.initial(noisy, 3), 1);
        Session sure = learner.open(TRUTH.problem(), learner.initial(TRUTH.problem(), 3), 1)) {
      session.advance(300);
      session.record();
      sure.advance(300);
      sure.record();
      session.student(theta);
      Certificate byLabels = Watch.looks(session.state().extras()).get(0).certificate();
      Certificate byAnswers = Watch.looks(sure.state().extras()).get(0).certificate();
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
    Learner learner = Ccl.practical().with("certify", "0.05").with("stop-when", "excess<0.001");
    Replicate whole = run(learner, problem, new Interrupting(false));
    Interrupting journal = new Interrupting(true);
    Replicate pieces = run(learner, problem, journal);
    assertTrue(journal.asked > 8, "it was interrupted");
    assertEquals(whole, pieces);
    assertTrue(whole.state().isOver() && whole.isFinished(ROUNDS));
    assertTrue(whole.state().round() < ROUNDS.last());
    ImmutableList<Look> looks = Watch.looks(whole.state().extras());
    assertEquals(whole.record().size(), looks.size());
    for (int i = 0; i < looks.size(); i++) {
      assertEquals(i + 1 == looks.size(), looks.get(i).certificate().excess() < 0.001);
      assertEquals(whole.record().get(i).round(), looks.get(i).round());
    }
  }

  @Test
  void aStartThatIsGoodEnoughNeedsNoRound() {
    Learner learner = Ccl.practical().with("certify", "0.05").with("stop-when", "excess<100");
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
    Learner certifying = Ccl.practical().with("certify", "0.05");
    for (String quantity : new String[] {"excess", "oracle-kl"}) {
      Learner learner = certifying.with("stop-when", quantity + "<100");
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
    Learner learner = certifying.with("stop-when", "searched-excess<100");
    Replicate end = run(learner, problem, new Interrupting(false));
    assertEquals(0, end.state().round());
    assertEquals(
        Certificate.Strength.SEARCHED,
        Watch.looks(end.state().extras()).get(0).certificate().strength());
    Learner certified = certifying.with("stop-when", "searched-excess<100");
    assertEquals(0, run(certified, TRUTH.problem(), new Interrupting(false)).state().round());
  }

  /** Rewards that no w explains never stop a run, however low the bound that rests on w* is. */
  @Test
  void aRejectedModelStopsNothing() {
    LearningProblem wrong =
        TRUTH
            .problem()
            .withSourceRewards((prompt, answer) -> 0.5 + 0.4 * Math.sin(answer.hashCode()));
    Learner learner = Ccl.practical().with("certify", "0.05").with("stop-when", "excess<100");
    try (Session session = learner.open(wrong, learner.initial(wrong, 5), 1)) {
      session.advance(300);
      session.record();
      assertFalse(session.isOver());
    }
  }

  @Test
  void rulesAreReadAndWritten() {
    for (String text :
        new String[] {"never", "excess<0.001", "oracle-kl<2.5", "searched-oracle-kl<2.5"}) {
      assertEquals(text, StopRule.parse(text).toString());
    }
    for (String text :
        new String[] {
          "excess<0",
          "excess<x",
          "kl<1",
          "excess>1",
          "oracle-kl<-1",
          "excess<Infinity",
          "excess<NaN"
        }) {
      assertThrows(IllegalArgumentException.class, () -> StopRule.parse(text), text);
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
    LearningProblem problem = TRUTH.problem();
    Learner frozen = Ccl.paper().with("calibrate-every", "0").with("certify", "0.05");
    Exception e = assertThrows(IllegalArgumentException.class, () -> frozen.initial(problem, 1));
    assertTrue(e.getMessage().contains("calibrate-every=0 asks for no rewards"), e.getMessage());
    Learner unwatched = Ccl.paper().with("stop-when", "excess<0.1");
    e = assertThrows(IllegalArgumentException.class, () -> unwatched.initial(problem, 1));
    assertTrue(e.getMessage().contains("set certify=0.05"), e.getMessage());
    assertThrows(IllegalArgumentException.class, () -> Ccl.paper().with("certify", "1.5"));
  }
}
