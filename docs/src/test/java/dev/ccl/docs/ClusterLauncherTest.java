package dev.ccl.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The script {@code ccl cluster}, with a Java and a spark-submit that only say how they were
 * called.
 */
class ClusterLauncherTest {
  private static final String ECHO = "for word; do echo \"$word\"; done\n";

  @TempDir private Path root;
  private Path app;

  @BeforeEach
  void build() throws IOException {
    assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "there is no /bin/sh here");
    root = root.toRealPath();
    Files.copy(Guide.ROOT.resolve("ccl"), root.resolve("ccl"));
    app = Files.createDirectories(root.resolve(".ccl-build/app-1"));
    Files.createFile(app.resolve("ccl-spark.jar"));
    Files.createFile(Files.createDirectory(app.resolve("lib")).resolve("a.jar"));
    Files.writeString(app.resolve("flags"), "--flag-of-spark\n");
    Files.writeString(app.resolve("provided"), "spark-core.jar\n");
    Files.writeString(root.resolve(".ccl-build/current-cluster"), "app-1\n");
    Files.createFile(root.resolve("own.jar"));
    String version = "[ \"$1\" = -version ] && { echo 'openjdk version \"17.0.1\"' >&2; exit; }\n";
    program("java/bin/java", version + ECHO);
  }

  private void program(String name, String text) throws IOException {
    Path file = root.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, "#!/bin/sh\n" + text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private List<String> cluster(int code, Map<String, String> environment, String... args)
      throws Exception {
    ProcessBuilder builder = new ProcessBuilder("/bin/sh", "./ccl", "cluster");
    builder.command().addAll(List.of(args));
    builder.directory(root.toFile()).redirectErrorStream(true);
    builder.environment().keySet().removeIf(name -> name.matches("(SPARK|CCL)_.*"));
    builder.environment().put("JAVA_HOME", root.resolve("java").toString());
    builder.environment().putAll(environment);
    Process process = builder.start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(code, process.waitFor(), said);
    return said.lines().toList();
  }

  private String jars() {
    return app.resolve("ccl-spark.jar") + ",own.jar," + app.resolve("lib/a.jar");
  }

  @Test
  void withoutASparkTheOneInsideIsUsed() throws Exception {
    assumeTrue(System.getenv("PATH").lines().noneMatch(path -> path.contains("spark")));
    List<String> words =
        cluster(0, Map.of("CCL_CLASSPATH", "own.jar"), "sweep", "a b.yaml", "--master", "local[2]");
    assertEquals("--flag-of-spark", words.get(0));
    assertTrue(words.contains("-Dccl.jars=" + jars()), words.toString());
    assertTrue(words.toString().contains("spark-core.jar:own.jar"), words.toString());
    assertEquals(
        List.of("dev.ccl.spark.Main", "sweep", "a b.yaml", "--master", "local[2]"),
        words.subList(words.size() - 5, words.size()));
  }

  @Test
  void aDistributionIsToldTheMasterTheJarsAndToBeQuiet() throws Exception {
    program("spark/bin/spark-submit", ECHO);
    Map<String, String> home =
        Map.of("SPARK_HOME", root.resolve("spark").toString(), "CCL_CLASSPATH", "own.jar");
    List<String> words = cluster(0, home, "sweep", "a b.yaml", "--master=yarn");
    String quiet = "-Dlog4j2.configurationFile=" + app.resolve("log4j2.properties");
    assertEquals(
        List.of(
            "--master",
            "yarn",
            "--driver-java-options",
            quiet + " -XX:+UseSerialGC -XX:TieredStopAtLevel=1", // for the work is done elsewhere
            "--class",
            "dev.ccl.spark.Main",
            "--jars",
            jars(),
            app.resolve("ccl-spark.jar").toString(),
            "sweep",
            "a b.yaml",
            "--master=yarn"),
        words);
    Files.createDirectories(root.resolve("spark/conf"));
    Files.createFile(root.resolve("spark/conf/log4j2.properties"));
    assertEquals(
        "--class", cluster(0, home, "sweep", "g.yaml").get(0), "it has a voice of its own");
    Map<String, String> own =
        Map.of("SPARK_HOME", home.get("SPARK_HOME"), "CCL_JAVA_OPTS", "-XX:+UseG1GC");
    assertEquals(
        List.of("--master", "yarn", "--driver-java-options", "-XX:TieredStopAtLevel=1"),
        cluster(0, own, "sweep", "--master=yarn").subList(0, 4),
        "nobody has two collectors");
  }

  @Test
  void aHomeOfJarsAloneWillDoAndAnEmptyOneNot() throws Exception {
    Map<String, String> home = Map.of("SPARK_HOME", root.resolve("spark").toString());
    assertEquals(
        List.of(
            "ccl: SPARK_HOME=" + root.resolve("spark") + " has neither bin/spark-submit nor jars."),
        cluster(2, home, "sweep", "g.yaml"));
    Files.createDirectories(root.resolve("spark/jars"));
    List<String> words = cluster(0, home, "sweep", "g.yaml", "--master", "yarn");
    int submit = words.indexOf("org.apache.spark.deploy.SparkSubmit");
    assertEquals(root.resolve("spark/jars") + "/*", words.get(submit - 1));
    assertEquals(List.of("--master", "yarn"), words.subList(submit + 1, submit + 3));
  }
}
