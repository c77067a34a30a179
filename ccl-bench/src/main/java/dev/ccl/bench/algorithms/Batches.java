package dev.ccl.bench.algorithms;

import dev.ccl.algorithms.engine.Rollouts;
import dev.ccl.algorithms.engine.Sampler;
import dev.ccl.algorithms.engine.TargetSweep;
import dev.ccl.bench.Workload;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.random.Purpose;
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
import org.openjdk.jmh.annotations.Warmup;

/** The mean cost of a batch on M. The control draws one rollout after another. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
public class Batches {
  /** How many rollouts. */
  @Param({"100", "10000", "1000000"})
  public long rollouts;

  private Rollouts batch;
  private TargetSweep counts;
  private TargetSweep trajectories;
  private double[] theta;
  private long round;

  /** Makes the problem. */
  @Setup
  public void prepare() {
    LearningProblem problem = Workload.M.instance().problem();
    RandomStreams streams = RandomStreams.of(1);
    batch = Rollouts.of(rollouts);
    counts = TargetSweep.of(problem, streams, Sampler.COUNTS, 1);
    trajectories = TargetSweep.of(problem, streams, Sampler.TRAJECTORIES, 1);
    theta = problem.student().initial().toArray();
    counts.calibrate(problem.calibration().initial().toArray());
    trajectories.calibrate(problem.calibration().initial().toArray());
  }

  /**
   * By edge counts.
   *
   * @return the mean cost
   */
  @Benchmark
  public double counts() {
    theta[0] = -theta[0] + 1e-3; // another law each time
    return counts.cost(theta, batch.at(round++, 0), Purpose.VALIDATION_FIRST);
  }

  /**
   * The control.
   *
   * @return the mean cost
   */
  @Benchmark
  public double trajectoriesControl() {
    theta[0] = -theta[0] + 1e-3;
    return trajectories.cost(theta, batch.at(round++, 0), Purpose.VALIDATION_FIRST);
  }
}
