package dev.ccl.experiments.sweep;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Maps;
import com.google.common.math.StatsAccumulator;
import dev.ccl.algorithms.run.AtomicFile;
import dev.ccl.core.math.Decimals;
import dev.ccl.experiments.run.FinishedRun;
import dev.ccl.experiments.run.Measure;
import dev.ccl.experiments.run.RunTable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * {@code cells.csv}: one row per cell, one column per parameter and setting, and what the cell
 * reached in the end. The column {@code cell} is that of {@code sweep.csv}, by which the two are
 * joined.
 */
final class CellsFile {
  private CellsFile() {}

  static void write(Path file, List<Sweep.Cell> cells) throws IOException {
    List<Coordinates> places = cells.stream().map(cell -> Coordinates.of(cell.plan())).toList();
    Set<String> parameters = new LinkedHashSet<>();
    places.forEach(place -> parameters.addAll(place.chosen().keySet()));
    places.forEach(place -> parameters.addAll(place.measured().keySet()));
    Set<String> settings = new LinkedHashSet<>();
    places.forEach(place -> settings.addAll(place.settings().keySet()));
    StringBuilder text = new StringBuilder();
    append(text, header(parameters, settings));
    for (int i = 0; i < cells.size(); i++) {
      Map<String, String> place = places.get(i).all();
      List<String> row = new ArrayList<>();
      row.add(cells.get(i).name());
      row.add(cells.get(i).plan().subject().fileName());
      parameters.forEach(key -> row.add(place.getOrDefault(key, "")));
      row.add(places.get(i).learner());
      settings.forEach(key -> row.add(place.getOrDefault(key, "")));
      row.addAll(results(cells.get(i)));
      append(text, row);
    }
    byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
    AtomicFile.write(file, out -> out.write(bytes));
  }

  private static List<String> header(Set<String> parameters, Set<String> settings) {
    List<String> header = new ArrayList<>(List.of("cell", "instance"));
    header.addAll(parameters);
    header.add(Coordinates.LEARNER);
    header.addAll(settings);
    header.addAll(List.of("rounds", "seeds", "sourceQueries"));
    for (Measure measure : Measure.RECORDED) {
      header.add(measure.column());
      header.add(measure.column() + "Error");
    }
    return header;
  }

  /**
   * Over the seeds, each at its own end: the mean of the rounds reached, their number, the mean of
   * the rewards, then mean and standard error of each measure.
   */
  private static List<String> results(Sweep.Cell cell) throws IOException {
    FinishedRun run = FinishedRun.open(cell.directory());
    Map<Long, RunTable.Row> last = new LinkedHashMap<>(); // of each seed
    RunTable.read(run.csv(), Measure.RECORDED, row -> last.put(row.seed(), row));
    ImmutableMap<Measure, StatsAccumulator> ends =
        Maps.toMap(Measure.RECORDED, measure -> new StatsAccumulator());
    for (RunTable.Row row : last.values()) {
      ends.forEach(
          (measure, values) -> {
            if (row.measures().containsKey(measure)) {
              values.add(row.value(measure));
            }
          });
    }
    StatsAccumulator rounds = new StatsAccumulator();
    StatsAccumulator queries = new StatsAccumulator();
    for (JsonNode replicate : run.json().path("replicates")) {
      rounds.add(replicate.path("rounds").asDouble());
      queries.add(replicate.path("ledger").path("sourceQueries").asDouble());
    }
    ImmutableList.Builder<String> cells = ImmutableList.builder();
    cells.add(rounds(rounds.mean()), Integer.toString(cell.plan().seeds()));
    cells.add(number(queries, StatsAccumulator::mean));
    for (StatsAccumulator end : ends.values()) {
      cells.add(number(end, StatsAccumulator::mean));
      cells.add(
          end.count() < 2
              ? ""
              : number(end, e -> e.sampleStandardDeviation() / Math.sqrt(e.count())));
    }
    return cells.build();
  }

  private static String rounds(double mean) {
    return mean == Math.rint(mean) ? Long.toString((long) mean) : Decimals.shortest(mean);
  }

  private static String number(StatsAccumulator values, Function<StatsAccumulator, Double> f) {
    return values.count() == 0 ? "" : Decimals.shortest(f.apply(values));
  }

  private static void append(StringBuilder text, List<String> row) {
    for (int i = 0; i < row.size(); i++) {
      text.append(i == 0 ? "" : ",").append(Sweep.quoted(row.get(i)));
    }
    text.append('\n');
  }
}
