package dev.ccl.testkit.policy;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.collect.ImmutableList;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.policy.ConvexSet;
import dev.ccl.core.policy.FeatureMap;
import dev.ccl.core.policy.PolicyFamily;
import dev.ccl.judge.Check;
import dev.ccl.judge.Suite;

/**
 * The contracts of policy families, convex sets and feature maps. One line of test code holds a new
 * family to all clauses of its contract:
 *
 * <pre>  Contracts.of(family, set, forest).require();</pre>
 *
 * <p>All random inputs come from a fixed seed, so a verdict never changes.
 */
public final class Contracts {
  private static final ImmutableList<Check<PolicySubject>> FAMILY =
      ImmutableList.<Check<PolicySubject>>builder()
          .addAll(LawClauses.all())
          .addAll(DerivativeClauses.all())
          .addAll(LikelihoodClauses.all())
          .addAll(BoundClauses.all())
          .addAll(BehaviourClauses.all())
          .build();

  private Contracts() {}

  /**
   * Returns the contract of a policy family. Checks of capabilities ({@code BoundedDerivatives},
   * {@code LinearFamily}) apply where they are declared.
   *
   * @param family the family
   * @param set the parameters for which the contract has to hold
   * @param forest states at which it is checked: a complete forest of at most a few thousand edges
   * @return the suite
   */
  public static Suite of(PolicyFamily family, ConvexSet set, Forest forest) {
    return Suite.of(PolicySubject.of(family, set, forest), FAMILY);
  }

  /**
   * Returns the contract of a convex set.
   *
   * @param set the set
   * @return the suite
   */
  public static Suite of(ConvexSet set) {
    return Suite.of(set, SetClauses.all());
  }

  /**
   * Returns the contract of a feature map.
   *
   * @param features the map
   * @param forest states at which it is checked: a complete forest
   * @return the suite
   */
  public static Suite of(FeatureMap features, Forest forest) {
    checkArgument(forest.nodes() > 0, "the forest has no state");
    return Suite.of(new FeatureClauses.FeatureSubject(features, forest), FeatureClauses.all());
  }
}
