package dev.ccl.bench.algorithms;

import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.LearnerState;
import dev.ccl.algorithms.Session;
import dev.ccl.algorithms.run.Learners;
import dev.ccl.bench.Workload;
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
 * A run from its first round to round T, with all preparation. The control draws one rollout after
 * another.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
public class WholeRuns {
  /** The problem. */
  @Param({"S", "M"})
  public Workload workload;

  /** T. */
  @Param({"30", "100", "300"})
  public long rounds;

  private LearningProblem problem;

  /** Makes the problem. */
  @Setup
  public void prepare() {
    problem = workload.instance().problem();
  }

  /**
   * By edge counts.
   *
   * @return the end
   */
  @Benchmark
  public LearnerState counts() {
    return run("counts");
  }

  /**
   * The control.
   *
   * @return the end
   */
  @Benchmark
  public LearnerState trajectoriesControl() {
    return run("trajectories");
  }

  private LearnerState run(String sampler) {
    Learner learner = Learners.named("ccl").with("sampler", sampler);
    try (Session session = learner.start(problem, 1, 1)) {
      session.advance(rounds);
      return session.state();
    }
  }
}
