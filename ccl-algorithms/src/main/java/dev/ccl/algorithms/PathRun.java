package dev.ccl.algorithms;

import com.google.common.collect.ImmutableMap;
import com.google.common.primitives.ImmutableDoubleArray;
import com.google.common.primitives.Ints;
import dev.ccl.algorithms.baseline.PathGradient;
import dev.ccl.algorithms.baseline.PathObjective;
import dev.ccl.algorithms.baseline.StepSize;
import dev.ccl.core.math.Vectors;
import dev.ccl.core.policy.ConvexSet;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.random.RandomStreams;
import java.util.Arrays;

/** Algorithm 2, and the baselines that differ from it in the gradient sample alone. */
final class PathRun implements Session {
  private final ConvexSet students;
  private final long seed;
  private final boolean queries;
  private final PathGradient samples;
  private final StepSize step;
  private final double mu;
  private final long batch;
  private final LedgerBook ledger;
  private final ImmutableDoubleArray w;
  private final double[] theta;
  private final double[] gradient;
  private long t;

  PathRun(LearningProblem problem, PathObjective objective, Settings settings, LearnerState state) {
    this.students = problem.student().set();
    this.seed = state.seed();
    this.queries =
        objective == PathObjective.SOURCE_REWARD || objective == PathObjective.IMPORTANCE_WEIGHTED;
    int answers = Ints.saturatedCast(settings.get(PathLearner.ANSWERS));
    this.samples = PathGradient.of(problem, RandomStreams.of(seed), objective, answers);
    this.step = settings.get(PathLearner.STEP);
    this.mu = DirectMatching.monotonicity(problem, objective);
    this.batch = settings.get(PathLearner.BATCH);
    this.ledger = new LedgerBook(state.ledger());
    this.w = state.calibration();
    this.theta = state.student().toArray();
    this.gradient = new double[theta.length];
    this.t = state.round();
  }

  @Override
  public void advance(long rounds) {
    for (long i = 0; i < rounds; i++) {
      Arrays.fill(gradient, 0.0);
      for (long sample = 0; sample < batch; sample++) {
        samples.add(t, sample, theta, 1.0 / batch, gradient);
        if (queries) {
          ledger.accepted(true);
        }
      }
      Vectors.addScaled(-step.at(t, mu), gradient, theta);
      students.project(theta);
      ledger.queried(samples.queries());
      if (!queries) {
        ledger.walked(batch);
      }
      t++;
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
  public void close() {}
}
