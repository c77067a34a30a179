package dev.ccl.algorithms.baseline;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.LearnerState;
import dev.ccl.algorithms.Session;
import dev.ccl.algorithms.Setting;
import dev.ccl.algorithms.Settings;
import dev.ccl.core.problem.LearningProblem;

/**
 * Stochastic gradient descent on an objective of which one answer gives an unbiased gradient
 * sample: θ<sub>t+1</sub> = Proj<sub>Θ</sub>(θ<sub>t</sub> − η<sub>t</sub>ĝ<sub>t</sub>). With
 * {@link PathObjective#DIRECT_MATCHING} it is Algorithm 2 (alg:sm-temperature).
 */
public final class PathLearner implements Learner {
  /** The step. */
  public static final Setting<StepSize> STEP =
      Setting.of(
          "step", StepSize.PAPER, StepSize.FORM, "the step size in round t", StepSize::parse);

  /** The batch. */
  public static final Setting<Long> BATCH =
      Setting.count("batch", 1, 1, "answers whose gradient samples are averaged in a round");

  /** The list of teacher answers. */
  public static final Setting<Long> ANSWERS =
      Setting.count(
          "answers", 1000, 1, "length of the fixed list of teacher answers; for sft alone");

  /** Where the student starts. */
  public static final Setting<Start> START =
      Setting.choice("start", Start.ZERO, "where the student starts");

  /** Where the student starts. */
  public enum Start {
    /** At 0, as in Algorithm 2. */
    ZERO,
    /** At the initial parameter of the problem. */
    PROBLEM;

    @Override
    public String toString() {
      return Setting.word(this);
    }
  }

  private static final Settings DEFAULTS =
      Settings.of(ImmutableList.of(STEP, BATCH, ANSWERS, START));

  private final Baseline objective;
  private final Settings settings;

  private PathLearner(Baseline objective, Settings settings) {
    this.objective = objective;
    this.settings = settings;
  }

  /**
   * Returns the learner of an objective with the paper's step.
   *
   * @param objective the objective
   * @return the learner
   */
  public static PathLearner of(Baseline objective) {
    return new PathLearner(objective, DEFAULTS);
  }

  /** {@return the objective} */
  public Baseline objective() {
    return objective;
  }

  @Override
  public String name() {
    return objective.toString();
  }

  @Override
  public Settings settings() {
    return settings;
  }

  @Override
  public PathLearner with(Settings other) {
    return new PathLearner(objective, other);
  }

  @Override
  public ImmutableList<String> warnings(LearningProblem problem) {
    boolean paperStep = settings.get(STEP).equals(StepSize.PAPER);
    boolean proven =
        objective == PathObjective.DIRECT_MATCHING
            && problem.isWhole()
            && DirectMatching.hasGuarantee(problem);
    if (!paperStep || proven) {
      return ImmutableList.of();
    }
    return ImmutableList.of(
        String.format(
            "the step 1/(mu (t+2)) of %s is derived for direct matching on the separation"
                + " instance; here it carries no guarantee",
            name()));
  }

  @Override
  public LearnerState initial(LearningProblem problem, long seed) {
    int d = problem.student().set().dimension();
    ImmutableDoubleArray start =
        settings.get(START) == Start.ZERO
            ? ImmutableDoubleArray.copyOf(new double[d])
            : problem.student().initial();
    return LearnerState.initial(seed, problem.calibration().initial(), start);
  }

  @Override
  public Session open(LearningProblem problem, LearnerState state, int threads) {
    return PathRun.open(problem, objective, settings, state, threads);
  }
}
