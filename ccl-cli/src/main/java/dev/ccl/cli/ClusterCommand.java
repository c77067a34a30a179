package dev.ccl.cli;

import com.google.common.collect.Iterables;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/**
 * {@code ccl cluster}, which the script ccl hands to the module ccl-spark: only there is Spark.
 * Here it has a line in the help and an answer for those who came without the script.
 */
@Command(name = "cluster", description = "Runs a sweep on a Spark cluster (docs/cluster.md).")
final class ClusterCommand implements Callable<Integer> {
  @Unmatched private List<String> rest = new ArrayList<>();

  ClusterCommand() {}

  @Override
  public Integer call() {
    throw new IllegalArgumentException(
        String.join(" ", Iterables.concat(List.of("cluster"), rest))
            + ": this jar has no Spark; the script ccl of a checkout brings it (docs/cluster.md)");
  }
}
