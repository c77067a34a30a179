package dev.ccl.spark.command;

import static com.google.common.base.Preconditions.checkArgument;

import dev.ccl.spark.SparkRuns;
import java.net.URI;
import java.time.Duration;
import org.apache.spark.api.java.JavaSparkContext;
import picocli.CommandLine.Option;

/** Where and how often replicates in progress are kept. */
final class CheckpointOptions {
  @Option(
      names = "--checkpoints",
      paramLabel = "URI",
      description =
          "a directory that all workers see, such as hdfs://host/path or file:///shared/path: a"
              + " replicate whose worker is lost goes on from there (default: nothing is kept)")
  private URI place;

  @Option(
      names = "--checkpoint-seconds",
      paramLabel = "S",
      defaultValue = "10",
      description = "how often to keep a replicate (default: ${DEFAULT-VALUE})")
  private int seconds;

  /** Refuses a wrong number before anything starts. */
  void check() {
    checkArgument(seconds >= 1, "--checkpoint-seconds: %s is not at least 1", seconds);
  }

  Duration every() {
    return Duration.ofSeconds(seconds);
  }

  SparkRuns on(JavaSparkContext spark) {
    SparkRuns runs = SparkRuns.on(spark);
    return place == null ? runs : runs.withCheckpoints(place, every());
  }
}
