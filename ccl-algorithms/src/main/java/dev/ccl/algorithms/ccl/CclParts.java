package dev.ccl.algorithms.ccl;

import dev.ccl.algorithms.Setting;
import dev.ccl.algorithms.Settings;

/** The parts of Algorithm 1, opened for one run. */
record CclParts(
    Comparisons comparisons,
    Comparisons.InRun alternatives,
    LabelWeights.InRun weights,
    CalibrationRule.InRun rule,
    CalibrationAverage.InRun average,
    Budget gradientBatch,
    StudentGradient.InRun gradient,
    StudentProposal.InRun proposal,
    Exploration.InRun exploration,
    Budget validation,
    Selection selection,
    boolean asksAlways) {

  /** Opens the parts that settings name, on the iterate w, which a part may restore. */
  static CclParts start(Settings settings, Setup setup, double[] w) {
    boolean calibrates = Schedule.of(settings).calibrates(); // if not, nothing is remembered for it
    LabelWeights weights = calibrates ? settings.get(CclSettings.ACCEPTANCE) : Acceptance.REJECTION;
    CalibrationAverage average = calibrates ? settings.get(CclSettings.AVERAGING) : Averaging.NONE;
    Budget validation = budget(settings, CclSettings.VALIDATION, setup);
    return new CclParts(
        setup.comparisons(),
        setup.comparisons().start(setup, w),
        weights.start(setup),
        calibrates ? settings.get(CclSettings.CALIBRATION).start(setup) : CclParts::stay,
        average.start(setup, w),
        budget(settings, CclSettings.GRADIENT_BATCH, setup),
        settings.get(CclSettings.GRADIENT).start(setup),
        settings.get(CclSettings.STUDENT_STEP).start(setup),
        settings.get(CclSettings.EXPLORATION).start(setup),
        validation,
        Selection.of(setup.engine()),
        settings.get(CclSettings.QUERIES) == CclSettings.Queries.ALL);
  }

  private static Budget budget(Settings settings, Setting<Budget> setting, Setup setup) {
    Budget budget = settings.get(setting);
    if (budget.isExact()) {
      setup.requireWhole(setting + "=" + budget, "a number of rollouts");
    }
    return budget;
  }

  private static void stay(
      long t, double[] z, double residual, double curvature, double[] w, double[] next) {}
}
