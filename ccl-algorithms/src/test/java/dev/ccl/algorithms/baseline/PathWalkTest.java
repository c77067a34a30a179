package dev.ccl.algorithms.baseline;

import static dev.ccl.algorithms.Refusals.assertRefused;
import static dev.ccl.algorithms.Refusals.assertUntimely;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.LearnerState;
import dev.ccl.algorithms.Session;
import dev.ccl.algorithms.run.Learners;
import dev.ccl.core.forest.Dataset;
import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.random.Multinomial;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.random.RandomStreams;
import dev.ccl.testkit.naive.Answer;
import dev.ccl.testkit.naive.Costs;
import dev.ccl.testkit.naive.Naive;
import dev.ccl.testkit.naive.Node;
import dev.ccl.testkit.naive.SmallAlgebra;
import dev.ccl.testkit.naive.StudentLaw;
import dev.ccl.testkit.naive.TokenLaw;
import java.math.BigInteger;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is computed along one drawn answer, against the answer itself. */
final class PathWalkTest {
  private final Instance instance =
      RandomInstance.of(RandomSpec.SMALL.withInitialNorm(1.2), 5).instance();
  private final LearningProblem problem = instance.problem();
  private final Naive naive = Naive.of(instance);
  private final Forest forest = problem.target().forest();
  private final double[] theta = problem.student().initial().toArray();
  private final double[] teacher = problem.calibration().initial().toArray();
  private final EdgeLaw law = problem.target().calibration().law(teacher);

  private Answer answer(int leaf) {
    return naive.answer(forest.state(forest.node(leaf)).prompt().id(), forest.answer(leaf));
  }

  @Test
  void sumsAndDerivativesFollowTheAnswer() {
    PathWalk walk = PathGradient.walk(problem, 2, PathObjective.FORWARD_KL, 9);
    Dataset dataset = problem.target().dataset();
    EdgeLaw students = problem.target().student().law(theta);
    StudentLaw student = naive.student(theta);
    TokenLaw calibrated = naive.calibrated(teacher);
    RandomStreams streams = RandomStreams.of(2);
    for (int n = 0; n < 80; n++) { // the samples of batches of 5 answers
      int t = n / 5;
      int sample = n % 5;
      walk.at(t, sample, theta);
      RandomStream random = streams.open(Purpose.TRIAL, t, sample);
      EdgeLaw drawn = law;
      switch (n % 4) {
        case 0 -> {
          walk.drawFromStudent(Purpose.TRIAL);
          drawn = students;
        }
        case 1 -> walk.drawFromTeacher(Purpose.TRIAL);
        case 2 -> {
          walk.drawFromReference(Purpose.TRIAL);
          drawn = problem.target().reference();
        }
        default -> {
          walk.drawFromList(Purpose.TRIAL, Purpose.TEACHER_ROLLOUT);
          random = streams.open(Purpose.TEACHER_ROLLOUT, random.nextBelow(9), 0);
        }
      }
      // The same draws once more, on the arrays of the forest.
      int leaf = -1;
      for (int s = dataset.root(random.nextBelow(dataset.size())); s >= 0; s = forest.child(leaf)) {
        double[] p = new double[forest.degree(s)];
        for (int k = 0; k < p.length; k++) {
          p[k] = drawn.probability(forest.firstEdge(s) + k);
        }
        leaf = forest.firstEdge(s) + Multinomial.drawOne(random, p, 0, p.length);
      }
      Answer answer = answer(leaf);
      assertEquals(student.logAnswer(answer), walk.logStudent(), 1e-12, "answer " + n);
      assertEquals(calibrated.logAnswer(answer), walk.logTeacher(), 1e-12);
      assertEquals(naive.reference().logAnswer(answer), walk.logReference(), 1e-12);
      double[] score = Costs.of(naive).score(student, answer);
      double[] forward = new double[2];
      double[] reverse = new double[2];
      for (int h = 1; h <= answer.length(); h++) {
        Node s = answer.node(h);
        double[] p = student.log(s);
        double[] q = calibrated.log(s);
        double divergence = 0;
        for (int k = 0; k < p.length; k++) {
          divergence += Math.exp(p[k]) * (p[k] - q[k]);
        }
        for (int k = 0; k < p.length; k++) {
          double own = Math.exp(p[k]) * (p[k] - q[k] - divergence); // of Σ p log(p/q)
          double cross = Math.exp(p[k]) - Math.exp(q[k]); // of −Σ q log p
          forward = SmallAlgebra.plus(forward, cross, student.gradient(s, k));
          reverse = SmallAlgebra.plus(reverse, own, student.gradient(s, k));
        }
      }
      assertIncreasedBy(score, g -> walk.addScore(0.7, g));
      assertIncreasedBy(forward, g -> walk.addForwardDivergence(0.7, g));
      assertIncreasedBy(reverse, g -> walk.addReverseDivergence(0.7, g));
    }
  }

  private static void assertIncreasedBy(
      double[] expected, java.util.function.Consumer<double[]> add) {
    double[] g = {3, -4};
    add.accept(g);
    assertArrayEquals(new double[] {3 + 0.7 * expected[0], -4 + 0.7 * expected[1]}, g, 1e-12);
  }

  /** One round is a projected step along the mean of its samples. */
  @ParameterizedTest
  @EnumSource(PathObjective.class)
  void roundsAverageTheirSamples(PathObjective objective) {
    Learner learner = Learners.named(objective.toString()).with("batch", "3").with("answers", "9");
    LearnerState state = learner.with("start", "problem").initial(problem, 6);
    assertEquals(problem.student().initial(), state.student());
    assertArrayEquals(new double[2], learner.initial(problem, 6).student().toArray());
    PathGradient samples = PathGradient.of(problem, RandomStreams.of(6), objective, 9);
    boolean queries = objective.onSource();
    double lambda = problem.lambda();
    double weight = queries ? lambda : objective == PathObjective.DIRECT_MATCHING ? 1 + lambda : 1;
    double odds = Math.exp(-problem.bound()) / 2;
    double mu = weight * odds / ((1 + odds) * (1 + odds)) / 2;
    for (int t = 0; t < 5; t++) {
      double[] mean = new double[2];
      double[] at = state.student().toArray();
      for (int sample = 0; sample < 3; sample++) {
        double[] g = new double[2];
        samples.add(t, sample, at, 1, g);
        mean[0] += g[0] / 3;
        mean[1] += g[1] / 3;
      }
      for (int i = 0; i < 2; i++) {
        at[i] -= mean[i] / (mu * (t + 2));
      }
      problem.student().set().project(at);
      state = learner.step(problem, state);
      assertArrayEquals(at, state.student().toArray(), 1e-9, "round " + t);
    }
    LearnerState start = learner.with("start", "problem").initial(problem, 6);
    try (Session session = learner.open(problem, start, 1)) {
      session.advance(5);
      assertEquals(state, session.state());
    }
    assertEquals(queries ? 15 : 0, state.ledger().sourceQueries());
    assertEquals(queries ? 15 : 0, state.ledger().acceptedTrials());
    assertEquals(BigInteger.valueOf(queries ? 0 : 15), state.ledger().gradientRollouts());
    assertEquals(queries ? 0 : 1, state.ledger().largestCount());
  }

  /** A baseline does not calibrate: the calibration of a state stays in it. */
  @Test
  void aCalibrationIsHandedOn() {
    Learner learner = Learners.named("forward-kl");
    LearnerState start = learner.initial(problem, 6);
    ImmutableDoubleArray w = ImmutableDoubleArray.of(0.3, -0.2, 0.1);
    LearnerState other = new LearnerState(6, 4, w, start.student(), start.extras(), start.ledger());
    try (Session session = learner.open(problem, other, 1)) {
      session.advance(2);
      double[] shown = new double[3];
      session.calibration(shown);
      assertArrayEquals(w.toArray(), shown);
      assertEquals(w, session.state().calibration());
      assertEquals(6, session.state().round());
    }
  }

  /** Source objectives walk source prompts, the others target prompts, here of other numbers. */
  @Test
  void objectivesWalkTheirOwnPrompts() {
    LearningProblem uneven =
        RandomInstance.of(RandomSpec.SMALL.withPrompts(1, 3).withInitialNorm(1), 4)
            .instance()
            .problem();
    RandomStreams streams = RandomStreams.of(6);
    double[] at = uneven.student().initial().toArray();
    PathWalk onTarget = PathGradient.walk(uneven, 6, PathObjective.TOKEN_REVERSE_KL, 1);
    PathWalk onSource = PathGradient.walk(uneven, 6, PathObjective.SOURCE_REWARD, 1);
    PathGradient reverse = PathGradient.of(uneven, streams, PathObjective.TOKEN_REVERSE_KL, 1);
    PathGradient reward = PathGradient.of(uneven, streams, PathObjective.SOURCE_REWARD, 1);
    for (int t = 0; t < 30; t++) {
      double[] expected = new double[2];
      double[] actual = new double[2];
      onTarget.at(t, 0, at);
      onTarget.drawFromStudent(Purpose.GRADIENT_BATCH);
      onTarget.addReverseDivergence(2, expected);
      reverse.add(t, 0, at, 2, actual);
      assertArrayEquals(expected, actual, 1e-14);
      onSource.at(t, 0, at);
      onSource.drawFromStudent(Purpose.GRADIENT_BATCH);
      double value =
          onSource.reward() - uneven.lambda() * (onSource.logStudent() - onSource.logReference());
      onSource.addScore(-2 * value, expected);
      assertUntimely("rewards exist on source prompts only", onTarget::reward);
      reward.add(t, 0, at, 2, actual);
      assertArrayEquals(expected, actual, 1e-14);
    }
  }

  /** The answers of sft come from a list: with one answer every round asks for the same. */
  @Test
  void aListOfOneAnswerRepeatsIt() {
    PathGradient samples = PathGradient.of(problem, RandomStreams.of(6), PathObjective.SFT, 1);
    PathGradient many = PathGradient.of(problem, RandomStreams.of(6), PathObjective.SFT, 50);
    double[] first = new double[2];
    samples.add(0, 0, theta, 1, first);
    boolean varied = false;
    for (int t = 1; t < 20; t++) {
      double[] again = new double[2];
      samples.add(t, 0, theta, 1, again);
      assertArrayEquals(first, again);
      double[] other = new double[2];
      many.add(t, 0, theta, 1, other);
      varied |= !Arrays.equals(first, other);
    }
    assertTrue(varied);
  }

  @Test
  void stepSizesHaveTheirWords() {
    for (String text :
        new String[] {"paper", "constant:0.5", "root:2.0", "inverse:3.0", "constant:2.0E23"}) {
      assertEquals(text, StepSize.parse(text).toString());
    }
    for (String text :
        new String[] {"paper:1", "root", "root:0", "root:-1", "linear:1", "root:∞"}) {
      assertThrows(IllegalArgumentException.class, () -> StepSize.parse(text));
    }
    for (double scale : new double[] {0, -1, Double.POSITIVE_INFINITY, Double.NaN}) {
      assertRefused("step size: scale " + scale, () -> new StepSize(StepSize.Decay.ROOT, scale));
    }
    assertRefused("linear:1", () -> StepSize.parse("linear:1"));
    assertEquals(Double.MIN_VALUE, new StepSize(StepSize.Decay.ROOT, Double.MIN_VALUE).scale());
  }
}
