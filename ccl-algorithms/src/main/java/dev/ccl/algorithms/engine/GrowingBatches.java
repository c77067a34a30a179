package dev.ccl.algorithms.engine;

import static com.google.common.base.Preconditions.checkArgument;

import dev.ccl.core.growing.Flow;
import dev.ccl.core.growing.GrowingForest;
import dev.ccl.core.growing.KnownState;
import dev.ccl.core.growing.RolloutSampler;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStreams;
import java.util.Arrays;

/**
 * Batches of student rollouts on target trees that grow. A batch costs the states that it visits;
 * batches that are validated against each other ask about their new states together. Threads share
 * the laws, draws and gradients of many states; frozen models are asked by the caller alone.
 */
final class GrowingBatches implements TargetBatches {
  private final double lambda;
  private final Sampler sampler;
  private final Team team;
  private final RolloutSampler rollouts;
  private final double[][] parameters; // of the two batches
  private final Flow[] flows;
  private final LogRatios[] comparisons;
  private final FlowGradient gradients;
  private final double[] w;
  private final double[] given; // w as it was given
  private final FamilyCheck teacher;
  private final FamilyCheck student;
  private boolean drawn; // whether the first flow is that of the last gradient
  private long round;
  private long update;
  private double largest;

  GrowingBatches(
      LearningProblem problem,
      RandomStreams streams,
      GrowingForest forest,
      Sampler sampler,
      int threads) {
    int widest = problem.mdp().vocabulary().size();
    int d = problem.student().family().dimension();
    this.lambda = problem.lambda();
    this.sampler = sampler;
    this.w = problem.calibration().initial().toArray();
    this.given = w.clone();
    this.teacher = FamilyCheck.of("teacher", problem.calibration().family());
    this.student = FamilyCheck.of("student", problem.student().family());
    this.parameters = new double[2][d];
    this.team = Team.of(threads);
    this.rollouts = RolloutSampler.on(forest, problem.target().dataset(), streams, team);
    this.flows = new Flow[] {new Flow(), new Flow()};
    this.comparisons = new LogRatios[] {new LogRatios(widest, team), new LogRatios(widest, team)};
    this.gradients = new FlowGradient(widest, d, team);
  }

  @Override
  public void calibrate(double[] calibration) {
    System.arraycopy(calibration, 0, w, 0, w.length);
    System.arraycopy(calibration, 0, given, 0, given.length);
  }

  @Override
  public double cost(double[] theta, Rollouts batch, Purpose purpose) {
    begin(0, theta, batch, purpose);
    rollouts.draw(flows[0]);
    largest = peak(flows[0]);
    return mean(0, theta);
  }

  @Override
  public void costs(double[] first, double[] second, Rollouts batch, double[] out) {
    begin(0, first, batch, Purpose.VALIDATION_FIRST);
    begin(1, second, batch, Purpose.VALIDATION_SECOND);
    rollouts.draw(flows[0], flows[1]);
    largest = Math.max(peak(flows[0]), peak(flows[1]));
    out[0] = mean(0, first);
    out[1] = mean(1, second);
  }

  @Override
  public double gradient(double[] theta, Rollouts batch, Credit credit, double[] out) {
    begin(0, theta, batch, Purpose.GRADIENT_BATCH);
    if (credit == Credit.REST) {
      flows[0].stratifyPrompts();
    }
    rollouts.draw(flows[0]);
    drawn = true;
    round = batch.round();
    update = batch.update();
    largest = peak(flows[0]);
    double cost = mean(0, theta);
    gradients.of(flows[0], comparisons[0], parameters[0], credit, out);
    for (int i = 0; i < out.length; i++) {
      out[i] *= lambda / flows[0].total();
    }
    requireSound("the gradient of the cost", out, 0, theta);
    return cost;
  }

  @Override
  public void information(double[] theta, Rollouts batch, double[] matrix) {
    boolean same =
        drawn
            && round == batch.round()
            && update == batch.update()
            && flows[0].total() == batch.number()
            && Arrays.equals(parameters[0], theta);
    if (!same) {
      begin(0, theta, batch, Purpose.GRADIENT_BATCH);
      rollouts.draw(flows[0]);
    }
    gradients.information(flows[0], parameters[0], matrix);
    requireSound("the Fisher information", matrix, 0, theta);
  }

  @Override
  public double largestCount() {
    return largest;
  }

  @Override
  public void close() {
    team.close();
  }

  private void begin(int at, double[] theta, Rollouts batch, Purpose purpose) {
    checkArgument(
        !batch.isExact(), "an exact expectation needs whole trees: take a number of rollouts");
    drawn = false;
    double[] parameter = parameters[at];
    System.arraycopy(theta, 0, parameter, 0, parameter.length);
    flows[at].begin(
        (state, out) -> state.student().logits(parameter, out),
        batch.number(),
        purpose,
        batch.round(),
        batch.update());
    if (sampler == Sampler.TRAJECTORIES) {
      flows[at].drawOneByOne();
    }
  }

  /** Ĉ = (λ/q) Σ n_e r_e (line:br-evaluation). */
  private double mean(int at, double[] theta) {
    Flow flow = flows[at];
    comparisons[at].of(flow, w);
    double sum = 0;
    for (int i = 0; i < flow.nodes(); i++) {
      for (int e = flow.firstEdge(i); e < flow.firstEdge(i + 1); e++) {
        sum += flow.rollouts(e) * comparisons[at].ratio(e);
      }
    }
    double mean = lambda * sum / flow.total();
    requireSound("the mean cost", new double[] {mean}, at, theta);
    return mean;
  }

  /** Refuses numbers that are not finite, and families that write into what they shall read. */
  private void requireSound(String what, double[] numbers, int at, double[] theta) {
    boolean kept = isSame(parameters[at], theta) && Arrays.equals(w, given);
    for (double x : numbers) {
      if (!kept || !Double.isFinite(x)) {
        inspect(at, given, theta, true);
        throw TargetBatches.unexplained(what, x);
      }
    }
  }

  /** Whether a parameter begins with the numbers that were taken from it. */
  private static boolean isSame(double[] taken, double[] parameter) {
    return Arrays.equals(taken, 0, taken.length, parameter, 0, taken.length);
  }

  /** Checks the families at the first state of a flow, or at all of them. */
  void inspect(int at, double[] calibration, double[] theta, boolean everywhere) {
    int states = everywhere ? flows[at].nodes() : Math.min(1, flows[at].nodes());
    for (int i = 0; i < states; i++) {
      KnownState state = flows[at].state(i);
      teacher.at(state.state(), state.calibration(), calibration);
      student.at(state.state(), state.student(), theta);
    }
  }

  /** No edge has more rollouts than one of a prompt. */
  private static double peak(Flow flow) {
    double largest = 0;
    for (int e = 0; e < flow.firstEdge(flow.firstNode(1)); e++) {
      largest = Math.max(largest, flow.rollouts(e));
    }
    return largest;
  }
}
