package dev.ccl.core.truth;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.core.brute.TrialInstances;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.InstanceReader;
import dev.ccl.core.policy.Ball;
import dev.ccl.core.policy.ConvexSet;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.LearningProblem.PolicyClass;
import dev.ccl.core.problem.RewardOracle;
import dev.ccl.core.random.RandomStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Oracle students, excess costs and projections where the parameter sets are small or wide. */
class WideTruthTest {
  private static final double[] BOUNDS = {1e-12, 1e-3, 1, 4, 1e3, 1e5, 1e12, 1e100, 1e200, 1e300};

  private static Instance instance() throws IOException {
    try (InputStream in = WideTruthTest.class.getResourceAsStream("two-parameters.json")) {
      return InstanceReader.read("two-parameters.json", in);
    }
  }

  private static GroundTruth truth(Instance instance, LearningProblem problem) {
    RewardOracle rewards = (x, answer) -> instance.prompts().get(x.id()).reward(answer);
    return GroundTruth.of(problem, rewards);
  }

  private static GroundTruth withStudents(Instance instance, ConvexSet set) {
    LearningProblem problem = instance.problem();
    ImmutableDoubleArray zero = ImmutableDoubleArray.copyOf(new double[set.dimension()]);
    return truth(
        instance, problem.withStudent(new PolicyClass(problem.student().family(), set, zero)));
  }

  /** The oracle student is inside the ball of radius 1, so that no wider ball has a better one. */
  @Test
  void theOracleStudentDoesNotDependOnTheWidthOfItsSet() throws IOException {
    double[] theta = {0.1, 0.1};
    double[] w = {0.1, 0.1};
    for (double bound : BOUNDS) {
      GroundTruth truth = withStudents(instance(), Ball.of(2, bound));
      String where = "B = " + bound;
      if (bound >= 1) {
        assertEquals(0.00681432, truth.oracle().cost(), 1e-8, where);
        assertEquals(-0.139, truth.oracle().point().get(0), 1e-3, where);
        assertEquals(0.467, truth.oracle().point().get(1), 1e-3, where);
        assertEquals(0.00954322, truth.excessCost(theta), 1e-8, where);
        assertTrue(truth.oracle().isUnique(), where);
        assertTrue(truth.optimizationError(w, theta) > 1e-4, where);
      }
      double[] end = {bound, 0};
      for (double value :
          new double[] {
            truth.excessCost(end),
            truth.oracleDivergence(end),
            truth.optimizationError(w, end),
            truth.optimizationError(new double[] {0.7 * bound, -0.7 * bound}, theta)
          }) {
        assertTrue(value >= -1e-12 && value < Double.POSITIVE_INFINITY, where + ": " + value);
      }
    }
  }

  private static Instance withTeacher(Instance instance, double bound, double share) {
    Instance.Header h = instance.header();
    double[] teacher = new double[h.calibrationDimension()];
    for (int i = 0; i < teacher.length; i++) {
      teacher[i] = (i % 2 == 0 ? share : -share) / Math.sqrt(teacher.length) * bound;
    }
    return Instance.of(
        new Instance.Header(
            h.name(),
            h.lambda(),
            bound,
            h.horizon(),
            h.vocabulary(),
            h.feasibility(),
            Ball.of(teacher.length, bound),
            ImmutableDoubleArray.copyOf(teacher),
            ImmutableDoubleArray.copyOf(new double[h.studentDimension()])),
        instance.prompts().values().asList(),
        instance.source(),
        instance.target());
  }

  /** From a teacher far out, where all students are deterministic, to the projection near 0. */
  @Test
  void projectionsDoNotDependOnTheWidthOfTheSet() {
    for (int trial = 0; trial < 20; trial++) {
      Instance instance = TrialInstances.of(trial);
      for (double bound : new double[] {1e-12, 1, 1e3, 1e6, 1e12, 1e100, 1e300}) {
        KlProjection far = KlProjection.of(GroundTruth.of(withTeacher(instance, bound, 0.9)));
        KlProjection fromZero = KlProjection.of(GroundTruth.of(withTeacher(instance, bound, 0)));
        String where = "trial " + trial + ", B = " + bound + ": " + far + ", from 0 " + fromZero;
        double margin = 1e-6 * (1 + fromZero.sourceResidual());
        assertEquals(fromZero.sourceResidual(), far.sourceResidual(), margin, where);
        margin = 1e-6 * (1 + fromZero.targetBest());
        assertEquals(fromZero.targetBest(), far.targetBest(), margin, where);
      }
    }
  }

  /** A set that shows a search one point alone until it is opened. */
  private static final class Veiled implements ConvexSet {
    private final Ball ball = Ball.of(2, 4);
    private boolean open;

    @Override
    public int dimension() {
      return 2;
    }

    @Override
    public double radius() {
      return 4;
    }

    @Override
    public boolean contains(double[] point) {
      return ball.contains(point);
    }

    @Override
    public void project(double[] point) {
      ball.project(point);
      if (!open) {
        point[0] = 2;
        point[1] = 2;
      }
    }

    @Override
    public void draw(RandomStream random, double[] point) {
      ball.draw(random, point);
    }
  }

  @Test
  void aSearchThatMissedTheOracleStudentIsAFaultAndNoNegativeNumber() throws IOException {
    Veiled set = new Veiled();
    GroundTruth truth = withStudents(instance(), set);
    assertEquals(2, truth.oracle().point().get(0));
    set.open = true;
    assertTrue(truth.excessCost(new double[] {3, 2.5}) > 0);
    IllegalStateException missed =
        assertThrows(
            IllegalStateException.class, () -> truth.excessCost(new double[] {-0.139, 0.467}));
    assertTrue(
        missed.getMessage().matches("the search for the oracle student ended at a cost of .*"),
        missed.getMessage());
    assertTrue(missed.getMessage().contains("theta [-0.139, 0.467] costs 0.0068"));
  }

  /** A student outside Θ may be better than the best one inside. */
  @Test
  void outsideTheSetTheExcessMayBeNegative() throws IOException {
    GroundTruth truth = withStudents(instance(), Ball.of(2, 0.1));
    assertTrue(truth.excessCost(new double[] {-0.139, 0.467}) < -1e-3);
  }

  @Test
  void parametersThatAreNoNumbersAreRefused() throws IOException {
    GroundTruth truth = withStudents(instance(), Ball.of(2, 1));
    double[] good = {0, 0};
    for (double bad : new double[] {Double.NaN, Double.POSITIVE_INFINITY}) {
      double[] x = {0, bad};
      String said = ": " + Arrays.toString(x) + " are not finite numbers";
      refused("theta" + said, () -> truth.excessCost(x));
      refused("theta" + said, () -> truth.oracleDivergence(x));
      refused("theta" + said, () -> truth.optimizationError(good, x));
      refused("w" + said, () -> truth.optimizationError(x, good));
    }
  }

  private static void refused(String message, Runnable asked) {
    assertEquals(message, assertThrows(IllegalArgumentException.class, asked::run).getMessage());
  }
}
