package dev.ccl.algorithms.ccl;

import static com.google.common.base.Preconditions.checkArgument;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.LearnerState;
import dev.ccl.algorithms.Session;
import dev.ccl.algorithms.Settings;
import dev.ccl.algorithms.ccl.CclSettings.InitialCalibration;
import dev.ccl.algorithms.ccl.CclSettings.WarmStart;
import dev.ccl.core.exact.PaperConstants;
import dev.ccl.core.policy.AffineFamily;
import dev.ccl.core.problem.LearningProblem;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/**
 * Coupled Calibration and Learning (alg:ced): one source reward query per round moves the
 * calibration, and the calibrated teacher moves the student on the target prompts. {@link CclRun}
 * is the algorithm; {@link CclSettings} lists what can be varied, with the paper's choices as
 * defaults.
 */
public final class Ccl implements Learner {
  private static final int WARM_START_STEPS = 200;

  private static final String ORACLE = "oracle";

  private final String name;
  private final Settings settings;

  private Ccl(String name, Settings settings) {
    this.name = name;
    this.settings = requireNonNull(settings);
  }

  /** {@return Algorithm 1 as written, the learner} */
  public static Ccl paper() {
    return of("ccl", CclSettings.PAPER);
  }

  /** {@return the recommended configuration on whole trees, {@link CclSettings#PRACTICAL}} */
  public static Ccl practical() {
    return of("practical", CclSettings.PRACTICAL);
  }

  /**
   * {@return the recommended configuration where trees grow, {@link
   * CclSettings#PRACTICAL_BY_ROLLOUTS}}
   */
  public static Ccl practicalByRollouts() {
    return of("practical-by-rollouts", CclSettings.PRACTICAL_BY_ROLLOUTS);
  }

  /**
   * {@return the configuration for problems whose assumptions may fail, {@link
   * CclSettings#CAREFUL}; it needs whole trees}
   */
  public static Ccl careful() {
    return of("careful", CclSettings.CAREFUL);
  }

  /** {@return Algorithm 1 that calibrates only for 1000 rounds and then distils only} */
  public static Ccl twoStage() {
    return of("two-stage", CclSettings.PAPER.with(CclSettings.FIRST_STAGE, 1000L));
  }

  /** {@return Algorithm 1 that never calibrates: its student follows the teacher} */
  public static Ccl uncalibrated() {
    return of("uncalibrated", CclSettings.UNCALIBRATED);
  }

  /**
   * {@return Algorithm 1 that never calibrates and is told w* by {@link #knowing}; until then it
   * takes the teacher for it}
   */
  public static Ccl oracle() {
    return of(ORACLE, CclSettings.UNCALIBRATED);
  }

  /** {@return all presets, the paper's first} */
  public static ImmutableList<Ccl> presets() {
    return ImmutableList.of(
        paper(),
        practical(),
        practicalByRollouts(),
        careful(),
        twoStage(),
        uncalibrated(),
        oracle());
  }

  /**
   * Returns a configuration under a name.
   *
   * @param name the name
   * @param settings values for the keys of {@link CclSettings}
   * @return the learner
   */
  public static Ccl of(String name, Settings settings) {
    return new Ccl(name, settings);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Settings settings() {
    return settings;
  }

  @Override
  public Ccl with(Settings other) {
    return new Ccl(name, other);
  }

  @Override
  public Ccl with(String key, String text) {
    return with(settings.with(key, text));
  }

  /**
   * Tells the oracle what no other learner knows, unless a user has set its calibration.
   *
   * @param wStar gives w*; asked only if it is needed
   * @return the oracle that knows; any other preset as it is
   */
  public Ccl knowing(Supplier<ImmutableDoubleArray> wStar) {
    boolean set = !settings.get(CclSettings.INITIAL_CALIBRATION).equals(InitialCalibration.TEACHER);
    return set || !name.equals(ORACLE)
        ? this
        : with(settings.with(CclSettings.INITIAL_CALIBRATION, new InitialCalibration(wStar.get())));
  }

  @Override
  public ImmutableList<String> warnings(LearningProblem problem) {
    ImmutableList.Builder<String> warnings = ImmutableList.builder();
    boolean calibrates = Schedule.of(settings).calibrates();
    if (calibrates
        && problem.isWhole()
        && settings.get(CclSettings.CALIBRATION) == CalibrationStep.Choice.PAPER) {
      double gamma = PaperConstants.of(problem).gamma();
      double bite = 1 / (gamma * gamma * problem.bound() * problem.bound());
      if (!(bite < 1e4)) {
        warnings.add(
            String.format(
                Locale.ROOT,
                "gamma = %.3g: the guarantee of the paper's calibration step says something only"
                    + " after about %.1e rounds; the learner \"practical\" needs far fewer",
                gamma,
                bite));
      }
    }
    if (calibrates && !(problem.calibration().family() instanceof AffineFamily)) {
      warnings.add(
          "the teacher's class is curved (not an AffineFamily): its labels are learned by the"
              + " gradients at the current calibration, and nothing is guaranteed of where it"
              + " ends");
    }
    if (calibrates) {
      warnings.addAll(settings.get(CclSettings.TEACHING).warnings(problem));
    }
    if (settings.get(CclSettings.STUDENT_STEP) == StudentStep.Choice.PAPER
        && !PaperConstants.boundSmoothness(problem)) {
      warnings.add(
          "the step of the student is that of a linear class and carries no guarantee: a policy"
              + " class is not linear and declares no bounds (BoundedDerivatives);"
              + " student-step=natural needs none");
    }
    return warnings.build();
  }

  @Override
  public LearnerState initial(LearningProblem problem, long seed) {
    try (Session run = start(problem, seed, 1)) {
      return run.state(); // with the extras that the settings ask for
    }
  }

  @Override
  public Session start(LearningProblem problem, long seed, int threads) {
    return start(problem, seed, threads, List.of());
  }

  /**
   * Opens a run before its first round, with a listener.
   *
   * @param problem the problem
   * @param seed the root seed
   * @param threads how many threads to use inside a round, at least 1; no result depends on it
   * @param listener called after each verified answer; changes nothing
   * @return the session; close it
   */
  public Session start(LearningProblem problem, long seed, int threads, RoundListener listener) {
    return start(problem, seed, threads, List.of(listener));
  }

  private Session start(
      LearningProblem problem, long seed, int threads, List<RoundListener> listeners) {
    LearnerState zero =
        LearnerState.initial(seed, calibration(problem), problem.student().initial());
    CclRun run = CclRun.open(problem, settings, zero, threads, listeners);
    if (settings.get(CclSettings.WARM_START) == WarmStart.TEACHER) {
      try {
        run.warm(problem, WARM_START_STEPS);
      } catch (RuntimeException | Error e) {
        run.close();
        throw e;
      }
    }
    return run;
  }

  private ImmutableDoubleArray calibration(LearningProblem problem) {
    InitialCalibration initial = settings.get(CclSettings.INITIAL_CALIBRATION);
    if (initial.equals(InitialCalibration.TEACHER)) {
      return problem.calibration().initial(); // line:br-init
    }
    checkArgument(
        problem.calibration().set().contains(initial.values().toArray()),
        "setting %s: the point is not in the calibration set, a %s",
        CclSettings.INITIAL_CALIBRATION.key(),
        problem.calibration().set());
    return initial.values();
  }

  @Override
  public Session open(LearningProblem problem, LearnerState state, int threads) {
    return CclRun.open(problem, settings, state, threads);
  }

  /**
   * Opens a run with a listener.
   *
   * @param problem the problem
   * @param state where the run goes on
   * @param threads how many threads to use inside a round, at least 1; no result depends on it
   * @param listener called after each verified answer; changes nothing
   * @return the session; close it
   */
  public Session open(
      LearningProblem problem, LearnerState state, int threads, RoundListener listener) {
    return CclRun.open(problem, settings, state, threads, List.of(listener));
  }
}
