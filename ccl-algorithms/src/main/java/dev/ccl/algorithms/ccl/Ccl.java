package dev.ccl.algorithms.ccl;

import static com.google.common.base.Preconditions.checkArgument;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Maps;
import com.google.common.collect.Sets;
import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.LearnerState;
import dev.ccl.algorithms.Session;
import dev.ccl.algorithms.Setting;
import dev.ccl.algorithms.Settings;
import dev.ccl.algorithms.ccl.CclSettings.InitialCalibration;
import dev.ccl.algorithms.ccl.CclSettings.WarmStart;
import dev.ccl.core.exact.PaperConstants;
import dev.ccl.core.policy.AffineFamily;
import dev.ccl.core.problem.LearningProblem;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Coupled Calibration and Learning (alg:ced): one source reward query per round moves the
 * calibration, and the calibrated teacher moves the student on the target prompts. {@link CclRun}
 * is the algorithm; {@link CclSettings} lists what can be varied, with the paper's choices as
 * defaults.
 */
public final class Ccl implements Learner {
  private static final int WARM_START_STEPS = 200;

  private final String name;
  private final Settings settings;
  private final ImmutableSet<Setting<?>> chosen; // by a user, who is obeyed or refused
  private final Growing growing;

  private Ccl(String name, Settings settings, ImmutableSet<Setting<?>> chosen, Growing growing) {
    this.name = name;
    this.settings = requireNonNull(settings);
    this.chosen = chosen;
    this.growing = growing;
  }

  /** What becomes of the settings where forests grow. */
  private interface Growing {
    Settings of(Settings settings, Set<Setting<?>> chosen);
  }

  private static Settings byRollouts(Settings settings, Set<Setting<?>> chosen) {
    Settings result = settings;
    for (Setting<?> setting : settings.all()) {
      result = chosen.contains(setting) ? result : copied(setting, result);
    }
    return result;
  }

  private static <V> Settings copied(Setting<V> setting, Settings to) {
    return to.with(setting, CclSettings.BY_ROLLOUTS.get(setting));
  }

  private static Settings refused(Settings settings, Set<Setting<?>> chosen) {
    throw new IllegalArgumentException(
        "\"careful\" needs whole trees, where its guard knows what a student gains, and these"
            + " forests grow where they are walked: take \"practical\" with calibration=evidence,"
            + " which has no guard and stays at the teacher until source prompts agree");
  }

  /** {@return Algorithm 1 as written, the learner} */
  public static Ccl paper() {
    return of("ccl", CclSettings.PAPER);
  }

  /**
   * Returns the recommended configuration, {@link CclSettings#PRACTICAL}. Where forests grow,
   * settings that a user has not chosen are those of {@link CclSettings#BY_ROLLOUTS}.
   *
   * @return the learner
   */
  public static Ccl practical() {
    return new Ccl("practical", CclSettings.PRACTICAL, ImmutableSet.of(), Ccl::byRollouts);
  }

  /**
   * Returns the configuration for problems whose assumptions may fail, {@link CclSettings#CAREFUL}.
   * It needs whole forests.
   *
   * @return the learner
   */
  public static Ccl careful() {
    return new Ccl("careful", CclSettings.CAREFUL, ImmutableSet.of(), Ccl::refused);
  }

  /**
   * Returns a configuration under a name.
   *
   * @param name the name
   * @param settings values for the keys of {@link CclSettings}
   * @return the learner
   */
  public static Ccl of(String name, Settings settings) {
    return new Ccl(name, settings, ImmutableSet.of(), (any, chosen) -> any);
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
    Set<Setting<?>> changed =
        Sets.filter(
            ImmutableSet.copyOf(settings.all()), s -> !settings.get(s).equals(other.get(s)));
    return new Ccl(name, other, Sets.union(chosen, changed).immutableCopy(), growing);
  }

  @Override
  public Ccl with(String key, String text) {
    Settings other = settings.with(key, text);
    Set<Setting<?>> named =
        Sets.filter(ImmutableSet.copyOf(settings.all()), s -> s.key().equals(key));
    return new Ccl(name, other, Sets.union(chosen, named).immutableCopy(), growing);
  }

  /** The settings of a run: exact batches of a preset give way where forests grow. */
  private Settings on(LearningProblem problem) {
    return problem.isWhole() ? settings : growing.of(settings, chosen);
  }

  @Override
  public ImmutableList<String> warnings(LearningProblem problem) {
    ImmutableList.Builder<String> warnings = ImmutableList.builder();
    if (!on(problem).equals(settings)) {
      warnings.add(
          "these forests grow where they are walked, so \""
              + name
              + "\" learns from rollouts: "
              + Maps.difference(on(problem).texts(), settings.texts())
                  .entriesDiffering()
                  .keySet()
                  .stream()
                  .map(key -> key + "=" + on(problem).texts().get(key))
                  .collect(Collectors.joining(", ")));
    }
    if (problem.isWhole() && settings.get(CclSettings.CALIBRATION) == CalibrationStep.PAPER) {
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
    if (settings.get(CclSettings.CALIBRATION).calibrates()
        && !(problem.calibration().family() instanceof AffineFamily)) {
      warnings.add(
          "the teacher's class is curved (not an AffineFamily): its labels are learned by the"
              + " gradients at the current calibration, and nothing is guaranteed of where it"
              + " ends");
    }
    if (settings.get(CclSettings.CALIBRATION).calibrates()) {
      warnings.addAll(on(problem).get(CclSettings.AVERAGING).warnings(problem));
    }
    if (settings.get(CclSettings.STUDENT_STEP) == StudentStep.PAPER
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
    CclRun run = CclRun.open(problem, on(problem), zero, threads, listeners);
    if (on(problem).get(CclSettings.WARM_START) == WarmStart.TEACHER) {
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
    return CclRun.open(problem, on(problem), state, threads);
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
    return CclRun.open(problem, on(problem), state, threads, List.of(listener));
  }
}
