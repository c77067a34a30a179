package dev.ccl.spark.command;

import com.google.common.collect.ImmutableList;
import dev.ccl.cli.VerifyOptions;
import dev.ccl.cli.run.Interruption;
import dev.ccl.core.instance.Instance;
import dev.ccl.experiments.run.Printable;
import dev.ccl.report.verify.VerifyPlan;
import dev.ccl.spark.SparkVerify;
import dev.ccl.theory.verify.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The command {@code ccl cluster verify}. */
@Command(
    name = "verify",
    description = "Evaluates the claims of the paper, each instance on a worker.",
    footer = {
      "",
      "Prints and writes what ccl verify does. Until all instances are verified, what",
      "was found is kept in DIR/verified, and the same command goes on from there."
    })
final class VerifyCommand implements Callable<Integer> {
  private static final String KEPT = "verified";

  @Spec private CommandSpec spec;

  @Mixin private VerifyOptions options;

  @Mixin private Cluster cluster;

  VerifyCommand() {}

  @Override
  public Integer call() throws IOException {
    VerifyPlan plan = options.plan();
    ImmutableList<Instance> instances = options.instances();
    Path kept = options.out().resolve(KEPT);
    AtomicReference<ImmutableList<Verdict>> verdicts = new AtomicReference<>();
    int code =
        cluster.use(
            new Cluster.Job(
                "ccl verify",
                "checks",
                (long) plan.ids().size() * instances.size(),
                "interrupted; the same command goes on with what is in " + Printable.of(kept),
                Printable.of(kept)),
            spec.commandLine().getErr(),
            (spark, progress) -> {
              SparkVerify.Outcome outcome =
                  SparkVerify.on(spark, kept).run(plan, instances, progress);
              verdicts.set(outcome.verdicts());
              return new Cluster.Ending(outcome.failures(), outcome.stopped());
            });
    if (code != 0) {
      return code;
    }
    try (Interruption interruption =
        Interruption.announce("ccl: interrupted; counterexamples are not all written")) {
      return options.conclude(
          plan.on(instances),
          verdicts.get(),
          instances.size(),
          interruption,
          spec.commandLine().getOut());
    }
  }
}
