package dev.ccl.core.random;

import dev.ccl.core.math.Segments;
import dev.ccl.testkit.Recorded;
import java.util.Arrays;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What seeds give, by name and sampler. A sequence that changes is a breaking change; the laws are
 * for the tests beside this one.
 */
@Tag("record")
class SequencesTest {
  private final StringBuilder lines = new StringBuilder();

  private void line(String name, double... values) {
    lines.append(name).append(':');
    for (double value : values) {
      lines.append(' ').append(String.format(Locale.ROOT, "%.12g", value));
    }
    lines.append('\n');
  }

  private static RandomStream stream(int number) {
    return RandomStreams.of(99).open(Purpose.TRIAL, 4, number);
  }

  @Test
  void namesOfStreams() {
    RandomStream stream = RandomStream.of(1, 2, 3, 4);
    for (Purpose purpose : Purpose.values()) {
      for (long seed : new long[] {0, -5}) {
        RandomStreams streams = RandomStreams.of(seed);
        lines.append(String.format("%s %d, seed %d:", purpose, purpose.code(), seed));
        word(streams.open(purpose, 7));
        word(streams.open(purpose, 7, 3));
        streams.rekey(stream, purpose, 7, 3);
        word(stream);
        streams.rekey(stream, purpose, 7, 3, PathKey.of("x", "text").then(2));
        word(stream);
        word(streams.forReplicate(6).open(purpose, 7));
        lines.append('\n');
      }
    }
    lines.append(RandomStreams.of(3).forReplicate(2)).append('\n');
    lines.append(PathKey.of()).append(PathKey.of("a", "b").then(0).then(1)).append('\n');
    Recorded.check(getClass(), "streams.txt", lines.toString());
  }

  private void word(RandomStream stream) {
    lines.append(String.format(" %016x", stream.nextLong()));
  }

  @Test
  void samplers() {
    RandomStream numbers = stream(0);
    for (int i = 0; i < 3; i++) {
      line("numbers", numbers.nextDouble(), numbers.nextOpenDouble(), numbers.nextInt());
      line("below", numbers.nextBelow(10), numbers.nextInt(3), numbers.nextBelow(2_000_000_011));
      line("coin", numbers.nextBoolean() ? 1 : 0);
    }
    double[] normal = new double[400]; // some of them beyond a layer
    Arrays.setAll(normal, i -> Normal.draw(numbers));
    line("normal", Arrays.copyOf(normal, 8));
    line(
        "sum and squares",
        Arrays.stream(normal).sum(),
        Arrays.stream(normal).map(x -> x * x).sum());
    for (int d = 1; d <= 5; d += 2) {
      double[] point = new double[d];
      BallSampler.sample(numbers, 2.5, point);
      line("ball", point);
    }
    double[][] binomials = {
      {0, 0.3},
      {1, 0.5},
      {40, 0.9},
      {64, 0.01},
      {65, 0.01},
      {300, 0.02},
      {300, 0.98},
      {90, 0.4},
      {5000, 0.25},
      {5000, 0.97},
      {1e15, 1e-3}
    };
    for (double[] b : binomials) {
      line("binomial " + b[0] + " " + b[1], binomials(b[0], b[1]));
    }
    Recorded.check(getClass(), "samplers.txt", lines.toString());
  }

  private static double[] binomials(double n, double p) {
    RandomStream random = stream(1);
    double[] draws = new double[6];
    Arrays.setAll(draws, i -> Binomial.draw(random, n, p, 1 - p));
    return draws;
  }

  @Test
  void splits() {
    for (int tokens : new int[] {1, 2, 5, 9, 10, 13}) {
      double[] weights = new double[tokens + 2];
      Arrays.setAll(weights, k -> 0.1 + (k * 7 % 5));
      for (double n : new double[] {1, 2, 4, 7, 16, 100, 1e6}) {
        double[] out = new double[tokens + 2];
        RandomStream random = stream(tokens);
        Multinomial.split(random, n, weights, 1, tokens + 1, new double[tokens], out);
        line("split " + n, Arrays.copyOfRange(out, 1, tokens + 1));
        double[] inTree = new double[tokens];
        MultinomialTree.of(Arrays.copyOfRange(weights, 1, tokens + 1)).split(random, n, inTree);
        line("tree", inTree);
        line("one, next", Multinomial.drawOne(random, weights, 1, tokens + 1), random.nextDouble());
      }
    }
    array();
    Recorded.check(getClass(), "splits.txt", lines.toString());
  }

  /** Nodes of one to six tokens side by side, with few draws, many and none. */
  private void array() {
    Segments tokens = Segments.of(0, 3, 4, 6, 12, 16, 18);
    double[] draws = {400, 9, 70, 3000, 0, 3};
    double[] weights = new double[18];
    double[] tails = new double[18];
    Arrays.setAll(weights, e -> 0.2 + (e * 5 % 7));
    for (int s = 0; s < tokens.count(); s++) {
      double sum = 0;
      for (int e = tokens.first(s + 1) - 1; e >= tokens.first(s); e--) {
        sum += weights[e];
        tails[e] = sum;
      }
    }
    double[] out = new double[18];
    RandomStream random = stream(50);
    new MultinomialArray(6).split(random, draws, 0, 6, tokens, 0, weights, tails, out);
    line("array", out);
    line("next", random.nextDouble());
  }
}
