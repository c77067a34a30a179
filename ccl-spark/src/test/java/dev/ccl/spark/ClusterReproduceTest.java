package dev.ccl.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.cli.ReproduceOptions;
import dev.ccl.experiments.run.StartMode;
import dev.ccl.report.reproduce.Experiments;
import dev.ccl.spark.command.FewRounds;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What {@code ccl cluster reproduce} prints and writes is what {@code ccl reproduce} does. */
class ClusterReproduceTest {
  @TempDir private Path directory;

  /**
   * Runs go to the cluster, all but one, of which a worker left a seed damaged; the next time that
   * one is run, and the report is made.
   */
  @Test
  void aReproductionSaysAndWritesTheSame() throws Exception {
    Path there = Files.createDirectory(directory.resolve("there"));
    Path runs = Files.createDirectories(FewRounds.reproduction(there).runs());
    Experiments.Experiment hurt = FewRounds.experiments(there).get(17);
    String few = "few " + there + " --out " + there + " --master local[2]";
    Path workers = Files.createDirectory(directory.resolve("workers"));
    String name = hurt.plan().identity().digest().substring(0, 32) + "-seed4.json";
    Files.writeString(workers.resolve(name), "{");
    Sparks.Left first =
        Sparks.drive(directory, Map.of(), few + " --checkpoints " + workers.toUri());
    assertEquals("exit 1\n", first.out(), first.err());
    List<String> said = first.err().lines().filter(line -> line.startsWith("ccl: ")).toList();
    assertEquals(2, said.size(), first.err());
    assertTrue(said.get(0).startsWith("ccl: " + hurt.directory() + ", seed 4: "), said.get(0));
    assertEquals(
        "ccl: what was finished is in " + runs + "; the same command runs the rest", said.get(1));
    assertFalse(Files.exists(there.resolve("report.html")));
    TreeMap<String, String> finished = Grid.digests(runs);

    Path here = directory.resolve("here");
    StringWriter text = new StringWriter();
    CommandLine.populateCommand(new ReproduceOptions(), "--out=" + here)
        .run(FewRounds.reproduction(here), StartMode.FRESH, "", new PrintWriter(text));
    TreeMap<String, String> expected = Grid.digests(FewRounds.reproduction(here).runs());
    expected.keySet().removeIf(file -> file.startsWith(hurt.directory()));
    finished.keySet().removeIf(file -> file.startsWith(hurt.directory()));
    assertEquals(expected, finished, "before anything was run on this machine");

    Sparks.Left second = Sparks.drive(directory, Map.of(), few);
    assertEquals(
        text.toString().replace(here + "", there + "") + "exit 0\n", second.out(), second.err());
    assertEquals(digests(here), digests(there));
  }

  /** But for how long it took. */
  private static TreeMap<String, String> digests(Path reproduced) throws IOException {
    TreeMap<String, String> digests = Grid.digests(reproduced);
    assertTrue(digests.keySet().remove("times.json"));
    return digests;
  }
}
