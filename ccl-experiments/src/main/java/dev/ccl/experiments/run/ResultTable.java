package dev.ccl.experiments.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Maps;
import com.google.common.math.StatsAccumulator;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * The results of a finished run on one screen, read from its files. Seeds may have ended at
 * different rounds: then each line says how many had come so far, and the last one is of the end of
 * each.
 */
public final class ResultTable {
  /** Where more rounds are recorded, only powers of ten and the last are shown. */
  private static final int MOST_ROUNDS = 12;

  private final JsonNode run;
  private final TreeMap<Long, Line> byRound = new TreeMap<>();
  private final Line end = new Line();
  private boolean apart; // seeds have ended at different rounds, or between those shown

  /** The means of a line of the table. */
  private static final class Line {
    private final ImmutableMap<Measure, StatsAccumulator> measures =
        Maps.toMap(Measure.RECORDED, measure -> new StatsAccumulator());
    private long seeds;

    void add(RunTable.Row row) {
      seeds++;
      measures.forEach(
          (measure, values) -> {
            if (row.measures().containsKey(measure)) {
              values.add(row.value(measure));
            }
          });
    }

    void print(String name, boolean counted, StringBuilder text) {
      text.append(String.format("%n%12s", name));
      if (counted) {
        text.append(String.format(Locale.ROOT, "  %5d", seeds));
      }
      for (StatsAccumulator values : measures.values()) {
        text.append(String.format("  %-19s", cell(values)));
      }
    }
  }

  private ResultTable(JsonNode run) {
    this.run = run;
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
    ResultTable table = new ResultTable(run);
    shownRounds(run.path("configuration")).forEach(round -> table.byRound.put(round, new Line()));
    Map<Long, RunTable.Row> last = new LinkedHashMap<>(); // of each seed
    RunTable.read(
        finished.csv(),
        Measure.RECORDED,
        row -> {
          last.put(row.seed(), row);
          if (table.byRound.containsKey(row.round())) {
            table.byRound.get(row.round()).add(row);
          }
        });
    last.values().forEach(table.end::add);
    table.byRound.values().removeIf(line -> line.seeds == 0);
    table.apart = last.values().stream().anyMatch(row -> row.round() != table.byRound.lastKey());
    return table;
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
    long seeds = configuration.path("seeds").asLong();
    text.append(
        String.format(
            "%s on %s, %s; mean (standard error) after each round%n%12s",
            Printable.of(configuration.path("learner").asText()),
            Printable.of(configuration.path("instance").asText()),
            Printable.counted(seeds, "seed"),
            "round"));
    text.append(apart ? "  seeds" : "");
    for (Measure measure : Measure.RECORDED) {
      text.append(String.format("  %-19s", title(measure)));
    }
    byRound.forEach((round, line) -> line.print(Long.toString(round), apart, text));
    if (apart) {
      end.print("end of each", true, text);
    }
    text.append(String.format("%nspent by each seed, on average:"));
    if (apart) {
      text.append(String.format("%n  %-20s %s", "rounds", mean(r -> r.path("rounds"))));
    }
    run.path("replicates")
        .path(0)
        .path("ledger")
        .fieldNames()
        .forEachRemaining(
            name ->
                text.append(
                    String.format(
                        "%n  %-20s %s",
                        Printable.of(name), mean(r -> r.path("ledger").path(name)))));
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

  private String mean(Function<JsonNode, JsonNode> number) {
    StatsAccumulator values = new StatsAccumulator();
    run.path("replicates").forEach(r -> values.add(number.apply(r).asDouble()));
    return values.mean() < 1e9
        ? String.format(Locale.ROOT, "%,.0f", values.mean())
        : String.format(Locale.ROOT, "%.3e", values.mean());
  }
}
