package dev.ccl.core.truth;

import dev.ccl.core.brute.BentFamily;
import dev.ccl.core.brute.TrialInstances;
import dev.ccl.core.exact.FisherInformation;
import dev.ccl.core.exact.LogRatioCost;
import dev.ccl.core.exact.Minimum;
import dev.ccl.core.exact.PaperConstants;
import dev.ccl.core.exact.Scores;
import dev.ccl.core.exact.SourceInformation;
import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.growth.GrowthBudget;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.Instance.Feasibility;
import dev.ccl.core.instance.generator.BrokenInstance;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.instance.generator.RandomSpec.Construction;
import dev.ccl.core.instance.generator.RandomSpec.Geometry;
import dev.ccl.core.instance.generator.RandomSpec.SetShape;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.LearningProblem.PolicyClass;
import dev.ccl.core.problem.RewardOracle;
import dev.ccl.testkit.Recorded;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Every exact figure of a few problems that have nothing in common, to ten digits: lists of unequal
 * length with repeated and shared prompts, one to four steps, both rules of legal tokens, every set
 * of teachers, D ≠ d, λ ≠ 1, classes that are bent. That they are right is for the tests beside
 * this one, which enumerate.
 */
@Tag("record")
class FiguresTest {
  private final StringBuilder lines = new StringBuilder();

  private void line(String name, double... values) {
    lines.append(name).append(':');
    for (double value : values) {
      lines.append(' ').append(text(value));
    }
    lines.append('\n');
  }

  /** Ten digits; what is 0 but for rounding is 0. */
  private static String text(double value) {
    return Math.abs(value) < 1e-11 ? "0" : String.format(Locale.ROOT, "%.9e", value);
  }

  private static RandomSpec spec(int horizon, int source, int target, int bigD, int d) {
    return RandomSpec.SMALL
        .withHorizon(horizon)
        .withPrompts(source, target)
        .withDimensions(bigD, d)
        .withInitialNorm(0.5);
  }

  private static Instance drawn(RandomSpec spec, long seed) {
    return RandomInstance.of(spec, seed).instance();
  }

  @Test
  void figures() {
    linear(drawn(spec(1, 1, 2, 2, 1).withLetters(3).withLambda(0.3), 11));
    linear(drawn(spec(2, 3, 2, 3, 2).withShared(1).withRepeated(2).withSetShape(SetShape.BOX), 12));
    linear(
        drawn(
            spec(3, 2, 3, 2, 3)
                .withFeasibility(Feasibility.EXPLICIT)
                .withLambda(2.5)
                .withRepeated(1)
                .withSetShape(SetShape.SMALL_BALL)
                .withConstruction(Construction.REFERENCE_FIRST),
            13));
    linear(
        drawn(
            spec(4, 2, 1, 4, 1).withLetters(1).withLambda(0.7).withGeometry(Geometry.SPHERE), 14));
    linear(drawn(spec(2, 2, 3, 2, 2).withBound(0.4).withInitialNorm(0.1).withLambda(0.2), 16));
    linear(TrialInstances.of(22));
    linear(BrokenInstance.BOUNDARY.instance());
    linear(BrokenInstance.TWO_ORACLES.instance());
    Instance bent = drawn(spec(2, 3, 2, 2, 3).withShared(1).withRepeated(1).withLambda(0.4), 15);
    lines.append("bent ").append(bent.header().name()).append('\n');
    LearningProblem problem = bent(bent.problem());
    RewardOracle rewards = (prompt, answer) -> bent.prompts().get(prompt.id()).reward(answer);
    figures(GroundTruth.of(problem, rewards), rewards, new double[] {0.4, -0.7});
    Recorded.check(getClass(), "figures.txt", lines.toString());
  }

  private static LearningProblem bent(LearningProblem p) {
    PolicyClass calibration = p.calibration();
    PolicyClass student = p.student();
    return p.withCalibration(
            new PolicyClass(
                BentFamily.of(calibration.family()), calibration.set(), calibration.initial()))
        .withStudent(
            new PolicyClass(BentFamily.of(student.family()), student.set(), student.initial()));
  }

  private void linear(Instance instance) {
    lines.append(instance.header().name()).append('\n');
    GroundTruth truth = GroundTruth.of(instance);
    Realizability realizability = Realizability.of(truth);
    line("w*", realizability.wStar().toArray());
    line("residual, rank", realizability.residual(), realizability.rank());
    RewardOracle rewards = (prompt, answer) -> instance.prompts().get(prompt.id()).reward(answer);
    figures(truth, rewards, realizability.wStar().toArray());
  }

  private void figures(GroundTruth truth, RewardOracle rewards, double[] wStar) {
    LearningProblem problem = truth.problem();
    double[] w = problem.calibration().initial().toArray();
    double[] theta = problem.student().initial().toArray();
    theta[0] += 0.25;
    line(
        "nodes and edges",
        problem.source().forest().nodes(),
        problem.source().forest().edges(),
        problem.target().forest().nodes(),
        problem.target().forest().edges());
    truth.logNormalizers().forEach((prompt, value) -> line("log Z of " + prompt.id(), value));
    Minimum oracle = truth.oracle();
    line("oracle", oracle.point().toArray());
    line(
        "its cost, curvatures and rivals; " + oracle.location(),
        oracle.cost(),
        oracle.curvature(),
        oracle.tangentCurvature(),
        oracle.rivals().size());
    line("J", truth.objective(theta), truth.objective(truth.target().law()));
    line("oracle KL", truth.oracleDivergence(theta));
    line("excess", truth.excessCost(theta));
    line("optimization error", truth.optimizationError(w, theta));
    KlProjection projection = KlProjection.of(truth);
    line("projection", projection.onSource().toArray());
    line("and what is left", projection.targetResidual(), projection.targetBest());
    costs(truth, w, theta);
    source(truth, wStar, w, theta);
    answers(problem.target().student().forest(), problem, theta);
    rollouts(problem, rewards, theta);
  }

  private void costs(GroundTruth truth, double[] w, double[] theta) {
    LearningProblem problem = truth.problem();
    LogRatioCost[] costs = {
      truth.trueCost(), LogRatioCost.calibrated(problem, w), LogRatioCost.directMatching(problem)
    };
    for (LogRatioCost cost : costs) {
      double[] gradient = new double[cost.dimension()];
      line("cost", cost.gradient(theta, gradient), cost.weight());
      line("gradient", gradient);
      line("hessian", cost.hessian(theta));
      line("variance", cost.sampleVariance(theta), cost.sampleSecondMoment(theta));
    }
  }

  private void source(GroundTruth truth, double[] wStar, double[] w, double[] theta) {
    LearningProblem problem = truth.problem();
    CalibrationLaw labels = CalibrationLaw.of(truth);
    line("step", labels.expectedStep(w, theta));
    line("its second moment", labels.secondMoment(w, theta));
    Forest forest = problem.source().forest();
    double[] accepted = new double[2];
    for (int s = 0; s < forest.nodes(); s++) {
      for (int e = forest.firstEdge(s) + 1; e < forest.firstEdge(s + 1); e++) {
        accepted[0] += labels.acceptedOne(e, e - 1) * (e + 1);
        accepted[1] += labels.acceptedZero(e, e - 1) * (e + 1);
      }
    }
    line("accepted", accepted);
    EdgeLaw proposals = problem.source().student().law(theta);
    CramerRao bound = CramerRao.of(truth, wStar, proposals);
    line("information of a query", bound.information());
    line("bound for 7", bound.bound(7));
    SourceInformation information = SourceInformation.of(problem);
    for (int h = 1; h <= problem.horizon(); h++) {
      line("G at step " + h, information.atStep(h));
    }
    line("G, mu", information.joint());
    line("mu", information.mu());
    PaperConstants c = PaperConstants.of(problem, 0.125);
    line(
        "constants",
        c.gamma() * 1e9,
        c.logGamma(),
        c.smoothness(),
        c.studentStep(),
        c.excessRange());
  }

  private void answers(Forest forest, LearningProblem problem, double[] theta) {
    Scores scores = Scores.of(problem.target().student(), theta);
    int leaf = forest.edges() - 1;
    double[] score = new double[theta.length];
    scores.path(leaf, score);
    line("last answer", scores.logLikelihood(leaf));
    line("its score", score);
    line("its hessian", scores.hessian(leaf));
    double[] fisher = new double[theta.length * theta.length];
    FisherInformation.of(problem.target().student(), problem.target().dataset().rootWeights())
        .at(theta, fisher);
    line("information", fisher);
  }

  private void rollouts(LearningProblem problem, RewardOracle rewards, double[] theta) {
    RolloutEvaluation sampled =
        RolloutEvaluation.of(problem.growing(GrowthBudget.standard()), rewards, 5, 1000, 0.95);
    for (Estimate estimate :
        new Estimate[] {
          sampled.objective(theta), sampled.reward(theta), sampled.divergence(theta)
        }) {
      line("estimate", estimate.value(), estimate.lower(), estimate.upper(), estimate.rollouts());
      lines.append(estimate).append('\n');
    }
    if (problem.calibration().family() instanceof BentFamily) {
      return; // declares no bounds
    }
    Estimate mu = sampled.sourceInformation();
    line("estimate of mu", mu.value(), mu.lower(), mu.upper());
  }
}
