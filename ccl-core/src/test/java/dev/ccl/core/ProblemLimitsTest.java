package dev.ccl.core;

import static dev.ccl.core.brute.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.common.primitives.ImmutableDoubleArray;
import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.core.brute.BentFamily;
import dev.ccl.core.exact.FisherInformation;
import dev.ccl.core.exact.ForwardKl;
import dev.ccl.core.exact.GlobalMinimizer;
import dev.ccl.core.exact.LogRatioCost;
import dev.ccl.core.exact.Scores;
import dev.ccl.core.exact.Smoothness;
import dev.ccl.core.forest.BudgetExceededException;
import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.growing.ForestBudget;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.mdp.BrokenPartException;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.policy.Ball;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.LearningProblem.PolicyClass;
import dev.ccl.core.problem.SourceVerifier;
import dev.ccl.core.truth.CramerRao;
import dev.ccl.core.truth.GroundTruth;
import dev.ccl.core.truth.Realizability;
import dev.ccl.core.truth.RolloutEvaluation;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Arguments of problems and of what is exact about them, below, at and above each limit. */
class ProblemLimitsTest {
  private static final double NAN = Double.NaN;
  private static final double INFINITY = Double.POSITIVE_INFINITY;
  private static final RandomSpec SHAPE =
      RandomSpec.SMALL.withPrompts(3, 2).withDimensions(2, 1).withHorizon(2);
  private static final Instance INSTANCE = RandomInstance.of(SHAPE, 1).instance();
  private static final LearningProblem PROBLEM = INSTANCE.problem();

  @Test
  void lambdaAndSets() {
    for (double lambda : new double[] {-1, 0, INFINITY, NAN}) {
      refused("lambda", lambda, () -> PROBLEM.withLambda(lambda));
    }
    assertDoesNotThrow(() -> PROBLEM.withLambda(1e-300));
    assertDoesNotThrow(() -> PROBLEM.withLambda(1e300));
    assertDoesNotThrow(() -> within(0.001, 0.001 + 8e-10));
    refused("W", "radius B", () -> within(0.001, 0.001 + 1.2e-9));
    assertDoesNotThrow(() -> within(1000, 1000 + 1.8e-9));
    refused("W", "radius B", () -> within(1000, 1000 + 2.2e-9));
    PolicyClass students = PROBLEM.student();
    refused(
        "1 parameters",
        "dimension 2",
        () -> new PolicyClass(students.family(), Ball.of(2, 1), ImmutableDoubleArray.of(0, 0)));
    refused(
        "initial parameter",
        "not in the set",
        () -> new PolicyClass(students.family(), Ball.of(1, 1), ImmutableDoubleArray.of(1.5)));
    LearningProblem equal = RandomInstance.of(SHAPE, 1).instance().problem();
    refused(
        "source and target",
        "MDPs",
        () ->
            LearningProblem.of(
                1,
                2,
                PROBLEM.source().dataset(),
                equal.target().dataset(),
                PROBLEM.calibration(),
                PROBLEM.student(),
                PROBLEM.reference(),
                (p, answer) -> 0));
  }

  /** A budget counts for each side by itself. */
  @Test
  void budgetsOfEdges() {
    Instance wideTarget = RandomInstance.of(SHAPE.withPrompts(1, 3), 1).instance();
    Instance wideSource = RandomInstance.of(SHAPE.withPrompts(3, 1), 1).instance();
    for (Instance instance : List.of(wideTarget, wideSource)) { // 9 and 27 edges
      for (long n : new long[] {8, 9, 26}) {
        refused(BudgetExceededException.class, "budget", n, () -> instance.problem(n));
        refused(BudgetExceededException.class, "budget", n, () -> GroundTruth.of(instance, n));
      }
      assertDoesNotThrow(() -> instance.problem(27));
      assertDoesNotThrow(() -> GroundTruth.of(instance, 27));
    }
  }

  @Test
  void rewardsLieBetweenZeroAndOne() {
    Prompt x1 = INSTANCE.prompts().get("x1").prompt();
    ImmutableIntArray answer = PROBLEM.mdp().answers(x1).get(1);
    int last = PROBLEM.source().forest().edges() - 1;
    for (double r : new double[] {-1e-300, 1 + 1e-15, NAN}) {
      SourceVerifier verifier = rewarded(r).newVerifier();
      refused(BrokenPartException.class, "\"x1\"", r, () -> verifier.query(x1, answer));
      refused(BrokenPartException.class, "\"x3\"", r, () -> verifier.query(last));
      refused("outside [0,1]", r, () -> GroundTruth.of(PROBLEM, (p, a) -> r));
    }
    for (double r : new double[] {0, 1}) {
      SourceVerifier verifier = rewarded(r).newVerifier();
      assertEquals(r, verifier.query(x1, answer));
      assertEquals(r, verifier.query(last));
      assertDoesNotThrow(() -> GroundTruth.of(PROBLEM, (p, a) -> r));
    }
    Prompt target = INSTANCE.prompts().get("y1").prompt();
    SourceVerifier verifier = PROBLEM.newVerifier();
    refused("source prompts", "\"y1\"", () -> verifier.query(target, ImmutableIntArray.of(0, 0)));
  }

  @Test
  void truthNeedsRewardsAndWholeTrees() {
    GroundTruth truth = GroundTruth.of(INSTANCE);
    LearningProblem growing = PROBLEM.growing(ForestBudget.standard());
    refused(
        IllegalStateException.class,
        "whole trees",
        "RolloutEvaluation",
        () -> GroundTruth.of(growing, (prompt, a) -> 1));
    GroundTruth blind = GroundTruth.of(INSTANCE.withoutTargetRewards());
    refused(
        IllegalStateException.class,
        "without rewards",
        "[y1, y2]",
        () -> blind.objective(new double[1]));
    refused("another forest", "policy", () -> truth.objective(PROBLEM.source().reference()));
    EdgeLaw onTarget = PROBLEM.target().reference();
    refused("alternatives", "forest", () -> CramerRao.of(truth, new double[2], onTarget));
    CramerRao bound = CramerRao.of(truth, new double[2], truth.problem().source().reference());
    refused("queries", 0, () -> bound.bound(0));
    for (LearningProblem problem : List.of(PROBLEM, growing)) {
      refused("rollouts", 1, () -> RolloutEvaluation.of(problem, (p, a) -> 1, 1, 1, 0.5));
      for (double level : new double[] {0, 1, NAN}) {
        refused("level", level, () -> RolloutEvaluation.of(problem, (p, a) -> 1, 1, 2, level));
      }
      assertDoesNotThrow(() -> RolloutEvaluation.of(problem, (p, a) -> 1, 1, 2, 1e-9));
    }
  }

  @Test
  void lengthsOfParametersAndWeights() {
    LogRatioCost cost = GroundTruth.of(INSTANCE).trueCost();
    double[] potential = new double[cost.student().forest().edges()];
    double[] weights = {0.5, 0.25};
    ForwardKl teachers =
        ForwardKl.of(PROBLEM.target().calibration(), PROBLEM.target().reference(), weights);
    ForwardKl students =
        ForwardKl.of(PROBLEM.target().student(), PROBLEM.target().reference(), weights);
    for (int n : new int[] {0, 2}) {
      refused("theta", n, () -> cost.value(new double[n]));
      refused("theta", n, () -> Scores.of(cost.student(), new double[n]));
    }
    refused("1 parameters", 2, () -> GlobalMinimizer.minimize(cost, Ball.of(2, 1)));
    for (int n : new int[] {1, 3}) {
      double[] other = new double[n];
      refused("weight", "root", () -> LogRatioCost.of(cost.student(), other, 1, potential));
      refused("weight", "root", () -> FisherInformation.of(cost.student(), other, new double[1]));
      refused("dimension", n, () -> teachers.minimizer(Ball.of(n, 1), new double[2]));
    }
    refused("potential", "edge", () -> LogRatioCost.of(cost.student(), weights, 1, new double[1]));
    EdgeLaw onTarget = PROBLEM.target().reference();
    refused("law", "forest", () -> ForwardKl.of(PROBLEM.source().calibration(), onTarget, weights));
    refused("classes", "differ", () -> teachers.plus(students));
    assertDoesNotThrow(() -> teachers.plus(teachers));
  }

  @Test
  void boundsOfClassesThatDeclareNone() {
    LearningProblem bent = BentFamily.bend(PROBLEM);
    PolicyClass other = PROBLEM.calibration();
    LearningProblem bentTeachers =
        PROBLEM.withCalibration(
            new PolicyClass(BentFamily.of(other.family()), other.set(), other.initial()));
    refused("student", "BoundedDerivatives", () -> Smoothness.of(bent));
    refused("calibration", "BoundedDerivatives", () -> Smoothness.of(bentTeachers));
    assertDoesNotThrow(() -> Smoothness.of(PROBLEM));
    GroundTruth truth = GroundTruth.of(bentTeachers, (p, a) -> 1);
    refused("w*", "linear and residual", () -> Realizability.of(truth));
    assertDoesNotThrow(() -> Realizability.of(GroundTruth.of(bent, (p, a) -> 1)));
    RolloutEvaluation sampled = RolloutEvaluation.of(bentTeachers, (p, a) -> 1, 1, 9, 0.5);
    refused("mu_joint", "calibration class", sampled::sourceInformation);
  }

  private static LearningProblem rewarded(double reward) {
    return PROBLEM.withSourceRewards((p, answer) -> reward);
  }

  private static LearningProblem within(double bound, double radius) {
    return LearningProblem.of(
        1,
        bound,
        PROBLEM.source().dataset(),
        PROBLEM.target().dataset(),
        new PolicyClass(
            PROBLEM.calibration().family(), Ball.of(2, radius), ImmutableDoubleArray.of(0, 0)),
        PROBLEM.student(),
        PROBLEM.reference(),
        (p, answer) -> 0);
  }
}
