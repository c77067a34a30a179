package example;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.LearnerState;
import dev.ccl.algorithms.Session;
import dev.ccl.algorithms.Setting;
import dev.ccl.algorithms.Settings;
import dev.ccl.algorithms.engine.Sampler;
import dev.ccl.algorithms.engine.Credit;
import dev.ccl.algorithms.engine.Engine;
import dev.ccl.algorithms.engine.Rollouts;
import dev.ccl.core.exact.PaperConstants;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.random.RandomStreams;

/** A whole learner: the student follows the teacher as it is, by batches of rollouts. */
public final class Distillation implements Learner {
  private static final Setting<Long> BATCH =
      Setting.count("batch", 100, 1, "rollouts of a gradient batch");

  private final Settings settings;

  /** Makes the learner with its defaults; the one that names find. */
  public Distillation() {
    this(Settings.of(ImmutableList.of(BATCH)));
  }

  private Distillation(Settings settings) {
    this.settings = settings;
  }

  @Override
  public String name() {
    return "distillation";
  }

  @Override
  public Settings settings() {
    return settings;
  }

  @Override
  public Learner with(Settings other) {
    return new Distillation(other);
  }

  @Override
  public LearnerState initial(LearningProblem problem, long seed) {
    return LearnerState.initial(
        seed, problem.calibration().initial(), problem.student().initial());
  }

  @Override
  public Session open(LearningProblem problem, LearnerState state, int threads) {
    RandomStreams streams = RandomStreams.of(state.seed());
    return new Run(problem, state, Engine.open(problem, streams, Sampler.COUNTS, threads));
  }

  private final class Run implements Session {
    private final LearningProblem problem;
    private final LearnerState start;
    private final Engine engine;
    private final Rollouts batch = Rollouts.of(settings.get(BATCH));
    private final double alpha;
    private final double[] theta;
    private final double[] gradient;
    private long t;

    Run(LearningProblem problem, LearnerState state, Engine engine) {
      this.problem = problem;
      this.start = state;
      this.engine = engine;
      this.alpha = PaperConstants.of(problem, 0).studentStep();
      this.theta = state.student().toArray();
      this.gradient = new double[theta.length];
      this.t = state.round();
      engine.batches().calibrate(state.calibration().toArray());
    }

    @Override
    public void advance(long rounds) {
      for (long i = 0; i < rounds; i++, t++) {
        engine.batches().gradient(theta, batch.at(t, 0), Credit.TOKEN, gradient);
        for (int k = 0; k < theta.length; k++) {
          theta[k] -= alpha * gradient[k];
        }
        problem.student().set().project(theta);
      }
    }

    @Override
    public long round() {
      return t;
    }

    @Override
    public void calibration(double[] out) {
      System.arraycopy(start.calibration().toArray(), 0, out, 0, out.length);
    }

    @Override
    public void student(double[] out) {
      System.arraycopy(theta, 0, out, 0, out.length);
    }

    @Override
    public LearnerState state() {
      return new LearnerState(
          start.seed(),
          t,
          start.calibration(),
          ImmutableDoubleArray.copyOf(theta),
          ImmutableMap.of(),
          start.ledger());
    }

    @Override
    public void close() {
      engine.close();
    }
  }
}
