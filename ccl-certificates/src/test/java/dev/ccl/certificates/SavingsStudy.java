package dev.ccl.certificates;

import com.google.common.base.Splitter;
import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.Session;
import dev.ccl.algorithms.ccl.Ccl;
import dev.ccl.certificates.plan.Rates;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.truth.GroundTruth;
import java.util.Locale;

/**
 * Prints what parts save, one against another: T·Δ with its standard error over seeds, queries and
 * validation rollouts per seed, and N·Δ over the A of the plan; a measurement. Arguments: seeds,
 * rounds, then configurations of the preset such as {@code validation=race,gradient-batch=paper}.
 */
final class SavingsStudy {
  private SavingsStudy() {}

  public static void main(String[] arguments) {
    int seeds = Integer.parseInt(arguments[0]);
    long rounds = Long.parseLong(arguments[1]);
    for (int i = 2; i < arguments.length; i++) {
      Learner learner = Ccl.practical();
      for (String setting : Splitter.on(',').split(arguments[i])) {
        int split = setting.indexOf('=');
        learner = learner.with(setting.substring(0, split), setting.substring(split + 1));
      }
      for (int d : new int[] {1, 2, 4}) {
        measure(
            "separation d=" + d, SeparationInstance.of(d, d + 1, 2, 0.5), learner, seeds, rounds);
        System.out.println("  with " + arguments[i]);
      }
      for (int k : new int[] {1, 7}) {
        Instance small = RandomInstance.of(RandomSpec.SMALL, k).instance();
        measure("random " + k, small, learner, seeds, rounds);
        System.out.println("  with " + arguments[i]);
      }
    }
  }

  private static void measure(
      String name, Instance instance, Learner learner, int seeds, long rounds) {
    GroundTruth truth = GroundTruth.of(instance);
    LearningProblem problem = truth.problem();
    double[] theta = new double[problem.student().set().dimension()];
    double sum = 0;
    double squares = 0;
    double rollouts = 0;
    double queries = 0;
    for (int seed = 0; seed < seeds; seed++) {
      try (Session session = learner.open(problem, learner.initial(problem, 5000 + seed), 1)) {
        session.advance(rounds);
        session.student(theta);
        double scaled = rounds * truth.excessCost(theta);
        sum += scaled;
        squares += scaled * scaled;
        rollouts += session.state().ledger().validationRollouts().doubleValue();
        queries += session.state().ledger().sourceQueries();
      }
    }
    double rates = Rates.of(problem).queries();
    double mean = sum / seeds;
    double error = Math.sqrt((squares / seeds - mean * mean) / (seeds - 1));
    System.out.printf(
        Locale.ROOT,
        "%s, T = %d: T·Δ = %.4g ± %.2g, %.0f queries, %.4g validation rollouts, N·Δ/A = %.3f ±"
            + " %.3f",
        name,
        rounds,
        mean,
        error,
        queries / seeds,
        rollouts / seeds,
        queries / seeds / rounds * mean / rates,
        queries / seeds / rounds * error / rates);
  }
}
