package dev.ccl.theory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.ImmutableMap;
import dev.ccl.algorithms.LearnerState;
import dev.ccl.algorithms.Ledger;
import dev.ccl.algorithms.Session;
import dev.ccl.algorithms.Settings;
import dev.ccl.algorithms.ccl.Acceptance;
import dev.ccl.algorithms.ccl.Alternatives;
import dev.ccl.algorithms.ccl.CalibrationStep;
import dev.ccl.algorithms.ccl.Ccl;
import dev.ccl.algorithms.ccl.CclSettings;
import dev.ccl.algorithms.ccl.NaturalStep;
import dev.ccl.algorithms.engine.Credit;
import dev.ccl.algorithms.engine.Rollouts;
import dev.ccl.algorithms.engine.Sampler;
import dev.ccl.algorithms.engine.TargetSweep;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.random.RandomStreams;
import dev.ccl.judge.FalseAlarms;
import dev.ccl.testkit.naive.Answer;
import dev.ccl.testkit.naive.Naive;
import dev.ccl.testkit.naive.SmallAlgebra;
import dev.ccl.testkit.naive.SourceStep;
import dev.ccl.testkit.naive.StudentLaw;
import dev.ccl.testkit.naive.TokenLaw;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The steps that docs/algorithm.md offers beside the paper's, against their formulas. */
class VariantsTest {
  /** The student stays where it is. */
  private static final Settings CALIBRATING =
      CclSettings.PAPER.with(CclSettings.FIRST_STAGE, Long.MAX_VALUE);

  private static LearnerState state(Instance instance, long t) {
    return new LearnerState(
        3,
        t,
        instance.header().teacher(),
        instance.header().initial(),
        ImmutableMap.of(),
        Ledger.EMPTY);
  }

  private static Session open(Instance instance, Settings settings, long t) {
    return Ccl.of("variant", settings).open(instance.problem(), state(instance, t), 1);
  }

  /**
   * However a reward becomes a weight, E g is the paper's. Steps are so short that w stays put. By
   * Hoeffding's inequality, with |g| ≤ 2, a coordinate is off by 0.05 with probability below 1e-13.
   */
  @ParameterizedTest
  @EnumSource(Acceptance.Choice.class)
  void everyWeightOfALabelHasTheSameMean(Acceptance acceptance) {
    int n = 200_000;
    long t = 10_000_000_000L;
    for (Instance instance : List.of(Crafted.threeRewards(), Crafted.largeGamma())) {
      Subject subject = new Subject(instance);
      double[] w = instance.header().teacher().toArray();
      double[] expected = subject.expectedStep(w, instance.header().initial().toArray());
      double[] after = new double[w.length];
      Settings settings = CALIBRATING.with(CclSettings.ACCEPTANCE, acceptance);
      try (Session session = open(instance, settings, t)) {
        session.advance(n);
        session.calibration(after);
      }
      double steps = n / (subject.constants().gamma() * t); // the sum of η_t, up to n/t
      for (int i = 0; i < w.length; i++) {
        FalseAlarms.declare(1e-13);
        assertEquals(expected[i], (w[i] - after[i]) / steps, 0.05, instance.header().name());
      }
    }
  }

  /**
   * Whoever proposes the alternative, E g is the sum over the comparisons with that proposal. The
   * tolerance is that of {@link #everyWeightOfALabelHasTheSameMean}.
   */
  @ParameterizedTest
  @EnumSource(Alternatives.Choice.class)
  void everyProposalHasItsMean(Alternatives.Choice alternatives) {
    int n = 200_000;
    long t = 10_000_000_000L;
    Instance instance = Crafted.threeRewards();
    Naive naive = Naive.of(instance);
    SourceStep step = SourceStep.of(naive);
    TokenLaw teacher = naive.calibrated(naive.teacherParameter());
    TokenLaw proposal =
        switch (alternatives) {
          case STUDENT -> naive.student(instance.header().initial().toArray());
          case TEACHER -> teacher;
          case UNIFORM -> s -> new double[] {StrictMath.log(0.5), StrictMath.log(0.5)};
        };
    double[] w = instance.header().teacher().toArray();
    double[] expected = new double[w.length];
    step.forEachComparison(
        proposal,
        (s, c1, c0, p) -> {
          for (int y = 0; y <= 1; y++) {
            expected[0] += p * step.accepted(s, c1, c0, y) * step.gradient(w, s, c1, c0, y)[0];
          }
        });
    double[] after = new double[w.length];
    Settings settings = CALIBRATING.with(CclSettings.ALTERNATIVES, alternatives);
    try (Session session = open(instance, settings, t)) {
      session.advance(n);
      session.calibration(after);
    }
    double steps = n / (new Subject(instance).constants().gamma() * t);
    FalseAlarms.declare(1e-13);
    assertEquals(expected[0], (w[0] - after[0]) / steps, 0.05);
  }

  /** What one rollout contributes: S·Z, or for each token its score times the cost from it. */
  @Test
  void oneRolloutContributesWhatTheEstimateSays() {
    Specimen specimen = Specimen.of(Crafted.plusMinus(3, 1, 1, 0.5));
    Case c = Case.random(specimen, new Subject(specimen.instance()), 4);
    StudentLaw student = specimen.naive().student(c.theta());
    TokenLaw taught = specimen.naive().calibrated(c.w());
    List<double[]> values = new ArrayList<>(); // one row per answer: score, causal
    for (Answer a : specimen.naive().answers("y1")) {
      double score = specimen.costs().score(student, a)[0];
      double z = specimen.costs().logRatioCost(student, taught, a);
      double causal = 0;
      for (int h = 1; h <= a.length(); h++) {
        causal +=
            specimen.costs().increment(student, a.node(h), a.place(h))[0]
                * (student.logSuffix(a, h) - taught.logSuffix(a, h));
      }
      values.add(new double[] {score * z, causal});
    }
    for (Credit credit : List.of(Credit.ANSWER, Credit.TOKEN)) {
      for (int seed = 0; seed < 40; seed++) {
        double[] drawn = new double[1];
        try (TargetSweep sweep =
            TargetSweep.of(
                c.subject().problem(), RandomStreams.of(seed), Sampler.TRAJECTORIES, 1)) {
          sweep.calibrate(c.w());
          sweep.gradient(c.theta(), Rollouts.of(1), credit, drawn);
        }
        double nearest = Double.POSITIVE_INFINITY;
        for (double[] row : values) {
          nearest = Math.min(nearest, Math.abs(row[credit.ordinal()] - drawn[0]));
        }
        assertEquals(0, nearest, 1e-12, credit.toString());
      }
    }
  }

  /** θ − sF⁻¹∇C/λ with the first s = 1, 1/2, … that lowers the cost, where that stays in Θ. */
  @Test
  void naturalStepsAreTheFirstThatLowerTheCost() {
    int inside = 0;
    for (Specimen specimen : Specimens.few()) {
      Naive naive = specimen.naive();
      for (long seed = 1; seed <= 4 && naive.studentDimension() <= 2; seed++) {
        Case c = Case.random(specimen, new Subject(specimen.instance()), seed);
        double[] theta = SmallAlgebra.plus(new double[naive.studentDimension()], 0.3, c.theta());
        double[] gradient = specimen.costs().gradient(c.w(), theta);
        double[] along = solved(information(specimen, theta), gradient);
        double[] expected = theta;
        double before = specimen.costs().cost(c.w(), theta);
        for (double s = 1 / naive.lambda();
            expected == theta && s > 1e-3 / naive.lambda();
            s /= 2) {
          double[] tried = SmallAlgebra.plus(theta, -s, along);
          boolean lower = specimen.costs().cost(c.w(), tried) < before;
          expected = lower || SmallAlgebra.norm(tried) > naive.bound() ? tried : theta;
        }
        if (expected != theta && SmallAlgebra.norm(expected) <= naive.bound()) {
          inside++;
          double[] proposed = new double[theta.length];
          try (TargetSweep sweep =
              TargetSweep.of(c.subject().problem(), RandomStreams.of(1), Sampler.COUNTS, 1)) {
            sweep.calibrate(c.w());
            NaturalStep.of(c.subject().problem(), () -> sweep)
                .propose(theta, gradient, Rollouts.exact(), proposed);
          }
          assertEquals(0, SmallAlgebra.distance(expected, proposed), 1e-6 * naive.bound());
        }
      }
    }
    int cases = inside;
    assertTrue(cases > 10, () -> cases + " steps stay inside");
  }

  /** E SSᵀ. */
  private static double[][] information(Specimen specimen, double[] theta) {
    StudentLaw student = specimen.naive().student(theta);
    double[][] out = new double[theta.length][theta.length];
    for (String x : specimen.naive().target()) {
      for (Answer a : specimen.naive().answers(x)) {
        double[] score = specimen.costs().score(student, a);
        double p = StrictMath.exp(student.logAnswer(a)) / specimen.naive().target().size();
        SmallAlgebra.addOuter(p, score, score, out);
      }
    }
    return out;
  }

  /** The solution of one or two equations. */
  private static double[] solved(double[][] a, double[] b) {
    if (b.length == 1) {
      return new double[] {b[0] / a[0][0]};
    }
    double determinant = a[0][0] * a[1][1] - a[0][1] * a[1][0];
    return new double[] {
      (b[0] * a[1][1] - a[0][1] * b[1]) / determinant,
      (a[0][0] * b[1] - b[0] * a[1][0]) / determinant
    };
  }

  /** P is the inverse of r⁻²I + Σ I σ′(zᵀw) zzᵀ, and w moves by P g with the new P. */
  @Test
  void newtonStepsFollowTheInformation() {
    Instance instance = Crafted.largeGamma();
    SourceStep step = Specimen.of(instance).step();
    double bound = instance.header().bound();
    double p = bound * bound;
    double w = instance.header().teacher().get(0);
    int moves = 0;
    Settings settings = CALIBRATING.with(CclSettings.CALIBRATION, CalibrationStep.Choice.NEWTON);
    try (Session session = open(instance, settings, 0)) {
      for (int t = 0; t < 200; t++) {
        session.advance(1);
        LearnerState after = session.state();
        double next = after.calibration().get(0);
        if (next != w) {
          moves++;
          p = 1 / (1 / p + 4 * SmallAlgebra.sigmoidSlope(2 * w)); // z = ±2
          double nearest = Double.POSITIVE_INFINITY;
          for (SourceStep.Atom atom :
              step.law(new double[] {w}, instance.header().initial().toArray())) {
            double[] moved = SmallAlgebra.inBall(new double[] {w - p * atom.gradient()[0]}, bound);
            nearest = Math.min(nearest, Math.abs(moved[0] - next));
          }
          assertEquals(0, nearest, 1e-12);
          assertEquals(p, after.extras().get("information").get(0), 1e-12);
        }
        w = next;
      }
    }
    assertTrue(moves > 50, () -> "the calibration moves");
  }
}
