package dev.ccl.spark;

import static com.google.common.base.Preconditions.checkArgument;

import dev.ccl.cli.run.Interruption;
import dev.ccl.cli.run.Progress;
import dev.ccl.experiments.sweep.Sweep;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import picocli.CommandLine.Option;

/** The options of all commands that run on a cluster, and the cluster. */
final class Cluster {
  @Option(
      names = "--master",
      paramLabel = "URL",
      description =
          "local[*], spark://HOST:PORT, yarn, k8s://… (default: that of spark-submit, otherwise"
              + " local[*], which is this machine)")
  private String master;

  @Option(
      names = "--checkpoints",
      paramLabel = "URI",
      description =
          "a directory that all workers see, such as hdfs://host/path or file:///shared/path: a"
              + " replicate whose worker is lost goes on from there (default: nothing is kept)")
  private URI checkpoints;

  @Option(
      names = "--checkpoint-seconds",
      paramLabel = "S",
      defaultValue = "10",
      description = "how often to keep a replicate (default: ${DEFAULT-VALUE})")
  private int seconds;

  /** What is done with the runs on a cluster. */
  interface Use {
    SparkRuns.Outcome of(SparkRuns runs, Progress progress) throws IOException;
  }

  /**
   * Does something on the cluster, shows its progress and says what failed.
   *
   * @return 0, or 1 if something failed, or 130 after an interruption
   */
  int use(String task, List<Sweep.Cell> cells, Path out, PrintWriter err, Use use)
      throws IOException {
    checkArgument(seconds >= 1, "--checkpoint-seconds: %s is not at least 1", seconds);
    long work = cells.stream().mapToLong(cell -> cell.plan().work()).sum();
    String advice = "ccl: interrupted; the same command goes on in " + out;
    SparkRuns.Outcome outcome;
    try (JavaSparkContext spark = open(task);
        Interruption interruption = Interruption.listen(advice);
        Progress progress = Progress.of(task, "rounds", work, interruption)) {
      SparkRuns runs = SparkRuns.on(spark);
      outcome =
          use.of(
              checkpoints == null
                  ? runs
                  : runs.withCheckpoints(checkpoints, Duration.ofSeconds(seconds)),
              progress);
    }
    if (outcome.stopped()) {
      return Interruption.EXIT_CODE;
    }
    outcome.failures().forEach(line -> err.println("ccl: " + line));
    if (!outcome.failures().isEmpty()) {
      err.println("ccl: what was finished is in " + out + "; the same command runs the rest");
      err.flush();
      return 1;
    }
    return 0;
  }

  private JavaSparkContext open(String name) {
    SparkConf conf = new SparkConf().setAppName(name).setIfMissing("spark.ui.enabled", "false");
    if (master != null) {
      conf.setMaster(master);
    }
    conf.setIfMissing("spark.master", "local[*]");
    String jars = System.getProperty("ccl.jars", "");
    if (!jars.isEmpty() && !conf.get("spark.master").startsWith("local[")) {
      conf.setIfMissing("spark.jars", jars);
    }
    try {
      JavaSparkContext spark = new JavaSparkContext(conf);
      spark.setLogLevel("OFF");
      return spark;
    } catch (Exception e) { // Spark throws checked exceptions that it does not declare
      throw new IllegalArgumentException(
          "--master " + conf.get("spark.master") + ": " + Reasons.of(e), e);
    }
  }
}
