package dev.ccl.algorithms.batch;

import dev.ccl.core.policy.BoundedDerivatives;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.LearningProblem.PolicyClass;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStreams;
import java.util.Arrays;
import java.util.function.BiFunction;

/**
 * Batches of student rollouts on the target prompts: their mean cost Ĉ (line:br-evaluation) and
 * their mean of score times cost (line:br-student-gradient), both from the number of rollouts
 * through each edge.
 *
 * <p>With n<sub>e</sub> rollouts through edge e and r<sub>e</sub> = log π<sub>θ</sub>(e) − log
 * π<sub>w</sub>(e), Ĉ = (λ/q) Σ n<sub>e</sub> r<sub>e</sub>. The path to an edge is unique, so the
 * sum of Z over the rollouts through e is λA<sub>e</sub> with A<sub>e</sub> = n<sub>e</sub>
 * (down(s) + r<sub>e</sub>) + up(c), where down(s) is the sum of r on the path to its node s and
 * up(c) = Σ n<sub>e</sub> r<sub>e</sub> over the edges below its child c. The logit of e then has
 * the coefficient A<sub>e</sub> − π<sub>θ</sub>(e) Σ<sub>e′ at s</sub> A<sub>e′</sub>.
 *
 * <p>Nothing is allocated after construction. No result depends on the number of threads.
 */
public final class TargetSweep implements AutoCloseable {
  private final Layout layout;
  private final double lambda;
  private final RandomStreams streams;
  private final Team team;
  private final BatchSampler exact;
  private final BlockLaw calibrated;
  private final Batch[] batches;
  private final GradientSweep gradients;
  private int current; // the batch whose law the next gradient is likely to ask for
  private int lastBatch; // this sweep works on the batches from `current` on or on both
  private boolean keep; // whether this sweep prepares a gradient
  private double largest;

  /** Prepares sweeps with any sampler on any layout of the target forest. */
  TargetSweep(
      LearningProblem problem,
      RandomStreams streams,
      Layout layout,
      BiFunction<Layout, Integer, BatchSampler> sampler,
      int threads) {
    this.layout = layout;
    this.lambda = problem.lambda();
    this.streams = streams;
    this.team = Team.of(Math.min(threads, widestLevel(layout)));
    int workers = team.workers();
    this.exact = new Expectation(layout);
    this.calibrated =
        BlockLaw.ofCalibration(
            layout, problem.target().calibration(), logitBound(problem.calibration()), workers);
    NodeLaw walked = new NodeLaw(layout);
    this.batches = new Batch[2];
    for (int i = 0; i < 2; i++) {
      BlockLaw law =
          BlockLaw.ofStudent(
              layout, problem.target().student(), logitBound(problem.student()), workers);
      batches[i] = new Batch(layout, law, sampler.apply(layout, workers), walked, workers);
    }
    this.gradients = new GradientSweep(layout, problem.target().student(), workers);
  }

  /**
   * Prepares sweeps.
   *
   * @param problem the problem, with a complete target forest
   * @param streams where batches get their randomness
   * @param sampler how batches are drawn
   * @param threads how many threads to use, at least 1
   * @return the workspace
   */
  public static TargetSweep of(
      LearningProblem problem, RandomStreams streams, Sampler sampler, int threads) {
    Layout layout = Layout.of(problem.target().dataset(), Layout.RESIDENT_EDGES);
    return new TargetSweep(problem, streams, layout, sampler::on, threads);
  }

  private static double logitBound(PolicyClass policies) {
    return policies.family() instanceof BoundedDerivatives
        ? ((BoundedDerivatives) policies.family()).logitBound(policies.set())
        : Double.POSITIVE_INFINITY;
  }

  private static int widestLevel(Layout layout) {
    int widest = 1;
    for (int l = 0; l < layout.levels(); l++) {
      widest = Math.max(widest, layout.firstBlock[l + 1] - layout.firstBlock[l]);
    }
    return widest;
  }

  /**
   * Sets the calibration with which the following batches are compared.
   *
   * @param w the calibration; read
   */
  public void calibrate(double[] w) {
    calibrated.set(w);
  }

  /**
   * Returns the mean cost of one batch, Ĉ.
   *
   * @param theta the student; read
   * @param rollouts the number of rollouts, or 0 for the exact cost
   * @param purpose the name of the batch's streams
   * @param round the round that enters their keys
   * @param update the update within the round
   * @return the mean of Z
   */
  public double cost(double[] theta, long rollouts, Purpose purpose, long round, long update) {
    begin(0, theta, rollouts, purpose, round, update);
    current = 0;
    down(0, 0, false);
    return batches[0].mean(lambda);
  }

  /**
   * Computes the mean costs of two candidates, each from a batch of its own (line:br-evaluation).
   *
   * @param first ϑ<sub>1</sub>; read
   * @param second ϑ<sub>2</sub>; read
   * @param rollouts the number of rollouts of each batch, or 0 for the exact costs
   * @param round the round
   * @param update the update within the round
   * @param out overwritten with Ĉ<sub>1</sub>, Ĉ<sub>2</sub>
   */
  public void costs(
      double[] first, double[] second, long rollouts, long round, long update, double[] out) {
    begin(0, first, rollouts, Purpose.VALIDATION_FIRST, round, update);
    begin(1, second, rollouts, Purpose.VALIDATION_SECOND, round, update);
    down(0, 1, false);
    out[0] = batches[0].mean(lambda);
    out[1] = batches[1].mean(lambda);
    current = out[0] <= out[1] ? 0 : 1;
  }

  /**
   * Computes the mean of score times cost of one batch (line:br-student-gradient).
   *
   * @param theta the student; read
   * @param rollouts the number of rollouts, or 0 for the exact gradient
   * @param estimate what a rollout contributes
   * @param baseline what {@link GradientEstimate#BASELINE} subtracts from the cost
   * @param round the round
   * @param update the update within the round
   * @param out overwritten with ĝ
   * @return the mean cost of the batch
   */
  public double gradient(
      double[] theta,
      long rollouts,
      GradientEstimate estimate,
      double baseline,
      long round,
      long update,
      double[] out) {
    int at = current;
    begin(at, theta, rollouts, Purpose.GRADIENT_BATCH, round, update);
    down(at, at, true);
    Batch batch = batches[at];
    gradients.up(batch, estimate, baseline / lambda, team);
    gradients.sum(out, lambda / batch.rollouts);
    return batch.mean(lambda);
  }

  /**
   * Returns the largest number of rollouts through one edge in the batches of the last call.
   *
   * @return a number of rollouts
   */
  public double largestCount() {
    return largest;
  }

  @Override
  public void close() {
    team.close();
  }

  private void begin(
      int at, double[] theta, long rollouts, Purpose purpose, long round, long update) {
    Batch batch = batches[at];
    batch.law.set(theta);
    boolean expected = rollouts == 0;
    batch.begin(
        expected ? exact : batch.sampled, expected ? 1 : rollouts, streams, purpose, round, update);
  }

  /** Sweeps down with the batches from one to another. */
  private void down(int from, int to, boolean gradient) {
    keep = gradient;
    current = from;
    lastBatch = to;
    for (int level = 0; level < layout.levels(); level++) {
      team.run(layout.firstBlock[level], layout.firstBlock[level + 1], downBlock);
    }
    largest = Math.max(batches[from].peak(), batches[to].peak());
  }

  private final Team.Task downBlock = this::downBlock;

  private void downBlock(int block, int worker) {
    int first = layout.firstNode[block];
    int end = layout.firstNode[block + 1];
    int most = 0;
    for (int i = current; i <= lastBatch; i++) {
      most = Math.max(most, active(batches[i].counts, first, end));
    }
    if (most == 0) {
      for (int i = current; i <= lastBatch; i++) {
        batches[i].pass(block);
      }
      return;
    }
    boolean dense = layout.resident || isDense(most, end - first);
    if (dense) {
      calibrated.compute(block, worker);
    }
    for (int i = current; i <= lastBatch; i++) {
      Batch batch = batches[i];
      if (dense) {
        batch.law.compute(block, worker);
      } else {
        gather(batch, i == current ? null : batches[current], block, worker);
      }
      double[] x = keep ? gradients.counts(block) : batch.edgeCounts(worker);
      batch.split(block, worker, x);
      batch.flow(calibrated, block, worker, x);
      if (keep) {
        gradients.keep(batch, calibrated, block, worker, dense);
      }
    }
    for (int i = current; i <= lastBatch && !keep; i++) {
      Arrays.fill(batches[i].counts, first, end, 0.0);
    }
  }

  /** Whether computing all nodes in order is cheaper than finding the active ones in memory. */
  static boolean isDense(double active, int nodes) {
    return 16 * active >= nodes;
  }

  /** Counts the nodes that a batch has reached. */
  static int active(double[] counts, int first, int end) {
    int active = 0;
    for (int s = first; s < end; s++) {
      active += counts[s] > 0 ? 1 : 0;
    }
    return active;
  }

  /** Computes the laws at the nodes that a batch has reached. */
  private void gather(Batch batch, Batch before, int block, int worker) {
    for (int s = layout.firstNode[block]; s < layout.firstNode[block + 1]; s++) {
      if (batch.counts[s] > 0) {
        batch.law.computeNode(block, s, worker);
        if (before == null || before.counts[s] == 0) {
          calibrated.computeNode(block, s, worker);
        }
      }
    }
  }
}
