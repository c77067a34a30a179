package dev.ccl.certificates;

import dev.ccl.algorithms.Memory;
import dev.ccl.certificates.LikelihoodBet.Kind;
import dev.ccl.core.math.Elementary;
import dev.ccl.core.problem.LearningProblem;

/**
 * Evidence against Assumption 1 from labels and rewards on the source prompts. A model-free
 * prediction, log of the ratio of the edges' running means of P, bets against every w at once: the
 * least of the sums over W is below the sum at w*, so under the assumption it ever exceeds log 1/α
 * with probability at most α (claim E11).
 */
final class ModelTest {
  private final double lambda;
  private final double radius;
  private final LikelihoodBet bet;
  private final Forecast forecast = new Forecast();
  private final Quadratic sum;
  private final EdgeMoments moments;

  /**
   * Starts a test, or goes on with what a memory has heard.
   *
   * @param problem the problem, with a whole source forest and a linear calibration class
   * @param memory where the test is kept
   */
  ModelTest(LearningProblem problem, Memory memory) {
    this.lambda = problem.lambda();
    this.radius = problem.calibration().set().radius();
    this.bet = LikelihoodBet.of(Kind.SHARPENED, lambda);
    this.sum =
        new Quadratic(problem.calibration().set().dimension(), memory, "certificate-model-bets");
    this.moments =
        new EdgeMoments(
            Elementary.exp(-1 / lambda),
            problem.source().forest().edges(),
            memory,
            "certificate-model-weights");
  }

  /**
   * Takes note of a comparison of two different tokens.
   *
   * @param z z<sub>t</sub>; read
   * @param first the edge of c<sub>1</sub>
   * @param second the edge of c<sub>0</sub>
   * @param share ρ
   * @param label Y
   * @param chance P = e<sup>(R−1)/λ</sup>
   */
  void observe(double[] z, int first, int second, double share, boolean label, double chance) {
    if (share > 0 && share < 1) {
      double logit = Elementary.log(share / (1 - share));
      double odds = Elementary.log(moments.mean(first) / moments.mean(second));
      double v = logit + odds; // within 1/λ of it, as means of P are within [e^(−1/λ), 1]
      bet.place(forecast.of(share, logit - 1 / lambda, logit + 1 / lambda, v));
      bet.settle(label, chance);
      sum.add(z, v, bet.slope(), bet.curvature());
    }
    moments.add(label ? first : second, chance);
  }

  /**
   * {@return the logarithm of an e-value against the assumption, log E<sub>t</sub>; at least log
   * 1/α ever with probability at most α if the assumption holds}
   */
  double logEvidence() {
    return sum.least(radius);
  }
}
