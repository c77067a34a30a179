package dev.ccl.spark;

import com.google.common.hash.Hashing;
import com.google.common.io.MoreFiles;
import dev.ccl.algorithms.run.Cadence;
import dev.ccl.algorithms.run.Monitor;
import dev.ccl.core.instance.InstanceWriter;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.experiments.sweep.LocalThreads;
import dev.ccl.experiments.sweep.Sweep;
import dev.ccl.experiments.sweep.SweepFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The sweep of the tests, and what one machine makes of it. */
final class Grid {
  private final Path file;
  private final TreeMap<String, String> expected;

  private Grid(Path file, TreeMap<String, String> expected) {
    this.file = file;
    this.expected = expected;
  }

  /** Writes the grid and runs it here, without Spark. */
  static Grid in(Path directory) throws IOException {
    InstanceWriter.write(SeparationInstance.of(1, 2, 2, 0.5), directory.resolve("judge.json"));
    Path file = directory.resolve("grid.yaml");
    Files.writeString(
        file,
        """
        instances: [judge.json, {generate: separation, d: 1, lambda: 1}]
        learners: [{learner: ccl, preset: practical}]
        rounds: 3000
        seeds: 3
        ask: {measure: excessCost, against: lambda}
        """);
    Path here = directory.resolve("here");
    sweep(file, here).run(new LocalThreads(2, Cadence.AT_THE_END), Monitor.NONE);
    return new Grid(file, digests(here));
  }

  static Sweep sweep(Path file, Path directory) throws IOException {
    SweepFile grid = SweepFile.open(file);
    return Sweep.of(directory, grid.plans(), grid.question());
  }

  Path file() {
    return file;
  }

  /** The digests of all files, by name. */
  TreeMap<String, String> expected() {
    return expected;
  }

  static TreeMap<String, String> digests(Path root) throws IOException {
    TreeMap<String, String> digests = new TreeMap<>();
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        if (file.endsWith("workers.json")) {
          continue; // on what workers ran, where it is not what the driver runs on
        }
        digests.put(
            root.relativize(file).toString(),
            MoreFiles.asByteSource(file).hash(Hashing.sha256()).toString());
      }
    }
    return digests;
  }
}
