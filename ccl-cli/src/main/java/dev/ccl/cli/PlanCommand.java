package dev.ccl.cli;

import static com.google.common.base.Preconditions.checkArgument;

import dev.ccl.algorithms.plan.Plan;
import dev.ccl.algorithms.plan.Rates;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command {@code ccl plan}. */
@Command(
    name = "plan",
    description = "Says how many source rewards and target rollouts an accuracy costs.",
    footer = {
      "",
      "Exact rates A and B of the mean excess cost A/N + B/M near the end of a run,",
      "from all source rewards of the file; docs/beyond-the-paper.md derives them."
    })
final class PlanCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Mixin private InstanceFile file;

  @Option(
      names = "--epsilon",
      paramLabel = "E",
      required = true,
      description = "the mean excess cost wanted")
  private double epsilon;

  @Option(
      names = "--query-cost",
      paramLabel = "C1",
      defaultValue = "1",
      description = "what a source reward costs (default: ${DEFAULT-VALUE})")
  private double queryCost;

  @Option(
      names = "--rollout-cost",
      paramLabel = "C2",
      defaultValue = "0.001",
      description = "what a target rollout costs (default: ${DEFAULT-VALUE})")
  private double rolloutCost;

  PlanCommand() {}

  @Override
  public Integer call() throws IOException {
    checkArgument(epsilon > 0 && epsilon < 1e9, "--epsilon: %s is not positive", epsilon);
    checkArgument(
        queryCost > 0 && queryCost < 1e300, "--query-cost: %s is not positive", queryCost);
    checkArgument(
        rolloutCost > 0 && rolloutCost < 1e300, "--rollout-cost: %s is not positive", rolloutCost);
    Rates rates = Rates.of(file.read().problem(file.budget()));
    PrintWriter console = spec.commandLine().getOut();
    console.printf(
        Locale.ROOT,
        "mean excess cost = A/N + B/M, A = %.4g per query, B = %.4g per rollout%n%n",
        rates.queries(),
        rates.rollouts());
    console.printf("%10s  %12s  %12s  %12s  %12s%n", "epsilon", "N", "M", "M/N", "cost");
    for (double factor : new double[] {10, 3, 1, 1.0 / 3, 0.1}) {
      Plan plan = Plan.of(rates, factor * epsilon, queryCost, rolloutCost);
      console.printf(
          Locale.ROOT,
          "%10.3g  %12.4g  %12.4g  %12.4g  %12.4g%s%n",
          factor * epsilon,
          Math.ceil(plan.queries()),
          Math.ceil(plan.rollouts()),
          plan.rolloutsPerQuery(),
          plan.cost(),
          factor == 1 ? "  <" : "");
    }
    console.flush();
    return 0;
  }
}
