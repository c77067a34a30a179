package dev.ccl.spark;

import com.google.common.base.Splitter;
import dev.ccl.algorithms.run.Monitor;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;

/**
 * A driver of a test, whose arguments are lines, one after the other: {@code ccl WORD...} is a
 * command and prints its exit code; {@code open MASTER JARS} opens a context for the next lines,
 * {@code sweep GRID DIRECTORY TAP} runs a sweep on it with something that goes wrong, {@code close}
 * closes it.
 */
final class Driver {
  private final PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
  private final PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
  private JavaSparkContext spark;

  private Driver() {}

  public static void main(String[] lines) throws IOException {
    Driver driver = new Driver();
    for (String line : lines) {
      driver.obey(Splitter.on(' ').splitToList(line));
    }
    System.exit(0);
  }

  private void obey(List<String> words) throws IOException {
    switch (words.get(0)) {
      case "ccl" -> {
        String[] rest = words.subList(1, words.size()).toArray(new String[0]);
        out.println("exit " + Main.execute(out, err, rest));
      }
      case "open" -> spark = open(words.get(1), words.get(2));
      case "sweep" -> sweep(Path.of(words.get(1)), Path.of(words.get(2)), words.get(3));
      case "close" -> spark.close();
      default -> throw new IllegalArgumentException(words.toString());
    }
  }

  private static JavaSparkContext open(String master, String jars) {
    SparkConf conf =
        new SparkConf()
            .setAppName("test")
            .setMaster(master)
            .set("spark.ui.enabled", "false")
            .set("spark.executor.extraJavaOptions", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
    return new JavaSparkContext(jars.equals("none") ? conf : conf.set("spark.jars", jars));
  }

  private void sweep(Path grid, Path directory, String tap) throws IOException {
    SparkExecutor runs = SparkExecutor.on(spark);
    if (!tap.equals("none")) {
      Path kept = directory.resolveSibling("kept");
      // A file takes a tenth of a second here, so all the time only where a worker dies on the way.
      Duration every = tap.equals("halting") ? Duration.ofNanos(1) : Duration.ofHours(1);
      runs = runs.withCheckpoints(kept.toUri(), every);
      runs = tap.equals("kept") ? runs : runs.with(Taps.named(tap, directory));
    }
    String name = directory.getFileName().toString();
    AtomicLong told = new AtomicLong();
    Monitor counting =
        new Monitor() {
          @Override
          public void completed(long more) {
            told.addAndGet(more);
          }

          @Override
          public boolean stopping() {
            return false;
          }
        };
    try {
      Grid.sweep(grid, directory)
          .run(
              runs,
              counting,
              (cell, reason) ->
                  out.println(name + " failed " + cell.name() + ", " + Reasons.of(reason)));
    } catch (IOException e) {
      out.println(name + " failed " + e.getMessage());
    }
    out.println(name + " told " + told.get());
  }
}
