package dev.ccl.certificates.plan;

import static com.google.common.base.Preconditions.checkArgument;

import dev.ccl.algorithms.ccl.Comparison;
import dev.ccl.algorithms.ccl.RoundListener;
import dev.ccl.algorithms.engine.SourceCursor;
import dev.ccl.core.growing.Flow;
import dev.ccl.core.growing.GrowingForest;
import dev.ccl.core.growing.RolloutSampler;
import dev.ccl.core.growing.Workers;
import dev.ccl.core.math.Elementary;
import dev.ccl.core.math.Vectors;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStreams;
import java.util.Arrays;

/**
 * Rates from a short run, where trees cannot be enumerated or the verifier is noisy: the run's own
 * comparisons and rewards give Σ<sub>w</sub>, and rollouts of its last student give the moments of
 * the target side. No source answer is asked for again. How far such rates are off is seen by
 * several pilots.
 */
final class Pilot implements RoundListener {
  private final LearningProblem problem;
  private final int dimension; // D
  private final double[] before; // w_t
  private double[] rows =
      new double[64]; // z, u without zᵀw, ρ, Y, P of each informative comparison
  private int used;
  private long asked;

  private Pilot(LearningProblem problem) {
    this.problem = problem;
    this.dimension = problem.calibration().set().dimension();
    this.before = problem.calibration().initial().toArray();
  }

  /**
   * Begins a pilot that has heard nothing.
   *
   * @param problem the problem, over any forests and with any verifier
   * @return the pilot
   */
  static Pilot of(LearningProblem problem) {
    return new Pilot(problem);
  }

  /**
   * Takes note of the calibration by which the next comparison is made.
   *
   * @param w w<sub>t</sub>; read
   */
  void calibrated(double[] w) {
    Vectors.copy(w, before);
  }

  @Override
  public void verified(SourceCursor s, Comparison c, double reward) {
    asked++;
    if (!c.isInformative()) {
      return;
    }
    int width = dimension + 4;
    if (rows.length < used + width) {
      rows = Arrays.copyOf(rows, 2 * rows.length + width);
    }
    System.arraycopy(c.z(), 0, rows, used, dimension);
    rows[used + dimension] = c.logOdds() - Vectors.dot(c.z(), before);
    rows[used + dimension + 1] = c.labelProbability();
    rows[used + dimension + 2] = c.label() ? 1 : 0;
    rows[used + dimension + 3] = Elementary.exp((reward - 1) / problem.lambda());
    used += width;
  }

  /**
   * Computes the rates at the end of the run.
   *
   * @param w its calibration; read
   * @param theta its student; read
   * @param gain a of the student that is planned for
   * @param seed names the rollouts
   * @param rollouts how many show the target side
   * @return estimates of {@link Rates#coupled}
   * @throws IllegalArgumentException if the run has seen too little
   */
  Rates rates(double[] w, double[] theta, double gain, long seed, long rollouts) {
    checkArgument(used > 0, "a pilot needs comparisons of two different tokens");
    return moments(w, theta, seed, rollouts).coupled(covariance(w), gain);
  }

  /** Σ_w at w, from the comparisons that were heard. */
  private double[] covariance(double[] w) {
    int width = dimension + 4;
    double control = 0;
    for (int at = 0; at < used; at += width) {
      control += rows[at + width - 1] * width / used;
    }
    SourceNoise sums = new SourceNoise(dimension);
    double[] z = new double[dimension];
    for (int at = 0; at < used; at += width) {
      System.arraycopy(rows, at, z, 0, dimension);
      double u = rows[at + dimension] + Vectors.dot(z, w);
      double share = rows[at + dimension + 1];
      double label = rows[at + dimension + 2];
      double chance = rows[at + dimension + 3];
      double x = chance * (label - Elementary.sigmoid(u)) - control * (label - share);
      sums.add(z, chance * Elementary.logisticDensity(u) / asked, x * x / asked);
    }
    return sums.covariance();
  }

  private StudentMoments moments(double[] w, double[] theta, long seed, long rollouts) {
    GrowingForest forest = problem.forests().acquire(); // of whole problems as well
    try {
      Flow flow = new Flow();
      flow.begin(
          (state, out) -> state.student().logits(theta, out), rollouts, Purpose.EVALUATION, 0, 0);
      RolloutSampler.on(forest, problem.target().dataset(), RandomStreams.of(seed), Workers.ALONE)
          .draw(flow);
      return new FlowMoments(problem, flow, w, theta).moments();
    } finally {
      problem.forests().release(forest);
    }
  }
}
