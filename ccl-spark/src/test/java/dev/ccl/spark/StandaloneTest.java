package dev.ccl.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.base.Splitter;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * The five lines of docs/cluster.md as they stand there, and what the script ccl makes of Sparks.
 */
@EnabledIfSystemProperty(named = "ccl.thorough", matches = "true")
class StandaloneTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final int PATIENCE_MINUTES = 20; // the script builds the program twice

  private static final String SUBMIT =
      """
      #!/bin/sh
      exec java -cp "$SPARK_HOME/jars/*" org.apache.spark.deploy.SparkSubmit "$@"
      """;

  @TempDir private Path directory;

  @Test
  void theLinesOfThePageMakeACluster() throws Exception {
    Grid.in(directory);
    for (String name : List.of("ccl", "ccl-spark")) {
      Files.createSymbolicLink(directory.resolve(name), ROOT.resolve(name));
    }
    Path bin = Files.createDirectories(directory.resolve("distribution/bin"));
    Files.writeString(bin.resolve("spark-submit"), SUBMIT);
    assertTrue(bin.resolve("spark-submit").toFile().setExecutable(true));
    int port;
    try (ServerSocket free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    String master = "--master spark://127.0.0.1:" + port;

    List<String> lines =
        new ArrayList<>(page().stream().map(l -> l.replace("7077", port + "")).toList());
    assertEquals(5, lines.size(), lines.toString());
    lines.add("ln -s ../spark/jars distribution/jars");
    lines.add("./ccl sweep grid.yaml --out out/alone");
    lines.add("SPARK_HOME=\"$PWD/spark\" ./ccl cluster grid.yaml --out out/jars " + master);
    lines.add(
        "SPARK_HOME=\"$PWD/distribution\" ./ccl cluster grid.yaml --out out/submit " + master);
    lines.add(
        "SPARK_HOME=\"$PWD/kept\" ./ccl cluster grid.yaml --out out/none && false || [ $? = 2 ]");
    String workers = "-f 'worker.Worker .*:" + port + "'";
    lines.add("pkill -9 -n " + workers); // one of two, for good
    lines.add("./ccl cluster grid.yaml --out out/one " + master);
    lines.add("pkill -9 " + workers); // and the other one
    lines.add(
        "timeout --preserve-status -s INT 60 ./ccl cluster grid.yaml --out out/nobody "
            + master
            + " && false || [ $? = 130 ]");
    String said = run(lines, port);

    TreeMap<String, String> alone = Grid.digests(directory.resolve("out/alone"));
    assertEquals(9, alone.size(), said);
    assertEquals(alone, Grid.digests(directory.resolve("out/grid")), said);
    assertEquals(alone, Grid.digests(directory.resolve("out/one")), said);
    for (String name : List.of("out/jars", "out/submit")) {
      assertEquals(
          withoutLibraries(alone), withoutLibraries(Grid.digests(directory.resolve(name))), said);
    }
    assertTrue(said.contains("has neither bin/spark-submit nor jars"), said);
    assertTrue(said.contains("has not accepted any resources"), said);
  }

  /** Where the driver has Spark's own libraries, run.json says so. */
  private static Map<String, String> withoutLibraries(TreeMap<String, String> digests) {
    digests.keySet().removeIf(name -> name.endsWith("run.json"));
    return digests;
  }

  /** The lines between the only fence of the section. */
  private static List<String> page() throws Exception {
    String page = Files.readString(ROOT.resolve("docs/cluster.md"));
    String section = page.substring(page.indexOf("## A master and two workers"));
    String block = section.substring(section.indexOf("```sh\n") + 6);
    return Splitter.on('\n')
        .omitEmptyStrings()
        .splitToList(block.substring(0, block.indexOf("```")));
  }

  /** Runs lines one after the other until one fails, and ends what they left in the background. */
  private String run(List<String> lines, int port) throws Exception {
    Path script = directory.resolve("lines.sh");
    Path log = directory.resolve("lines.log");
    String end = "trap 'pkill -f \"spark.deploy.*" + port + "\"' EXIT\n";
    String text = "set -e\n" + end + String.join("\n", lines) + "\n";
    Files.writeString(script, text);
    ProcessBuilder builder =
        new ProcessBuilder("sh", script.toString())
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    builder.environment().remove("SPARK_HOME");
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    Process process = builder.start();
    try {
      assertTrue(process.waitFor(PATIENCE_MINUTES, TimeUnit.MINUTES), "it never ends");
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
    String said = Files.readString(log);
    assertEquals(0, process.exitValue(), said);
    return said;
  }
}
