package dev.ccl.bench.core;

import dev.ccl.core.exact.LogRatioCost;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.problem.LearningProblem;
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
 * The exact cost with its gradient, and its Hessian. The controls are the gradient with code for
 * one state, and central differences of gradients.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
public class ExactCosts {
  /** The horizon: each token more makes the forest five times as large. */
  @Param({"2", "3", "4", "5"})
  public int horizon;

  private LogRatioCost cost;
  private LogRatioCost statewise;
  private double[] theta;
  private double[] gradient;

  /** Draws the problem. */
  @Setup
  public void prepare() {
    LearningProblem problem =
        RandomInstance.of(RandomSpec.MEDIUM.withHorizon(horizon), 1).instance().problem();
    double[] w = problem.calibration().initial().toArray();
    cost = LogRatioCost.calibrated(problem, w);
    double[] potential = problem.target().calibration().law(w).logs();
    statewise =
        LogRatioCost.of(
            problem.student().family().statewise(problem.target().forest()),
            problem.target().dataset().rootWeights(),
            problem.lambda(),
            potential);
    theta = problem.student().initial().toArray();
    gradient = new double[theta.length];
  }

  /**
   * Cost and gradient.
   *
   * @return the cost
   */
  @Benchmark
  public double gradient() {
    return cost.gradient(theta, gradient);
  }

  /**
   * Its control.
   *
   * @return the cost
   */
  @Benchmark
  public double gradientControl() {
    return statewise.gradient(theta, gradient);
  }

  /**
   * The Hessian.
   *
   * @return a row-major matrix
   */
  @Benchmark
  public double[] hessian() {
    return cost.hessian(theta);
  }

  /**
   * Its control.
   *
   * @return a row-major matrix
   */
  @Benchmark
  public double[] hessianControl() {
    int d = theta.length;
    double[] matrix = new double[d * d];
    double[] point = theta.clone();
    for (int i = 0; i < d; i++) {
      for (int sign = -1; sign <= 1; sign += 2) {
        point[i] = theta[i] + sign * 1e-5;
        cost.gradient(point, gradient);
        for (int j = 0; j < d; j++) {
          matrix[i * d + j] += sign * gradient[j] / 2e-5;
        }
      }
      point[i] = theta[i];
    }
    return matrix;
  }
}
