package dev.ccl.algorithms.ccl;

import dev.ccl.algorithms.Setting;
import dev.ccl.algorithms.Settings;

/** The parts of Algorithm 1, opened for one run. */
record CclParts(
    Alternatives design,
    Alternatives.InRun alternatives,
    Acceptance.InRun acceptance,
    CalibrationStep.InRun calibration,
    Teaching.InRun teaching,
    Budget gradientBatch,
    GradientEstimate.InRun gradient,
    StudentStep.InRun studentStep,
    Exploration.InRun exploration,
    Budget validation,
    boolean asksAlways) {

  /** Opens the parts that settings name, on the iterate w, which a part may restore. */
  static CclParts start(Settings settings, Run run, double[] w) {
    boolean calibrates = Schedule.of(settings).calibrates(); // if not, nothing is remembered for it
    Acceptance acceptance =
        calibrates ? settings.get(CclSettings.ACCEPTANCE) : Acceptance.Choice.REJECTION;
    Teaching teaching = calibrates ? settings.get(CclSettings.TEACHING) : Teaching.Choice.LAST;
    Alternatives alternatives = settings.get(CclSettings.ALTERNATIVES);
    return new CclParts(
        alternatives,
        alternatives.start(run, w),
        acceptance.start(run),
        calibrates ? settings.get(CclSettings.CALIBRATION).start(run) : CclParts::stay,
        teaching.start(run, w),
        budget(settings, CclSettings.GRADIENT_BATCH, run),
        settings.get(CclSettings.GRADIENT).start(run),
        settings.get(CclSettings.STUDENT_STEP).start(run),
        settings.get(CclSettings.EXPLORATION).start(run),
        budget(settings, CclSettings.VALIDATION, run),
        settings.get(CclSettings.QUERIES) == CclSettings.Queries.ALL);
  }

  private static Budget budget(Settings settings, Setting<Budget> setting, Run run) {
    Budget budget = settings.get(setting);
    if (budget.isExact()) {
      run.requireWhole(setting + "=" + budget, "a number of rollouts");
    }
    return budget;
  }

  private static void stay(
      long t, double[] z, double residual, double curvature, double[] w, double[] next) {}
}
