package dev.ccl.report.runs;

import dev.ccl.experiments.recording.Change;
import dev.ccl.experiments.recording.RunRecord;
import dev.ccl.experiments.run.Measure;
import dev.ccl.experiments.summary.Summary;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The title above the curves of 𝒦: what the data show, and no more. */
final class Headline {
  private Headline() {}

  /**
   * Returns the title.
   *
   * @param shown the recordings that are drawn, all of which know 𝒦
   * @param limit 𝒦 at which direct matching ends, on the judge instance
   */
  static String of(Map<String, RunRecord> shown, Optional<Double> limit) {
    List<String> worse =
        shown.entrySet().stream()
            .filter(entry -> direction(entry.getValue()) == Change.Direction.WORSE)
            .map(Map.Entry::getKey)
            .toList();
    if (!worse.isEmpty()) {
      boolean every = worse.size() > 1 && worse.size() == shown.size();
      String who = every ? "Every learner" : String.join(" and ", worse);
      return who + (worse.size() == 1 || every ? " ends" : " end") + " worse than at the start";
    }
    List<String> ours =
        shown.keySet().stream()
            .filter(name -> isOf(shown.get(name), "ccl") || isOf(shown.get(name), "practical"))
            .filter(name -> end(shown.get(name)).hasInterval())
            .toList();
    if (limit.isEmpty() || ours.isEmpty()) {
      return "How far the student is from the oracle student";
    }
    List<String> below = ours.stream().filter(n -> end(shown.get(n)).isBelow(limit.get())).toList();
    if (below.isEmpty()) {
      return "CCL is not yet below the limit of direct matching";
    }
    String who = below.size() == ours.size() ? "CCL" : RoundSeries.label(below.get(0));
    return shown.values().stream().anyMatch(r -> isStuck(r, limit.get()))
        ? "Direct matching stops, " + who + " goes on"
        : who + " falls below the limit of direct matching";
  }

  private static boolean isOf(RunRecord recording, String learner) {
    return recording.fact("learner").equals(learner);
  }

  private static Change.Direction direction(RunRecord recording) {
    return recording
        .change(Measure.ORACLE_KL, recording.lastRound())
        .map(Change::direction)
        .orElse(Change.Direction.UNTESTED);
  }

  private static Summary end(RunRecord recording) {
    return recording.curve(Measure.ORACLE_KL).last();
  }

  /** Noise may carry direct matching a little below its limit, not by half. */
  private static boolean isStuck(RunRecord recording, double limit) {
    return isOf(recording, "direct-matching") && end(recording).isAbove(limit / 2);
  }
}
