package dev.ccl.report.runs;

import com.google.common.collect.ImmutableList;
import dev.ccl.experiments.recording.Change;
import dev.ccl.experiments.recording.RunRecord;
import dev.ccl.experiments.run.Measure;
import dev.ccl.experiments.summary.Median;
import dev.ccl.experiments.summary.Numbers;
import dev.ccl.experiments.summary.Summary;
import dev.ccl.report.chart.ChartTable;
import java.util.Map;
import java.util.Optional;

/** The tables of one group of recordings. */
final class Tables {
  private Tables() {}

  /**
   * Returns what each learner reached: every number is of the last recorded round of each seed.
   *
   * @param group the recordings on an instance
   * @param recordings those of them to show
   * @return one row per learner
   */
  static ChartTable summary(Group group, Map<String, RunRecord> recordings) {
    ImmutableList.Builder<ImmutableList<String>> rows = ImmutableList.builder();
    recordings.forEach(
        (name, r) -> {
          boolean known = r.has(Measure.ORACLE_KL);
          rows.add(
              ImmutableList.of(
                  name,
                  r.endsText(),
                  Integer.toString(r.seeds().size()),
                  known ? text(Summary.of(r.last(Measure.ORACLE_KL))) : "–",
                  r.change(Measure.ORACLE_KL).map(Change::word).orElse("–"),
                  known ? Figures.slope(r).text() : "–",
                  group.isRealizable() ? end(r, Measure.CALIBRATION_ERROR_SQUARED) : "–",
                  Numbers.count(
                      Math.round(r.spent("sourceQueries").doubleValue() / r.seeds().size()))));
        });
    return new ChartTable(
        ImmutableList.of(
            "learner",
            "T",
            "seeds",
            "median 𝒦 [95 %]",
            "since round 0",
            "slope",
            "‖w−w*‖²",
            "rewards"),
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
              Optional<Change> change = r.change(Measure.ORACLE_KL, round);
              rows.add(
                  ImmutableList.of(
                      name,
                      r.has(Measure.ORACLE_KL) ? text(r.curve(Measure.ORACLE_KL).upTo(round)) : "–",
                      change.map(Change::word).orElse("–"),
                      change.map(c -> Numbers.text(c.start())).orElse("–"),
                      at(r, Measure.EXCESS_COST, round),
                      group.isRealizable() ? at(r, Measure.CALIBRATION_ERROR_SQUARED, round) : "–",
                      Integer.toString(r.seeds().size())));
            });
    return Optional.of(
        new ChartTable(
            ImmutableList.of(
                "learner",
                "median 𝒦 at T [95 %]",
                "since round 0",
                "𝒦 at round 0",
                "Δ at T",
                "‖w−w*‖² at T",
                "seeds"),
            rows.build()));
  }

  private static String at(RunRecord r, Measure measure, double round) {
    return r.has(measure) ? Numbers.text(r.curve(measure).upTo(round).median()) : "–";
  }

  private static String end(RunRecord r, Measure measure) {
    return r.has(measure) ? Numbers.text(Median.of(r.last(measure))) : "–";
  }

  private static String text(Summary summary) {
    return Numbers.text(summary.median(), summary.low(), summary.high());
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
        ImmutableList.of("learner", "seeds", "settings", "digest of rows.csv"), rows.build());
  }

  private static String settings(Map<String, String> settings) {
    StringBuilder text = new StringBuilder();
    settings.forEach(
        (key, value) ->
            text.append(text.length() == 0 ? "" : ", ").append(key).append('=').append(value));
    return text.toString();
  }
}
