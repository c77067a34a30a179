package dev.ccl.algorithms.ccl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.primitives.ImmutableDoubleArray;
import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.LearnerState;
import dev.ccl.algorithms.Session;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.math.Vectors;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.mdp.State;
import dev.ccl.core.policy.Ball;
import dev.ccl.core.policy.PolicyFamily;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.LearningProblem.PolicyClass;
import dev.ccl.core.problem.RewardOracle;
import dev.ccl.core.truth.GroundTruth;
import dev.ccl.testkit.ForwardingFamily;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The rules that solve for w*, round by round and as parts of a run. */
final class RegressionRuleTest {
  private static final int ROUNDS = 120;

  private static double distance(double[] a, double[] b) {
    double[] difference = a.clone();
    Vectors.addScaled(-1, b, difference);
    return Vectors.norm(difference);
  }

  /** An answer and whose it is. */
  private record Answer(String prompt, ImmutableIntArray tokens) {}

  /** The linear class, with its parameter v written in another way. */
  private enum Shape {
    LINEAR,
    /** v = a + w: logits of which aᵀφ is fixed. */
    SHIFTED,
    /** v = a + sinh w. */
    BENT,
    /** v = a + sinh 200w, from a teacher at the border. */
    STEEP;

    private static final double[] A = {0.2, -0.3, 0.1};

    private double[] linear(double[] w) {
      double[] v = w.clone();
      for (int i = 0; i < v.length && this != LINEAR; i++) {
        v[i] = A[i] + (this == SHIFTED ? w[i] : StrictMath.sinh(scale() * w[i]));
      }
      return v;
    }

    private double scale() {
      return this == STEEP ? 200 : 1;
    }

    private double[] own(double[] v) {
      double[] w = v.clone();
      for (int i = 0; i < w.length && this != LINEAR; i++) {
        double x = v[i] - A[i];
        w[i] = this == SHIFTED ? x : StrictMath.log(x + Math.sqrt(x * x + 1)) / scale();
      }
      return w;
    }

    PolicyClass of(PolicyClass policies) {
      if (this == LINEAR) {
        return policies;
      }
      PolicyFamily family =
          new ForwardingFamily(policies.family()) {
            @Override
            public void logits(double[] theta, State state, double[] out) {
              super.logits(linear(theta), state, out);
            }

            @Override
            public void gradients(double[] theta, State state, double[] out) {
              super.gradients(linear(theta), state, out);
              for (int i = 0;
                  i < state.legal().length() * A.length && Shape.this.compareTo(BENT) >= 0;
                  i++) {
                out[i] *= scale() * StrictMath.cosh(scale() * theta[i % A.length]);
              }
            }
          };
      double[] start = own(policies.initial().toArray());
      if (this == STEEP) {
        Arrays.fill(start, 0.9);
      }
      double radius = this == STEEP ? 1.6 : policies.set().radius(); // without overflow
      return new PolicyClass(family, Ball.of(A.length, radius), ImmutableDoubleArray.copyOf(start));
    }
  }

  /** A world that w* explains but for one answer, or wholly; it notes who was asked about. */
  private static final class World {
    private static final RandomSpec SMALL = RandomSpec.SMALL.withSetShape(RandomSpec.SetShape.BOX);
    private final RandomInstance random;
    private final List<Answer> asked = new ArrayList<>();
    private final RandomSpec spec;
    private final Shape shape;
    private final Answer lie;
    private final double size;

    World(Shape shape, Answer lie) {
      this(shape, lie, 0.1);
    }

    World(Shape shape, Answer lie, double size) {
      this(shape, lie, size, SMALL);
    }

    World(Shape shape, Answer lie, double size, RandomSpec spec) {
      this.random = RandomInstance.of(spec, 3);
      this.spec = spec;
      this.shape = shape;
      this.lie = lie;
      this.size = size;
    }

    boolean isContradicted() {
      return asked.contains(lie) && size > 1e-10; // less is rounding
    }

    private double reply(Prompt prompt, ImmutableIntArray tokens) {
      Answer answer = new Answer(prompt.id(), tokens);
      if (!asked.contains(answer)) {
        asked.add(answer);
      }
      double honest = random.instance().prompts().get(prompt.id()).reward(tokens);
      return answer.equals(lie) ? (1 - size) * honest : honest;
    }

    LearningProblem problem(boolean exact) {
      RewardOracle replies = this::reply;
      LearningProblem problem = random.instance().problem();
      return problem
          .withCalibration(shape.of(problem.calibration()))
          .withSourceRewards(exact ? replies : RewardOracle.noisy(replies));
    }

    double[] truth() {
      return shape.own(random.truth().toArray());
    }

    /** More equations than unknowns: one unknown per prompt beside w. */
    boolean hasSpareEquations() {
      Set<String> prompts = new HashSet<>();
      asked.forEach(answer -> prompts.add(answer.prompt()));
      return asked.size() > prompts.size() + truth().length;
    }
  }

  private static TestBranch branch(LearningProblem problem, CalibrationStep rule, Acceptance how) {
    double[] w = {0.2, -0.1, 0.3}; // not the teacher
    return TestBranch.of(problem, 8, rule, how, Averaging.NONE, w);
  }

  /**
   * Comparisons of a fixed student do not depend on w, so the iterate of the Newton step is known
   * whatever the rule does with it. Returns in how many rounds w was w*.
   */
  private static int assertChecked(World world, boolean exact, Acceptance how) {
    LearningProblem problem = world.problem(exact);
    double[] theta = problem.student().initial().toArray();
    int solved = 0;
    int rounds = world.spec == World.SMALL ? ROUNDS : 500;
    try (TestBranch newton =
            branch(
                new World(world.shape, world.lie, world.size, world.spec).problem(true),
                CalibrationStep.NEWTON,
                how);
        TestBranch checked = branch(problem, CalibrationStep.CHECKED_REGRESSION, how)) {
      for (int t = 0; t < rounds; t++) {
        newton.calibrate(t, theta);
        checked.calibrate(t, theta);
        boolean proven = exact && world.hasSpareEquations() && !world.isContradicted();
        double[] expected = proven ? world.truth() : newton.iterate();
        double off = distance(expected, checked.iterate());
        assertTrue(off < 1e-9, "round " + t + ", proven " + proven + ": " + off);
        solved += proven ? 1 : 0;
      }
    }
    return solved;
  }

  /** Rewards are told to nearly all of their digits: less is a contradiction, the rest rounding. */
  @Test
  void smallLiesAreLiesAndRoundingIsNone() {
    List<Answer> order = order();
    int all = assertChecked(new World(Shape.LINEAR, null), true, Acceptance.EXPECTATION);
    for (int i : new int[] {0, order.size() / 2, order.size() - 1}) {
      World lying = new World(Shape.LINEAR, order.get(i), 1e-6);
      assertTrue(assertChecked(lying, true, Acceptance.EXPECTATION) < all, "answer " + i);
      World rounded = new World(Shape.LINEAR, order.get(i), 1e-11);
      assertEquals(all, assertChecked(rounded, true, Acceptance.EXPECTATION), "answer " + i);
    }
  }

  /** Also where so many answers are known that equations are solved anew only now and then. */
  @Test
  void aLieAmongManyAnswersIsNoticedAtOnce() {
    RandomSpec many =
        RandomSpec.SMALL.withSetShape(RandomSpec.SetShape.BOX).withHorizon(4).withPrompts(6, 2);
    List<Answer> order = order(new World(Shape.LINEAR, null, 0, many), 500);
    assertTrue(order.size() > 100, order.size() + " answers");
    int all = assertChecked(new World(Shape.LINEAR, null, 0, many), true, Acceptance.EXPECTATION);
    for (int at : new int[] {66, 75, 90}) {
      World lying = new World(Shape.LINEAR, order.get(at), 0.1, many);
      int solved = assertChecked(lying, true, Acceptance.EXPECTATION);
      assertTrue(solved > 0 && solved < all, "answer " + at);
    }
  }

  /** Far from w* in a steep class forty steps are too few; that is no fault of the rewards. */
  @Test
  void aSolveThatHasNotEndedRefutesNothing() {
    World world = new World(Shape.STEEP, null);
    LearningProblem problem = world.problem(true);
    try (TestBranch checked =
        TestBranch.of(
            problem,
            8,
            CalibrationStep.CHECKED_REGRESSION,
            Acceptance.EXPECTATION,
            Averaging.NONE,
            problem.calibration().initial().toArray())) {
      for (int t = 0; t < ROUNDS; t++) {
        checked.calibrate(t, problem.student().initial().toArray());
      }
      assertEquals(0, distance(world.truth(), checked.iterate()), 1e-9);
    }
  }

  /** The answers in the order in which a run asks about them first. */
  private static List<Answer> order() {
    return order(new World(Shape.LINEAR, null), ROUNDS);
  }

  private static List<Answer> order(World world, int rounds) {
    LearningProblem problem = world.problem(true);
    try (TestBranch branch = branch(problem, CalibrationStep.NEWTON, Acceptance.EXPECTATION)) {
      for (int t = 0; t < rounds; t++) {
        branch.draw(t, problem.student().initial().toArray());
      }
    }
    return world.asked;
  }

  private static void assertChecked(Shape shape, Acceptance how) {
    List<Answer> order = order();
    int all = assertChecked(new World(shape, null), true, how);
    assertTrue(all > ROUNDS / 2, all + " rounds at w*");
    int some = 0;
    for (int i = 0; i < order.size(); i++) {
      int solved = assertChecked(new World(shape, order.get(i)), true, how);
      some += solved > 0 && solved < all ? 1 : 0;
      assertTrue(i > 0 || solved == 0, "contradicted from the first test on");
    }
    assertTrue(some >= 3, "contradicted later: " + some);
    assertEquals(0, assertChecked(new World(shape, null), false, how), "of a noisy verifier");
  }

  @ParameterizedTest
  @EnumSource(
      value = Acceptance.class,
      names = {"REJECTION", "EXPECTATION", "CONTROLLED"})
  void theSolutionCountsWhileSpareEquationsHold(Acceptance how) {
    assertChecked(Shape.LINEAR, how);
  }

  /** The log-odds of a comparison are those of its class, where they are not zᵀw as well. */
  @ParameterizedTest
  @EnumSource(
      value = Shape.class,
      names = {"SHIFTED", "BENT"})
  void soItIsInClassesThatAreNotLinear(Shape shape) {
    assertChecked(shape, Acceptance.EXPECTATION);
  }

  /** From the start, with too few equations, with enough, and after one that contradicts them. */
  @ParameterizedTest
  @ValueSource(strings = {"regression", "checked-regression"})
  void runsGoOnToTheBit(String rule) {
    List<Answer> order = order();
    Learner learner = Ccl.practical().with("calibration", rule);
    for (Answer lie : new Answer[] {null, order.get(order.size() - 1)}) {
      LearningProblem problem = new World(Shape.LINEAR, lie).problem(true);
      List<LearnerState> states = new ArrayList<>();
      try (Session whole = learner.open(problem, learner.initial(problem, 8), 1)) {
        for (int part = 0; part < 8; part++) {
          states.add(whole.state());
          whole.advance(1 + 2 * part);
        }
        for (LearnerState state : states) {
          try (Session resumed = learner.open(problem, state, 1)) {
            resumed.advance(whole.round() - state.round());
            assertEquals(whole.state(), resumed.state(), "from round " + state.round());
          }
        }
      }
    }
  }

  @Test
  void asARuleItFindsTheTruth() {
    World world = new World(Shape.LINEAR, null);
    LearningProblem problem = world.problem(true);
    Learner learner = Ccl.practical().with("calibration", "regression");
    try (Session session = learner.open(problem, learner.initial(problem, 8), 1)) {
      session.advance(80);
      double[] w = new double[3];
      session.calibration(w);
      assertTrue(distance(w, world.truth()) < 1e-6);
    }
  }

  /** Queries until a run's own calibration stays at w*, at most 60 in 19 of 20 seeds. */
  @Test
  void equationsThatProveThemselvesAreTaken() {
    Learner learner = Ccl.practical().with("calibration", "checked-regression");
    for (int i = 0; i < 4; i++) {
      RandomInstance random = RandomInstance.of(RandomSpec.SMALL, 3 + i);
      LearningProblem problem = GroundTruth.of(random.instance()).problem();
      int late = 0;
      for (int seed = 0; seed < 20; seed++) {
        try (Session session = learner.open(problem, learner.initial(problem, seed), 1)) {
          session.advance(60);
          double[] w = new double[3];
          session.calibration(w);
          late += distance(w, random.truth().toArray()) < 1e-6 ? 0 : 1;
        }
      }
      assertTrue(late <= 1, late + " of 20 seeds");
    }
  }

  /** Where no w explains the rewards, the run is that of the Newton step; to rounding. */
  @Test
  void equationsThatContradictEachOtherAreNot() {
    LearningProblem problem =
        GroundTruth.of(RandomInstance.of(RandomSpec.SMALL, 3).instance())
            .problem()
            .withSourceRewards((prompt, answer) -> 0.5 + 0.4 * Math.sin(answer.hashCode()));
    Learner newton = Ccl.practical();
    Learner checked = newton.with("calibration", "checked-regression");
    try (Session one = newton.open(problem, newton.initial(problem, 8), 1);
        Session other = checked.open(problem, checked.initial(problem, 8), 1)) {
      double[] w = new double[3];
      double[] v = new double[3];
      for (int t = 0; t < 100; t++) {
        one.advance(1);
        other.advance(1);
        one.calibration(w);
        other.calibration(v);
        assertTrue(distance(w, v) < 1e-9, "round " + t);
      }
    }
  }
}
