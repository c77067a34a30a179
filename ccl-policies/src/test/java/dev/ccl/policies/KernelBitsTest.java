package dev.ccl.policies;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import com.google.common.primitives.Doubles;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.policy.Ball;
import dev.ccl.core.policy.EdgeModel;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.random.RandomStreams;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every family here computes on flat arrays has the bits of its per-state code. */
class KernelBitsTest {
  private static final Forest FOREST = Arena.unevenForest();

  static java.util.stream.Stream<FamiliesTest.Case> cases() {
    TabularSoftmax table = TabularSoftmax.of(Arena.UNEVEN, Arena.PROMPTS);
    return java.util.stream.Stream.concat(
        FamiliesTest.cases(FOREST),
        java.util.stream.Stream.of(
            new FamiliesTest.Case("table", table, Ball.of(table.dimension(), 1))));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void anyRunOfNodes(FamiliesTest.Case c) {
    EdgeModel fast = c.family().on(FOREST);
    EdgeModel slow = c.family().statewise(FOREST);
    IntStream.range(0, 25)
        .forEach(
            trial -> {
              RandomStream random = RandomStreams.of(9).open(Purpose.TRIAL, trial);
              int from = trial == 0 ? 0 : random.nextBelow(FOREST.nodes());
              int to =
                  trial == 0 ? FOREST.nodes() : from + random.nextBelow(FOREST.nodes() - from + 1);
              double[] theta = new double[c.set().dimension()];
              c.set().draw(random, theta);
              double[] v = draw(random, theta.length);
              double[] coefficients = draw(random, FOREST.firstEdge(to) - FOREST.firstEdge(from));
              double[] start = draw(random, theta.length);
              assertArrayEquals(
                  everything(slow, theta, v, coefficients, start, from, to),
                  everything(fast, theta, v, coefficients, start, from, to));
            });
  }

  private static double[] draw(RandomStream random, int length) {
    double[] x = new double[length];
    Arrays.setAll(x, i -> 2 * random.nextDouble() - 1);
    return x;
  }

  private static double[] everything(
      EdgeModel model, double[] theta, double[] v, double[] c, double[] start, int from, int to) {
    double[] logits = new double[c.length];
    model.logits(theta, from, to, logits);
    double[] forward = new double[c.length];
    model.pushforward(theta, v, from, to, forward);
    double[] back = start.clone();
    model.pullback(theta, c, from, to, back);
    double[] curved = start.clone();
    model.curvature(theta, c, v, from, to, curved);
    return Doubles.concat(logits, forward, back, curved);
  }
}
