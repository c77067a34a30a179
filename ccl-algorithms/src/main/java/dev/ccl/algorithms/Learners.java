package dev.ccl.algorithms;

import com.google.common.collect.ImmutableList;
import dev.ccl.algorithms.baseline.PathObjective;
import dev.ccl.algorithms.calibration.CalibrationStep;

/** The learners by name, each with its default settings. */
public final class Learners {
  private static final ImmutableList<Learner> ALL = list();

  private Learners() {}

  private static ImmutableList<Learner> list() {
    Settings frozen = CclSettings.PAPER.with(CclSettings.CALIBRATION, CalibrationStep.FROZEN);
    ImmutableList.Builder<Learner> all = ImmutableList.builder();
    all.add(Ccl.paper());
    all.add(Ccl.practical());
    all.add(Ccl.of("careful", CclSettings.CAREFUL));
    all.add(Ccl.of("two-stage", CclSettings.PAPER.with(CclSettings.FIRST_STAGE, 1000L)));
    all.add(Ccl.of("uncalibrated", frozen));
    // With initial-calibration set to w*; its student samples as that of Algorithm 1 does, so that
    // the two differ by what calibration costs.
    all.add(Ccl.of("oracle", frozen));
    for (PathObjective objective : PathObjective.values()) {
      all.add(PathLearner.of(objective));
    }
    return all.build();
  }

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
