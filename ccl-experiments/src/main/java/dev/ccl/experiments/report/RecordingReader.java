package dev.ccl.experiments.report;

import static com.google.common.base.Preconditions.checkArgument;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.primitives.Doubles;
import com.google.common.primitives.Longs;
import dev.ccl.experiments.run.FinishedRun;
import dev.ccl.experiments.run.Measure;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads run directories: {@code run.json} for what was run, {@code runs.csv} for what came out. */
final class RecordingReader {
  private final Path directory;

  private RecordingReader(Path directory) {
    this.directory = directory;
  }

  /**
   * Finds the finished runs in a directory: itself, or those anywhere below it.
   *
   * @return directories with a {@code run.json}, in the order of their names
   * @throws IllegalArgumentException if there is none
   */
  static List<Path> find(Path directory) throws IOException {
    checkArgument(Files.isDirectory(directory), "%s is not a directory", directory);
    try (Stream<Path> files = Files.walk(directory, 6)) {
      List<Path> found =
          files
              .filter(file -> file.endsWith("run.json"))
              .map(Path::getParent)
              .sorted()
              .collect(Collectors.toList());
      checkArgument(!found.isEmpty(), "%s holds no finished run: there is no run.json", directory);
      return found;
    }
  }

  /**
   * Reads a finished run.
   *
   * @throws IllegalArgumentException if one of its files is damaged
   */
  static Recording read(Path directory) throws IOException {
    return new RecordingReader(directory).read();
  }

  private Recording read() throws IOException {
    JsonNode json = FinishedRun.open(directory).json();
    JsonNode configuration = json.path("configuration");
    ImmutableMap.Builder<String, String> facts = ImmutableMap.builder();
    for (String key : List.of("instance", "instanceName", "learner")) {
      facts.put(key, configuration.path(key).asText());
    }
    JsonNode provenance = json.path("provenance");
    for (String key : List.of("instanceDigest", "code", "java", "os", "architecture")) {
      facts.put(key, provenance.path(key).asText());
    }
    facts.put("digest", json.path("digest").asText());
    facts.put("csvDigest", json.path("files").path("runs.csv").asText());
    facts.put("directory", directory.toString());
    ImmutableMap.Builder<String, String> settings = ImmutableMap.builder();
    configuration
        .path("settings")
        .properties()
        .forEach(entry -> settings.put(entry.getKey(), entry.getValue().asText()));
    ImmutableList.Builder<ImmutableMap<String, BigInteger>> ledgers = ImmutableList.builder();
    for (JsonNode replicate : json.path("replicates")) {
      ImmutableMap.Builder<String, BigInteger> ledger = ImmutableMap.builder();
      replicate
          .path("ledger")
          .properties()
          .forEach(entry -> ledger.put(entry.getKey(), entry.getValue().bigIntegerValue()));
      ledgers.add(ledger.buildOrThrow());
    }
    ImmutableList.Builder<String> warnings = ImmutableList.builder();
    json.path("warnings").forEach(warning -> warnings.add(warning.asText()));
    return table(facts.buildOrThrow(), settings.buildOrThrow(), warnings.build(), ledgers.build());
  }

  private Recording table(
      Map<String, String> facts,
      Map<String, String> settings,
      ImmutableList<String> warnings,
      ImmutableList<ImmutableMap<String, BigInteger>> ledgers)
      throws IOException {
    Path file = directory.resolve("runs.csv");
    Map<Long, List<double[]>> rows = rows(file, Files.readAllLines(file));
    checkArgument(!rows.isEmpty(), "%s has no rows", file);
    ImmutableList<Long> seeds = ImmutableList.copyOf(rows.keySet());
    double[] rounds = column(rows.get(seeds.get(0)), 0);
    EnumMap<Measure, double[][]> values = new EnumMap<>(Measure.class);
    for (Measure measure : Measure.values()) {
      values.put(measure, new double[seeds.size()][]);
    }
    for (int k = 0; k < seeds.size(); k++) {
      List<double[]> ofSeed = rows.get(seeds.get(k));
      checkArgument(
          Arrays.equals(column(ofSeed, 0), rounds),
          "%s: seed %s has other rounds than seed %s",
          file,
          seeds.get(k),
          seeds.get(0));
      for (Measure measure : Measure.values()) {
        values.get(measure)[k] = column(ofSeed, 1 + measure.ordinal());
      }
    }
    return new Recording(facts, settings, warnings, seeds, rounds, values, ledgers);
  }

  /** The rows of each seed: the round, then the measures in their order. */
  private static Map<Long, List<double[]>> rows(Path file, List<String> lines) {
    List<String> head = cells(lines.isEmpty() ? "" : lines.get(0));
    List<Integer> places = new ArrayList<>();
    places.add(place(file, head, "round"));
    for (Measure measure : Measure.values()) {
      places.add(place(file, head, measure.column()));
    }
    int seedPlace = place(file, head, "seed");
    Map<Long, List<double[]>> rows = new LinkedHashMap<>();
    for (int i = 1; i < lines.size(); i++) {
      List<String> cells = cells(lines.get(i));
      String where = file + ": line " + (i + 1);
      checkArgument(
          cells.size() == head.size(), "%s: %s cells of %s", where, cells.size(), head.size());
      double[] row = new double[places.size()];
      for (int k = 0; k < row.length; k++) {
        row[k] = number(where, cells.get(places.get(k)));
      }
      Long seed = Longs.tryParse(cells.get(seedPlace));
      checkArgument(seed != null, "%s: seed \"%s\" is no number", where, cells.get(seedPlace));
      rows.computeIfAbsent(seed, s -> new ArrayList<>()).add(row);
    }
    return rows;
  }

  private static List<String> cells(String line) {
    return Splitter.on(',').splitToList(line);
  }

  private static int place(Path file, List<String> head, String name) {
    int place = head.indexOf(name);
    checkArgument(place >= 0, "%s: there is no column %s", file, name);
    return place;
  }

  private static double number(String where, String cell) {
    if (cell.isEmpty()) {
      return Double.NaN;
    }
    Double value = Doubles.tryParse(cell);
    checkArgument(value != null, "%s: \"%s\" is no number", where, cell);
    return value;
  }

  private static double[] column(List<double[]> rows, int column) {
    return rows.stream().mapToDouble(row -> row[column]).toArray();
  }
}
