package dev.ccl.experiments.report;

import com.google.common.collect.ImmutableList;
import dev.ccl.experiments.chart.ChartTable;
import dev.ccl.experiments.chart.Numbers;
import dev.ccl.experiments.recording.Change;
import dev.ccl.experiments.recording.Curve;
import dev.ccl.experiments.recording.Recording;
import dev.ccl.experiments.run.Measure;
import java.util.Map;
import java.util.Optional;

/** The tables of one group of recordings. */
final class Tables {
  private Tables() {}

  /**
   * Returns what each learner reached.
   *
   * @param group the recordings on an instance
   * @param recordings those of them to show
   * @return one row per learner
   */
  static ChartTable summary(Group group, Map<String, Recording> recordings) {
    ImmutableList.Builder<ImmutableList<String>> rows = ImmutableList.builder();
    recordings.forEach(
        (name, r) -> {
          boolean known = r.has(Measure.ORACLE_KL);
          rows.add(
              ImmutableList.of(
                  name,
                  Numbers.count((long) r.lastRound()),
                  Integer.toString(r.seeds().size()),
                  known ? interval(r, r.lastRound()) : "–",
                  Change.of(r, Measure.ORACLE_KL, r.lastRound()).map(Change::word).orElse("–"),
                  known ? Figures.slope(r).text() : "–",
                  distance(group, r, r.lastRound()),
                  Numbers.count(
                      Math.round(r.spent("sourceQueries").doubleValue() / r.seeds().size()))));
        });
    return new ChartTable(
        ImmutableList.of(
            "learner", "T", "seeds", "𝒦 [95 %]", "since round 0", "slope", "‖w−w*‖²", "rewards"),
        rows.build());
  }

  /**
   * Returns what each learner reached at one round, the last that all have recorded.
   *
   * @param group the recordings on an instance
   * @return one row per learner; nothing if there is no common round after 0
   */
  static Optional<ChartTable> together(Group group) {
    double round = group.commonRound();
    if (!(round > 0)) {
      return Optional.empty();
    }
    ImmutableList.Builder<ImmutableList<String>> rows = ImmutableList.builder();
    group
        .byName()
        .forEach(
            (name, r) -> {
              Optional<Change> change = Change.of(r, Measure.ORACLE_KL, round);
              rows.add(
                  ImmutableList.of(
                      name,
                      r.has(Measure.ORACLE_KL) ? interval(r, round) : "–",
                      change.map(Change::word).orElse("–"),
                      change.map(c -> Numbers.text(c.start())).orElse("–"),
                      at(r, Measure.EXCESS_COST, round),
                      distance(group, r, round),
                      Integer.toString(r.seeds().size())));
            });
    return Optional.of(
        new ChartTable(
            ImmutableList.of(
                "learner",
                "𝒦 at T [95 %]",
                "since round 0",
                "𝒦 at round 0",
                "Δ at T",
                "‖w−w*‖² at T",
                "seeds"),
            rows.build()));
  }

  private static String at(Recording r, Measure measure, double round) {
    if (!r.has(measure)) {
      return "–";
    }
    Curve curve = r.curve(measure);
    return Numbers.text(curve.mean().get(curve.indexUpTo(round)));
  }

  /** The distance from w*, where w* has a meaning. */
  private static String distance(Group group, Recording r, double round) {
    return group.isRealizable() ? at(r, Measure.CALIBRATION_ERROR_SQUARED, round) : "–";
  }

  private static String interval(Recording r, double round) {
    Curve curve = r.curve(Measure.ORACLE_KL);
    int index = curve.indexUpTo(round);
    if (r.seeds().size() < 2) {
      return Numbers.text(curve.mean().get(index)); // one seed has no interval
    }
    return Numbers.text(curve.mean().get(index))
        + " ["
        + Numbers.text(curve.low().get(index))
        + ", "
        + Numbers.text(curve.high().get(index))
        + "]";
  }

  /** Returns what was run, with the digests of what came out. */
  static ChartTable runs(Group group) {
    ImmutableList.Builder<ImmutableList<String>> rows = ImmutableList.builder();
    group
        .byName()
        .forEach(
            (name, r) ->
                rows.add(
                    ImmutableList.of(
                        name,
                        "seeds " + r.seeds().get(0) + "…" + r.seeds().get(r.seeds().size() - 1),
                        settings(r.settings()),
                        r.fact("csvDigest")
                            .substring(0, Math.min(16, r.fact("csvDigest").length())))));
    return new ChartTable(
        ImmutableList.of("learner", "seeds", "settings", "digest of runs.csv"), rows.build());
  }

  private static String settings(Map<String, String> settings) {
    StringBuilder text = new StringBuilder();
    settings.forEach(
        (key, value) ->
            text.append(text.length() == 0 ? "" : ", ").append(key).append('=').append(value));
    return text.toString();
  }
}
