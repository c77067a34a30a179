package dev.ccl.bench;

import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.LearnerState;
import dev.ccl.algorithms.Session;
import dev.ccl.algorithms.run.Learners;
import dev.ccl.core.growing.ForestBudget;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.truth.GroundTruth;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * The preset by rollouts against exact batches with the same labels, on instances that had no part
 * in choosing its settings: the separation family with λ = 2 and 3, and random instances.
 */
public final class HeldOut {
  private static final Learner BY_ROLLOUTS = Learners.named("practical-by-rollouts");

  /** The preset for whole trees, taught by the same labels. */
  private static final Learner BY_LABELS =
      Learners.named("practical").with("acceptance", "controlled").with("teaching", "last");

  private HeldOut() {}

  /**
   * Prints one row per instance, in Markdown.
   *
   * @param args the number of rounds, the first random instance and the number of them, the number
   *     of seeds
   */
  public static void main(String[] args) {
    long rounds = Long.parseLong(args[0]);
    long first = Long.parseLong(args[1]);
    int count = Integer.parseInt(args[2]);
    int seeds = Integer.parseInt(args[3]);
    Map<String, Instance> instances = new LinkedHashMap<>();
    for (int lambda = 2; lambda <= 3; lambda++) {
      for (int d = 1; d <= 4; d++) {
        instances.put(
            "separation, λ = " + lambda + ", d = " + d,
            SeparationInstance.of(d, d + 1, lambda, 0.5));
      }
    }
    for (long seed = first; seed < first + count; seed++) {
      instances.put("random " + seed, RandomInstance.of(RandomSpec.SMALL, seed).instance());
    }
    System.out.println(
        "| instance | exact | by rollouts | ratio (standard error) | rollouts per round, mean |");
    System.out.println("| --- | --- | --- | --- | --- |");
    instances.forEach((name, instance) -> System.out.println(row(name, instance, rounds, seeds)));
  }

  private static String row(String name, Instance instance, long rounds, int seeds) {
    GroundTruth truth = GroundTruth.of(instance);
    double[] exact = new double[seeds];
    double[] sampled = new double[seeds];
    double most = 0;
    for (int i = 0; i < seeds; i++) {
      LearningProblem whole = instance.problem();
      exact[i] = truth.oracleDivergence(run(BY_LABELS, whole, rounds, i + 1).student().toArray());
      LearnerState end = run(BY_ROLLOUTS, whole.growing(ForestBudget.standard()), rounds, i + 1);
      sampled[i] = truth.oracleDivergence(end.student().toArray());
      double spent =
          end.ledger().gradientRollouts().add(end.ledger().validationRollouts()).doubleValue();
      most = Math.max(most, spent / rounds);
    }
    double ratio = mean(sampled) / mean(exact);
    double[] residuals = new double[seeds]; // of a ratio of means, in first order
    Arrays.setAll(residuals, i -> Math.pow((sampled[i] - ratio * exact[i]) / mean(exact), 2));
    return String.format(
        Locale.ROOT,
        "| %s | %.2e | %.2e | %.2f (%.2f) | %.0f |",
        name,
        mean(exact),
        mean(sampled),
        ratio,
        Math.sqrt(mean(residuals) / (seeds - 1)),
        most);
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).sum() / values.length;
  }

  private static LearnerState run(
      Learner learner, LearningProblem problem, long rounds, long seed) {
    try (Session session = learner.start(problem, seed, 1)) {
      session.advance(rounds);
      return session.state();
    }
  }
}
