package dev.ccl.algorithms.ccl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.Refusals;
import dev.ccl.algorithms.engine.Engine;
import dev.ccl.algorithms.engine.Engines;
import dev.ccl.algorithms.engine.Sampler;
import dev.ccl.algorithms.engine.SourceCursor;
import dev.ccl.algorithms.naive.PlainSoftmax;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.instance.Instance.Feasibility;
import dev.ccl.core.instance.generator.BrokenInstance;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.mdp.State;
import dev.ccl.core.policy.Ball;
import dev.ccl.core.policy.BoundedDerivatives;
import dev.ccl.core.policy.FeatureMap;
import dev.ccl.core.policy.LinearSoftmax;
import dev.ccl.core.policy.PolicyFamily;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.LearningProblem.PolicyClass;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.random.RandomStreams;
import dev.ccl.policies.ResidualSoftmax;
import dev.ccl.policies.TanhNetwork;
import dev.ccl.policies.features.Features;
import dev.ccl.testkit.ForwardingFamily;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** γ′ against its definition, summed over the states of the MDP without a forest. */
final class SharperDriftTest {

  private static LearningProblem problem(int trial) {
    RandomSpec spec =
        RandomSpec.SMALL
            .withDimensions(2, 2)
            .withLambda(0.6)
            .withBound(0.4 + 0.3 * (trial % 3))
            .withTeacherDistance(0.3)
            .withRepeated(trial % 2);
    return RandomInstance.of(spec, trial).instance().problem();
  }

  /** λ_min(E Σ_b ν(b|s) σ′(|o| + r‖z_b‖) z_b z_bᵀ) in two dimensions, by the quadratic formula. */
  private static double naive(LearningProblem problem, Alternatives alternatives) {
    PolicyFamily family = problem.calibration().family();
    double[] w = problem.calibration().initial().toArray();
    double r = problem.calibration().set().radius();
    double[] m = new double[3];
    for (int j = 0; j < problem.source().dataset().size(); j++) {
      Prompt prompt = problem.source().forest().prompts().get(problem.source().dataset().root(j));
      Consumer<State> visitor =
          state -> {
            double reach = 1;
            State at = problem.mdp().start(prompt);
            for (int h = 0; h < state.prefix().length(); h++) {
              int token = state.prefix().get(h);
              reach *= PlainSoftmax.of(family, w, at)[at.legal().indexOf(token)];
              at = problem.mdp().append(at, token);
            }
            int k = state.legal().length();
            double[] phi = new double[2 * k];
            family.gradients(w, state, phi);
            double[] fixed = new double[k];
            family.logits(new double[2], state, fixed);
            double[] teacher = PlainSoftmax.of(family, w, state);
            for (int a = 0; a < k; a++) {
              for (int b = 0; b < k; b++) {
                double z0 = phi[2 * a] - phi[2 * b];
                double z1 = phi[2 * a + 1] - phi[2 * b + 1];
                double u = Math.exp(Math.abs(fixed[a] - fixed[b]) + r * Math.hypot(z0, z1));
                double c =
                    reach
                        * teacher[a]
                        * coverage(problem, alternatives, teacher, state, b)
                        * (u / ((1 + u) * (1 + u)))
                        / (problem.horizon() * problem.source().dataset().size());
                m[0] += c * z0 * z0;
                m[1] += c * z0 * z1;
                m[2] += c * z1 * z1;
              }
            }
          };
      problem.mdp().forEachState(prompt, visitor);
    }
    return 0.5 * (m[0] + m[2] - Math.hypot(m[0] - m[2], 2 * m[1]));
  }

  private static double coverage(
      LearningProblem problem, Alternatives alternatives, double[] teacher, State state, int b) {
    int k = teacher.length;
    if (alternatives == Alternatives.UNIFORM) {
      return 1.0 / k;
    } else if (alternatives == Alternatives.TEACHER) {
      return teacher[b];
    }
    PolicyFamily student = problem.student().family();
    if (student instanceof TanhNetwork) {
      double range = 2 * ((BoundedDerivatives) student).logitBound(problem.student().set());
      return 1 / (1 + (k - 1) * Math.exp(range));
    }
    double[] phi = new double[2 * k];
    student.gradients(new double[2], state, phi);
    double[] fixed = new double[k];
    student.logits(new double[2], state, fixed);
    double sum = 0;
    for (int a = 0; a < k; a++) {
      double distance = Math.hypot(phi[2 * a] - phi[2 * b], phi[2 * a + 1] - phi[2 * b + 1]);
      double most = fixed[a] - fixed[b] + problem.student().set().radius() * distance;
      sum += Math.exp(most); // 1 for a = b
    }
    return 1 / sum;
  }

  private static void assertSharper(LearningProblem problem, Alternatives alternatives) {
    double gamma = Math.exp(-1 / problem.lambda()) * naive(problem, alternatives);
    SharperDrift drift = SharperDrift.of(problem, alternatives);
    assertEquals(gamma, drift.gamma(), 1e-9 * gamma);
    assertEquals(Math.log(gamma), drift.logGamma(), 1e-9);
  }

  @ParameterizedTest
  @EnumSource(Alternatives.class)
  void constantIsTheSmallestEigenvalueOfItsMatrix(Alternatives alternatives) {
    for (int trial = 0; trial < 6; trial++) {
      assertSharper(problem(trial), alternatives);
    }
  }

  /** States where nothing is to be chosen count for nothing, and those behind them count. */
  @ParameterizedTest
  @EnumSource(Alternatives.class)
  void statesWithOneTokenArePassedBy(Alternatives alternatives) {
    LearningProblem problem =
        RandomInstance.of(
                RandomSpec.SMALL
                    .withFeasibility(Feasibility.EXPLICIT)
                    .withPrompts(6, 1)
                    .withHorizon(3)
                    .withLetters(3)
                    .withDimensions(2, 2),
                6)
            .instance()
            .problem();
    Forest forest = problem.source().forest();
    int first = 0;
    while (forest.degree(first) > 1) {
      first++;
    }
    int last = forest.nodes() - 1;
    while (forest.degree(last) == 1) {
      last--;
    }
    assertTrue(first < last, first + " before " + last);
    assertSharper(problem, alternatives);
  }

  private static LearningProblem withStudent(LearningProblem p, PolicyClass student) {
    return LearningProblem.of(
        p.lambda(),
        p.bound(),
        p.source().dataset(),
        p.target().dataset(),
        p.calibration(),
        student,
        p.reference(),
        (prompt, answer) -> 0.5);
  }

  /** Fixed logits of a residual class widen the log-odds of labels and shift proposals. */
  @Test
  void residualClassesCountTheirFixedLogits() {
    for (int trial = 0; trial < 3; trial++) {
      LearningProblem p = problem(trial);
      LearningProblem residual =
          withStudent(p, residual(p, p.student())).withCalibration(residual(p, p.calibration()));
      for (Alternatives alternatives : Alternatives.values()) {
        assertSharper(residual, alternatives);
      }
    }
  }

  /** The student's ball is the smaller one. */
  private static PolicyClass residual(LearningProblem p, PolicyClass linear) {
    FeatureMap phi = ((LinearSoftmax) linear.family()).features();
    boolean student = linear.equals(p.student());
    return new PolicyClass(
        ResidualSoftmax.of(p.reference(), 3, phi),
        Ball.of(2, (student ? 0.6 : 1) * linear.set().radius()),
        linear.initial());
  }

  @Test
  void studentsThatBoundTheirLogitsAreCovered() {
    LearningProblem p = problem(1);
    TanhNetwork network = TanhNetwork.of(Features.token(p.mdp().vocabulary()), 2);
    int d = network.dimension();
    ImmutableDoubleArray zero = ImmutableDoubleArray.copyOf(new double[d]);
    LearningProblem bounded = withStudent(p, new PolicyClass(network, Ball.of(d, 0.2), zero));
    assertSharper(bounded, Alternatives.STUDENT);
  }

  @Test
  void studentsWithoutBoundsAreRefused() {
    LearningProblem p = problem(1);
    PolicyFamily unbounded = new ForwardingFamily(p.student().family());
    PolicyClass student = new PolicyClass(unbounded, p.student().set(), p.student().initial());
    Refusals.assertRefused(
        "the sharper step needs a student family that bounds its logits",
        () -> SharperDrift.of(withStudent(p, student), Alternatives.STUDENT));
  }

  @Test
  void comparisonsWithoutBoundsAreRefused() {
    Comparisons own =
        new Comparisons() {
          @Override
          public int alternative(SourceCursor s, double[] theta, RandomStream random) {
            return 0;
          }

          @Override
          public String toString() {
            return "own";
          }
        };
    Refusals.assertRefused(
        "alternatives=own knows no bound for the sharper step",
        () -> SharperDrift.of(problem(1), own));
  }

  @Test
  void nothingIdentifiedGivesZero() {
    LearningProblem p = BrokenInstance.NOT_IDENTIFIED.instance().problem();
    SharperDrift drift = SharperDrift.of(p, Alternatives.UNIFORM);
    assertEquals(0, drift.gamma());
    assertEquals(Double.NEGATIVE_INFINITY, drift.logGamma());
    String before = "the source comparisons do not identify the calibration: mu_joint = 0, so ";
    String behind = " = 0 and the step 1/(gamma (t+2)) does not exist";
    assertRefused(p, "sharper", before + "the sharper gamma" + behind, "");
    assertRefused(p, "paper", before + "gamma" + behind, "");
  }

  private static void assertRefused(LearningProblem p, String rule, String start, String end) {
    Learner learner = Ccl.paper().with("calibration", rule);
    String message =
        assertThrows(IllegalArgumentException.class, () -> learner.initial(p, 1)).getMessage();
    assertTrue(message.startsWith(start) && message.endsWith(end), message);
  }

  /** e^(1/λ) is about 1e312 here. */
  @Test
  void stepsThatOverflowAreRefused() {
    RandomSpec tiny = RandomSpec.SMALL.withLambda(1.0 / 720);
    LearningProblem p = RandomInstance.of(tiny, 1).instance().problem();
    String small = ") is so small that the step 1/(gamma (t+2)) overflows";
    assertRefused(p, "sharper", "the sharper gamma = exp(-7", small);
    assertRefused(p, "paper", "gamma = exp(-7", small);
  }

  /** 1/(γ′(t+2)) with the γ′ of the run's own comparisons; each kind has another one. */
  @Test
  void stepsKnowHowComparisonsAreDrawn() {
    LearningProblem p = problem(2);
    Set<Double> constants = new HashSet<>();
    double[] w = {0.2, -0.1};
    double[] z = {0.7, -0.4};
    double[] next = new double[2];
    try (Engine engine = Engines.open(p, RandomStreams.of(1), Sampler.COUNTS, 1)) {
      for (Comparisons comparisons :
          List.of(
              Alternatives.STUDENT,
              Alternatives.UNIFORM,
              Alternatives.TEACHER,
              new TargetDesign())) {
        double gamma = SharperDrift.of(p, comparisons).gamma();
        constants.add(gamma);
        CalibrationStep.SHARPER
            .start(new Setup(p, comparisons, engine, null, null))
            .step(8, z, 0.3, 0.2, w, next);
        for (int i = 0; i < 2; i++) {
          double move = -0.3 * z[i] / (gamma * 10);
          assertEquals(w[i] + move, next[i], 1e-12 * (1 + Math.abs(move)), "" + comparisons);
        }
      }
    }
    assertEquals(4, constants.size());
  }
}
