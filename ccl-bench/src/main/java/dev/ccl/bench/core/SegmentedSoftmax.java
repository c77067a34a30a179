package dev.ccl.bench.core;

import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.forest.Forest;
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

/** Log-softmax over the edges of every node. The control is written with {@link StrictMath}. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
public class SegmentedSoftmax {
  /** The horizon: each token more makes the forest five times as large. */
  @Param({"2", "3", "4", "5"})
  public int horizon;

  private Forest forest;
  private double[] logits;

  /** Draws the problem. */
  @Setup
  public void prepare() {
    LearningProblem problem =
        RandomInstance.of(RandomSpec.MEDIUM.withHorizon(horizon), 1).instance().problem();
    forest = problem.target().forest();
    logits = new double[forest.edges()];
    problem
        .target()
        .calibration()
        .logits(problem.calibration().initial().toArray(), 0, forest.nodes(), logits);
  }

  /**
   * The law.
   *
   * @return probabilities and their logarithms
   */
  @Benchmark
  public EdgeLaw law() {
    return EdgeLaw.ofLogits(forest, logits);
  }

  /**
   * The control.
   *
   * @return logarithms of probabilities
   */
  @Benchmark
  public double[] strictMathControl() {
    double[] log = logits.clone();
    double[] probability = new double[log.length];
    for (int s = 0; s < forest.nodes(); s++) {
      double sum = 0;
      for (int e = forest.firstEdge(s); e < forest.firstEdge(s + 1); e++) {
        sum += StrictMath.exp(log[e]);
      }
      double normalizer = StrictMath.log(sum);
      for (int e = forest.firstEdge(s); e < forest.firstEdge(s + 1); e++) {
        log[e] -= normalizer;
        probability[e] = StrictMath.exp(log[e]);
      }
    }
    return log;
  }
}
