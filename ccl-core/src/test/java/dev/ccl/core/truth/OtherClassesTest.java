package dev.ccl.core.truth;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.exact.SourceInformation;
import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.growing.ForestBudget;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.core.mdp.State;
import dev.ccl.core.policy.AffineFamily;
import dev.ccl.core.policy.BoundedDerivatives;
import dev.ccl.core.policy.ConvexSet;
import dev.ccl.core.policy.PolicyFamily;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.LearningProblem.PolicyClass;
import dev.ccl.core.problem.RewardOracle;
import dev.ccl.judge.FalseAlarms;
import org.junit.jupiter.api.Test;

/** Calibration classes other than the linear one, and prompts that only one side has. */
class OtherClassesTest {
  private static final RandomInstance RANDOM =
      RandomInstance.of(RandomSpec.SMALL.withHorizon(3).withShared(0).withInitialNorm(0.4), 7);
  private static final LearningProblem PROBLEM = RANDOM.instance().problem();

  private static RewardOracle rewards() {
    return (prompt, answer) -> RANDOM.instance().prompts().get(prompt.id()).reward(answer);
  }

  private static LearningProblem with(PolicyFamily family) {
    PolicyClass teachers = PROBLEM.calibration();
    return PROBLEM.withCalibration(new PolicyClass(family, teachers.set(), teachers.initial()));
  }

  /** A class that says nothing of itself but its logits, c times those of a linear one. */
  private static class Scaled implements PolicyFamily {
    private final PolicyFamily linear = PROBLEM.calibration().family();
    private final double scale;

    Scaled(double scale) {
      this.scale = scale;
    }

    @Override
    public int dimension() {
      return linear.dimension();
    }

    @Override
    public void logits(double[] theta, State state, double[] out) {
      linear.logits(theta, state, out);
      for (int k = 0; k < state.legal().length(); k++) {
        out[k] *= scale;
      }
    }

    @Override
    public void gradients(double[] theta, State state, double[] out) {
      linear.gradients(theta, state, out);
      for (int i = 0; i < state.legal().length() * dimension(); i++) {
        out[i] *= scale;
      }
    }

    @Override
    public void curvature(double[] theta, State state, double[] c, double[] v, double[] out) {}
  }

  /** The linear class with the logits of a fixed parameter added. */
  private static final class Shifted extends Scaled implements AffineFamily {
    private final double[] shift;

    Shifted(double[] shift) {
      super(1);
      this.shift = shift;
    }

    @Override
    public void logits(double[] theta, State state, double[] out) {
      double[] sum = theta.clone();
      for (int i = 0; i < sum.length; i++) {
        sum[i] += shift[i];
      }
      super.logits(sum, state, out);
    }

    @Override
    public void curvature(double[] theta, State state, double[] c, double[] v, double[] out) {}
  }

  @Test
  void fixedLogitsAreTakenFromWhatIsFitted() {
    double[] wStar = RANDOM.truth().toArray();
    double[] shift = new double[wStar.length];
    double[] expected = new double[wStar.length];
    for (int i = 0; i < shift.length; i++) {
      shift[i] = 0.2 + 0.1 * i;
      expected[i] = wStar[i] - shift[i];
    }
    Realizability fit = Realizability.of(GroundTruth.of(with(new Shifted(shift)), rewards()));
    assertTrue(fit.isIdentified());
    assertArrayEquals(expected, fit.wStar().toArray(), 1e-9);
    assertEquals(0, fit.residual(), 1e-9);
  }

  @Test
  void theInformationOfAQueryNeedsNoLinearKernels() {
    double[] w = RANDOM.truth().toArray();
    EdgeLaw proposals = PROBLEM.source().student().law(PROBLEM.student().initial().toArray());
    double[] linear = CramerRao.of(GroundTruth.of(PROBLEM, rewards()), w, proposals).information();
    LearningProblem plain = with(new Scaled(1));
    EdgeLaw same = plain.source().student().law(plain.student().initial().toArray());
    double[] statewise = CramerRao.of(GroundTruth.of(plain, rewards()), w, same).information();
    assertArrayEquals(linear, statewise, 1e-14);
    assertTrue(linear[0] > 1e-4);
  }

  /** Twice the linear class, which has gradients up to 2. */
  private static final class Doubled extends Scaled implements BoundedDerivatives {
    Doubled() {
      super(2);
    }

    @Override
    public double logitBound(ConvexSet set) {
      return 2 * set.radius();
    }

    @Override
    public double gradientBound(ConvexSet set) {
      assertEquals(PROBLEM.calibration().set(), set, "the bound is one on W");
      return 2;
    }

    @Override
    public double hessianBound(ConvexSet set) {
      return 0;
    }
  }

  @Test
  void theIntervalOfTheSourceInformationScalesWithTheGradients() {
    long n = 1_000_000;
    LearningProblem doubled = with(new Doubled()).growing(ForestBudget.ofBytes(1 << 28));
    Estimate e = RolloutEvaluation.of(doubled, rewards(), 5, n, 0.9).sourceInformation();
    double range = 16; // (2 · 2)²
    double eps = 1 - e.value() / e.upper();
    double tail = StrictMath.exp(-eps * eps * n * e.upper() / (2 * range));
    assertEquals(0.05, doubled.calibration().family().dimension() * tail, 1e-6);
    double above = e.value() / e.lower() - 1;
    double other = -above * above * n * e.lower() / ((2 + above) * range);
    assertEquals(0.05, StrictMath.exp(other), 1e-6);
    LearningProblem plain = with(new Scaled(1)).growing(ForestBudget.ofBytes(1 << 28));
    RolloutEvaluation unbounded = RolloutEvaluation.of(plain, rewards(), 5, 100, 0.9);
    assertThrows(IllegalArgumentException.class, unbounded::sourceInformation);
  }

  /**
   * Two steps, of which the second is forced: one source prompt, so that no number is by chance.
   */
  @Test
  void stepsWithoutAChoiceCountInTheSourceInformation() {
    LearningProblem whole = SeparationInstance.of(1, 2, 1, 0.5).problem();
    RolloutEvaluation evaluation =
        RolloutEvaluation.of(
            whole.growing(ForestBudget.ofBytes(1 << 28)), (x, answer) -> 0, 3, 100, 0.9);
    double exact = SourceInformation.of(whole).mu();
    assertTrue(exact > 0);
    assertEquals(exact, evaluation.sourceInformation().value(), 1e-12);
  }

  /** The reference is asked on target prompts too; answers without a rollout have no reward. */
  @Test
  void estimatesNeedNoPromptThatBothSidesHave() {
    double[] theta = PROBLEM.student().initial().toArray();
    LearningProblem growing = PROBLEM.growing(ForestBudget.ofBytes(1 << 28));
    RolloutEvaluation evaluation = RolloutEvaluation.of(growing, rewards(), 3, 20_000, 0.95);
    double exact = GroundTruth.of(PROBLEM, rewards()).objective(theta);
    Estimate estimate = evaluation.objective(theta);
    FalseAlarms.declare(1.3e-15);
    assertEquals(exact, estimate.value(), 8 * (estimate.upper() - estimate.value()) / 1.959);
    assertTrue(growing.forests().acquire().counts().kept() > 0, "the forest is given back");
    RolloutEvaluation few =
        RolloutEvaluation.of(PROBLEM.growing(ForestBudget.ofBytes(1 << 28)), rewards(), 3, 2, 0.95);
    double reward = few.reward(theta).value();
    assertTrue(reward >= 0 && reward <= 1);
    few.sourceInformation();
    LearningProblem fresh = PROBLEM.growing(ForestBudget.ofBytes(1 << 28));
    RolloutEvaluation.of(fresh, rewards(), 3, 2, 0.95).sourceInformation();
    assertTrue(fresh.forests().acquire().counts().kept() > 0, "and here");
  }
}
