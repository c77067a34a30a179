package dev.ccl.core.problem;

import static com.google.common.base.Preconditions.checkArgument;
import static java.util.Objects.requireNonNull;

import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.core.forest.Dataset;
import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.mdp.TokenMdp;
import dev.ccl.core.policy.ConvexSet;
import dev.ccl.core.policy.EdgeModel;
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
  private final Dataset source;
  private final Dataset target;
  private final PolicyClass calibration;
  private final PolicyClass student;
  private final FrozenPolicy reference;
  private final RewardOracle sourceRewards;
  private final EdgeModel calibrationOnSource;
  private final EdgeModel calibrationOnTarget;
  private final EdgeModel studentOnSource;
  private final EdgeModel studentOnTarget;

  private LearningProblem(
      double lambda,
      double bound,
      Dataset source,
      Dataset target,
      PolicyClass calibration,
      PolicyClass student,
      FrozenPolicy reference,
      RewardOracle sourceRewards) {
    this.lambda = lambda;
    this.bound = bound;
    this.source = source;
    this.target = target;
    this.calibration = calibration;
    this.student = student;
    this.reference = requireNonNull(reference);
    this.sourceRewards = requireNonNull(sourceRewards);
    this.calibrationOnSource = calibration.family().on(source.forest());
    this.calibrationOnTarget = calibration.family().on(target.forest());
    this.studentOnSource = student.family().on(source.forest());
    this.studentOnTarget = student.family().on(target.forest());
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
    checkArgument(lambda > 0 && lambda < Double.POSITIVE_INFINITY, "lambda: %s", lambda);
    checkArgument(bound > 0 && bound < Double.POSITIVE_INFINITY, "bound: %s", bound);
    checkArgument(
        source.forest().mdp() == target.forest().mdp(), "source and target have different MDPs");
    checkArgument(
        calibration.set().radius() <= bound * (1 + 1e-12) + ConvexSet.TOLERANCE,
        "W is not inside the ball of radius B");
    return new LearningProblem(
        lambda, bound, source, target, calibration, student, reference, sourceRewards);
  }

  /**
   * Returns the regularisation.
   *
   * @return λ
   */
  public double lambda() {
    return lambda;
  }

  /**
   * Returns the bound of the parameters.
   *
   * @return B
   */
  public double bound() {
    return bound;
  }

  /**
   * Returns the token MDP.
   *
   * @return the MDP of both datasets
   */
  public TokenMdp mdp() {
    return source.forest().mdp();
  }

  /**
   * Returns the number of tokens of an answer.
   *
   * @return H
   */
  public int horizon() {
    return mdp().horizon();
  }

  /**
   * Returns the source questions.
   *
   * @return 𝒟<sub>src</sub>
   */
  public Dataset source() {
    return source;
  }

  /**
   * Returns the target questions.
   *
   * @return 𝒟<sub>tar</sub>
   */
  public Dataset target() {
    return target;
  }

  /**
   * Returns the teacher's class; its initial parameter is the teacher.
   *
   * @return the policies π<sub>w</sub>, W and w<sub>tea</sub>
   */
  public PolicyClass calibration() {
    return calibration;
  }

  /**
   * Returns the student's class.
   *
   * @return the policies π<sub>stu,θ</sub>, Θ and θ<sub>0</sub>
   */
  public PolicyClass student() {
    return student;
  }

  /**
   * Returns the reference policy.
   *
   * @return π<sub>pre</sub>
   */
  public FrozenPolicy reference() {
    return reference;
  }

  /**
   * Returns the reference on the source forest, which must be complete.
   *
   * @return a law
   */
  public EdgeLaw referenceOnSource() {
    return reference.on(source.forest());
  }

  /**
   * Returns the reference on the target forest, which must be complete.
   *
   * @return a law
   */
  public EdgeLaw referenceOnTarget() {
    return reference.on(target.forest());
  }

  /**
   * Returns the teacher's class on the source forest.
   *
   * @return its kernels
   */
  public EdgeModel calibrationOnSource() {
    return calibrationOnSource;
  }

  /**
   * Returns the teacher's class on the target forest.
   *
   * @return its kernels
   */
  public EdgeModel calibrationOnTarget() {
    return calibrationOnTarget;
  }

  /**
   * Returns the student's class on the source forest.
   *
   * @return its kernels
   */
  public EdgeModel studentOnSource() {
    return studentOnSource;
  }

  /**
   * Returns the student's class on the target forest.
   *
   * @return its kernels
   */
  public EdgeModel studentOnTarget() {
    return studentOnTarget;
  }

  /**
   * Returns a new verifier that has counted no query yet.
   *
   * @return a verifier for one run
   */
  public SourceVerifier newVerifier() {
    return new SourceVerifier(source.forest(), sourceRewards);
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
