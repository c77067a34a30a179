package dev.ccl.certificates;

import dev.ccl.algorithms.Memory;
import dev.ccl.certificates.LikelihoodBet.Kind;
import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.math.Elementary;
import dev.ccl.core.math.SmallMatrix;
import dev.ccl.core.math.Vectors;
import dev.ccl.core.policy.EdgeModel;
import dev.ccl.core.problem.LearningProblem;

/**
 * Evidence against Assumption 1 from labels and rewards on the source prompts. A model-free
 * prediction, log of the ratio of the edges' running means of P, bets against every w at once: the
 * least of the sums over W is below the sum at w*, so under the assumption it ever exceeds log 1/α
 * with probability at most α (claim E11).
 *
 * <p>There is also a χ² test of the edges' log-means, which is sharper and only asymptotic.
 */
public final class ModelTest {
  private static final int ENOUGH = 30; // observations of an edge, for χ²

  private final int dimension;
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
    this.dimension = problem.calibration().set().dimension();
    this.lambda = problem.lambda();
    this.radius = problem.calibration().set().radius();
    this.bet = LikelihoodBet.of(Kind.SHARPENED, lambda);
    this.sum = new Quadratic(dimension, memory, "certificate-model-bets");
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
  public void observe(
      double[] z, int first, int second, double share, boolean label, double chance) {
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
  public double logEvidence() {
    return sum.least(radius);
  }

  /**
   * The χ² test of the edges' log-means.
   *
   * @param statistic the weighted residual sum of squares
   * @param freedom its degrees of freedom; 0 if too little has been seen
   */
  public record ChiSquare(double statistic, int freedom) {
    /**
     * Bounds the tail probability, by Chernoff's inequality.
     *
     * @return an upper bound of P(χ² ≥ statistic)
     */
    public double tail() {
      double ratio = statistic / freedom;
      return !(ratio > 1)
          ? 1
          : Elementary.exp(-0.5 * freedom * (ratio - 1 - Elementary.log(ratio)));
    }
  }

  /**
   * Fits log-mean(e) + log π<sub>pre</sub>(e) = wᵀφ(e) + constant(s) to the edges seen often
   * enough, by weighted least squares.
   *
   * @param problem the problem of the observations
   * @return the test; asymptotic, so an edge counts from 30 observations on
   */
  public ChiSquare chiSquare(LearningProblem problem) {
    EdgeModel model = problem.source().calibration();
    Forest forest = model.forest();
    EdgeLaw reference = problem.source().reference();
    NormalEquations fit = new NormalEquations(dimension);
    double[] rows = new double[forest.edgesOfNodes().longest() * dimension];
    for (int s = 0; s < forest.nodes(); s++) {
      int degree = forest.degree(s);
      model.gradients(new double[dimension], s, rows);
      fit.beginGroup();
      for (int k = 0; k < degree; k++) {
        int e = forest.firstEdge(s) + k;
        if (moments.count(e) >= ENOUGH && moments.rawVariance(e) > 1e-12) {
          double mean = moments.rawMean(e);
          double variance = moments.rawVariance(e) / moments.count(e) / (mean * mean);
          double y = Elementary.log(mean) + reference.log(e);
          fit.add(rows, k * dimension, y, 1 / variance);
        }
      }
      fit.endGroup();
    }
    return new ChiSquare(fit.residual(), fit.freedom());
  }

  /** Weighted least squares with a free constant per group. */
  private static final class NormalEquations {
    private final int n;
    private final double[] matrix;
    private final double[] right;
    private double square;
    private int count;
    private final double[] mean;
    private double meanY;
    private double weight;
    private int size;

    NormalEquations(int n) {
      this.n = n;
      this.matrix = new double[n * n];
      this.right = new double[n];
      this.mean = new double[n];
    }

    void beginGroup() {
      java.util.Arrays.fill(mean, 0.0);
      meanY = 0;
      weight = 0;
      size = 0;
    }

    void add(double[] rows, int at, double y, double w) {
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
          matrix[i * n + j] += w * rows[at + i] * rows[at + j];
        }
        right[i] += w * rows[at + i] * y;
        mean[i] += w * rows[at + i];
      }
      square += w * y * y;
      meanY += w * y;
      weight += w;
      size++;
    }

    void endGroup() {
      if (size == 0) {
        return;
      }
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
          matrix[i * n + j] -= mean[i] * mean[j] / weight;
        }
        right[i] -= mean[i] * meanY / weight;
      }
      square -= meanY * meanY / weight;
      count += size - 1;
    }

    double residual() {
      double[] w = solution();
      return w == null ? 0 : Math.max(0, square - Vectors.dot(w, right));
    }

    int freedom() {
      return solution() == null ? 0 : Math.max(0, count - n);
    }

    private double[] solution() {
      double[] w = new double[n];
      return SmallMatrix.solve(matrix.clone(), right, w) ? w : null;
    }
  }
}
