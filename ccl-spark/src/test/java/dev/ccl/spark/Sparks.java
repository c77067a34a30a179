package dev.ccl.spark;

import com.google.common.base.Splitter;
import com.google.common.io.ByteStreams;
import dev.ccl.algorithms.run.RunIdentity;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.jar.JarOutputStream;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.apache.spark.launcher.JavaModuleOptions;

/** Drivers in processes of their own, and a home of Spark made of the jars of this build. */
final class Sparks {
  /** Spark's own Guava and Jackson, of the versions that it was built with. */
  private static final Path OWN = Path.of("target", "spark-own");

  /** What this program brings along: its own jars, once they are packed, and libraries. */
  private static final Pattern OURS =
      Pattern.compile(
          "(guava|failureaccess|jackson-(core|databind|annotations|dataformat-yaml|module-scala_2.13)"
              + "|ejml-\\w+|commons-rng-.*|commons-statistics-.*|commons-numbers-.*|picocli"
              + "|snakeyaml|jspecify|jmh-core)-[0-9.]+.*\\.jar|(ccl-.*|benchmarks)\\.jar");

  private Sparks() {}

  /**
   * What a driver left.
   *
   * @param code its exit code
   * @param out what it printed
   * @param err what it complained about
   */
  record Left(int code, String out, String err) {}

  /** Runs a driver with the flags that Spark asks for. */
  static Left drive(Path directory, Map<String, String> environment, String... lines)
      throws IOException, InterruptedException {
    return drive(directory, environment, started -> {}, lines);
  }

  /** Something done to a driver while it runs. */
  interface Meanwhile {
    void to(Process driver) throws IOException, InterruptedException;
  }

  /** Runs a driver to which something happens. */
  static Left drive(
      Path directory, Map<String, String> environment, Meanwhile meanwhile, String... lines)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(JavaModuleOptions.defaultModuleOptionArray()));
    command.addAll(
        List.of(
            "-Xshare:auto",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Xmx512m",
            "-Dlog4j2.configurationFile=dev/ccl/spark/log4j2.properties",
            "-cp",
            System.getProperty("java.class.path"),
            Driver.class.getName()));
    command.addAll(Arrays.asList(lines));
    File out = directory.resolve("driver.out").toFile();
    File err = directory.resolve("driver.err").toFile();
    if (environment.containsKey("CCL_JARS")) {
      command.add(1, "-Dccl.jars=" + environment.get("CCL_JARS"));
    }
    ProcessBuilder builder = new ProcessBuilder(command).redirectOutput(out).redirectError(err);
    builder.directory(directory.toFile()).environment().putAll(environment);
    builder.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
    Process driver = builder.start();
    meanwhile.to(driver);
    int code = driver.waitFor();
    return new Left(code, Files.readString(out.toPath()), Files.readString(err.toPath()));
  }

  /** What a driver has to know to start executors. */
  static Map<String, String> cluster() throws IOException {
    return Map.of("SPARK_HOME", home().toString(), "SPARK_SCALA_VERSION", "2.13");
  }

  /** A directory with Spark's jars, as a distribution has them: with its own Guava and Jackson. */
  static Path home() throws IOException {
    Path jars = Files.createDirectories(Path.of("target", "spark-home", "jars").toAbsolutePath());
    try (Stream<Path> old = Files.list(jars)) {
      for (Path link : old.toList()) {
        Files.delete(link);
      }
    }
    for (Path jar : classpath()) {
      if (Files.isRegularFile(jar) && !OURS.matcher(jar.getFileName().toString()).matches()) {
        Files.createSymbolicLink(jars.resolve(jar.getFileName()), jar);
      }
    }
    try (Stream<Path> own = Files.list(OWN)) {
      for (Path jar : own.toList()) {
        Files.createSymbolicLink(jars.resolve(jar.getFileName()), jar.toAbsolutePath());
      }
    }
    return jars.getParent();
  }

  /** What workers are sent: the classes of this build as jars, and the libraries they need. */
  static String jars(Path directory) throws IOException {
    List<String> jars = new ArrayList<>();
    int number = 0;
    for (Path place : classpath()) {
      if (Files.isDirectory(place)) {
        jars.add(pack(place, directory.resolve("ccl-" + number++ + ".jar")).toString());
      } else if (OURS.matcher(place.getFileName().toString()).matches()) {
        jars.add(place.toString());
      }
    }
    return String.join(",", jars);
  }

  /** The same, but of a build whose numbers are of another version. */
  static String jarsOfOtherNumbers(Path directory) throws IOException {
    List<String> jars = new ArrayList<>();
    for (String jar : Splitter.on(',').split(jars(directory))) {
      Path other = directory.resolve("other-" + Path.of(jar).getFileName());
      Files.copy(Path.of(jar), other);
      try (FileSystem files = FileSystems.newFileSystem(other)) {
        changeNumbers(files.getPath("/"));
      }
      jars.add(other.toString());
    }
    return String.join(",", jars);
  }

  /** The version is a constant of each class that uses it. */
  private static void changeNumbers(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.filter(name -> name.toString().endsWith(".class")).toList()) {
        String bytes = Files.readString(file, StandardCharsets.ISO_8859_1);
        if (bytes.contains(RunIdentity.NUMBERS)) {
          String other = "x" + RunIdentity.NUMBERS.substring(1); // as long as the other
          Files.writeString(
              file, bytes.replace(RunIdentity.NUMBERS, other), StandardCharsets.ISO_8859_1);
        }
      }
    }
  }

  private static List<Path> classpath() {
    return Splitter.on(File.pathSeparatorChar)
        .splitToStream(System.getProperty("java.class.path"))
        .map(Path::of)
        .filter(Files::exists)
        .toList();
  }

  private static Path pack(Path classes, Path jar) throws IOException {
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
        Stream<Path> files = Files.walk(classes)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        out.putNextEntry(new ZipEntry(classes.relativize(file).toString().replace('\\', '/')));
        ByteStreams.copy(Files.newInputStream(file), out);
      }
    }
    return jar;
  }
}
