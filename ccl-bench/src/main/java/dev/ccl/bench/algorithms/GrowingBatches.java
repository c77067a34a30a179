package dev.ccl.bench.algorithms;

import dev.ccl.algorithms.engine.Credit;
import dev.ccl.algorithms.engine.Engine;
import dev.ccl.algorithms.engine.Rollouts;
import dev.ccl.algorithms.engine.Sampler;
import dev.ccl.bench.VastTree;
import dev.ccl.core.growing.ForestBudget;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.random.RandomStreams;
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
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A gradient batch on trees that nobody can own. The control knows nothing at the beginning of each
 * batch and asks about every state.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class GrowingBatches {
  private static final ForestBudget BUDGET = ForestBudget.ofBytes(1L << 29);

  /** The size of the batch. */
  @Param({"64", "1024"})
  public long rollouts;

  /** How many threads share the states of the batch. */
  @Param({"1", "2"})
  public int threads;

  private LearningProblem problem;
  private Engine engine;
  private double[] theta;
  private double[] gradient;

  /** Makes the problem. */
  @Setup
  public void prepare() {
    problem = VastTree.of(BUDGET).problem();
    engine = Engine.open(problem, RandomStreams.of(1), Sampler.COUNTS, threads);
    theta = problem.student().initial().toArray();
    gradient = new double[theta.length];
  }

  /** Ends the run. */
  @TearDown
  public void end() {
    engine.close();
  }

  /**
   * The same batch again and again: all states are known.
   *
   * @return its mean cost
   */
  @Benchmark
  public double known() {
    return batch(engine);
  }

  /**
   * The control.
   *
   * @return its mean cost
   */
  @Benchmark
  public double unknownControl() {
    LearningProblem fresh = problem.growing(BUDGET);
    try (Engine other = Engine.open(fresh, RandomStreams.of(1), Sampler.COUNTS, threads)) {
      return batch(other);
    }
  }

  private double batch(Engine on) {
    return on.batches().gradient(theta, Rollouts.of(rollouts), Credit.REST, gradient);
  }
}
