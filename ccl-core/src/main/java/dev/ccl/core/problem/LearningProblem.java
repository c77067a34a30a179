package dev.ccl.core.problem;

import static com.google.common.base.Preconditions.checkArgument;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.core.forest.Dataset;
import dev.ccl.core.growing.ForestBudget;
import dev.ccl.core.growing.ForestPool;
import dev.ccl.core.mdp.TokenMdp;
import dev.ccl.core.policy.ConvexSet;
import dev.ccl.core.policy.FeatureFamily;
import dev.ccl.core.policy.FrozenPolicy;
import dev.ccl.core.policy.PolicyFamily;

/**
 * Everything that a learner may see of a distillation problem (Section 3): both datasets, both
 * policy classes with their parameter sets, the frozen teacher and reference, and a verifier for
 * source answers. There is no way from here to a target reward.
 */
public final class LearningProblem {
  private final double lambda;
  private final double bound;
  private final Side source;
  private final Side target;
  private final PolicyClass calibration;
  private final PolicyClass student;
  private final FrozenPolicy reference;
  private final RewardOracle sourceRewards;
  private final ForestPool forests;

  private LearningProblem(
      double lambda,
      double bound,
      Dataset source,
      Dataset target,
      PolicyClass calibration,
      PolicyClass student,
      FrozenPolicy reference,
      RewardOracle sourceRewards,
      ForestBudget budget) {
    checkArgument(lambda > 0 && lambda < Double.POSITIVE_INFINITY, "lambda: %s", lambda);
    checkArgument(bound > 0 && bound < Double.POSITIVE_INFINITY, "bound: %s", bound);
    checkArgument(source.mdp() == target.mdp(), "source and target have different MDPs");
    checkArgument(
        calibration.set().radius() <= bound * (1 + 1e-12) + ConvexSet.TOLERANCE,
        "W is not inside the ball of radius B");
    this.lambda = lambda;
    this.bound = bound;
    this.source = new Side(source, student.family(), calibration.family(), reference);
    this.target = new Side(target, student.family(), calibration.family(), reference);
    this.calibration = calibration;
    this.student = student;
    this.reference = requireNonNull(reference);
    this.sourceRewards = requireNonNull(sourceRewards);
    this.forests =
        ForestPool.of(source, target, student.family(), calibration.family(), reference, budget);
  }

  /**
   * A policy class with its parameter set and the parameter at which learning starts.
   *
   * @param family the policies
   * @param set the parameters: W or Θ
   * @param initial w<sub>tea</sub> or θ<sub>0</sub>, in the set
   */
  public record PolicyClass(PolicyFamily family, ConvexSet set, ImmutableDoubleArray initial) {
    /**
     * Checks that the parts fit.
     *
     * @param family the policies
     * @param set the parameters: W or Θ
     * @param initial w<sub>tea</sub> or θ<sub>0</sub>, in the set
     */
    public PolicyClass {
      checkArgument(
          family.dimension() == set.dimension(),
          "the family has %s parameters, the set dimension %s",
          family.dimension(),
          set.dimension());
      checkArgument(set.contains(initial.toArray()), "the initial parameter is not in the set");
    }
  }

  /**
   * Returns a problem.
   *
   * @param lambda λ, finite and positive
   * @param bound B, finite and positive
   * @param source 𝒟<sub>src</sub>
   * @param target 𝒟<sub>tar</sub>, over the same MDP
   * @param calibration the teacher's class with W and w<sub>tea</sub>
   * @param student the student's class with Θ and θ<sub>0</sub>
   * @param reference π<sub>pre</sub>
   * @param sourceRewards the rewards of source answers; asked through verifiers only
   * @return the problem
   */
  public static LearningProblem of(
      double lambda,
      double bound,
      Dataset source,
      Dataset target,
      PolicyClass calibration,
      PolicyClass student,
      FrozenPolicy reference,
      RewardOracle sourceRewards) {
    ForestBudget budget = ForestBudget.standard();
    return new LearningProblem(
        lambda, bound, source, target, calibration, student, reference, sourceRewards, budget);
  }

  /**
   * {@return the classes whose code decides results: of both families and their features, of the
   * reference and of the verifier}
   */
  public ImmutableList<Class<?>> classes() {
    ImmutableList.Builder<Class<?>> classes = ImmutableList.builder();
    for (PolicyFamily family : ImmutableList.of(calibration.family(), student.family())) {
      classes.add(family.getClass());
      if (family instanceof FeatureFamily) {
        classes.add(((FeatureFamily) family).features().getClass());
      }
    }
    RewardOracle verifier =
        sourceRewards instanceof NoisyRewards
            ? ((NoisyRewards) sourceRewards).rewards()
            : sourceRewards;
    return classes.add(reference.getClass(), verifier.getClass()).build();
  }

  /** {@return the regularisation} */
  public double lambda() {
    return lambda;
  }

  /** {@return the bound of the parameters, B} */
  public double bound() {
    return bound;
  }

  /** {@return the token MDP of both datasets} */
  public TokenMdp mdp() {
    return source.dataset().mdp();
  }

  /** {@return the number of tokens of an answer, H} */
  public int horizon() {
    return mdp().horizon();
  }

  /** {@return the source side, 𝒟<sub>src</sub> with the policies on it} */
  public Side source() {
    return source;
  }

  /** {@return the target side, 𝒟<sub>tar</sub> with the policies on it} */
  public Side target() {
    return target;
  }

  /**
   * {@return the teacher's class: the policies π<sub>w</sub>, W and the teacher w<sub>tea</sub>}
   */
  public PolicyClass calibration() {
    return calibration;
  }

  /** {@return the student's class: the policies π<sub>stu,θ</sub>, Θ and θ<sub>0</sub>} */
  public PolicyClass student() {
    return student;
  }

  /** {@return the reference policy, π<sub>pre</sub>} */
  public FrozenPolicy reference() {
    return reference;
  }

  /**
   * Returns the problem with another regularisation.
   *
   * @param other λ, finite and positive
   * @return a copy
   */
  public LearningProblem withLambda(double other) {
    return copy(other, calibration, student, sourceRewards);
  }

  /**
   * Returns the problem with another teacher's class.
   *
   * @param other the policies with W and w<sub>tea</sub>
   * @return a copy
   */
  public LearningProblem withCalibration(PolicyClass other) {
    return copy(lambda, other, student, sourceRewards);
  }

  /**
   * Returns the problem with another student's class.
   *
   * @param other the policies with Θ and θ<sub>0</sub>
   * @return a copy
   */
  public LearningProblem withStudent(PolicyClass other) {
    return copy(lambda, calibration, other, sourceRewards);
  }

  /**
   * Returns the problem with other rewards of source answers.
   *
   * @param other the rewards
   * @return a copy
   */
  public LearningProblem withSourceRewards(RewardOracle other) {
    return copy(lambda, calibration, student, other);
  }

  private LearningProblem copy(
      double otherLambda, PolicyClass teachers, PolicyClass students, RewardOracle rewards) {
    Dataset from = source.dataset();
    Dataset to = target.dataset();
    ForestBudget budget = forests.budget();
    return new LearningProblem(
        otherLambda, bound, from, to, teachers, students, reference, rewards, budget);
  }

  /**
   * Tells whether both sides have whole forests.
   *
   * @return whether exact values exist; otherwise the trees grow where they are walked
   */
  public boolean isWhole() {
    return source.dataset().isWhole() && target.dataset().isWhole();
  }

  /**
   * Returns the problem over trees that grow where they are walked.
   *
   * @param budget how much of them is kept
   * @return a copy, with nothing known yet
   */
  public LearningProblem growing(ForestBudget budget) {
    return new LearningProblem(
        lambda,
        bound,
        source.dataset().growing(),
        target.dataset().growing(),
        calibration,
        student,
        reference,
        sourceRewards,
        budget);
  }

  /** {@return the pool of growing forests that the runs of this problem share} */
  public ForestPool forests() {
    return forests;
  }

  /** {@return a new verifier for one run} */
  public SourceVerifier newVerifier() {
    return new SourceVerifier(source.dataset(), sourceRewards);
  }

  /**
   * Tells whether the verifier is exact, as the paper's is.
   *
   * @return false if each query is a new draw
   */
  public boolean exactRewards() {
    return sourceRewards.isExact();
  }
}
