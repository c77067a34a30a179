package dev.ccl.policies.sets;

import dev.ccl.core.policy.Ball;
import dev.ccl.core.policy.Box;
import dev.ccl.core.policy.ConvexSet;
import dev.ccl.testkit.policy.Contracts;
import java.util.Arrays;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/** Every set through the kit. */
class SetsTest {
  static Stream<ConvexSet> sets() {
    return Stream.of(
        Ball.of(1, 2),
        Ball.of(7, 0.3),
        Ball.of(40, 1e3),
        cube(1, -1, 2),
        cube(6, -0.5, 1),
        Box.of(new double[] {-1, 2, 0}, new double[] {1, 2, 5}), // flat in one coordinate
        BoxBall.of(cube(3, -1, 1), 1.2),
        BoxBall.of(cube(2, 0.3, 2), 1), // the centre of the ball is not in the box
        BoxBall.of(Box.of(new double[] {-9, -0.1, -9}, new double[] {9, 0.2, 0.4}), 2),
        BoxBall.of(cube(8, -0.7, 0.9), 1.5),
        BoxBall.of(cube(5, -10, 10), 1), // the box never binds
        HalfspaceBall.of(new double[] {1, 1}, 0.5, 2),
        HalfspaceBall.of(new double[] {-3, 0, 4}, -2.5, 1.3), // a small cap
        HalfspaceBall.of(new double[] {1}, -0.2, 1),
        HalfspaceBall.of(direction(20), -0.4, 1),
        HalfspaceBall.of(direction(20), -0.01, 1),
        HalfspaceBall.of(direction(60), -0.9, 1),
        ProductSet.of(
            Ball.of(3, 1), cube(2, -1, 0.5), HalfspaceBall.of(new double[] {1, 0}, 0, 2)));
  }

  private static Box cube(int d, double low, double high) {
    double[] lower = new double[d];
    double[] upper = new double[d];
    Arrays.fill(lower, low);
    Arrays.fill(upper, high);
    return Box.of(lower, upper);
  }

  private static double[] direction(int d) {
    double[] v = new double[d];
    Arrays.setAll(v, i -> (i % 3 - 1) / Math.sqrt(d) + (i == 0 ? 0.1 : 0));
    double norm = Math.sqrt(Arrays.stream(v).map(x -> x * x).sum());
    Arrays.setAll(v, i -> v[i] / norm);
    return v;
  }

  @TestFactory
  Stream<DynamicContainer> obeyTheContract() {
    return clauses(test -> !isAboutDraws(test));
  }

  @TestFactory
  @Tag("slow")
  Stream<DynamicContainer> drawUniformly() {
    return clauses(SetsTest::isAboutDraws);
  }

  private static boolean isAboutDraws(DynamicTest test) {
    return test.getDisplayName().equals("uniform draw");
  }

  private static Stream<DynamicContainer> clauses(Predicate<DynamicTest> chosen) {
    return sets()
        .map(
            set ->
                DynamicContainer.dynamicContainer(
                    set.toString(), Contracts.of(set).tests().filter(chosen)));
  }
}
