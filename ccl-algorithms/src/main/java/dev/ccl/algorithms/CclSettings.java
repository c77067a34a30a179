package dev.ccl.algorithms;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import com.google.common.primitives.Doubles;
import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.algorithms.batch.GradientEstimate;
import dev.ccl.algorithms.batch.Sampler;
import dev.ccl.algorithms.calibration.Acceptance;
import dev.ccl.algorithms.calibration.Alternatives;
import dev.ccl.algorithms.calibration.Averaging;
import dev.ccl.algorithms.calibration.CalibrationStep;
import java.util.stream.Collectors;

/**
 * The settings of {@link Ccl}. Every default is Algorithm 1 with the schedules of eq:br-budgets.
 */
public final class CclSettings {
  private CclSettings() {}

  /** The step of the student (line:br-exploration). */
  public enum StudentStep {
    /** α = 1/(2 L<sub>st</sub>) along the negative gradient. */
    PAPER,
    /**
     * Along the natural gradient, the inverse Fisher information of the student times the gradient,
     * with the first step 1, 1/2, 1/4, … that lowers the exact cost.
     */
    NATURAL;

    @Override
    public String toString() {
      return Setting.word(this);
    }
  }

  /** Whether the second candidate exists (line:br-exploration). */
  public enum Exploration {
    /** A second candidate is drawn uniformly and both are validated. */
    ON,
    /** The gradient step is taken without validation. */
    OFF;

    @Override
    public String toString() {
      return Setting.word(this);
    }
  }

  /** Where the student starts. */
  public enum WarmStart {
    /** At the initial parameter of the problem. */
    NONE,
    /** At the student distilled from the teacher as it is. */
    TEACHER;

    @Override
    public String toString() {
      return Setting.word(this);
    }
  }

  /** How labels are accepted. */
  public static final Setting<Acceptance> ACCEPTANCE =
      Setting.choice(
          "acceptance", Acceptance.REJECTION, "whether a label is accepted at random or weighted");

  /** The step of the calibration. */
  public static final Setting<CalibrationStep> CALIBRATION =
      Setting.choice("calibration", CalibrationStep.PAPER, "the step of the calibration");

  /** The average of the calibration. */
  public static final Setting<Averaging> AVERAGING =
      Setting.choice("averaging", Averaging.NONE, "which calibration teaches the student");

  /** The source of alternatives. */
  public static final Setting<Alternatives> ALTERNATIVES =
      Setting.choice("alternatives", Alternatives.STUDENT, "who proposes the alternative token");

  /** The estimator of the student's gradient. */
  public static final Setting<GradientEstimate> GRADIENT =
      Setting.choice(
          "gradient", GradientEstimate.SCORE, "how a rollout estimates the student's gradient");

  /** The gradient batch. */
  public static final Setting<Budget> GRADIENT_BATCH =
      Setting.of(
          "gradient-batch",
          Budget.PAPER,
          Budget.FORM,
          "the rollouts of a gradient batch; the paper has t + 2 in round t",
          Budget::parse);

  /** The step of the student. */
  public static final Setting<StudentStep> STUDENT_STEP =
      Setting.choice("student-step", StudentStep.PAPER, "the step of the student");

  /** The second candidate. */
  public static final Setting<Exploration> EXPLORATION =
      Setting.choice("exploration", Exploration.ON, "whether a uniform candidate competes");

  /** The validation batches. */
  public static final Setting<Budget> VALIDATION =
      Setting.of(
          "validation",
          Budget.PAPER,
          Budget.FORM,
          "the rollouts of a validation batch; the paper has (t + 2)² in round t",
          Budget::parse);

  /** K of the Discussion's second question. */
  public static final Setting<Long> UPDATES =
      Setting.count("updates", 1, 1, "student updates after each calibration");

  /** The first stage of two-stage learning. */
  public static final Setting<Long> FIRST_STAGE =
      Setting.count(
          "first-stage",
          0,
          0,
          "rounds that calibrate only, after which rounds distil only; 0 couples both in each round");

  /** Where the student starts. */
  public static final Setting<WarmStart> WARM_START =
      Setting.choice("warm-start", WarmStart.NONE, "where the student starts");

  /** Where the calibration starts. */
  public static final Setting<InitialCalibration> INITIAL_CALIBRATION =
      Setting.of(
          "initial-calibration",
          InitialCalibration.TEACHER,
          "teacher or D numbers separated by commas",
          "where the calibration starts",
          InitialCalibration::parse);

  /** The sampler. */
  public static final Setting<Sampler> SAMPLER =
      Setting.choice("sampler", Sampler.COUNTS, "how batches of rollouts are drawn");

  /** Algorithm 1. */
  public static final Settings PAPER =
      Settings.of(
          ImmutableList.of(
              ACCEPTANCE,
              CALIBRATION,
              AVERAGING,
              ALTERNATIVES,
              GRADIENT,
              GRADIENT_BATCH,
              STUDENT_STEP,
              EXPLORATION,
              VALIDATION,
              UPDATES,
              FIRST_STAGE,
              WARM_START,
              INITIAL_CALIBRATION,
              SAMPLER));

  /**
   * The configuration to use where the paper's guarantee is not the point: it learns from the same
   * queries, is the same for every problem and looks at nothing that Algorithm 1 may not see.
   */
  public static final Settings PRACTICAL =
      PAPER
          .with(ACCEPTANCE, Acceptance.CONTROLLED)
          .with(CALIBRATION, CalibrationStep.NEWTON)
          .with(GRADIENT_BATCH, Budget.EXACT)
          .with(STUDENT_STEP, StudentStep.NATURAL)
          .with(VALIDATION, Budget.EXACT);

  /**
   * {@link #PRACTICAL} for problems whose assumptions may fail, such as those made of language
   * models: the student starts at the teacher's and leaves it only as far as the evidence goes.
   */
  public static final Settings CAREFUL =
      PRACTICAL.with(CALIBRATION, CalibrationStep.EVIDENCE).with(WARM_START, WarmStart.TEACHER);

  /**
   * Where the calibration starts.
   *
   * @param values w<sub>0</sub>; empty for w<sub>tea</sub> (line:br-init)
   */
  public record InitialCalibration(ImmutableDoubleArray values) {
    /** The teacher, as in Algorithm 1. */
    public static final InitialCalibration TEACHER =
        new InitialCalibration(ImmutableDoubleArray.of());

    static InitialCalibration parse(String text) {
      return text.equals("teacher")
          ? TEACHER
          : new InitialCalibration(
              ImmutableDoubleArray.copyOf(
                  Splitter.on(',')
                      .trimResults()
                      .splitToStream(text)
                      .map(Double::valueOf)
                      .collect(Collectors.toList())));
    }

    @Override
    public String toString() {
      return values.isEmpty() ? "teacher" : Doubles.join(",", values.toArray());
    }
  }
}
