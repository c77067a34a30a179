package dev.ccl.report.tensorboard;

import dev.ccl.algorithms.run.AtomicFile;
import dev.ccl.experiments.run.FinishedRun;
import dev.ccl.experiments.run.Measure;
import dev.ccl.experiments.run.RunTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Writes what runs have recorded where TensorBoard looks: a directory per seed, named {@code
 * NAME/seed1}, with one event file. The steps are rounds, the tags the columns of {@code rows.csv}.
 */
public final class TensorBoard {
  /** What TensorBoard recognises, with the time, host and process that it expects, all fixed. */
  private static final String FILE = "events.out.tfevents.0000000000.ccl.0.0";

  private TensorBoard() {}

  /**
   * Writes the event files of a finished run.
   *
   * @param run the directory of the run
   * @param directory what TensorBoard is given as its log directory
   * @param name what to call the run there
   * @throws IOException if a file cannot be read or written
   * @throws IllegalArgumentException if the run is damaged
   */
  public static void write(Path run, Path directory, String name) throws IOException {
    Map<Long, EventFile> bySeed = new LinkedHashMap<>();
    RunTable.read(
        FinishedRun.open(run).csv(),
        Measure.RECORDED,
        row -> {
          Map<String, Double> scalars = new LinkedHashMap<>();
          row.measures().forEach((measure, value) -> scalars.put(measure.column(), value));
          bySeed.computeIfAbsent(row.seed(), s -> new EventFile()).add(row.round(), scalars);
        });
    for (Map.Entry<Long, EventFile> entry : bySeed.entrySet()) {
      Path place = directory.resolve(name).resolve("seed" + entry.getKey());
      Files.createDirectories(place);
      byte[] bytes = entry.getValue().bytes();
      AtomicFile.write(place.resolve(FILE), out -> out.write(bytes));
    }
  }
}
