package dev.ccl.algorithms.ccl;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.algorithms.Setting;
import dev.ccl.algorithms.Settings;
import dev.ccl.algorithms.engine.Sampler;
import dev.ccl.core.math.Decimals;
import java.util.stream.Collectors;

/**
 * The settings of {@link Ccl}. Every default is Algorithm 1 with the schedules of eq:br-budgets.
 */
public final class CclSettings {
  private CclSettings() {}

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

  /** Which comparisons are asked about (line:br-reward). */
  public enum Queries {
    /** All: exactly one query per round. */
    ALL,
    /** Those of two different tokens: where z = 0 the reward cannot move the calibration. */
    INFORMATIVE;

    @Override
    public String toString() {
      return Setting.word(this);
    }
  }

  /** How labels are accepted. */
  public static final Setting<Acceptance> ACCEPTANCE =
      Setting.part(
          "acceptance",
          Acceptance.class,
          Acceptance.Choice.values(),
          "whether a label is accepted at random or weighted");

  /** The step of the calibration. */
  public static final Setting<CalibrationStep> CALIBRATION =
      Setting.part(
          "calibration",
          CalibrationStep.class,
          CalibrationStep.Choice.values(),
          "the step of the calibration");

  /** The calibration that teaches. */
  public static final Setting<Teaching> TEACHING =
      Setting.part(
          "teaching",
          Teaching.class,
          Teaching.Choice.values(),
          "which calibration teaches the student");

  /** The source of alternatives. */
  public static final Setting<Alternatives> ALTERNATIVES =
      Setting.part(
          "alternatives",
          Alternatives.class,
          Alternatives.Choice.values(),
          "who proposes the alternative token");

  /** The estimator of the student's gradient. */
  public static final Setting<GradientEstimate> GRADIENT =
      Setting.part(
          "gradient",
          GradientEstimate.class,
          GradientEstimate.Choice.values(),
          "how a rollout estimates the student's gradient");

  /** The gradient batch. */
  public static final Setting<Budget> GRADIENT_BATCH =
      Setting.part(
          "gradient-batch",
          Budget.class,
          Budget.beside(Budget.Choice.PAPER_GRADIENT).toArray(Budget[]::new),
          "the rollouts of a gradient batch; the paper has t + 2 in round t");

  /** The step of the student. */
  public static final Setting<StudentStep> STUDENT_STEP =
      Setting.part(
          "student-step",
          StudentStep.class,
          StudentStep.Choice.values(),
          "the step of the student");

  /** The second candidate. */
  public static final Setting<Exploration> EXPLORATION =
      Setting.part(
          "exploration",
          Exploration.class,
          Exploration.Choice.values(),
          "whether a uniform candidate competes");

  /** The validation batches. */
  public static final Setting<Budget> VALIDATION =
      Setting.part(
          "validation",
          Budget.class,
          Budget.beside(Budget.Choice.PAPER_VALIDATION).toArray(Budget[]::new),
          "the rollouts of a validation batch; the paper has (t + 2)² in round t");

  /** K of the Discussion's second question. */
  public static final Setting<Long> UPDATES =
      Setting.count("updates", 1, 1, "student updates after each calibration");

  /** How often the calibration moves, the inverse of the Discussion's second question; 0: never. */
  public static final Setting<Long> CALIBRATE_EVERY =
      Setting.count(
          "calibrate-every",
          1,
          0,
          "rounds from one calibration to the next; 1 calibrates in each, 0 in none");

  /** Which comparisons are asked about. */
  public static final Setting<Queries> QUERIES =
      Setting.choice(
          "queries", Queries.ALL, "whether a reward is asked for where both tokens are the same");

  /** The first stage of two-stage learning. */
  public static final Setting<Long> FIRST_STAGE =
      Setting.count(
          "first-stage",
          0,
          0,
          "rounds that calibrate only, after which rounds distil only; 0 couples both in each"
              + " round");

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
              TEACHING,
              ALTERNATIVES,
              GRADIENT,
              GRADIENT_BATCH,
              STUDENT_STEP,
              EXPLORATION,
              VALIDATION,
              UPDATES,
              CALIBRATE_EVERY,
              QUERIES,
              FIRST_STAGE,
              WARM_START,
              INITIAL_CALIBRATION,
              SAMPLER));

  /**
   * The configuration to use on whole trees where the paper's guarantee is not the point: it learns
   * from the same queries, is the same for every problem and looks at nothing that Algorithm 1 may
   * not see.
   */
  public static final Settings PRACTICAL =
      PAPER
          .with(ACCEPTANCE, Acceptance.Choice.VALUED)
          .with(CALIBRATION, CalibrationStep.Choice.NEWTON)
          .with(TEACHING, Teaching.Choice.PROVEN)
          .with(GRADIENT_BATCH, Budget.Choice.EXACT)
          .with(STUDENT_STEP, StudentStep.Choice.NATURAL)
          .with(VALIDATION, Budget.Choice.EXACT);

  /** Algorithm 1 that never calibrates. */
  public static final Settings UNCALIBRATED = PAPER.with(CALIBRATE_EVERY, 0L);

  /**
   * The configuration to use where trees grow: {@link #PRACTICAL} with rollouts, whose number grows
   * slowly, in the place of exact batches, with the gradient of least variance, and with second
   * candidates that must pass a cheap test before they are validated.
   */
  public static final Settings PRACTICAL_BY_ROLLOUTS =
      PRACTICAL
          .with(ACCEPTANCE, Acceptance.Choice.CONTROLLED)
          .with(TEACHING, Teaching.Choice.LAST)
          .with(GRADIENT, GradientEstimate.Choice.REST)
          .with(GRADIENT_BATCH, Budget.Choice.SLOW)
          .with(EXPLORATION, Exploration.Choice.SCREENED)
          .with(VALIDATION, Budget.Choice.SLOW);

  /**
   * {@link #PRACTICAL} for problems whose assumptions may fail, such as those made of language
   * models: the calibration is as near to the optimum as the class allows, and teaches the student
   * only where source rewards say that the student gains by it. It needs whole forests.
   */
  public static final Settings CAREFUL =
      PRACTICAL
          .with(ACCEPTANCE, Acceptance.Choice.CONTROLLED)
          .with(CALIBRATION, CalibrationStep.Choice.PROJECTION)
          .with(TEACHING, Teaching.Choice.GUARDED)
          .with(WARM_START, WarmStart.TEACHER);

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
                      .map(InitialCalibration::finite)
                      .collect(Collectors.toList())));
    }

    private static Double finite(String text) {
      double value = Double.parseDouble(text);
      checkArgument(Double.isFinite(value), "%s is not finite", text);
      return value;
    }

    @Override
    public String toString() {
      return values.isEmpty()
          ? "teacher"
          : values.stream().mapToObj(Decimals::shortest).collect(Collectors.joining(","));
    }
  }
}
