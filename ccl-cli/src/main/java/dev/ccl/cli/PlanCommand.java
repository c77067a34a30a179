package dev.ccl.cli;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.math.LongMath;
import dev.ccl.algorithms.Session;
import dev.ccl.algorithms.ccl.AveragingStep;
import dev.ccl.algorithms.ccl.Ccl;
import dev.ccl.certificates.plan.PilotRuns;
import dev.ccl.certificates.plan.Plan;
import dev.ccl.certificates.plan.Rates;
import dev.ccl.cli.run.Interruption;
import dev.ccl.cli.run.Progress;
import dev.ccl.cli.run.WholeNumber;
import dev.ccl.core.growing.ForestBudget;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.math.Moments;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.truth.GroundTruth;
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
      "The mean excess cost is A/N + B/M near the end of a run of N queries and M",
      "rollouts. A and B are exact, from all source rewards of the file, or come from",
      "short runs on trees that grow (--pilot); docs/beyond-the-paper.md derives them."
    })
final class PlanCommand implements Callable<Integer> {
  private static final String HEAD = "%10s  %12s  %12s  %12s  %12s%n";
  private static final String ROW = "%10.3g  %12.0f  %12.0f  %12.4g  %12.4g%s%n";

  private static final String MEANING =
      "A student of small batches that learns in every round (student-step=averaging) has the"
          + " mean excess cost A/N + B/M,";

  private static final String INTERRUPTED = "ccl: interrupted; a plan keeps nothing";
  private static final long STRIDE = 1000; // rounds between two words about progress

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

  @Option(
      names = "--pilot",
      paramLabel = "T",
      converter = WholeNumber.class,
      description =
          "take A and B from runs of T rounds on trees that grow, as if nobody could enumerate"
              + " them")
  private Long pilot;

  @Option(
      names = "--pilots",
      paramLabel = "N",
      defaultValue = "5",
      description = "how many such runs, whose spread is the error (default: ${DEFAULT-VALUE})")
  private int pilots;

  @Option(
      names = "--replay",
      paramLabel = "SEEDS",
      description = "run the plan over SEEDS seeds and say what it has reached")
  private Integer replay;

  @Mixin private FirstSeed seed;

  PlanCommand() {}

  @Override
  public Integer call() throws IOException {
    checkArgument(epsilon > 0 && epsilon < 1e9, "--epsilon: %s is not between 0 and 1e9", epsilon);
    checkCost("--query-cost", queryCost);
    checkCost("--rollout-cost", rolloutCost);
    checkArgument(pilot == null || pilot >= 1, "--pilot: %s is not at least 1", pilot);
    checkArgument(pilots >= 2, "--pilots: %s is not at least 2, which show an error", pilots);
    checkArgument(replay == null || replay >= 2, "--replay: %s is not at least 2", replay);
    Instance instance = file.read();
    LearningProblem problem = instance.problem(file.budget());
    PrintWriter console = spec.commandLine().getOut();
    Rates rates = rates(problem, console);
    budgets(rates, console);
    others(rates, console);
    prices(rates, console);
    run(rates, instance, console);
    console.flush();
    return 0;
  }

  private Rates rates(LearningProblem problem, PrintWriter console) {
    if (pilot == null) {
      Rates rates = Rates.coupled(problem, AveragingStep.GAIN);
      checkReplay(rates);
      console.println(MEANING);
      console.printf(
          Locale.ROOT,
          "A = %.4g per query, B = %.4g per rollout.%n",
          rates.queries(),
          rates.rollouts());
      return rates;
    }
    LearningProblem growing = problem.growing(ForestBudget.standard());
    PilotRuns runs;
    try (Interruption interruption = Interruption.announce(INTERRUPTED);
        Progress progress =
            Progress.of(
                "pilots", "rounds", LongMath.saturatedMultiply(pilot, pilots), interruption)) {
      runs =
          PilotRuns.of(
              growing, AveragingStep.GAIN, pilot, seed.value(), pilots, progress::completed);
    }
    checkReplay(runs.rates());
    console.println(MEANING);
    console.printf(
        Locale.ROOT,
        "A = %.4g ± %.2g per query, B = %.4g ± %.2g per rollout (%d pilots of %d rounds).%n",
        runs.rates().queries(),
        runs.errors().queries(),
        runs.rates().rollouts(),
        runs.errors().rollouts(),
        pilots,
        pilot);
    Plan error = Plan.errors(runs.rates(), runs.errors(), epsilon, queryCost, rolloutCost);
    console.printf(
        Locale.ROOT,
        "For epsilon = %.3g that leaves N uncertain by ± %.0f, M by ± %.0f, the cost by ± %.3g.%n",
        epsilon,
        error.queries(),
        error.rollouts(),
        error.cost());
    return runs.rates();
  }

  private void budgets(Rates rates, PrintWriter console) {
    console.printf("%nThe cheapest budgets:%n" + HEAD, "epsilon", "N", "M", "M/N", "cost");
    for (double factor : new double[] {10, 3, 1, 1.0 / 3, 0.1}) {
      Plan plan = Plan.of(rates, factor * epsilon, queryCost, rolloutCost);
      row(factor * epsilon, plan, factor == 1 ? "  <" : "", console);
    }
  }

  private void others(Rates rates, PrintWriter console) {
    console.printf(
        "%nWhat if there are other rollouts per query?%n" + HEAD,
        "epsilon",
        "N",
        "M",
        "M/N",
        "cost");
    double best = Plan.of(rates, epsilon, queryCost, rolloutCost).rolloutsPerQuery();
    for (double perQuery : new double[] {1, 10, 100, 1000}) {
      Plan plan = Plan.withRollouts(rates, epsilon, perQuery, queryCost, rolloutCost);
      row(epsilon, plan, "", console);
    }
    row(epsilon, Plan.withRollouts(rates, epsilon, best, queryCost, rolloutCost), "  <", console);
  }

  private void prices(Rates rates, PrintWriter console) {
    console.printf(
        "%nWhat if a rollout has another price?%n" + HEAD, "price", "N", "M", "M/N", "cost");
    for (double factor : new double[] {0.01, 0.1, 1, 10, 100}) {
      double price = factor * rolloutCost;
      row(price, Plan.of(rates, epsilon, queryCost, price), factor == 1 ? "  <" : "", console);
    }
  }

  private static void row(double first, Plan plan, String mark, PrintWriter console) {
    console.printf(
        Locale.ROOT,
        ROW,
        first,
        Math.ceil(plan.queries()),
        Math.ceil(plan.rollouts()),
        plan.rolloutsPerQuery(),
        plan.cost(),
        mark);
  }

  private void run(Rates rates, Instance instance, PrintWriter console) {
    long batch = batch(rates);
    long rounds = rounds(rates);
    console.printf(
        Locale.ROOT,
        "%nAs a run: --preset practical --set acceptance=controlled --set teaching=last"
            + " --set student-step=averaging --set exploration=off --set gradient-batch=%d --rounds %d%n",
        batch,
        rounds);
    if (replay != null) {
      replay(instance, batch, rounds, console);
    }
  }

  /** The rollouts per query of the cheapest plan, as a run has them. */
  private long batch(Rates rates) {
    Plan best = Plan.of(rates, epsilon, queryCost, rolloutCost);
    return Math.max(1, Math.round(best.rolloutsPerQuery()));
  }

  private long rounds(Rates rates) {
    Plan plan = Plan.withRollouts(rates, epsilon, batch(rates), queryCost, rolloutCost);
    return (long) Math.ceil(plan.queries());
  }

  private void checkReplay(Rates rates) {
    checkArgument(
        replay == null || rounds(rates) <= 10_000_000,
        "--replay: %s rounds are too many",
        rounds(rates));
  }

  private static void checkCost(String option, double cost) {
    checkArgument(cost > 0 && cost < 1e300, "%s: %s is not between 0 and 1e300", option, cost);
  }

  private void replay(Instance instance, long batch, long rounds, PrintWriter console) {
    GroundTruth truth = GroundTruth.of(instance, file.budget());
    Ccl learner =
        Plan.byLabels()
            .with("student-step", "averaging")
            .with("exploration", "off")
            .with("gradient-batch", Long.toString(batch));
    double[] theta = new double[truth.problem().student().set().dimension()];
    Moments excesses = new Moments();
    try (Interruption interruption = Interruption.announce(INTERRUPTED);
        Progress progress = Progress.of("replay", "rounds", rounds * replay, interruption)) {
      for (int i = 0; i < replay; i++) {
        try (Session session = learner.start(truth.problem(), seed.value() + i, 1)) {
          while (session.round() < rounds) {
            long more = Math.min(STRIDE, rounds - session.round());
            session.advance(more);
            progress.completed(more);
          }
          session.student(theta);
        }
        excesses.add(truth.excessCost(theta));
      }
    }
    double mean = excesses.mean();
    double error = excesses.standardError();
    console.printf(
        Locale.ROOT,
        "Replayed over %d seeds: mean excess cost %.4g ± %.2g, wanted %.4g.%n",
        replay,
        mean,
        error,
        epsilon);
    if (mean > epsilon + 2 * error) {
      console.printf(
          Locale.ROOT,
          "A run this short still pays for its start: plan for --epsilon %.2g instead.%n",
          epsilon * epsilon / mean);
    }
  }
}
