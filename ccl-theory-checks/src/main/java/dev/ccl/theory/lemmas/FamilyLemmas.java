package dev.ccl.theory.lemmas;

import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.policy.Ball;
import dev.ccl.core.policy.ConvexSet;
import dev.ccl.core.policy.FeatureMap;
import dev.ccl.core.policy.PolicyFamily;
import dev.ccl.core.problem.LearningProblem.PolicyClass;
import dev.ccl.theory.Students;
import dev.ccl.theory.Subject;

/**
 * The lemmas that hold for every class of students, for a family of one's own, which declares its
 * bounds ({@link dev.ccl.core.policy.BoundedDerivatives}):
 *
 * <pre>
 *   class MyFamilyLemmas implements FamilyLemmas {
 *     public PolicyFamily family(FeatureMap features) {
 *       return new MyFamily(features);
 *     }
 *   }
 * </pre>
 */
public interface FamilyLemmas extends PolicyLemmas, CostLemmas {
  /**
   * Makes the family for an instance.
   *
   * @param features φ<sub>stu</sub> of the instance, in the unit ball
   * @return the family
   */
  PolicyFamily family(FeatureMap features);

  /**
   * Makes Θ.
   *
   * @param dimension the number of the family's parameters
   * @param bound B of the instance
   * @return a set that contains 0; the ball of radius B unless this is overridden
   */
  default ConvexSet set(int dimension, double bound) {
    return Ball.of(dimension, bound);
  }

  @Override
  default Subject subject(Instance instance) {
    return new Subject(
        instance,
        i -> {
          PolicyFamily family = family(Students.features(i));
          int d = family.dimension();
          return new PolicyClass(
              family, set(d, i.header().bound()), ImmutableDoubleArray.copyOf(new double[d]));
        });
  }
}
