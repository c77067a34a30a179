package dev.ccl.algorithms.ccl;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.LearnerState;
import dev.ccl.algorithms.Session;
import dev.ccl.algorithms.Settings;
import dev.ccl.algorithms.ccl.CclSettings.InitialCalibration;
import dev.ccl.core.problem.LearningProblem;
import java.util.function.Supplier;

/**
 * The learner that is told w*: Algorithm 1 with a frozen calibration. Its student samples as that
 * of Algorithm 1 does, so that the two differ by what calibration costs.
 */
public final class Oracle implements Learner {
  private final Ccl frozen;

  private Oracle(Ccl frozen) {
    this.frozen = frozen;
  }

  /**
   * {@return the oracle before it is told anything; where w* is not given, it takes the teacher for
   * it, the learner}
   */
  public static Oracle learner() {
    return new Oracle(
        Ccl.of("oracle", CclSettings.PAPER.with(CclSettings.CALIBRATION, CalibrationStep.FROZEN)));
  }

  /**
   * Tells the oracle what no other learner knows, unless a user has set it already.
   *
   * @param wStar gives w*; asked only if it is needed
   * @return the oracle that knows
   */
  public Oracle knowing(Supplier<ImmutableDoubleArray> wStar) {
    boolean knows =
        !settings().get(CclSettings.INITIAL_CALIBRATION).equals(InitialCalibration.TEACHER);
    return knows
        ? this
        : with(
            settings().with(CclSettings.INITIAL_CALIBRATION, new InitialCalibration(wStar.get())));
  }

  @Override
  public String name() {
    return frozen.name();
  }

  @Override
  public Settings settings() {
    return frozen.settings();
  }

  @Override
  public Oracle with(Settings settings) {
    return new Oracle(frozen.with(settings));
  }

  @Override
  public ImmutableList<String> warnings(LearningProblem problem) {
    return frozen.warnings(problem);
  }

  @Override
  public LearnerState initial(LearningProblem problem, long seed) {
    return frozen.initial(problem, seed);
  }

  @Override
  public Session start(LearningProblem problem, long seed, int threads) {
    return frozen.start(problem, seed, threads);
  }

  @Override
  public Session open(LearningProblem problem, LearnerState state, int threads) {
    return frozen.open(problem, state, threads);
  }
}
