package dev.ccl.algorithms.batch;

import dev.ccl.core.policy.ConvexSet;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.random.Purpose;
import java.util.Arrays;

/**
 * A student step that needs no constant: θ − sF(θ)<sup>−1</sup>ĝ/λ with the Fisher information F of
 * the student's answers on the target prompts and the first s among 1, 1/2, 1/4, … that lowers the
 * exact cost. Where the student can match the calibrated teacher the Hessian of C<sub>w</sub> there
 * is λF, so that s = 1 is Newton's step. Where the step leaves Θ, a projected gradient step of
 * halved sizes competes with it.
 */
public final class NaturalStep {
  private static final int HALVINGS = 14;
  private static final double STRETCH = 64; // first gradient step, in units of 1/(λ tr F)
  private static final double RIDGE = 1e-9; // relative to the trace of F

  private final double lambda;
  private final ConvexSet set;
  private final TargetSweep sweep;
  private final FisherInformation fisher;
  private final double[] matrix;
  private final double[] direction;
  private final double[] alternative;
  private final double[] unprojected;
  private boolean projected; // whether the last step tried left the set

  private NaturalStep(LearningProblem problem, TargetSweep sweep) {
    this.lambda = problem.lambda();
    this.set = problem.student().set();
    this.sweep = sweep;
    this.fisher = new FisherInformation(problem.target().dataset(), problem.target().student());
    int d = set.dimension();
    this.matrix = new double[d * d];
    this.direction = new double[d];
    this.alternative = new double[d];
    this.unprojected = new double[d];
  }

  /**
   * Prepares steps.
   *
   * @param problem the problem
   * @param sweep evaluates the cost, for the calibration that is set there
   * @return the workspace
   */
  public static NaturalStep of(LearningProblem problem, TargetSweep sweep) {
    return new NaturalStep(problem, sweep);
  }

  /**
   * Takes a step.
   *
   * @param theta θ; read
   * @param gradient ĝ; read
   * @param out overwritten with the candidate, which is θ itself if no step lowers the cost
   */
  public void propose(double[] theta, double[] gradient, double[] out) {
    int d = theta.length;
    fisher.at(theta, matrix);
    double trace = 0;
    for (int i = 0; i < d; i++) {
      trace += matrix[i * d + i];
    }
    for (int i = 0; i < d; i++) {
      matrix[i * d + i] += RIDGE * trace + Double.MIN_NORMAL;
    }
    solve(matrix, gradient, direction);
    double before = exactCost(theta);
    double best = search(theta, direction, 1 / lambda, before, out);
    if (best == before || projected) {
      // A projected natural gradient need not lead downhill; a projected gradient does.
      double other = search(theta, gradient, STRETCH / (lambda * trace), before, alternative);
      if (other < best) {
        System.arraycopy(alternative, 0, out, 0, d);
      }
    }
  }

  /** The first halved step that lowers the cost, or θ itself; returns its cost. */
  private double search(double[] theta, double[] along, double size, double before, double[] out) {
    for (int halving = 0; halving < HALVINGS; halving++) {
      for (int i = 0; i < theta.length; i++) {
        out[i] = theta[i] - size * along[i];
        unprojected[i] = out[i];
      }
      set.project(out);
      projected = !Arrays.equals(out, unprojected);
      double cost = exactCost(out);
      if (cost < before) {
        return cost;
      }
      size /= 2;
    }
    System.arraycopy(theta, 0, out, 0, theta.length);
    return before;
  }

  private double exactCost(double[] theta) {
    return sweep.cost(theta, 0, Purpose.EVALUATION, 0, 0);
  }

  /** Solves a symmetric positive definite system by Cholesky factors; the matrix is overwritten. */
  private static void solve(double[] a, double[] b, double[] x) {
    int d = b.length;
    for (int j = 0; j < d; j++) {
      for (int i = j; i < d; i++) {
        double sum = a[i * d + j];
        for (int k = 0; k < j; k++) {
          sum -= a[i * d + k] * a[j * d + k];
        }
        a[i * d + j] = i == j ? Math.sqrt(Math.max(sum, Double.MIN_NORMAL)) : sum / a[j * d + j];
      }
    }
    for (int i = 0; i < d; i++) {
      double sum = b[i];
      for (int k = 0; k < i; k++) {
        sum -= a[i * d + k] * x[k];
      }
      x[i] = sum / a[i * d + i];
    }
    for (int i = d - 1; i >= 0; i--) {
      double sum = x[i];
      for (int k = i + 1; k < d; k++) {
        sum -= a[k * d + i] * x[k];
      }
      x[i] = sum / a[i * d + i];
    }
  }

  /**
   * Distils from the calibration that is set in the sweep until no step helps.
   *
   * @param theta where to start; overwritten
   * @param steps the most steps
   */
  public void minimize(double[] theta, int steps) {
    double[] gradient = new double[theta.length];
    double[] next = new double[theta.length];
    for (int i = 0; i < steps; i++) {
      sweep.gradient(theta, 0, GradientEstimate.SCORE, 0, 0, 0, gradient);
      propose(theta, gradient, next);
      if (Arrays.equals(theta, next)) {
        return;
      }
      System.arraycopy(next, 0, theta, 0, theta.length);
    }
  }
}
