package dev.ccl.experiments.run;

import static com.google.common.base.Preconditions.checkArgument;

import dev.ccl.algorithms.Ccl;
import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.Learners;
import java.util.Map;

/** How a user names a learner: by name, preset and settings. */
public final class LearnerChoice {
  private LearnerChoice() {}

  /**
   * Finds a learner.
   *
   * @param name its name
   * @param preset {@code paper}, the defaults of every learner, or {@code practical}, the
   *     recommended configuration of {@code ccl}
   * @param settings texts by key, set in their order on top of the preset
   * @return the learner
   * @throws IllegalArgumentException if there is no such learner, preset, key or value
   */
  public static Learner find(String name, String preset, Map<String, String> settings) {
    Learner learner = Learners.named(name);
    if (preset.equals("practical")) {
      checkArgument(
          name.equals("ccl"), "preset practical is one of learner ccl; there is none of %s", name);
      learner = Ccl.practical();
    } else {
      checkArgument(
          preset.equals("paper"),
          "there is no preset \"%s\"; the presets are paper, practical",
          preset);
    }
    for (Map.Entry<String, String> setting : settings.entrySet()) {
      learner = learner.with(setting.getKey(), setting.getValue());
    }
    return learner;
  }
}
