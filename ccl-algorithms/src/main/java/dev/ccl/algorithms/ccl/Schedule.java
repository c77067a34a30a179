package dev.ccl.algorithms.ccl;

import dev.ccl.algorithms.Settings;

/**
 * Which halves of the round a run does, and how often: the schedules that stand around Algorithm 1.
 *
 * @param firstStage rounds that calibrate only, after which rounds distil only; 0 couples both
 * @param updates student updates in each round that distils
 * @param every rounds from one calibration to the next; 0 if there is none
 */
record Schedule(long firstStage, long updates, long every) {
  static Schedule of(Settings settings) {
    return new Schedule(
        settings.get(CclSettings.FIRST_STAGE),
        settings.get(CclSettings.UPDATES),
        settings.get(CclSettings.CALIBRATE_EVERY));
  }

  boolean calibrates(long t) {
    return calibrates() && (firstStage == 0 || t < firstStage) && t % every == 0;
  }

  /** Whether the calibration moves at all. */
  boolean calibrates() {
    return every > 0;
  }

  boolean distils(long t) {
    return t >= firstStage;
  }

  /** The round as the student's budgets count it. */
  long stage(long t) {
    return t - firstStage;
  }
}
