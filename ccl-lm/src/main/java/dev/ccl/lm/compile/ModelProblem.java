package dev.ccl.lm.compile;

import com.google.common.primitives.ImmutableDoubleArray;
import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.mdp.State;
import dev.ccl.core.policy.Ball;
import dev.ccl.core.policy.FeatureMap;
import dev.ccl.core.policy.LinearSoftmax;
import dev.ccl.core.policy.PolicyFamily;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.LearningProblem.PolicyClass;
import dev.ccl.core.problem.RewardOracle;
import dev.ccl.lm.answer.PieceLaw;
import dev.ccl.lm.answer.TaskReading;
import dev.ccl.lm.recipe.FittedRecipe;
import dev.ccl.lm.recipe.StateReading;
import dev.ccl.lm.task.Question;
import dev.ccl.lm.task.Split;
import dev.ccl.lm.task.Task;
import dev.ccl.policies.BilinearSoftmax;
import dev.ccl.policies.ResidualSoftmax;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A split of a task as a problem directly on the model: what a compiled instance has in a file, the
 * model is asked for here, each state once. Its answer trees grow where learners walk, for answers
 * that nobody can list, or they are whole, for classes of policies that no instance file holds.
 *
 * <p>Features are fitted before the verifier speaks, as in {@link TaskCompiler}: to all states of
 * whole trees, and of growing ones to those that {@link #FITTING_ROLLOUTS} answers of the reference
 * to each prompt visit. The teacher is the law of its model at the temperature: where the reference
 * teaches, its projection onto the linear class at these states, as in a file; another teacher is a
 * base that calibration corrects. The student starts as the reference at the temperature.
 */
public final class ModelProblem {
  /** Answers of the reference to each prompt to which recipes are fitted where trees grow. */
  public static final int FITTING_ROLLOUTS = 8;

  private final ModelStates states;
  private final FittedRecipe calibration;
  private final FittedRecipe student;
  private final LearningProblem problem;

  private ModelProblem(
      ModelStates states,
      FittedRecipe calibration,
      FittedRecipe student,
      ImmutableDoubleArray teacher,
      Split split,
      CompileSettings settings,
      boolean grows) {
    this.states = states;
    this.calibration = calibration;
    this.student = student;
    this.problem =
        LearningProblem.of(
            settings.lambda(),
            settings.bound(),
            states.side(split.source(), grows),
            states.side(split.target(), grows),
            calibrated(settings, teacher),
            learning(settings),
            states.reference(),
            states::reward);
  }

  /**
   * Prepares a split whose answer trees grow.
   *
   * @param task the task
   * @param split source and target questions
   * @param source who is asked, and how
   * @param settings what else the problem depends on
   * @param seed of the answers to which features are fitted, and of random features
   * @return the problem with its frozen features
   */
  public static ModelProblem growing(
      Task task, Split split, TaskReading.Source source, CompileSettings settings, long seed) {
    ModelStates states = new ModelStates(task, split, source);
    List<State> seen = states.statesOfRollouts(FITTING_ROLLOUTS, seed);
    return fitted(states, seen, split, settings, seed, true);
  }

  /**
   * Prepares a split whose answer trees are read as a whole, so that values are exact.
   *
   * @param task the task, whose answers can be listed
   * @param split source and target questions
   * @param source who is asked, and how
   * @param settings what else the problem depends on
   * @param seed of random features
   * @return the problem with its frozen features
   */
  public static ModelProblem whole(
      Task task, Split split, TaskReading.Source source, CompileSettings settings, long seed) {
    TaskReading.checkListed(task);
    ModelStates states = new ModelStates(task, split, source);
    return fitted(states, states.allStates(), split, settings, seed, false);
  }

  /** Prepares a split whose trees grow, with features and a teacher that were fitted elsewhere. */
  static ModelProblem growing(
      Task task,
      Split split,
      TaskReading.Source source,
      CompileSettings settings,
      FittedRecipe calibration,
      FittedRecipe student,
      ImmutableDoubleArray teacher) {
    ModelStates states = new ModelStates(task, split, source);
    return new ModelProblem(states, calibration, student, teacher, split, settings, true);
  }

  private static ModelProblem fitted(
      ModelStates states,
      List<State> seen,
      Split split,
      CompileSettings settings,
      long seed,
      boolean grows) {
    List<StateReading> readings = states.readings(seen);
    FittedRecipe calibration = FittedRecipe.fit(settings.calibration(), readings, seed);
    FittedRecipe student = FittedRecipe.fit(settings.student(), readings, seed);
    double[] teacher =
        states.isTaughtByReference()
            ? projected(states, seen, split, settings, calibration)
            : new double[calibration.dimension()];
    return new ModelProblem(
        states, calibration, student, ImmutableDoubleArray.copyOf(teacher), split, settings, grows);
  }

  private static double[] projected(
      ModelStates states,
      List<State> seen,
      Split split,
      CompileSettings settings,
      FittedRecipe recipe) {
    Map<String, Double> shares = new HashMap<>();
    for (List<Question> side : List.of(split.source(), split.target())) {
      side.forEach(q -> shares.merge(q.id(), 0.5 / side.size(), Double::sum));
    }
    return new TeacherFit(seen, states.teacher(settings.temperature()))
        .project(
            shares,
            states.vocabulary(),
            states.features(recipe.dimension(), recipe::features),
            Ball.of(recipe.dimension(), settings.bound()),
            recipe.exponent(1 / settings.temperature()));
  }

  /** The linear class around the teacher's projection, or a correction of another teacher. */
  private PolicyClass calibrated(CompileSettings settings, ImmutableDoubleArray teacher) {
    int dimension = calibration.dimension();
    FeatureMap features = states.features(dimension, calibration::features);
    PolicyFamily family =
        states.isTaughtByReference()
            ? LinearSoftmax.inSinglePrecision(features)
            : ResidualSoftmax.ofLogits(
                states.teacher(settings.temperature()), PieceLaw.TEACHER_RANGE, features);
    return new PolicyClass(family, Ball.of(dimension, settings.bound()), teacher);
  }

  private PolicyClass learning(CompileSettings settings) {
    StudentClass kind = settings.kind();
    double[] start = kind.start(student, 1 / settings.temperature());
    Ball set = Ball.of(start.length, settings.bound());
    set.project(start);
    return new PolicyClass(family(kind), set, ImmutableDoubleArray.copyOf(start));
  }

  private PolicyFamily family(StudentClass kind) {
    FeatureMap features = states.features(student.dimension(), student::features);
    if (kind.rank() > 0) {
      FeatureMap psi = states.features(student.stateWidth(), student::stateFeatures);
      FeatureMap chi = states.features(student.tokenWidth(), student::tokenFeatures);
      return BilinearSoftmax.of(psi, chi, kind.rank());
    }
    return kind.equals(StudentClass.RESIDUAL)
        ? ResidualSoftmax.inSinglePrecision(states.reference(), states.logRange(), features)
        : LinearSoftmax.inSinglePrecision(features);
  }

  /** {@return the problem} */
  public LearningProblem problem() {
    return problem;
  }

  /**
   * {@return the rewards of all answers, target prompts included: for evaluation alone; the
   * verifier's rewards}
   */
  public RewardOracle rewards() {
    return states::reward;
  }

  /**
   * Spells an answer out.
   *
   * @param prompt a prompt of either side
   * @param answer an answer whose states have been visited
   * @return its text, the opening not included
   */
  public String text(Prompt prompt, ImmutableIntArray answer) {
    return states.answers().text(prompt, answer);
  }

  /**
   * {@return how many states the model was asked about, those of the fit included; the number of
   * states visited by anybody, each once}
   */
  public long states() {
    return states.answers().states();
  }

  /** {@return in how many calls the model was asked} */
  public long calls() {
    return states.answers().calls();
  }

  /** {@return the frozen features of the teacher's class} */
  public FittedRecipe calibration() {
    return calibration;
  }

  /** {@return the frozen features of the student's class, φ<sub>stu</sub>} */
  public FittedRecipe student() {
    return student;
  }
}
