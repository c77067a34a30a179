package dev.ccl.certificates;

import dev.ccl.algorithms.Session;
import dev.ccl.algorithms.ccl.Ccl;
import dev.ccl.certificates.plan.Plan;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.RewardOracle;
import dev.ccl.core.truth.GroundTruth;
import java.util.Arrays;

/** Prints how sharp certificates are; a measurement, not a test. Arguments: seeds, rounds. */
final class SharpnessStudy {
  private SharpnessStudy() {}

  public static void main(String[] arguments) {
    int seeds = Integer.parseInt(arguments[0]);
    int rounds = Integer.parseInt(arguments[1]);
    study("sep1", SeparationInstance.of(1, 2, 2, 0.5), seeds, rounds);
    study("sep2", SeparationInstance.of(2, 3, 2, 0.5), seeds, rounds);
    study("small", RandomInstance.of(RandomSpec.SMALL, 1).instance(), seeds, rounds);
    study("small7", RandomInstance.of(RandomSpec.SMALL, 7).instance(), seeds, rounds);
  }

  private static void study(String name, Instance instance, int seeds, int rounds) {
    GroundTruth truth = GroundTruth.of(instance);
    LearningProblem problem = truth.problem();
    LearningProblem noisy = withoutExactness(problem);
    double[] teacherStudent =
        dev.ccl.core.exact.GlobalMinimizer.minimize(
                dev.ccl.core.exact.LogRatioCost.calibrated(
                    problem, problem.calibration().initial().toArray()),
                problem.student().set())
            .point()
            .toArray();
    System.out.printf("%s: raw teacher's excess %.3g%n", name, truth.excessCost(teacherStudent));
    int[] at = {10, 30, 100, 300, 1000, 3000, 10000, 30000, 100000};
    double[][] excess = new double[at.length][seeds];
    double[][] set = new double[at.length][seeds];
    double[][] both = new double[at.length][seeds];
    double[][] kl = new double[at.length][seeds];
    double[][] delta = new double[at.length][seeds];
    int violations = 0;
    double nanos = 0;
    double observing = 0;
    int certificates = 0;
    for (int seed = 0; seed < seeds; seed++) {
      Certifier labelsOnly = Certifier.of(noisy, 0.05);
      Certifier all = Certifier.of(problem, 0.05);
      SourceReplay branches = new SourceReplay(problem, 1000 + seed);
      Ccl learner = Plan.byLabels();
      double[] theta = new double[problem.student().set().dimension()];
      try (Session session = learner.open(problem, learner.initial(problem, 1000 + seed), 1)) {
        int next = 0;
        for (int t = 0; t < rounds; t++) {
          session.student(theta);
          branches.draw(t, theta);
          long start = System.nanoTime();
          branches.tell(labelsOnly);
          observing += System.nanoTime() - start;
          branches.tell(all);
          session.advance(1);
          if (next < at.length && t + 1 == at[next]) {
            session.student(theta);
            start = System.nanoTime();
            Certificate c = labelsOnly.certify(theta);
            nanos += System.nanoTime() - start;
            certificates++;
            Certificate exact = all.certify(theta);
            double d = truth.excessCost(theta);
            if (d > c.excess() + 1e-12 || d > exact.excess() + 1e-12) {
              violations++;
              System.out.println("violated " + seed + " " + t + " " + d + " " + c + " " + exact);
            }
            excess[next][seed] = c.excess();
            set[next][seed] = c.fromSet();
            both[next][seed] = exact.excess();
            kl[next][seed] = c.oracleKl() / Math.max(1e-300, truth.oracleDivergence(theta));
            delta[next++][seed] = d;
          }
        }
      }
    }
    for (int i = 0; i < at.length && at[i] <= rounds; i++) {
      double mean = Arrays.stream(delta[i]).average().orElse(0);
      System.out.printf(
          "%s T=%d mean delta %.3g, median U %.3g (set %.3g) ratio %.3g; exact %.3g; K ratio %.3g%n",
          name,
          at[i],
          mean,
          median(excess[i]),
          median(set[i]),
          median(excess[i]) / mean,
          median(both[i]),
          median(kl[i]));
    }
    System.out.printf(
        "%s: %d violations, %.2f ms a certificate, %.0f ns an observation%n",
        name, violations, nanos / certificates / 1e6, observing / seeds / rounds);
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  static LearningProblem withoutExactness(LearningProblem p) {
    return p.withSourceRewards(RewardOracle.noisy((prompt, answer) -> 0));
  }
}
