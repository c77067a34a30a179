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
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** One round of Algorithm 1 about round 300. The control draws one rollout after another. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
public class Rounds {
  private static final long FIRST_ROUND = 300;

  /** The problem. */
  @Param({"S", "M", "L"})
  public Workload workload;

  /** Which preset. */
  @Param({"ccl", "practical", "careful"})
  public String learner;

  /** How batches are drawn. */
  @Param({"counts", "trajectories"})
  public String sampler;

  private LearningProblem problem;
  private Session session;

  /** Makes the problem. */
  @Setup
  public void prepare() {
    problem = workload.instance().problem();
  }

  /** Starts again, so that rounds stay comparable. */
  @Setup(Level.Iteration)
  public void open() {
    Learner preset = Learners.named(learner).with("sampler", sampler);
    LearnerState start = preset.initial(problem, 1);
    session =
        preset.open(
            problem,
            new LearnerState(
                start.seed(),
                FIRST_ROUND,
                start.calibration(),
                start.student(),
                start.extras(),
                start.ledger()),
            1);
  }

  /** Ends a run. */
  @TearDown(Level.Iteration)
  public void close() {
    session.close();
  }

  /**
   * A round.
   *
   * @return the number of rounds so far
   */
  @Benchmark
  public long round() {
    session.advance(1);
    return session.round();
  }
}
