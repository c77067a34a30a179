package dev.ccl.theory;

import dev.ccl.core.forest.Forest;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.policy.Ball;
import dev.ccl.core.policy.Box;
import dev.ccl.core.policy.ConvexSet;
import dev.ccl.core.policy.FeatureMap;
import dev.ccl.core.policy.PolicyFamily;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.policies.BilinearSoftmax;
import dev.ccl.policies.ResidualSoftmax;
import dev.ccl.policies.TabularSoftmax;
import dev.ccl.policies.TanhNetwork;
import dev.ccl.policies.TemperedSoftmax;
import dev.ccl.policies.conformance.Conformance;
import dev.ccl.policies.features.Features;
import dev.ccl.policies.sets.BoxBall;
import dev.ccl.policies.sets.HalfspaceBall;
import dev.ccl.policies.sets.ProductSet;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every family and every set keeps the contract on which the claims rest (eq:ced-softmax). */
class PoliciesTest {
  private static final Instance INSTANCE =
      RandomInstance.of(RandomSpec.SMALL.withHorizon(2).withLetters(2).withDimensions(2, 2), 21)
          .instance();
  private static final LearningProblem PROBLEM = INSTANCE.problem();
  private static final Forest FOREST = PROBLEM.target().forest();

  /** A family with a set of its parameters. */
  record Policies(PolicyFamily family, ConvexSet set) {
    @Override
    public String toString() {
      return family.getClass().getSimpleName() + " on a " + set;
    }
  }

  static Stream<Policies> families() {
    FeatureMap phi = Features.hashedNgrams(2, 2, 5);
    FeatureMap chi = Features.hashedNgrams(1, 2, 6);
    TabularSoftmax table = TabularSoftmax.of(PROBLEM.mdp(), FOREST.prompts());
    return Stream.of(
        new Policies(PROBLEM.student().family(), Ball.of(2, 1.5)),
        new Policies(TemperedSoftmax.of(phi), Ball.of(3, 1)),
        new Policies(BilinearSoftmax.of(phi, chi, 2), Ball.of(8, 1.5)),
        new Policies(TanhNetwork.of(phi, 2), Ball.of(6, 2)),
        new Policies(
            ResidualSoftmax.of(
                (state, out) -> {
                  int k = state.legal().length();
                  java.util.Arrays.fill(out, 0, k, 1.0 / k);
                },
                0.5,
                phi),
            Ball.of(2, 1)),
        new Policies(table, Ball.of(table.dimension(), 2)));
  }

  static Stream<ConvexSet> sets() {
    Box box = Box.of(new double[] {-1, -0.5}, new double[] {0.5, 2});
    return Stream.of(
        Ball.of(3, 2),
        box,
        BoxBall.of(box, 1.2),
        HalfspaceBall.of(new double[] {1, 2}, 0.5, 1.5),
        ProductSet.of(Ball.of(2, 1), box));
  }

  @ParameterizedTest
  @MethodSource("families")
  void aFamilyKeepsItsContract(Policies policies) {
    Conformance.of(policies.family(), policies.set(), FOREST).require();
  }

  @ParameterizedTest
  @MethodSource("sets")
  void aSetKeepsItsContract(ConvexSet set) {
    Conformance.of(set).require();
  }
}
