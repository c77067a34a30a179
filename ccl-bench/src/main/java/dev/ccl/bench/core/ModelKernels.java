package dev.ccl.bench.core;

import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.policy.EdgeModel;
import dev.ccl.core.problem.LearningProblem;
import java.util.Arrays;
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
 * Logits and pullback of the linear class on a whole forest. The controls are the same sums made
 * from code for one state.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
public class ModelKernels {
  /** The horizon: each token more makes the forest five times as large. */
  @Param({"2", "3", "4", "5"})
  public int horizon;

  /** D, the number of features. */
  @Param({"8", "32"})
  public int dimension;

  private EdgeModel flat;
  private EdgeModel statewise;
  private double[] theta;
  private double[] logits;
  private double[] coefficients;
  private double[] sum;
  private int nodes;

  /** Draws the problem. */
  @Setup
  public void prepare() {
    LearningProblem problem =
        RandomInstance.of(RandomSpec.MEDIUM.withHorizon(horizon).withDimensions(dimension, 4), 1)
            .instance()
            .problem();
    flat = problem.target().calibration();
    statewise = problem.calibration().family().statewise(flat.forest());
    theta = problem.calibration().initial().toArray();
    nodes = flat.forest().nodes();
    logits = new double[flat.forest().edges()];
    coefficients = new double[logits.length];
    Arrays.setAll(coefficients, e -> 1.0 / (e + 1));
    sum = new double[theta.length];
  }

  /**
   * Logits.
   *
   * @return one number per edge
   */
  @Benchmark
  public double[] logits() {
    flat.logits(theta, 0, nodes, logits);
    return logits;
  }

  /**
   * Its control.
   *
   * @return one number per edge
   */
  @Benchmark
  public double[] logitsControl() {
    statewise.logits(theta, 0, nodes, logits);
    return logits;
  }

  /**
   * Pullback.
   *
   * @return one number per parameter
   */
  @Benchmark
  public double[] pullback() {
    Arrays.fill(sum, 0.0);
    flat.pullback(theta, coefficients, 0, nodes, sum);
    return sum;
  }

  /**
   * Its control.
   *
   * @return one number per parameter
   */
  @Benchmark
  public double[] pullbackControl() {
    Arrays.fill(sum, 0.0);
    statewise.pullback(theta, coefficients, 0, nodes, sum);
    return sum;
  }
}
