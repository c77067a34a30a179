package dev.ccl.algorithms;

import com.google.common.collect.ImmutableMap;
import com.google.common.primitives.ImmutableDoubleArray;
import com.google.common.primitives.Ints;
import dev.ccl.algorithms.baseline.Baseline;
import dev.ccl.algorithms.baseline.PathWalk;
import dev.ccl.algorithms.baseline.StepSize;
import dev.ccl.algorithms.batch.Sampler;
import dev.ccl.algorithms.engine.Engine;
import dev.ccl.algorithms.part.Draws;
import dev.ccl.core.math.Vectors;
import dev.ccl.core.policy.ConvexSet;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.random.RandomStreams;
import java.util.Arrays;

/** Algorithm 2, and the baselines that differ from it in the gradient sample alone. */
final class PathRun implements Session {
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
  private final double[] gradient;
  private long t;

  PathRun(
      LearningProblem problem,
      Baseline baseline,
      Settings settings,
      LearnerState state,
      int threads) {
    this.students = problem.student().set();
    this.seed = state.seed();
    this.baseline = baseline;
    RandomStreams streams = RandomStreams.of(seed);
    this.engine = Engines.open(problem, streams, Sampler.COUNTS, threads);
    int answers = Ints.saturatedCast(settings.get(PathLearner.ANSWERS));
    this.answer = PathWalk.of(problem, engine, baseline, Draws.of(streams), answers);
    this.step = settings.get(PathLearner.STEP);
    this.mu = DirectMatching.monotonicity(problem, baseline);
    this.batch = settings.get(PathLearner.BATCH);
    this.ledger = new RunningLedger(state.ledger());
    this.w = state.calibration();
    this.theta = state.student().toArray();
    this.gradient = new double[theta.length];
    this.t = state.round();
  }

  @Override
  public void advance(long rounds) {
    for (long i = 0; i < rounds; i++, t++) {
      Arrays.fill(gradient, 0.0);
      for (long sample = 0; sample < batch; sample++) {
        answer.at(t, sample, theta);
        baseline.add(answer, 1.0 / batch, gradient);
        ledger.accepted(baseline.onSource());
      }
      Vectors.addScaled(-step.at(t, mu), gradient, theta);
      students.project(theta);
      if (baseline.onSource()) {
        ledger.queried(engine.source().queries());
      } else {
        ledger.walked(batch);
      }
    }
  }

  @Override
  public long round() {
    return t;
  }

  @Override
  public void calibration(double[] out) {
    Vectors.copy(w.toArray(), out);
  }

  @Override
  public void student(double[] out) {
    Vectors.copy(theta, out);
  }

  @Override
  public LearnerState state() {
    return new LearnerState(
        seed, t, w, ImmutableDoubleArray.copyOf(theta), ImmutableMap.of(), ledger.snapshot());
  }

  @Override
  public void close() {
    engine.close();
  }
}
