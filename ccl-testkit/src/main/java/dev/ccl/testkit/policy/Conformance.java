package dev.ccl.testkit.policy;

import com.google.common.collect.ImmutableList;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.policy.ConvexSet;
import dev.ccl.core.policy.FeatureMap;
import dev.ccl.core.policy.PolicyFamily;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The clauses of a contract for one subject. One line of test code holds a new family to all of
 * them:
 *
 * <pre>  Conformance.of(family, set, forest).require();</pre>
 *
 * <p>All random inputs come from a fixed seed, so a verdict never changes.
 */
public final class Conformance {
  private final ImmutableList<Clause> clauses;

  private Conformance(List<Clause> clauses) {
    this.clauses = ImmutableList.copyOf(clauses);
  }

  /**
   * Returns the clauses for a policy family. Declared capabilities ({@code BoundedDerivatives},
   * {@code LinearFamily}) add theirs.
   *
   * @param family the family
   * @param set the parameters for which the contract has to hold
   * @param forest states at which it is checked: a complete forest of at most a few thousand edges
   * @return the clauses
   */
  public static Conformance of(PolicyFamily family, ConvexSet set, Forest forest) {
    PolicySubject subject = PolicySubject.of(family, set, forest);
    return new Conformance(
        ImmutableList.<Clause>builder()
            .addAll(LawClauses.of(subject))
            .addAll(DerivativeClauses.of(subject))
            .addAll(LikelihoodClauses.of(subject))
            .addAll(BoundClauses.of(subject))
            .addAll(BehaviourClauses.of(subject))
            .build());
  }

  /**
   * Returns the clauses for a convex set.
   *
   * @param set the set
   * @return the clauses
   */
  public static Conformance of(ConvexSet set) {
    return new Conformance(SetClauses.of(set));
  }

  /**
   * Returns the clauses for a feature map.
   *
   * @param features the map
   * @param forest states at which it is checked: a complete forest
   * @return the clauses
   */
  public static Conformance of(FeatureMap features, Forest forest) {
    return new Conformance(FeatureClauses.of(features, forest));
  }

  /** {@return the clauses, in a fixed order} */
  public ImmutableList<Clause> clauses() {
    return clauses;
  }

  /**
   * Checks all clauses.
   *
   * @return what each found
   */
  public ImmutableList<Verdict> check() {
    return clauses.stream().map(Clause::check).collect(ImmutableList.toImmutableList());
  }

  /**
   * Checks all clauses and fails if one does.
   *
   * @throws AssertionError that lists the clauses that failed, where and by how much
   */
  public void require() {
    List<Verdict> failures = check().stream().filter(e -> !e.holds()).collect(Collectors.toList());
    if (!failures.isEmpty()) {
      throw new AssertionError(
          failures.stream()
              .map(Verdict::toString)
              .collect(Collectors.joining("\n  ", "the contract is broken:\n  ", "")));
    }
  }
}
