package dev.ccl.algorithms.certificate;

import dev.ccl.algorithms.evidence.Ellipsoid;
import dev.ccl.algorithms.evidence.LabelSet;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.truth.GroundTruth;

/**
 * How often w* ever leaves the set of labels: a measurement. Arguments: seeds, rounds. The largest
 * e-value over all rounds decides, so every stopping time is covered.
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
        GroundTruth.of(SeparationInstance.of(1, 2, 2, 0.5)).problem(),
        new double[] {Math.sqrt(2) / 2, 0},
        seeds,
        rounds);
    print(
        "separation d=2",
        GroundTruth.of(SeparationInstance.of(2, 3, 2, 0.5)).problem(),
        new double[] {Math.sqrt(2) / 2, 0, 0},
        seeds,
        rounds);
    print(
        "small",
        GroundTruth.of(small.instance()).problem(),
        small.truth().toArray(),
        seeds,
        rounds);
  }

  private static void print(
      String name, LearningProblem problem, double[] truth, int seeds, int rounds) {
    int[] count = count(problem, truth, DELTA, seeds, rounds, 100_000);
    System.out.printf(
        "%s: %d of %d runs ever excluded w*, %d with half the radius%n",
        name, count[0], seeds, count[1]);
  }

  /** Runs that ever excluded w*, and runs that would at the end with half the radius. */
  static int[] count(
      LearningProblem problem, double[] truth, double delta, int seeds, int rounds, long from) {
    int[] count = new int[2];
    double[] theta = problem.student().initial().toArray();
    for (int seed = 0; seed < seeds; seed++) {
      LabelSet set = LabelSet.of(problem, delta);
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
