package dev.ccl.bench.core;

import dev.ccl.core.forest.Forest;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.mdp.Prompt;
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

/** Building a complete forest. The control visits the same states and stores nothing. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
public class ForestBuilding {
  /** The horizon: each token more makes the forest five times as large. */
  @Param({"2", "3", "4", "5"})
  public int horizon;

  private Forest forest;

  /** Draws the problem. */
  @Setup
  public void prepare() {
    forest =
        RandomInstance.of(RandomSpec.MEDIUM.withHorizon(horizon), 1)
            .instance()
            .problem()
            .target()
            .forest();
  }

  /**
   * Builds the forest.
   *
   * @return the forest
   */
  @Benchmark
  public Forest complete() {
    return Forest.complete(forest.mdp(), forest.prompts());
  }

  /**
   * The control.
   *
   * @return the number of tokens in all prefixes
   */
  @Benchmark
  public long visitControl() {
    long[] tokens = new long[1];
    for (Prompt prompt : forest.prompts()) {
      forest.mdp().forEachState(prompt, state -> tokens[0] += state.prefix().length());
    }
    return tokens[0];
  }
}
