package dev.ccl.algorithms.baseline;

import com.google.common.collect.ImmutableMap;
import com.google.common.primitives.ImmutableDoubleArray;
import com.google.common.primitives.Ints;
import dev.ccl.algorithms.Draws;
import dev.ccl.algorithms.GuardedSession;
import dev.ccl.algorithms.LearnerState;
import dev.ccl.algorithms.RunningLedger;
import dev.ccl.algorithms.Settings;
import dev.ccl.algorithms.engine.Engine;
import dev.ccl.algorithms.engine.Sampler;
import dev.ccl.core.math.Vectors;
import dev.ccl.core.mdp.BrokenPartException;
import dev.ccl.core.policy.ConvexSet;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.random.RandomStreams;
import java.util.Arrays;

/** Algorithm 2, and the baselines that differ from it in the gradient sample alone. */
final class PathRun extends GuardedSession {
  private final ConvexSet students; // Θ
  private final long seed;
  private final Baseline baseline;
  private final Engine engine;
  private final PathWalk answer;
  private final StepSize step;
  private final double mu;
  private final long batch;
  private final RunningLedger ledger;
  private final ImmutableDoubleArray w;
  private final double[] theta;
  private final double[] before; // θ at the beginning of the round
  private final double[] gradient;

  private PathRun(
      LearningProblem problem,
      Baseline baseline,
      Settings settings,
      LearnerState state,
      RandomStreams streams,
      Engine engine) {
    super(engine, state.round());
    this.students = problem.student().set();
    this.seed = state.seed();
    this.baseline = baseline;
    this.engine = engine;
    int answers = Ints.saturatedCast(settings.get(PathLearner.ANSWERS));
    this.answer = PathWalk.of(problem, engine, baseline, Draws.of(streams), answers);
    this.step = settings.get(PathLearner.STEP);
    this.mu = DirectMatching.monotonicity(problem, baseline);
    this.batch = settings.get(PathLearner.BATCH);
    this.ledger = new RunningLedger(state.ledger());
    this.w = state.calibration();
    this.theta = state.student().toArray();
    this.before = new double[theta.length];
    this.gradient = new double[theta.length];
  }

  static PathRun open(
      LearningProblem problem,
      Baseline baseline,
      Settings settings,
      LearnerState state,
      int threads) {
    RandomStreams streams = RandomStreams.of(state.seed());
    Engine engine = Engine.open(problem, streams, Sampler.COUNTS, threads);
    try {
      return new PathRun(problem, baseline, settings, state, streams, engine);
    } catch (RuntimeException | Error e) {
      engine.close();
      throw e;
    }
  }

  @Override
  protected void doRound(long t) {
    Arrays.fill(gradient, 0.0);
    Vectors.copy(theta, before);
    for (long sample = 0; sample < batch; sample++) {
      answer.at(t, sample, theta);
      baseline.add(answer, 1.0 / batch, gradient);
      ledger.accepted(baseline.onSource());
    }
    if (!Arrays.equals(theta, before) || !Vectors.isFinite(gradient)) {
      engine.inspect(w.toArray(), before, true);
      throw new BrokenPartException(
          baseline
              + " gives the gradient "
              + Arrays.toString(gradient)
              + " or changes the student");
    }
    Vectors.addScaled(-step.at(t, mu), gradient, theta);
    students.project(theta);
    if (!Vectors.isFinite(theta)) {
      throw new BrokenPartException(
          "the student " + Arrays.toString(theta) + " is not finite after a step of " + baseline);
    }
    if (baseline.onSource()) {
      ledger.queried(engine.source().queries());
    } else {
      ledger.walked(batch);
    }
  }

  @Override
  protected void inspect(boolean everywhere) {
    engine.inspect(w.toArray(), theta, everywhere);
  }

  @Override
  public void calibration(double[] out) {
    requireSound();
    Vectors.copy(w.toArray(), out);
  }

  @Override
  public void student(double[] out) {
    requireSound();
    Vectors.copy(theta, out);
  }

  @Override
  protected LearnerState snapshot(long t) {
    return new LearnerState(
        seed, t, w, ImmutableDoubleArray.copyOf(theta), ImmutableMap.of(), ledger.snapshot());
  }
}
