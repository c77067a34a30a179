package dev.ccl.experiments.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Maps;
import com.google.common.math.StatsAccumulator;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The results of a finished run on one screen, read from its files. */
public final class ResultTable {
  /** Where more rounds are recorded, only powers of ten and the last are shown. */
  private static final int MOST_ROUNDS = 12;

  private final JsonNode run;
  private final TreeMap<Long, ImmutableMap<Measure, StatsAccumulator>> byRound;

  private ResultTable(
      JsonNode run, TreeMap<Long, ImmutableMap<Measure, StatsAccumulator>> byRound) {
    this.run = run;
    this.byRound = byRound;
  }

  /**
   * Reads the results of a run.
   *
   * @param directory the directory of a finished run
   * @return the table
   * @throws IOException if its files cannot be read
   * @throws IllegalArgumentException if one of its files is damaged
   */
  public static ResultTable read(Path directory) throws IOException {
    FinishedRun finished = FinishedRun.open(directory);
    JsonNode run = finished.json();
    TreeMap<Long, ImmutableMap<Measure, StatsAccumulator>> byRound = new TreeMap<>();
    shownRounds(run.path("configuration")).forEach(r -> byRound.put(r, accumulators()));
    RunTable.read(finished.csv(), Measure.RECORDED, row -> add(row, byRound));
    return new ResultTable(run, byRound);
  }

  private static List<Long> shownRounds(JsonNode configuration) {
    List<Long> rounds = new ArrayList<>();
    configuration.path("recorded").forEach(round -> rounds.add(round.longValue()));
    if (rounds.size() > MOST_ROUNDS) {
      long last = configuration.path("rounds").longValue();
      rounds.removeIf(round -> round != last && !isDecade(round));
    }
    return rounds;
  }

  private static void add(
      RunTable.Row row, Map<Long, ImmutableMap<Measure, StatsAccumulator>> byRound) {
    if (byRound.containsKey(row.round())) {
      byRound
          .get(row.round())
          .forEach(
              (measure, values) -> {
                if (row.measures().containsKey(measure)) {
                  values.add(row.value(measure));
                }
              });
    }
  }

  private static ImmutableMap<Measure, StatsAccumulator> accumulators() {
    return Maps.toMap(Measure.RECORDED, measure -> new StatsAccumulator());
  }

  private static boolean isDecade(long round) {
    long power = 1;
    while (power < round && power <= Long.MAX_VALUE / 10) {
      power *= 10;
    }
    return round == 0 || power == round;
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    JsonNode configuration = run.path("configuration");
    text.append(
        String.format(
            "%s on %s, %s; mean (standard error) after each round%n%12s",
            Printable.of(configuration.path("learner").asText()),
            Printable.of(configuration.path("instance").asText()),
            Printable.counted(configuration.path("seeds").asInt(), "seed"),
            "round"));
    for (Measure measure : Measure.RECORDED) {
      text.append(String.format("  %-19s", title(measure)));
    }
    for (Map.Entry<Long, ImmutableMap<Measure, StatsAccumulator>> entry : byRound.entrySet()) {
      text.append(String.format(Locale.ROOT, "%n%12d", entry.getKey()));
      for (StatsAccumulator values : entry.getValue().values()) {
        text.append(String.format("  %-19s", cell(values)));
      }
    }
    text.append(String.format("%nspent by each seed, on average:"));
    run.path("replicates")
        .path(0)
        .path("ledger")
        .fieldNames()
        .forEachRemaining(
            name -> text.append(String.format("%n  %-20s %s", Printable.of(name), average(name))));
    return text.toString().replaceAll("(?m) +$", "");
  }

  private static String title(Measure measure) {
    return measure == Measure.CALIBRATION_ERROR_SQUARED ? "|w - w*|^2" : measure.column();
  }

  private static String cell(StatsAccumulator values) {
    if (values.count() == 0) {
      return "-";
    }
    if (values.count() == 1) {
      return String.format(Locale.ROOT, "%.3e", values.mean());
    }
    double error = values.sampleStandardDeviation() / Math.sqrt(values.count());
    return String.format(Locale.ROOT, "%.3e (%.1e)", values.mean(), error);
  }

  private String average(String name) {
    StatsAccumulator values = new StatsAccumulator();
    run.path("replicates").forEach(r -> values.add(r.path("ledger").path(name).asDouble()));
    return values.mean() < 1e9
        ? String.format(Locale.ROOT, "%,.0f", values.mean())
        : String.format(Locale.ROOT, "%.3e", values.mean());
  }
}
