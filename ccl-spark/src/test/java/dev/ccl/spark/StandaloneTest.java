package dev.ccl.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.algorithms.run.Cadence;
import dev.ccl.algorithms.run.Monitor;
import dev.ccl.core.instance.InstanceWriter;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.experiments.sweep.Sweep;
import dev.ccl.experiments.sweep.SweepFile;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** The master and the workers of docs/cluster.md, started by its very lines. */
@EnabledIfSystemProperty(named = "ccl.thorough", matches = "true")
class StandaloneTest {
  private static final Path PAGE = Path.of("..", "docs", "cluster.md");

  @TempDir private Path directory;

  @Test
  void theLinesOfThePageMakeACluster() throws Exception {
    int port;
    try (ServerSocket free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    InstanceWriter.write(SeparationInstance.of(1, 2, 2, 0.5), directory.resolve("judge.json"));
    Path grid = directory.resolve("grid.yaml");
    Sparks.write(grid, "instances: [judge.json]\nlearners: [ccl]\nrounds: 3000\nseeds: 4\n");
    Path here = directory.resolve("here");
    Sweep.of(here, SweepFile.read(grid)).run(2, Cadence.AT_THE_END, Monitor.NONE);

    List<String> lines =
        Files.readAllLines(PAGE).stream().filter(line -> line.contains("spark.deploy")).toList();
    assertEquals(3, lines.size());
    String home = Sparks.home().toString();
    List<Process> processes = new ArrayList<>();
    try {
      for (String line : lines) {
        processes.add(start(line.replace("7077", Integer.toString(port)), home));
      }
      Sparks.Left left =
          Sparks.drive(
              directory,
              Map.of("CCL_JARS", Sparks.jars(directory)),
              "commands",
              "sweep "
                  + grid
                  + " --master spark://127.0.0.1:"
                  + port
                  + " --out "
                  + directory.resolve("out")
                  + " --checkpoints "
                  + directory.resolve("kept").toUri());
      assertTrue(left.out().contains("exit 0"), left.out() + left.err());
      assertEquals(SparkSweepTest.digests(here), SparkSweepTest.digests(directory.resolve("out")));
    } finally {
      for (Process process : processes) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().waitFor(1, TimeUnit.MINUTES);
      }
    }
  }

  /** A line of the page, where spark/ is the home that tests have. */
  private Process start(String line, String home) throws Exception {
    String command =
        line.replace("$PWD/spark", home)
            .replace("spark/jars", home + "/jars")
            .replaceAll(" &$", "");
    ProcessBuilder builder =
        new ProcessBuilder("sh", "-c", command)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("daemons.log").toFile());
    builder.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
    return builder.start();
  }
}
