package dev.ccl.algorithms.engine;

import static com.google.common.base.Preconditions.checkArgument;

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
public final class TargetSweep implements TargetBatches {
  private final SweepCheck check;
  private final double lambda;
  private final RandomStreams streams;
  private final Team team;
  private final BatchSampler exact;
  private final BlockLaw calibrated;
  private final Batch[] batches;
  private final DownSweep down;
  private final GradientSweep gradients;
  private final InformationSweep information;
  private final KnownCosts known; // under the present calibration
  private final double[] flowOf; // the student whose exact flow the gradient sweep has,
  private boolean hasFlow; // if it has one
  private double largest;

  /** Prepares sweeps with any sampler on any layout of the target forest. */
  TargetSweep(
      LearningProblem problem,
      RandomStreams streams,
      Layout layout,
      BiFunction<Layout, Integer, BatchSampler> sampler,
      int threads) {
    this.check = new SweepCheck(problem);
    this.lambda = problem.lambda();
    this.streams = streams;
    int workers = Math.max(1, Math.min(threads, widestLevel(layout)));
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
    this.information = new InformationSweep(layout, problem.target().student(), gradients, workers);
    this.known = new KnownCosts(problem.target().student().dimension());
    this.flowOf = new double[problem.target().student().dimension()];
    this.team = Team.of(workers); // last: what a family throws above leaves no thread behind
    this.down = new DownSweep(layout, calibrated, batches, gradients, team);
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
    for (int l = 0; l < layout.blocks.levels(); l++) {
      widest = Math.max(widest, layout.blocks.firstBlock(l + 1) - layout.blocks.firstBlock(l));
    }
    return widest;
  }

  @Override
  public void calibrate(double[] w) {
    check.calibrate(w);
    if (!calibrated.holds(w)) {
      calibrated.set(w);
      known.clear();
    }
  }

  @Override
  public double cost(double[] theta, Rollouts batch, Purpose purpose) {
    return cost(0, theta, batch, purpose);
  }

  @Override
  public void costs(double[] first, double[] second, Rollouts batch, double[] out) {
    if (batch.isExact() && known.find(first) >= 0) { // the proposed student, from its step
      out[0] = cost(first, batch, Purpose.VALIDATION_FIRST);
      double peak = largest;
      out[1] = cost(1, second, batch, Purpose.VALIDATION_SECOND);
      largest = Math.max(largest, peak);
      return;
    }
    begin(0, first, batch, Purpose.VALIDATION_FIRST);
    begin(1, second, batch, Purpose.VALIDATION_SECOND);
    largest = down.run(0, 1, false);
    out[0] = mean(0, first, batch);
    out[1] = mean(1, second, batch);
  }

  @Override
  public double gradient(double[] theta, Rollouts batch, Credit credit, double[] out) {
    checkArgument(credit != Credit.REST, "on whole forests tokens have no credit %s", credit);
    int at = flow(theta, batch);
    gradients.up(batches[at], credit, team);
    gradients.sum(out, lambda / batches[at].rollouts);
    double cost = mean(at, theta, batch);
    check.requireFinite("the gradient of the cost", out, theta);
    return cost;
  }

  /** Sweeps down and leaves what a gradient and an information need; returns the batch. */
  private int flow(double[] theta, Rollouts batch) {
    int at = batches[1].law.holds(theta) ? 1 : 0; // a candidate's law is known from its validation
    hasFlow = false;
    begin(at, theta, batch, Purpose.GRADIENT_BATCH);
    largest = down.run(at, at, true);
    System.arraycopy(theta, 0, flowOf, 0, theta.length);
    hasFlow = batch.isExact();
    return at;
  }

  @Override
  public void information(double[] theta, Rollouts batch, double[] matrix) {
    checkArgument(batch.isExact(), "on whole forests the information is exact, not of %s", batch);
    if (!hasFlow || !Arrays.equals(theta, flowOf)) {
      gradients.drop(batches[flow(theta, batch)]);
    }
    information.at(theta, team, matrix);
    check.requireFinite("the Fisher information", matrix, theta);
  }

  @Override
  public double largestCount() {
    return largest;
  }

  @Override
  public void close() {
    team.close();
  }

  /** The cost in one of the two batches. */
  private double cost(int at, double[] theta, Rollouts batch, Purpose purpose) {
    int place = batch.isExact() ? known.find(theta) : -1;
    if (place >= 0) {
      largest = known.peak(place);
      return known.cost(place);
    }
    begin(at, theta, batch, purpose);
    largest = down.run(at, at, false);
    return mean(at, theta, batch);
  }

  private double mean(int at, double[] theta, Rollouts batch) {
    double cost = check.mean(batches[at], theta, calibrated, lambda);
    if (batch.isExact()) {
      known.put(theta, cost, batches[at].peak());
    }
    return cost;
  }

  private void begin(int at, double[] theta, Rollouts size, Purpose purpose) {
    Batch batch = batches[at];
    batch.law.set(theta);
    batch.begin(size.isExact() ? exact : batch.sampled, size, streams, purpose);
  }
}
