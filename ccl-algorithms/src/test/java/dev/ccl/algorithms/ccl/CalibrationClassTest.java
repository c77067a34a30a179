package dev.ccl.algorithms.ccl;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.Session;
import dev.ccl.algorithms.naive.PlainSoftmax;
import dev.ccl.core.exact.PaperConstants;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.core.math.Vectors;
import dev.ccl.core.mdp.State;
import dev.ccl.core.policy.AffineFamily;
import dev.ccl.core.policy.Ball;
import dev.ccl.core.policy.FeatureMap;
import dev.ccl.core.policy.LinearSoftmax;
import dev.ccl.core.policy.PolicyFamily;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.LearningProblem.PolicyClass;
import dev.ccl.core.random.Multinomial;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.random.RandomStreams;
import dev.ccl.core.truth.CramerRao;
import dev.ccl.core.truth.GroundTruth;
import dev.ccl.core.truth.Realizability;
import dev.ccl.policies.BilinearSoftmax;
import dev.ccl.policies.ResidualSoftmax;
import dev.ccl.policies.TabularSoftmax;
import dev.ccl.policies.TanhNetwork;
import dev.ccl.policies.TemperedSoftmax;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every shipped family as the teacher's class: a comparison has the log-odds of the class at the
 * current calibration and their gradient. The liar is what Algorithm 1 says for the linear class
 * alone: gradients at the teacher, and zᵀw for the log-odds.
 */
final class CalibrationClassTest {
  private static final LearningProblem BASE =
      RandomInstance.of(RandomSpec.SMALL.withLambda(0.7), 5).instance().problem();
  private static final FeatureMap PHI = ((LinearSoftmax) BASE.calibration().family()).features();

  private static PolicyFamily family(String name) {
    return switch (name) {
      case "linear" -> LinearSoftmax.of(PHI);
      case "residual" -> ResidualSoftmax.of(BASE.reference(), 3, PHI);
      case "tabular" -> TabularSoftmax.of(BASE.mdp(), prompts());
      case "tempered" -> TemperedSoftmax.of(PHI);
      case "tanh" -> TanhNetwork.of(PHI, 2);
      default -> BilinearSoftmax.of(PHI, PHI, 2);
    };
  }

  private static List<dev.ccl.core.mdp.Prompt> prompts() {
    Set<dev.ccl.core.mdp.Prompt> all = new LinkedHashSet<>(BASE.source().forest().prompts());
    all.addAll(BASE.target().forest().prompts());
    return List.copyOf(all);
  }

  private static LearningProblem problem(PolicyFamily family) {
    double[] teacher = new double[family.dimension()];
    point(teacher, 1);
    return BASE.withCalibration(
        new PolicyClass(
            family,
            Ball.of(family.dimension(), BASE.bound()),
            ImmutableDoubleArray.copyOf(teacher)));
  }

  private static void point(double[] out, int index) {
    Ball.of(out.length, BASE.bound()).draw(RandomStreams.of(8).open(Purpose.TRIAL, 0, index), out);
  }

  /** log π(c1|s) − log π(c0|s) by the per-state code of the family. */
  private static double odds(PolicyFamily family, double[] w, State s, int c1, int c0) {
    double[] p = PlainSoftmax.of(family, w, s);
    return StrictMath.log(p[c1]) - StrictMath.log(p[c0]);
  }

  private static double slope(PolicyFamily family, double[] w, State s, int c1, int c0, int i) {
    double h = 1e-4; // the error of Richardson's rule is of order h⁴ and 1e-16/h
    double[] central = new double[2];
    for (int level = 0; level < 2; level++) {
      double step = h * (level + 1);
      double[] up = w.clone();
      double[] down = w.clone();
      up[i] += step;
      down[i] -= step;
      central[level] = (odds(family, up, s, c1, c0) - odds(family, down, s, c1, c0)) / (2 * step);
    }
    return (4 * central[0] - central[1]) / 3;
  }

  private interface Look {
    void at(State s, int c1, int c0, TestBranch branch);
  }

  /** Draws branches and finds their states and tokens again, from their streams. */
  private static void branches(LearningProblem problem, double[] w, Look look) {
    RandomStreams streams = RandomStreams.of(17);
    PolicyFamily family = problem.calibration().family();
    double[] teacher = problem.calibration().initial().toArray();
    double[] theta = problem.student().initial().toArray();
    int seen = 0;
    try (TestBranch branch =
        TestBranch.of(
            problem,
            17,
            CalibrationStep.Choice.NEWTON,
            Acceptance.Choice.EXPECTATION,
            Teaching.Choice.LAST,
            w)) {
      for (int t = 0; t < 60; t++) {
        branch.draw(t, theta);
        var data = problem.source().dataset();
        int j = streams.open(Purpose.SOURCE_INDEX, t, 0).nextBelow(data.size());
        State s = problem.mdp().start(problem.source().forest().prompts().get(data.root(j)));
        int h = 1 + streams.open(Purpose.BRANCH_POSITION, t, 0).nextBelow(problem.horizon());
        RandomStream rollout = streams.open(Purpose.TEACHER_ROLLOUT, t, 0);
        int c1 = draw(rollout, PlainSoftmax.of(family, teacher, s));
        for (int step = 1; step < h; step++) {
          s = problem.mdp().append(s, s.legal().get(c1));
          c1 = draw(rollout, PlainSoftmax.of(family, teacher, s));
        }
        int c0 =
            draw(
                streams.open(Purpose.STUDENT_ALTERNATIVE, t, 0),
                PlainSoftmax.of(problem.student().family(), theta, s));
        assertEquals(c1 != c0, branch.informative());
        if (c1 != c0) {
          look.at(s, c1, c0, branch);
          seen++;
        }
      }
    }
    assertTrue(seen >= 10, "informative: " + seen);
  }

  private static int draw(RandomStream random, double[] p) {
    return p.length == 1 ? 0 : Multinomial.drawOne(random, p, 0, p.length);
  }

  @ParameterizedTest
  @ValueSource(strings = {"linear", "residual", "tabular", "tempered", "tanh", "bilinear"})
  void comparisonsAreThoseOfTheClassAtTheCurrentCalibration(String name) {
    PolicyFamily family = family(name);
    LearningProblem problem = problem(family);
    double[] w = new double[family.dimension()];
    point(w, 2);
    double[] teacher = problem.calibration().initial().toArray();
    double[] lie = new double[2]; // of the log-odds and of the gradient
    branches(
        problem,
        w,
        (s, c1, c0, branch) -> {
          double u = odds(family, w, s, c1, c0);
          assertEquals(u, branch.logOdds(), 1e-12 * (1 + Math.abs(u)), name);
          int d = w.length;
          double[] rows = new double[s.legal().length() * d];
          family.gradients(teacher, s, rows);
          double[] stale = new double[d];
          for (int i = 0; i < d; i++) {
            double slope = slope(family, w, s, c1, c0, i);
            assertEquals(slope, branch.difference()[i], 1e-9, name + " " + i);
            stale[i] = rows[c1 * d + i] - rows[c0 * d + i];
            lie[1] = Math.max(lie[1], Math.abs(slope - stale[i]));
          }
          lie[0] = Math.max(lie[0], Math.abs(u - Vectors.dot(stale, w)));
        });
    boolean linear = name.equals("linear") || name.equals("tabular");
    boolean affine = linear || name.equals("residual");
    assertEquals(affine, family instanceof AffineFamily);
    assertEquals(linear, lie[0] < 1e-9, name + ": the liar's log-odds are off by " + lie[0]);
    assertEquals(affine, lie[1] < 1e-9, name + ": the liar's gradient is off by " + lie[1]);
    boolean warned =
        Ccl.practical().warnings(problem).stream().anyMatch(text -> text.contains("curved"));
    assertEquals(!affine, warned, name);
  }

  /** The separation instance with its class shifted: f = (w₀ + w)ᵀφ, so that w* moves by −w₀. */
  private static GroundTruth shifted(Instance plain, double[] w0) {
    LearningProblem problem = plain.problem();
    FeatureMap phi = ((LinearSoftmax) problem.calibration().family()).features();
    LinearSoftmax linear = LinearSoftmax.of(phi);
    ResidualSoftmax residual =
        ResidualSoftmax.ofLogits((state, out) -> linear.logits(w0, state, out), 1, phi);
    return GroundTruth.of(
        problem.withCalibration(
            new PolicyClass(
                residual, problem.calibration().set(), problem.calibration().initial())),
        (prompt, answer) -> plain.prompts().get(prompt.id()).reward(answer));
  }

  @Test
  void aResidualClassConvergesToItsOwnOptimum() {
    double[] w0 = {0.4, -0.3};
    Instance plain = SeparationInstance.of(1, 2, 2.0, 0.5);
    GroundTruth truth = shifted(plain, w0);
    LearningProblem problem = truth.problem();
    double[] before = Realizability.of(GroundTruth.of(plain)).wStar().toArray();
    double[] wStar = {before[0] - w0[0], before[1] - w0[1]};
    assertArrayEquals(wStar, Realizability.of(truth).wStar().toArray(), 1e-12);
    assertEquals(0, Realizability.of(truth).residual(), 1e-12);
    double[] w = new double[2];
    Learner learner = Ccl.practical().with("first-stage", "200000"); // calibrates alone
    try (Session session = learner.open(problem, learner.initial(problem, 3), 1)) {
      session.advance(200_000);
      session.calibration(w);
    }
    double[] gap = {w[0] - wStar[0], w[1] - wStar[1]};
    double bound =
        CramerRao.of(
                truth, wStar, problem.source().student().law(problem.student().initial().toArray()))
            .bound(200_000);
    // Six standard deviations of an efficient estimate, and far less than the liar's ‖w₀‖ = 0.5.
    assertTrue(Vectors.norm(gap) < 6 * Math.sqrt(bound), Arrays.toString(w));
    assertTrue(6 * Math.sqrt(bound) < 0.25, "the bound tells the liar from the truth: " + bound);
  }

  /** The offset widens the range of the log-odds, and so shrinks γ. */
  @Test
  void constantsKnowTheOffset() {
    double[] w0 = {0.4, -0.3};
    Instance instance = SeparationInstance.of(1, 2, 2.0, 0.5);
    LearningProblem plain = instance.problem();
    LearningProblem problem = shifted(instance, w0).problem();
    double gamma = PaperConstants.of(problem).gamma();
    double bound = 1 + plain.bound(); // of |logit|: 1 for the offset
    double slope = StrictMath.exp(-2 * bound) / StrictMath.pow(1 + StrictMath.exp(-2 * bound), 2);
    double muJoint = PaperConstants.of(problem).muJoint();
    double expected =
        StrictMath.exp(-1 / 2.0) * StrictMath.exp(-2 * plain.bound()) * slope * muJoint;
    assertEquals(expected, gamma, 1e-12 * expected);
  }
}
