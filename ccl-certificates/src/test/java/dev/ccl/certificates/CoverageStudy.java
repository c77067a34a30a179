package dev.ccl.certificates;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Iterables;
import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.Memory;
import dev.ccl.algorithms.Session;
import dev.ccl.algorithms.ccl.Ccl;
import dev.ccl.core.exact.GlobalMinimizer;
import dev.ccl.core.exact.LogRatioCost;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.RewardOracle;
import dev.ccl.core.truth.GroundTruth;

/**
 * How often w* ever leaves the set of labels, and how often a certificate is violated: a
 * measurement. Arguments: seeds, rounds. For the set the largest e-value over all rounds decides,
 * so every stopping time is covered. For certificates, which rest on labels alone here, it is asked
 * at rounds 10, 30, 100, … and where one stops who waits for a bound below the raw teacher's
 * excess.
 */
final class CoverageStudy {
  private static final double DELTA = 0.05;

  private CoverageStudy() {}

  public static void main(String[] arguments) {
    int seeds = Integer.parseInt(arguments[0]);
    int rounds = Integer.parseInt(arguments[1]);
    RandomInstance small = RandomInstance.of(RandomSpec.SMALL, 1);
    print(
        "separation d=1",
        SeparationInstance.of(1, 2, 2, 0.5),
        new double[] {Math.sqrt(2) / 2, 0},
        seeds,
        rounds);
    print(
        "separation d=2",
        SeparationInstance.of(2, 3, 2, 0.5),
        new double[] {Math.sqrt(2) / 2, 0, 0},
        seeds,
        rounds);
    print("small", small.instance(), small.truth().toArray(), seeds, rounds);
  }

  private static void print(String name, Instance instance, double[] truth, int seeds, int rounds) {
    int[] count = count(GroundTruth.of(instance).problem(), truth, DELTA, seeds, rounds, 100_000);
    System.out.printf(
        "%s: %d of %d runs ever excluded w*, %d with half the radius%n",
        name, count[0], seeds, count[1]);
    Violations violations = violations(instance, DELTA, seeds, rounds, 200_000);
    System.out.printf("%s: %s%n", name, violations);
  }

  /** What became of the certificates of runs. */
  record Violations(
      int runs, int excess, int divergence, int stopped, int atStop, double tightest) {
    @Override
    public String toString() {
      return String.format(
          "of %d runs %d violated a bound of the excess, %d one of the KL; %d stopped, %d wrongly;"
              + " the largest share of a bound that was true is %.3f",
          runs, excess, divergence, stopped, atStop, tightest);
    }
  }

  static Violations violations(Instance instance, double delta, int seeds, int rounds, long from) {
    GroundTruth truth = GroundTruth.of(instance);
    LearningProblem problem =
        truth
            .problem()
            .withSourceRewards( // declared noisy, so labels alone
                RewardOracle.noisy(
                    (prompt, answer) -> instance.prompts().get(prompt.id()).reward(answer)));
    LogRatioCost uncalibrated =
        LogRatioCost.calibrated(problem, problem.calibration().initial().toArray());
    double raw =
        truth.excessCost(
            GlobalMinimizer.minimize(uncalibrated, problem.student().set()).point().toArray());
    Learner learner = Certified.of(Ccl.practical(), new Certification(delta, StopRule.NEVER));
    int[] counts = new int[4];
    double tightest = 0;
    double[] theta = new double[problem.student().set().dimension()];
    for (int seed = 0; seed < seeds; seed++) {
      boolean[] wrong = new boolean[2];
      boolean stopped = false;
      try (Session session = learner.open(problem, learner.initial(problem, from + seed), 1)) {
        for (int t = 10; t <= rounds; t = next(t)) {
          session.advance(t - session.round());
          session.record();
          session.student(theta);
          Certificate c = Iterables.getLast(Certified.certificates(session.state())).certificate();
          double excess = truth.excessCost(theta);
          wrong[0] |= excess > c.excess() + 1e-12;
          wrong[1] |= truth.oracleDivergence(theta) > c.oracleKl() + 1e-9;
          tightest = Math.max(tightest, excess / c.excess());
          if (!stopped && c.excess() < raw) {
            stopped = true;
            counts[2]++;
            counts[3] += excess > c.excess() + 1e-12 ? 1 : 0;
          }
        }
      }
      counts[0] += wrong[0] ? 1 : 0;
      counts[1] += wrong[1] ? 1 : 0;
    }
    return new Violations(seeds, counts[0], counts[1], counts[2], counts[3], tightest);
  }

  private static int next(int t) {
    int power = 1;
    while (power * 10 <= t) {
      power *= 10;
    }
    return t == power ? 3 * t : 10 * power;
  }

  /** Runs that ever excluded w*, and runs that would at the end with half the radius. */
  static int[] count(
      LearningProblem problem, double[] truth, double delta, int seeds, int rounds, long from) {
    int[] count = new int[2];
    double[] theta = problem.student().initial().toArray();
    for (int seed = 0; seed < seeds; seed++) {
      LabelSet set = new LabelSet(problem, delta, Memory.of(ImmutableMap.of()));
      SourceReplay b = new SourceReplay(problem, from + seed);
      double worst = Double.NEGATIVE_INFINITY;
      for (int t = 0; t < rounds; t++) {
        b.draw(t, theta);
        if (b.first != b.second) {
          double chance = StrictMath.exp((b.reward - 1) / problem.lambda());
          set.observe(b.z, b.first, b.second, b.share, b.label, chance);
          worst = Math.max(worst, set.logEvidenceAgainst(truth));
        }
      }
      count[0] += worst > -StrictMath.log(delta) ? 1 : 0;
      count[1] += distance(set.ellipsoid(), truth) > 0.25 ? 1 : 0;
    }
    return count;
  }

  /** (w−m)ᵀC⁻¹(w−m), at most 1 inside, by coordinates of the factor of C. */
  static double distance(Ellipsoid set, double[] w) {
    int n = set.dimension();
    double[] l = set.factor();
    double[] y = new double[n];
    double sum = 0;
    for (int i = 0; i < n; i++) {
      y[i] = w[i] - set.centre()[i];
      for (int k = 0; k < i; k++) {
        y[i] -= l[i * n + k] * y[k];
      }
      y[i] /= l[i * n + i];
      sum += y[i] * y[i];
    }
    return sum;
  }
}
