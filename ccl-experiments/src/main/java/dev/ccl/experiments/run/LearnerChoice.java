package dev.ccl.experiments.run;

import static com.google.common.base.Preconditions.checkArgument;

import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.ccl.Ccl;
import dev.ccl.algorithms.run.Learners;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How a user names a learner: by name, preset and settings. */
public final class LearnerChoice {
  private LearnerChoice() {}

  /**
   * Finds a learner.
   *
   * @param name its name
   * @param preset {@code paper}, the defaults of every learner, or {@code practical}, {@code
   *     practical-by-rollouts} or {@code careful}, configurations of {@code ccl}; where nothing is
   *     said, the learner's defaults
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
    for (Ccl found : List.of(Ccl.practical(), Ccl.practicalByRollouts(), Ccl.careful())) {
      if (preset.equals(found.name())) {
        checkArgument(
            name.equals("ccl"),
            "preset %s is one of learner ccl; there is none of %s",
            preset,
            name);
        return found;
      }
    }
    checkArgument(
        preset.equals("paper"),
        "there is no preset \"%s\"; the presets are paper, practical, practical-by-rollouts, careful",
        preset);
    checkArgument(
        !name.equals("practical"),
        "learner practical is learner ccl with preset practical, which preset paper contradicts");
    return learner;
  }
}
