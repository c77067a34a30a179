package dev.ccl.core.instance.generator;

import static com.google.common.base.Preconditions.checkArgument;

import dev.ccl.core.instance.Instance.Feasibility;
import java.util.function.Consumer;

/**
 * The shape of a random instance: an immutable value whose {@code with} methods return changed
 * copies. {@link RandomInstance#of} draws an instance of the shape.
 */
public final class RandomSpec {
  /** A small problem: H = 3, two letters, 2 + 2 prompts, D = 3, d = 2, λ = 1, B = 2. */
  public static final RandomSpec SMALL = new RandomSpec();

  /** The size M of the speed comparisons: 3744 target edges, D = 8, d = 4. */
  public static final RandomSpec MEDIUM =
      SMALL.withHorizon(4).withLetters(5).withPrompts(4, 4).withDimensions(8, 4);

  /** The size L of the speed comparisons: 1.35 million target edges, D = 16, d = 8. */
  public static final RandomSpec LARGE = MEDIUM.withHorizon(6).withLetters(8).withDimensions(16, 8);

  // Written in constructors and in with() alone.
  int horizon = 3;
  int letters = 2;
  Feasibility feasibility = Feasibility.EOS_PADDED;
  int source = 2;
  int target = 2;
  int shared;
  int repeated;
  int bigD = 3;
  int d = 2;
  Geometry geometry = Geometry.CUBE;
  double lambda = 1;
  double bound = 2;
  SetShape setShape = SetShape.BALL;
  double teacherDistance = 0.6;
  double initialNorm;
  Construction construction = Construction.REWARDS_FIRST;

  Precision precision = Precision.DOUBLE;

  private RandomSpec() {}

  private RandomSpec(RandomSpec other) {
    horizon = other.horizon;
    letters = other.letters;
    feasibility = other.feasibility;
    source = other.source;
    target = other.target;
    shared = other.shared;
    repeated = other.repeated;
    bigD = other.bigD;
    d = other.d;
    geometry = other.geometry;
    lambda = other.lambda;
    bound = other.bound;
    setShape = other.setShape;
    teacherDistance = other.teacherDistance;
    initialNorm = other.initialNorm;
    construction = other.construction;
    precision = other.precision;
  }

  /** {@return at most how many numbers the features are: D + d for each token of each state} */
  public double features() {
    double states = 0;
    double atDepth = 1;
    for (int h = 0; h < Math.min(horizon, 64); h++) {
      states += atDepth;
      atDepth *= letters;
    }
    double prompts = (double) source + target - shared;
    return prompts * states * (letters + 1.0) * (bigD + (double) d);
  }

  /** How feature vectors lie in the unit ball. */
  public enum Geometry {
    /** Uniform in a cube of side 2/√D. */
    CUBE,
    /** Uniform in the unit ball. */
    BALL,
    /** Uniform on the unit sphere. */
    SPHERE,
    /** A coordinate vector or its negative, so that tokens of a state may coincide. */
    AXES
  }

  /** The shape of W. */
  public enum SetShape {
    /** The ball of radius B. */
    BALL,
    /** The ball of radius 3B/4. */
    SMALL_BALL,
    /** A box around 0 with sides of different lengths, inside the ball of radius B. */
    BOX
  }

  /** What is drawn, and what follows from it by the Gibbs form (eq:ced-gibbs). */
  public enum Construction {
    /** Rewards are uniform on [0,1]; π<sub>pre</sub> ∝ π<sub>w*</sub> e<sup>−R/λ</sup>. */
    REWARDS_FIRST,
    /**
     * π<sub>pre</sub> is π<sub>w*</sub> with its logits disturbed, by at most 1/(4λH); R = λ
     * log(π<sub>w*</sub>/π<sub>pre</sub>), shifted to minimum 0 at each prompt.
     */
    REFERENCE_FIRST
  }

  /** How many digits features and rewards have. */
  public enum Precision {
    /** All that a double has. */
    DOUBLE,
    /**
     * Those of a float: features are rounded, and so are rewards that are drawn, before the rest
     * follows from them. The instance is realizable all the same and its compact form smaller.
     */
    SINGLE
  }

  /**
   * {@return a copy with another horizon}
   *
   * @param value H, at least 1
   */
  public RandomSpec withHorizon(int value) {
    checkArgument(value >= 1, "horizon: %s is not at least 1", value);
    return with(s -> s.horizon = value);
  }

  /**
   * {@return a copy with another number of ordinary tokens; EOS and null come on top}
   *
   * @param value the number of letters, at least 1
   */
  public RandomSpec withLetters(int value) {
    checkArgument(value >= 1, "letters: %s is not at least 1", value);
    return with(s -> s.letters = value);
  }

  /**
   * Changes the legal tokens. {@code EXPLICIT} draws them at random: every state has its own
   * nonempty set out of all tokens, single-token states among them.
   *
   * @param value the rule
   * @return a changed copy
   */
  public RandomSpec withFeasibility(Feasibility value) {
    return with(s -> s.feasibility = value);
  }

  /**
   * {@return a copy with other numbers of different prompts}
   *
   * @param sourcePrompts in the source list, at least 1
   * @param targetPrompts in the target list, at least 1
   */
  public RandomSpec withPrompts(int sourcePrompts, int targetPrompts) {
    checkArgument(sourcePrompts >= 1, "source: %s is not at least 1", sourcePrompts);
    checkArgument(targetPrompts >= 1, "target: %s is not at least 1", targetPrompts);
    return with(
        s -> {
          s.source = sourcePrompts;
          s.target = targetPrompts;
        });
  }

  /**
   * {@return a copy with another number of prompts in both lists}
   *
   * @param value not negative, at most the number of prompts of either list
   */
  public RandomSpec withShared(int value) {
    checkArgument(value >= 0, "shared: %s is negative", value);
    return with(s -> s.shared = value);
  }

  /**
   * {@return a copy with another number of prompts that each list has a second time}
   *
   * @param value not negative, at most the number of prompts of either list
   */
  public RandomSpec withRepeated(int value) {
    checkArgument(value >= 0, "repeated: %s is negative", value);
    return with(s -> s.repeated = value);
  }

  /**
   * {@return a copy with other numbers of features}
   *
   * @param calibration D, at least 1
   * @param student d, at least 1
   */
  public RandomSpec withDimensions(int calibration, int student) {
    checkArgument(calibration >= 1, "D: %s is not at least 1", calibration);
    checkArgument(student >= 1, "d: %s is not at least 1", student);
    return with(
        s -> {
          s.bigD = calibration;
          s.d = student;
        });
  }

  /**
   * {@return a copy with another distribution of features}
   *
   * @param value where they lie
   */
  public RandomSpec withGeometry(Geometry value) {
    return with(s -> s.geometry = value);
  }

  /**
   * {@return a copy with another regularisation}
   *
   * @param value λ, finite and positive
   */
  public RandomSpec withLambda(double value) {
    checkArgument(
        value > 0 && value < Double.POSITIVE_INFINITY, "lambda: %s is not positive", value);
    return with(s -> s.lambda = value);
  }

  /**
   * {@return a copy with another bound of the parameters}
   *
   * @param value B, finite and positive
   */
  public RandomSpec withBound(double value) {
    checkArgument(
        value > 0 && value < Double.POSITIVE_INFINITY, "bound: %s is not positive", value);
    return with(s -> s.bound = value);
  }

  /**
   * {@return a copy with another shape of W}
   *
   * @param value the shape
   */
  public RandomSpec withSetShape(SetShape value) {
    return with(s -> s.setShape = value);
  }

  /**
   * {@return a copy with another distance of the teacher from w*, which is less where W ends first}
   *
   * @param value a distance, finite and not negative
   */
  public RandomSpec withTeacherDistance(double value) {
    checkArgument(
        value >= 0 && value < Double.POSITIVE_INFINITY, "teacher distance: %s is negative", value);
    return with(s -> s.teacherDistance = value);
  }

  /**
   * {@return a copy with another norm of θ<sub>0</sub>, whose direction is random}
   *
   * @param value not negative, at most B
   */
  public RandomSpec withInitialNorm(double value) {
    checkArgument(value >= 0, "initial norm: %s is negative", value);
    return with(s -> s.initialNorm = value);
  }

  /**
   * {@return a copy with another quantity drawn first}
   *
   * @param value the construction
   */
  public RandomSpec withConstruction(Construction value) {
    return with(s -> s.construction = value);
  }

  /**
   * {@return a copy with features and rewards of another precision; the same numbers are drawn for
   * either}
   *
   * @param value the precision
   */
  public RandomSpec withPrecision(Precision value) {
    return with(s -> s.precision = value);
  }

  private RandomSpec with(Consumer<RandomSpec> change) {
    RandomSpec copy = new RandomSpec(this);
    change.accept(copy);
    return copy;
  }
}
