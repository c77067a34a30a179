package dev.ccl.experiments.report;

import dev.ccl.experiments.recording.Change;
import dev.ccl.experiments.recording.Curve;
import dev.ccl.experiments.recording.Recording;
import dev.ccl.experiments.run.Measure;
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
  static String of(Map<String, Recording> shown, Optional<Double> limit) {
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
    boolean hasCcl = shown.containsKey("ccl") || shown.containsKey("practical");
    if (limit.isEmpty() || !hasCcl) {
      return "How far the student is from the oracle student";
    }
    List<String> ours = List.of("ccl", "practical").stream().filter(shown::containsKey).toList();
    List<String> below =
        ours.stream().filter(name -> end(shown.get(name)).high() < limit.get()).toList();
    if (below.isEmpty()) {
      return "CCL is not yet below the limit of direct matching";
    }
    String who = below.size() == ours.size() ? "CCL" : RoundSeries.label(below.get(0));
    return shown.containsKey("direct-matching")
            && isStuck(shown.get("direct-matching"), limit.get())
        ? "Direct matching stops, " + who + " goes on"
        : who + " falls below the limit of direct matching";
  }

  private static Change.Direction direction(Recording recording) {
    return Change.of(recording, Measure.ORACLE_KL, recording.lastRound())
        .map(Change::direction)
        .orElse(Change.Direction.UNCLEAR);
  }

  private static Change end(Recording recording) {
    Curve curve = recording.curve(Measure.ORACLE_KL);
    int last = curve.mean().length() - 1;
    return new Change(
        curve.mean().get(0), curve.last(), curve.low().get(last), curve.high().get(last));
  }

  /** Noise may carry it a little below its limit, not by half. */
  private static boolean isStuck(Recording directMatching, double limit) {
    return end(directMatching).end() >= limit / 2;
  }
}
