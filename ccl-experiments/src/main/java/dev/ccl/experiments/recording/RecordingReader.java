package dev.ccl.experiments.recording;

import static com.google.common.base.Preconditions.checkArgument;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import dev.ccl.experiments.run.Certificates;
import dev.ccl.experiments.run.FinishedRun;
import dev.ccl.experiments.run.Measure;
import dev.ccl.experiments.run.RunTable;
import dev.ccl.experiments.run.RunTable.Row;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads run directories: {@code run.json} for what was run, {@code rows.csv} for what came out. */
public final class RecordingReader {
  private final Path directory;

  private RecordingReader(Path directory) {
    this.directory = directory;
  }

  /**
   * Finds the finished runs in a directory: itself, or those anywhere below it.
   *
   * @param directory the directory of a run or of many
   * @return directories with a {@code run.json}, in the order of their names
   * @throws IOException if the directory cannot be read
   * @throws IllegalArgumentException if there is none
   */
  public static List<Path> find(Path directory) throws IOException {
    checkArgument(Files.isDirectory(directory), "%s is not a directory", directory);
    try (Stream<Path> files = Files.walk(directory, 6)) {
      List<Path> found =
          files
              .filter(file -> file.endsWith("run.json"))
              .map(file -> file.resolveSibling("")) // a bare run.json has no parent
              .sorted()
              .collect(Collectors.toList());
      checkArgument(!found.isEmpty(), "%s holds no finished run: there is no run.json", directory);
      return found;
    }
  }

  /**
   * Reads a finished run.
   *
   * @param directory its directory
   * @return what it has recorded
   * @throws IOException if a file cannot be read
   * @throws IllegalArgumentException if one of its files is damaged
   */
  public static RunRecord read(Path directory) throws IOException {
    return new RecordingReader(directory).read();
  }

  private RunRecord read() throws IOException {
    FinishedRun run = FinishedRun.open(directory);
    JsonNode json = run.json();
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
    facts.put("csvDigest", json.path("files").path(FinishedRun.ROWS).asText());
    facts.put("directory", directory.toString());
    if (run.measures().containsAll(Measure.CERTIFIED)) {
      facts.put("certificateDelta", Certificates.delta(json));
    }
    ImmutableMap.Builder<String, String> settings = ImmutableMap.builder();
    for (String part : List.of("settings", "certification")) {
      configuration
          .path(part)
          .properties()
          .forEach(entry -> settings.put(entry.getKey(), entry.getValue().asText()));
    }
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

  private RunRecord table(
      Map<String, String> facts,
      Map<String, String> settings,
      ImmutableList<String> warnings,
      ImmutableList<ImmutableMap<String, BigInteger>> ledgers)
      throws IOException {
    Path file = directory.resolve(FinishedRun.ROWS);
    LinkedHashMap<Long, List<Row>> rows = new LinkedHashMap<>();
    RunTable.read(
        file,
        Measure.RECORDED,
        row -> rows.computeIfAbsent(row.seed(), s -> new ArrayList<>()).add(row));
    checkArgument(!rows.isEmpty(), "%s has no rows", file);
    ImmutableList<Long> seeds = ImmutableList.copyOf(rows.keySet());
    for (long seed : seeds) {
      checkArgument(
          isIncreasing(column(rows.get(seed), Row::round)),
          "%s: the rounds of seed %s do not increase",
          file,
          seed);
    }
    long longest = // a certificate may have ended the others before
        Collections.max(seeds, Comparator.comparingInt(seed -> rows.get(seed).size()));
    double[] rounds = column(rows.get(longest), Row::round);
    for (long seed : seeds) {
      List<Row> ofSeed = rows.get(seed);
      checkArgument(
          Arrays.equals(column(ofSeed, Row::round), Arrays.copyOf(rounds, ofSeed.size())),
          "%s: seed %s has other rounds than seed %s",
          file,
          seed,
          longest);
    }
    return RunRecord.of(
        facts, settings, warnings, FinishedRun.open(directory).measures(), rows, ledgers);
  }

  private static boolean isIncreasing(double[] rounds) {
    for (int i = 1; i < rounds.length; i++) {
      if (rounds[i] <= rounds[i - 1]) {
        return false;
      }
    }
    return true;
  }

  private static double[] column(List<Row> rows, ToDoubleFunction<Row> value) {
    return rows.stream().mapToDouble(value).toArray();
  }
}
