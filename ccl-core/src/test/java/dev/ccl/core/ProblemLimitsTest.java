package dev.ccl.core;

import com.google.common.primitives.ImmutableDoubleArray;
import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.core.brute.BentFamily;
import dev.ccl.core.exact.ForwardKl;
import dev.ccl.core.exact.LogRatioCost;
import dev.ccl.core.exact.Smoothness;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.policy.Ball;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.LearningProblem.PolicyClass;
import dev.ccl.core.truth.GroundTruth;
import dev.ccl.core.truth.Realizability;
import dev.ccl.core.truth.RolloutEvaluation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Arguments of problems and of what is exact about them, below, at and above each limit. */
@Tag("record")
class ProblemLimitsTest {
  private static final double NAN = Double.NaN;
  private static final double INFINITY = Double.POSITIVE_INFINITY;
  private static final RandomSpec SHAPE =
      RandomSpec.SMALL.withPrompts(3, 2).withDimensions(2, 1).withHorizon(2);
  private static final Instance INSTANCE = RandomInstance.of(SHAPE, 1).instance();
  private static final LearningProblem PROBLEM = INSTANCE.problem();

  private final Told told = new Told();

  private void said(String what, Told.Attempt attempt) {
    told.said(what, attempt);
  }

  private void limits(String what, Told.OfNumber call, double... numbers) {
    told.limits(what, call, numbers);
  }

  @Test
  void problems() {
    limits("lambda", PROBLEM::withLambda, -1, 0, 1e-300, 1e300, INFINITY, NAN);
    limits("W of radius, in B of 1/1000,", r -> within(0.001, r), 0.001 + 8e-10, 0.001 + 1.2e-9);
    limits("W of radius, in B of 1000,", r -> within(1000, r), 1000 + 1.8e-9, 1000 + 2.2e-9);
    Instance wideTarget = RandomInstance.of(SHAPE.withPrompts(1, 3), 1).instance();
    Instance wideSource = RandomInstance.of(SHAPE.withPrompts(3, 1), 1).instance();
    limits("edges, 9 and 27 of them,", n -> wideTarget.problem((long) n), 8, 9, 26, 27);
    limits("edges, 27 and 9 of them,", n -> wideSource.problem((long) n), 8, 9, 26, 27);
    limits("edges in truth, 9 and 27,", n -> GroundTruth.of(wideTarget, (long) n), 26, 27);
    LearningProblem equal = RandomInstance.of(SHAPE, 1).instance().problem();
    said(
        "a target of another MDP",
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
    Prompt x1 = INSTANCE.prompts().get("x1").prompt();
    ImmutableIntArray answer = PROBLEM.mdp().answers(x1).get(1);
    double[] rewards = {-1e-300, 0, 1, 1 + 1e-15, NAN};
    int last = PROBLEM.source().forest().edges() - 1;
    limits("reward of an answer", r -> rewarded(r).newVerifier().query(x1, answer), rewards);
    limits("reward of a leaf", r -> rewarded(r).newVerifier().query(last), rewards);
    limits("reward in truth", r -> GroundTruth.of(PROBLEM, (p, a) -> r), rewards);
    limits("rollouts", n -> RolloutEvaluation.of(PROBLEM, (p, a) -> 1, 1, (long) n, 0.5), 1, 2);
    limits("level", x -> RolloutEvaluation.of(PROBLEM, (p, a) -> 1, 1, 2, x), 0, 1e-9, 1, NAN);
    GroundTruth truth = GroundTruth.of(INSTANCE);
    said("a policy of the source", () -> truth.objective(PROBLEM.source().reference()));
    LogRatioCost cost = truth.trueCost();
    limits("theta of", n -> cost.value(new double[(int) n]), 0, 1, 2);
    double[] potential = new double[cost.student().forest().edges()];
    limits(
        "weights of",
        n -> LogRatioCost.of(cost.student(), new double[(int) n], 1, potential),
        1,
        2,
        3);
    double[] weights = {0.5, 0.25};
    ForwardKl teachers =
        ForwardKl.of(PROBLEM.target().calibration(), PROBLEM.target().reference(), weights);
    ForwardKl students =
        ForwardKl.of(PROBLEM.target().student(), PROBLEM.target().reference(), weights);
    said("a divergence of teachers plus one of students", () -> teachers.plus(students));
    said("a divergence of teachers twice", () -> teachers.plus(teachers));
    limits(
        "a set of dimension", n -> teachers.minimizer(Ball.of((int) n, 1), new double[2]), 1, 2, 3);
    LearningProblem bent = BentFamily.bend(PROBLEM);
    said("smoothness of bent students", () -> Smoothness.of(bent));
    PolicyClass other = PROBLEM.calibration();
    LearningProblem bentTeachers =
        PROBLEM.withCalibration(
            new PolicyClass(BentFamily.of(other.family()), other.set(), other.initial()));
    said("smoothness of bent teachers", () -> Smoothness.of(bentTeachers));
    said("smoothness", () -> Smoothness.of(PROBLEM));
    said("w* of bent teachers", () -> Realizability.of(GroundTruth.of(bentTeachers, (p, a) -> 1)));
    said("w* beside bent students", () -> Realizability.of(GroundTruth.of(bent, (p, a) -> 1)));
    said(
        "information of bent teachers",
        () -> RolloutEvaluation.of(bentTeachers, (p, a) -> 1, 1, 9, 0.5).sourceInformation());
    told.check(getClass(), "limits-problems.txt");
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
