package dev.ccl.theory;

import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.policy.Ball;
import dev.ccl.core.policy.ConvexSet;
import dev.ccl.core.policy.FeatureFamily;
import dev.ccl.core.policy.FeatureMap;
import dev.ccl.core.policy.PolicyFamily;
import dev.ccl.core.problem.LearningProblem.PolicyClass;
import java.util.function.Function;

/**
 * Which class of policies the student of an instance has. The lemmas that speak of linear softmax
 * alone say so ({@link Requirement#STUDENTS_OF_THE_PAPER}); the others use the bounds that a class
 * declares ({@link dev.ccl.core.policy.BoundedDerivatives}) in place of the paper's constants.
 */
@FunctionalInterface
public interface Students {
  /**
   * Returns the class of an instance's students.
   *
   * @param instance the instance
   * @return the family, Θ and θ<sub>0</sub>
   */
  PolicyClass on(Instance instance);

  /**
   * Returns the paper's students.
   *
   * @return the students of {@link Instance#problem}: linear softmax on the ball of radius B
   */
  static Students ofThePaper() {
    return instance -> instance.problem().student();
  }

  /**
   * Returns students of a family that is made from features, on the ball of radius B.
   *
   * @param family makes the family from φ<sub>stu</sub>
   * @return the students, which start at 0
   */
  static Students of(Function<FeatureMap, ? extends PolicyFamily> family) {
    return instance -> {
      PolicyFamily made = family.apply(features(instance));
      ConvexSet set = Ball.of(made.dimension(), instance.header().bound());
      return new PolicyClass(made, set, ImmutableDoubleArray.copyOf(new double[made.dimension()]));
    };
  }

  /**
   * Returns the student's features of an instance.
   *
   * @param instance the instance
   * @return φ<sub>stu</sub>
   */
  static FeatureMap features(Instance instance) {
    return ((FeatureFamily) instance.problem().student().family()).features();
  }
}
