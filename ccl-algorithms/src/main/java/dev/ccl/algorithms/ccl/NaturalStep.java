package dev.ccl.algorithms.ccl;

import dev.ccl.algorithms.engine.Credit;
import dev.ccl.algorithms.engine.Rollouts;
import dev.ccl.algorithms.engine.TargetBatches;
import dev.ccl.core.math.SmallMatrix;
import dev.ccl.core.math.Vectors;
import dev.ccl.core.policy.ConvexSet;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.random.Purpose;
import java.util.Arrays;
import java.util.function.Supplier;

/**
 * A student step that needs no constant: θ − sF(θ)<sup>−1</sup>ĝ/λ with the Fisher information F of
 * the student's answers on the target prompts and the first s among 1, 1/2, 1/4, … that lowers the
 * exact cost. Where the student can match the calibrated teacher the Hessian of C<sub>w</sub> there
 * is λF, so that s = 1 is Newton's step. Where the step leaves Θ, a projected gradient step of
 * halved sizes competes with it.
 */
public final class NaturalStep implements StudentStep.InRun {
  private static final int HALVINGS = 14;
  private static final double STRETCH = 64; // first gradient step, in units of 1/(λ tr F)
  private static final double RIDGE = 1e-9; // relative to the trace of F

  private final double lambda;
  private final ConvexSet set;
  private final Supplier<TargetBatches> batches;
  private final Rollouts exact = Rollouts.exact();
  private final double[] matrix;
  private final double[] direction;
  private final double[] alternative;
  private final double[] unprojected;
  private final double[] settled; // where no step helped,
  private final double[] flat; // with this gradient
  private double lowest = Double.NaN; // and this cost
  private boolean projected; // whether the last step tried left the set

  private NaturalStep(LearningProblem problem, Supplier<TargetBatches> batches) {
    this.lambda = problem.lambda();
    this.set = problem.student().set();
    this.batches = batches;
    int d = set.dimension();
    this.matrix = new double[d * d];
    this.direction = new double[d];
    this.alternative = new double[d];
    this.unprojected = new double[d];
    this.settled = new double[d];
    this.flat = new double[d];
  }

  /**
   * Prepares steps.
   *
   * @param problem the problem
   * @param batches evaluate the cost, for the calibration that is set there; asked for in the first
   *     step
   * @return the workspace
   */
  public static NaturalStep of(LearningProblem problem, Supplier<TargetBatches> batches) {
    return new NaturalStep(problem, batches);
  }

  @Override
  public void propose(double[] theta, double[] gradient, Rollouts batch, double[] out) {
    int d = theta.length;
    double before = exactCost(theta);
    if (before == lowest && Arrays.equals(theta, settled) && Arrays.equals(gradient, flat)) {
      System.arraycopy(theta, 0, out, 0, d); // as it did not help the last time
      return;
    }
    batches.get().information(theta, exact, matrix);
    double trace = SmallMatrix.trace(matrix, d);
    for (int i = 0; i < d; i++) {
      matrix[i * d + i] += RIDGE * trace + Double.MIN_NORMAL;
    }
    if (!SmallMatrix.solve(matrix, gradient, direction)) {
      Vectors.copy(gradient, direction);
    }
    double best = search(theta, direction, 1 / lambda, before, out);
    if (best == before || projected) {
      // A projected natural gradient need not lead downhill; a projected gradient does.
      double other = search(theta, gradient, STRETCH / (lambda * trace), before, alternative);
      if (other < best) {
        System.arraycopy(alternative, 0, out, 0, d);
        best = other;
      }
    }
    if (best == before) {
      lowest = before;
      System.arraycopy(theta, 0, settled, 0, d);
      System.arraycopy(gradient, 0, flat, 0, d);
    }
  }

  /** The first halved step that lowers the cost, or θ itself; returns its cost. */
  private double search(double[] theta, double[] along, double size, double before, double[] out) {
    for (int halving = 0; halving < HALVINGS; halving++) {
      boolean undefined = false; // 0 times a size without bound
      for (int i = 0; i < theta.length; i++) {
        out[i] = theta[i] - size * along[i];
        unprojected[i] = out[i];
        undefined |= Double.isNaN(out[i]);
      }
      set.project(out);
      projected = !Arrays.equals(out, unprojected);
      if (!undefined) {
        double cost = exactCost(out);
        if (cost < before) {
          return cost;
        }
      }
      size /= 2;
    }
    System.arraycopy(theta, 0, out, 0, theta.length);
    return before;
  }

  private double exactCost(double[] theta) {
    return batches.get().cost(theta, exact, Purpose.EVALUATION);
  }

  /**
   * Distils from the calibration that is set in the batches until no step helps.
   *
   * @param theta where to start; overwritten
   * @param steps the most steps
   */
  public void minimize(double[] theta, int steps) {
    double[] gradient = new double[theta.length];
    double[] next = new double[theta.length];
    for (int i = 0; i < steps; i++) {
      batches.get().gradient(theta, exact, Credit.ANSWER, gradient);
      propose(theta, gradient, exact, next);
      if (Arrays.equals(theta, next)) {
        return;
      }
      System.arraycopy(next, 0, theta, 0, theta.length);
    }
  }
}
