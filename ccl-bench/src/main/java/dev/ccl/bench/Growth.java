package dev.ccl.bench;

import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.run.Learners;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.problem.LearningProblem;
import java.util.Locale;

/**
 * How the CPU time of a round grows with the round t, with the number of target edges and with the
 * number of features: measured times and the exponent between neighbours, log(time ratio)/log(size
 * ratio). A round costs O(edges (D + d)) at any t, so the exponents should be near 0, 1 and at most
 * 1.
 */
public final class Growth {
  private static final Learner LEARNER = Learners.named("ccl");

  private final double seconds;

  private Growth(double seconds) {
    this.seconds = seconds;
  }

  /**
   * Measures.
   *
   * @param args CPU seconds per measurement (1)
   */
  public static void main(String[] args) {
    Growth growth = new Growth(args.length > 0 ? Double.parseDouble(args[0]) : 1);
    LearningProblem medium = RandomInstance.of(RandomSpec.MEDIUM, 1).instance().problem();
    growth.warmUp(medium);
    growth.withRounds(medium);
    growth.withEdges();
    growth.withFeatures();
  }

  private void warmUp(LearningProblem problem) {
    RoundRate.measure(LEARNER, problem, 1000, 3 * seconds, 0.1);
  }

  private void withRounds(LearningProblem problem) {
    double[] before = new double[2];
    for (long t = 1_000; t <= 10_000_000; t *= 10) {
      print("round t", t, RoundRate.measure(LEARNER, problem, t, 0.2, seconds), before);
    }
  }

  /** From a round on at which every node is visited by many rollouts. */
  private void withEdges() {
    double[] before = new double[2];
    for (int horizon = 2; horizon <= 6; horizon++) {
      LearningProblem problem =
          RandomInstance.of(RandomSpec.MEDIUM.withHorizon(horizon), 1).instance().problem();
      double edges = problem.target().forest().edges();
      print("edges", edges, RoundRate.measure(LEARNER, problem, 100_000, 0.2, seconds), before);
    }
  }

  private void withFeatures() {
    double[] before = new double[2];
    for (int d = 4; d <= 256; d *= 2) {
      LearningProblem problem =
          RandomInstance.of(RandomSpec.MEDIUM.withDimensions(2 * d, d), 1).instance().problem();
      print("D + d", 3 * d, RoundRate.measure(LEARNER, problem, 100_000, 0.2, seconds), before);
    }
  }

  private static void print(String name, double size, RoundRate rate, double[] before) {
    double time = rate.secondsPerRound();
    String exponent =
        before[0] == 0
            ? ""
            : String.format(
                Locale.ROOT,
                "  exponent %.2f",
                Math.log(time / before[1]) / Math.log(size / before[0]));
    System.out.printf(
        Locale.ROOT,
        "%-8s %10.0f %12.2f us a round %6.0f B%s%n",
        name,
        size,
        1e6 * time,
        rate.bytesPerRound(),
        exponent);
    before[0] = size;
    before[1] = time;
  }
}
