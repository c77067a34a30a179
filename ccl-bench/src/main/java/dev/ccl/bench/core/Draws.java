package dev.ccl.bench.core;

import dev.ccl.core.random.Binomial;
import dev.ccl.core.random.Multinomial;
import dev.ccl.core.random.RandomStream;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Binomial and multinomial draws. The controls are two uniform numbers, which is the least that a
 * rejection method needs, and one categorical draw after another.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
public class Draws {
  /** The number of trials. */
  @Param({"10", "100", "10000", "1000000", "100000000000000"})
  public double trials;

  private static final int TOKENS = 9;
  private static final long MOST_SINGLE_DRAWS = 10_000;

  private final RandomStream random = RandomStream.of(1, 1, 1, 1);
  private final double[] chances = new double[64];
  private final double[] weights = new double[TOKENS];
  private final double[] scratch = new double[TOKENS];
  private final double[] counts = new double[TOKENS];
  private int at;

  /** Draws probabilities as they occur along a node. */
  @Setup
  public void prepare() {
    for (int i = 0; i < chances.length; i++) {
      chances[i] = 0.05 + 0.4 * random.nextDouble();
    }
    for (int k = 0; k < TOKENS; k++) {
      weights[k] = 0.5 + random.nextDouble();
    }
  }

  /**
   * A binomial draw.
   *
   * @return successes
   */
  @Benchmark
  public double binomial() {
    double p = chances[at++ & 63];
    return Binomial.draw(random, trials, p, 1 - p);
  }

  /**
   * Its control.
   *
   * @return a number
   */
  @Benchmark
  public double uniformsControl() {
    return random.nextDouble() + random.nextDouble();
  }

  /**
   * A multinomial draw over nine tokens.
   *
   * @return counts
   */
  @Benchmark
  public double[] multinomial() {
    Multinomial.split(random, trials, weights, 0, TOKENS, scratch, counts);
    return counts;
  }

  /**
   * Its control, with at most 10,000 draws.
   *
   * @return counts
   */
  @Benchmark
  public double[] singleDrawsControl() {
    for (double left = Math.min(trials, MOST_SINGLE_DRAWS); left > 0; left--) {
      counts[Multinomial.drawOne(random, weights, 0, TOKENS)]++;
    }
    return counts;
  }
}
