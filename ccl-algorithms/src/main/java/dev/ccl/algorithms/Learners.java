package dev.ccl.algorithms;

import com.google.common.collect.ImmutableList;
import dev.ccl.algorithms.calibration.CalibrationStep;

/** The learners by name, each with its default settings. */
public final class Learners {
  private static final ImmutableList<Learner> ALL =
      ImmutableList.of(
          Ccl.paper(),
          Ccl.practical(),
          Ccl.of("two-stage", CclSettings.PAPER.with(CclSettings.FIRST_STAGE, 1000L)),
          Ccl.of(
              "uncalibrated",
              CclSettings.PAPER.with(CclSettings.CALIBRATION, CalibrationStep.FROZEN)),
          Ccl.of(
              "oracle", CclSettings.PAPER.with(CclSettings.CALIBRATION, CalibrationStep.FROZEN)));

  private Learners() {}

  /**
   * Returns all learners.
   *
   * @return the learners, Algorithm 1 first
   */
  public static ImmutableList<Learner> all() {
    return ALL;
  }

  /**
   * Returns a learner by name.
   *
   * @param name the name
   * @return the learner with its default settings
   * @throws IllegalArgumentException if there is none
   */
  public static Learner named(String name) {
    return ALL.stream()
        .filter(learner -> learner.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    String.format(
                        "there is no learner \"%s\"; the learners are %s",
                        name, ALL.stream().map(Learner::name).toList())));
  }
}
