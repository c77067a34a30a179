package dev.ccl.policies;

import dev.ccl.core.forest.Forest;
import dev.ccl.core.policy.Ball;
import dev.ccl.core.policy.Box;
import dev.ccl.core.policy.ConvexSet;
import dev.ccl.core.policy.FeatureMap;
import dev.ccl.core.policy.LinearSoftmax;
import dev.ccl.core.policy.PolicyFamily;
import dev.ccl.policies.features.Features;
import dev.ccl.policies.sets.BoxBall;
import dev.ccl.policies.sets.HalfspaceBall;
import dev.ccl.policies.sets.ProductSet;
import dev.ccl.testkit.policy.Contracts;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.TestFactory;

/** Every family, on two forests and several sets, through the kit. */
class FamiliesTest {
  private static final Forest UNEVEN = Arena.unevenForest();

  /** A family with a set. */
  record Case(String name, PolicyFamily family, ConvexSet set) {}

  static Stream<Case> cases(Forest forest) {
    FeatureMap phi = Arena.randomFeatures(3, 1, forest);
    FeatureMap chi = Arena.randomFeatures(2, 2, forest);
    return Stream.of(
        new Case("linear", LinearSoftmax.of(phi), Ball.of(3, 2)),
        new Case("linear, rounded", LinearSoftmax.inSinglePrecision(phi), Ball.of(3, 2)),
        new Case(
            "linear on a cut ball",
            LinearSoftmax.of(phi),
            HalfspaceBall.of(new double[] {1, 2, -1}, 0.5, 2)),
        new Case("tempered on a ball", TemperedSoftmax.of(phi), Ball.of(4, 1.5)),
        new Case(
            "tempered on a product",
            TemperedSoftmax.of(phi),
            ProductSet.of(Ball.of(3, 2), Box.of(new double[] {-1}, new double[] {0.5}))),
        new Case("bilinear on a ball", BilinearSoftmax.of(phi, chi, 2), Ball.of(10, 2)),
        new Case(
            "bilinear on a product",
            BilinearSoftmax.of(phi, chi, 2),
            ProductSet.of(Ball.of(6, 1), Ball.of(4, 3))),
        new Case("network on a ball", TanhNetwork.of(phi, 3), Ball.of(12, 2.5)),
        new Case(
            "network on a product",
            TanhNetwork.of(phi, 2),
            ProductSet.of(Ball.of(6, 4), Ball.of(2, 2))),
        new Case("residual", residual(phi), Ball.of(3, 1)),
        new Case(
            "hashed n-grams",
            LinearSoftmax.of(Features.hashedNgrams(3, 7, 5)),
            BoxBall.of(
                Box.of(
                    new double[] {-1, -1, -1, 0, -1, -1, -1},
                    new double[] {1, 0.5, 1, 1, 1, 0.2, 1}),
                1.5)));
  }

  private static ResidualSoftmax residual(FeatureMap phi) {
    // log weights 1 … K: half the range is at most log(5)/2
    return ResidualSoftmax.of(
        (state, out) -> {
          int k = state.legal().length();
          for (int a = 0; a < k; a++) {
            out[a] = 2.0 * (a + 1) / (k * (k + 1));
          }
        },
        Math.log(5) / 2,
        phi);
  }

  @TestFactory
  Stream<DynamicContainer> onTheEosPaddedForest() {
    return cases(Arena.FOREST).map(c -> container(c, Arena.FOREST));
  }

  @TestFactory
  Stream<DynamicContainer> onAnUnevenForest() {
    return cases(UNEVEN).map(c -> container(c, UNEVEN));
  }

  @TestFactory
  Stream<DynamicContainer> tables() {
    Forest small = Forest.complete(Arena.UNEVEN, Arena.PROMPTS.subList(1, 2));
    TabularSoftmax table = TabularSoftmax.of(Arena.UNEVEN, Arena.PROMPTS);
    return Stream.of(
        container(new Case("table", table, Ball.of(table.dimension(), 2)), small),
        container(new Case("table on a wide ball", table, Ball.of(table.dimension(), 30)), small));
  }

  private static DynamicContainer container(Case c, Forest forest) {
    return DynamicContainer.dynamicContainer(
        c.name(), Contracts.of(c.family(), c.set(), forest).tests());
  }
}
