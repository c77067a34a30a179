package dev.ccl.experiments.run;

import static com.google.common.base.Preconditions.checkArgument;

import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.ccl.Ccl;
import dev.ccl.algorithms.run.Learners;
import java.util.Map;
import java.util.Optional;

/** How a user names a learner: by name, preset and settings. */
public final class LearnerChoice {
  private LearnerChoice() {}

  /**
   * Finds a learner.
   *
   * @param name its name
   * @param preset {@code paper}, the defaults of every learner, or {@code practical}, the
   *     recommended configuration of {@code ccl}; where nothing is said, the learner's defaults
   * @param settings texts by key, set in their order on top of the preset
   * @return the learner
   * @throws IllegalArgumentException if there is no such learner, preset, key or value, or the
   *     learner and the preset contradict each other
   */
  public static Learner find(String name, Optional<String> preset, Map<String, String> settings) {
    Learner learner = preset.isPresent() ? preset(name, preset.get()) : Learners.named(name);
    for (Map.Entry<String, String> setting : settings.entrySet()) {
      learner = learner.with(setting.getKey(), setting.getValue());
    }
    return learner;
  }

  private static Learner preset(String name, String preset) {
    Learner learner = Learners.named(name);
    if (preset.equals("practical")) {
      checkArgument(
          name.equals("ccl"), "preset practical is one of learner ccl; there is none of %s", name);
      return Ccl.practical();
    }
    checkArgument(
        preset.equals("paper"),
        "there is no preset \"%s\"; the presets are paper, practical",
        preset);
    checkArgument(
        !name.equals("practical"),
        "learner practical is learner ccl with preset practical, which preset paper contradicts");
    return learner;
  }
}
