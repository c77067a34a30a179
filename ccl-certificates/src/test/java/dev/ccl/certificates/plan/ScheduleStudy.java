package dev.ccl.certificates.plan;

import com.google.common.base.Splitter;
import dev.ccl.algorithms.Session;
import dev.ccl.algorithms.ccl.AveragingStep;
import dev.ccl.algorithms.ccl.Ccl;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.truth.GroundTruth;
import java.util.Locale;

/**
 * Prints mean excess costs against A/N + B/M for runs that calibrate rarely or distil often, with
 * exact batches and from rollouts; a measurement. Arguments: seeds, queries of a run, then settings
 * of the preset such as {@code calibrate-every=10}.
 */
final class ScheduleStudy {
  private ScheduleStudy() {}

  public static void main(String[] arguments) {
    int seeds = Integer.parseInt(arguments[0]);
    long queries = Long.parseLong(arguments[1]);
    for (int i = 2; i < arguments.length; i++) {
      Ccl learner = Plan.byLabels();
      for (String setting : Splitter.on(',').split(arguments[i])) {
        int split = setting.indexOf('=');
        learner = learner.with(setting.substring(0, split), setting.substring(split + 1));
      }
      System.out.println(arguments[i]);
      for (int d : new int[] {1, 2}) {
        Instance instance = SeparationInstance.of(d, d + 1, 2, 0.5);
        System.out.println(row("separation d = " + d, instance, learner, seeds, queries));
      }
      for (int k : new int[] {1, 7}) {
        Instance instance = RandomInstance.of(RandomSpec.SMALL, k).instance();
        System.out.println(row("random " + k, instance, learner, seeds, queries));
      }
    }
  }

  private static String row(String name, Instance instance, Ccl learner, int seeds, long queries) {
    GroundTruth truth = GroundTruth.of(instance);
    LearningProblem problem = truth.problem();
    long every = Long.parseLong(learner.settings().texts().get("calibrate-every"));
    double[] theta = new double[problem.student().set().dimension()];
    double sum = 0;
    double squares = 0;
    double rollouts = 0;
    for (int seed = 0; seed < seeds; seed++) {
      try (Session session = learner.open(problem, learner.initial(problem, 7000 + seed), 1)) {
        session.advance(queries * every);
        session.student(theta);
        double excess = truth.excessCost(theta);
        sum += excess / seeds;
        squares += excess * excess / seeds;
        rollouts += session.state().ledger().gradientRollouts().doubleValue() / seeds;
      }
    }
    boolean averaging = learner.settings().texts().get("student-step").equals("averaging");
    Rates rates = averaging ? Rates.coupled(problem, AveragingStep.GAIN) : Rates.of(problem);
    double formula =
        rollouts == 0
            ? rates.queries() / queries
            : PlanTest.expectedExcess(rates, queries, rollouts);
    double error = Math.sqrt((squares - sum * sum) / (seeds - 1));
    return String.format(
        Locale.ROOT,
        "| %s | %d | %.3g | %.3g (%.1g) | %.3g | %.2f (%.2f) |",
        name,
        queries,
        rollouts,
        sum,
        error,
        formula,
        sum / formula,
        error / formula);
  }
}
