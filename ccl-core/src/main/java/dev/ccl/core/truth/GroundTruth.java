package dev.ccl.core.truth;

import static com.google.common.base.Preconditions.checkArgument;
import static com.google.common.base.Preconditions.checkState;

import com.google.common.base.Supplier;
import com.google.common.base.Suppliers;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import dev.ccl.core.exact.GlobalMinimizer;
import dev.ccl.core.exact.LogRatioCost;
import dev.ccl.core.exact.Minimum;
import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.forest.Sweeps;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.RewardOracle;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * A learning problem together with all rewards: what the paper's statements are about and no
 * learner sees. Source rewards are always known. Where a target prompt has none, everything that
 * needs them fails with an {@link IllegalStateException} that names the prompts; ask {@link
 * #unrewarded} first.
 */
public final class GroundTruth {
  /** What rounding may do to a cost, in units of its terms. */
  private static final double ROUNDING = 1e-9;

  private final LearningProblem problem;
  private final Predicate<Prompt> isKnown;
  private final GibbsLaw source;
  private final GibbsLaw target;
  private final ImmutableList<Prompt> unrewarded;
  private final Supplier<Minimum> oracle;

  private GroundTruth(LearningProblem problem, RewardOracle rewards, Predicate<Prompt> isKnown) {
    this.problem = problem;
    this.isKnown = isKnown;
    double lambda = problem.lambda();
    this.source = GibbsLaw.of(problem.source().reference(), rewards, isKnown, lambda);
    this.target = GibbsLaw.of(problem.target().reference(), rewards, isKnown, lambda);
    this.unrewarded =
        problem.target().forest().prompts().stream()
            .filter(isKnown.negate())
            .collect(ImmutableList.toImmutableList());
    this.oracle =
        Suppliers.memoize(() -> GlobalMinimizer.minimize(trueCost(), problem.student().set()));
  }

  /**
   * Returns the truth about an instance.
   *
   * @param instance the instance, with or without target rewards
   * @return its ground truth
   */
  public static GroundTruth of(Instance instance) {
    return of(instance, Forest.DEFAULT_BUDGET);
  }

  /**
   * Returns the truth about an instance, unless its forests are too large.
   *
   * @param instance the instance, with or without target rewards
   * @param budget the largest number of edges of a forest
   * @return its ground truth
   * @throws dev.ccl.core.forest.BudgetExceededException if a forest has more edges
   */
  public static GroundTruth of(Instance instance, long budget) {
    return new GroundTruth(
        instance.problem(budget),
        (prompt, answer) -> instance.prompts().get(prompt.id()).reward(answer),
        prompt -> instance.prompts().get(prompt.id()).hasRewards());
  }

  /**
   * Returns the truth about a problem.
   *
   * @param problem the problem, over complete forests
   * @param rewards the rewards of all source and target prompts
   * @return its ground truth
   * @throws IllegalStateException if the trees grow where they are walked
   */
  public static GroundTruth of(LearningProblem problem, RewardOracle rewards) {
    checkState(
        problem.isWhole(),
        "the truth needs whole trees, and these grow where they are walked: RolloutEvaluation"
            + " estimates J, rewards and divergences, with intervals");
    return new GroundTruth(problem, rewards, prompt -> true);
  }

  /** {@return what a learner sees of it, the problem} */
  public LearningProblem problem() {
    return problem;
  }

  /**
   * {@return the distinct target prompts whose rewards are unknown; empty where everything can be
   * computed}
   */
  public ImmutableList<Prompt> unrewarded() {
    return unrewarded;
  }

  /** {@return π*<sub>λ</sub>, the Gibbs law on the source forest} */
  public GibbsLaw source() {
    return source;
  }

  /** {@return π*<sub>λ</sub>, the Gibbs law on the target forest} */
  public GibbsLaw target() {
    requireTargetRewards();
    return target;
  }

  /**
   * {@return log Z<sub>λ</sub>(x) of every distinct source or target prompt whose rewards are
   * known; source prompts first, then other target prompts}
   */
  public ImmutableMap<Prompt, Double> logNormalizers() {
    Map<Prompt, Double> byPrompt = new LinkedHashMap<>();
    for (GibbsLaw gibbs : List.of(source, target)) {
      ImmutableList<Prompt> prompts = gibbs.law().forest().prompts();
      for (int r = 0; r < prompts.size(); r++) {
        if (isKnown.test(prompts.get(r))) {
          byPrompt.put(prompts.get(r), gibbs.logNormalizer(r));
        }
      }
    }
    return ImmutableMap.copyOf(byPrompt);
  }

  /**
   * Returns J of a policy (eq:ced-return).
   *
   * @param policy a law on the target forest
   * @return J<sub>λ,m</sub>(π)
   */
  public double objective(EdgeLaw policy) {
    double[] byNode = target().returns(policy, problem.lambda());
    double[] weights = problem.target().dataset().rootWeights();
    double sum = 0;
    for (int r = 0; r < weights.length; r++) {
      sum += weights[r] * byNode[r];
    }
    return sum;
  }

  /**
   * Returns J of a student.
   *
   * @param theta the student; read
   * @return J<sub>λ,m</sub>(π<sub>stu,θ</sub>)
   */
  public double objective(double[] theta) {
    return objective(problem.target().student().law(theta));
  }

  /**
   * Returns (λ/m) Σ<sub>j</sub> KL(student ‖ π*<sub>λ</sub>) as a function of the student. Where w*
   * realises π*<sub>λ</sub> this is C<sub>w*</sub>; always it is (λ/m) Σ log Z<sub>λ</sub> − J
   * (eq:ced-gibbs-student).
   *
   * @return the cost
   */
  public LogRatioCost trueCost() {
    return LogRatioCost.divergence(problem, target().law(), problem.lambda());
  }

  /**
   * Returns the oracle student θ†, the maximiser of J over Θ. The first call searches for it.
   *
   * @return the minimum of {@link #trueCost}
   */
  public Minimum oracle() {
    return oracle.get();
  }

  /**
   * Returns 𝒦(θ), the average KL from a student to the oracle student (eq:ced-errors).
   *
   * @param theta the student; read
   * @return 𝒦<sub>λ,m</sub>(θ), not negative
   */
  public double oracleDivergence(double[] theta) {
    requireNumbers("theta", theta);
    EdgeLaw student = problem.target().student().law(theta);
    EdgeLaw best = problem.target().student().law(oracle().point().toArray());
    double divergence = Sweeps.averageDivergence(problem.target().dataset(), student, best);
    checkState(
        divergence >= -ROUNDING * problem.horizon(),
        "the divergence of theta %s from the oracle student came out as %s",
        Arrays.toString(theta),
        divergence);
    return Math.max(0, divergence);
  }

  /**
   * Returns Δ(θ), the excess of the true cost over that of the oracle student (eq:ced-errors).
   *
   * @param theta the student; read
   * @return Δ<sub>λ,m</sub>(θ), not negative but for rounding where θ is in Θ
   * @throws IllegalStateException if the search for the oracle student has missed one that is as
   *     good as θ
   */
  public double excessCost(double[] theta) {
    return excess("the oracle student", trueCost(), theta, oracle().cost());
  }

  /**
   * Returns ε, the excess of C<sub>w</sub>(θ) over the minimum of C<sub>w</sub> (eq:ced-errors). It
   * reads no reward, but each call is a global search.
   *
   * @param w the calibration; read
   * @param theta the student; read
   * @return ε
   */
  public double optimizationError(double[] w, double[] theta) {
    requireNumbers("w", w);
    requireNumbers("theta", theta);
    LogRatioCost cost = LogRatioCost.calibrated(problem, w);
    Minimum minimum = GlobalMinimizer.minimize(cost, problem.student().set(), theta);
    return excess("the best student for w", cost, theta, minimum.cost());
  }

  private double excess(String best, LogRatioCost cost, double[] theta, double least) {
    requireNumbers("theta", theta);
    double excess = cost.value(theta) - least;
    double rounding = ROUNDING * (cost.weight() + Math.abs(least));
    if (excess >= -rounding) {
      return excess;
    }
    double[] inside = theta.clone(); // what is outside may be cheaper
    problem.student().set().project(inside);
    double there = cost.value(inside);
    checkState(
        there - least >= -rounding,
        "the search for %s ended at a cost of %s, and theta %s costs %s",
        best,
        least,
        Arrays.toString(inside),
        there);
    return excess;
  }

  private static void requireNumbers(String name, double[] x) {
    for (double value : x) {
      checkArgument(
          Math.abs(value) < Double.POSITIVE_INFINITY,
          "%s: %s are not finite numbers",
          name,
          Arrays.toString(x));
    }
  }

  /** The target law including the meaningless trees of unrewarded prompts. */
  GibbsLaw targetWhereKnown() {
    return target;
  }

  /** Tells which roots of the target forest have rewards and are no source prompts. */
  boolean[] rewardedOutsideSource() {
    ImmutableSet<Prompt> seen = ImmutableSet.copyOf(problem.source().forest().prompts());
    ImmutableList<Prompt> prompts = problem.target().forest().prompts();
    boolean[] counts = new boolean[prompts.size()];
    for (int r = 0; r < counts.length; r++) {
      counts[r] = isKnown.test(prompts.get(r)) && !seen.contains(prompts.get(r));
    }
    return counts;
  }

  private void requireTargetRewards() {
    checkState(
        unrewarded.isEmpty(),
        "target prompts without rewards: %s",
        unrewarded.stream().map(Prompt::id).toList());
  }
}
