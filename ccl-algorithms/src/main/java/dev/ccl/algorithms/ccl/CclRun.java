package dev.ccl.algorithms.ccl;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.algorithms.Draws;
import dev.ccl.algorithms.GuardedSession;
import dev.ccl.algorithms.LearnerState;
import dev.ccl.algorithms.Memory;
import dev.ccl.algorithms.RunningLedger;
import dev.ccl.algorithms.Settings;
import dev.ccl.algorithms.engine.Engine;
import dev.ccl.core.math.Vectors;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.random.RandomStreams;
import java.util.List;

/** A run of Algorithm 1: its rounds, the schedule around them, and what goes into a state. */
final class CclRun extends GuardedSession {
  private final Engine engine;
  private final Schedule schedule;
  private final CclParts parts;
  private final Round round;
  private final RunningLedger ledger;
  private final Memory memory;
  private final long seed;
  private final double[] theta; // θ_t

  private CclRun(
      LearningProblem problem,
      Settings settings,
      LearnerState state,
      RandomStreams streams,
      Engine engine,
      List<RoundListener> listeners) {
    super(engine, state.round());
    this.seed = state.seed();
    this.engine = engine;
    this.schedule = Schedule.of(settings);
    this.ledger = new RunningLedger(state.ledger());
    this.memory = Memory.of(state.extras());
    long firstStage = settings.get(CclSettings.FIRST_STAGE);
    Run run = new Run(problem, engine, Draws.of(streams), memory, ledger, firstStage);
    double[] w = state.calibration().toArray();
    this.theta = state.student().toArray();
    this.parts = CclParts.start(settings, run, w);
    this.round = new Round(run, parts, listeners, w, theta);
  }

  static CclRun open(LearningProblem problem, Settings settings, LearnerState state, int threads) {
    return open(problem, settings, state, threads, List.of());
  }

  static CclRun open(
      LearningProblem problem,
      Settings settings,
      LearnerState state,
      int threads,
      List<RoundListener> listeners) {
    checkArgument(
        state.calibration().length() == problem.calibration().set().dimension()
            && state.student().length() == problem.student().set().dimension(),
        "the state has %s and %s parameters, the classes of the problem have %s and %s",
        state.calibration().length(),
        state.student().length(),
        problem.calibration().set().dimension(),
        problem.student().set().dimension());
    RandomStreams streams = RandomStreams.of(state.seed());
    Engine engine = Engine.open(problem, streams, settings.get(CclSettings.SAMPLER), threads);
    try {
      return new CclRun(problem, settings, state, streams, engine, listeners);
    } catch (ArithmeticException e) {
      try (engine) {
        engine.inspect(state.calibration().toArray(), state.student().toArray(), true);
      }
      throw e;
    } catch (RuntimeException | Error e) {
      engine.close();
      throw e;
    }
  }

  /** Moves the student towards the teacher before the first round. */
  void warm(LearningProblem problem, int steps) {
    checkArgument(
        engine.isWhole(),
        "warm-start=teacher needs whole trees, and these forests grow where they are walked: set"
            + " warm-start=none instead");
    engine.batches().calibrate(problem.calibration().initial().toArray());
    NaturalStep.of(problem, engine::batches).minimize(theta, steps);
  }

  @Override
  protected void doRound(long t) {
    if (schedule.calibrates(t)) {
      round.calibrate(t);
      ledger.queried(engine.source().queries());
    }
    if (schedule.distils(t)) {
      engine.batches().calibrate(parts.teaching().calibration());
      for (long update = 0; update < schedule.updates(); update++) {
        round.distil(t, schedule.stage(t), update);
      }
    }
  }

  @Override
  protected void inspect(boolean everywhere) {
    engine.inspect(parts.teaching().calibration(), theta, everywhere);
  }

  @Override
  public void calibration(double[] out) {
    requireSound();
    Vectors.copy(parts.teaching().calibration(), out);
  }

  @Override
  public void student(double[] out) {
    requireSound();
    Vectors.copy(theta, out);
  }

  @Override
  protected LearnerState snapshot(long t) {
    return new LearnerState(
        seed,
        t,
        ImmutableDoubleArray.copyOf(parts.teaching().calibration()),
        ImmutableDoubleArray.copyOf(theta),
        memory.snapshot(),
        ledger.snapshot());
  }
}
