package dev.ccl.algorithms.student;

import dev.ccl.algorithms.engine.Engine;
import dev.ccl.algorithms.engine.Rollouts;
import dev.ccl.algorithms.part.StudentProposal;
import dev.ccl.core.math.Triangular;
import dev.ccl.core.policy.ConvexSet;
import dev.ccl.core.problem.LearningProblem;

/**
 * The natural step where nothing is exact: θ − s<sub>t</sub>F̂<sup>−1</sup>ĝ/λ, with the Fisher
 * information of the rollouts that gave the gradient. No cost is looked at. Instead the steps
 * s<sub>t</sub> = (1 + t/10)<sup>−3/4</sup> average the noise of about t<sup>3/4</sup> batches,
 * while the calibration, whose error falls like 1/√t, hardly moves in that time; and no step goes
 * further than a divergence of 1 from the student, as F̂ measures it.
 *
 * <p>A batch of n rollouts knows little about directions that few of them see, so F̂ gets a ridge
 * of its trace divided by n.
 */
final class SampledNaturalStep implements StudentProposal.InRun {
  private static final double CONSTANT_ROUNDS = 10; // before steps become shorter
  private static final double FARTHEST = 1; // divergence of a step

  private final double lambda;
  private final ConvexSet set;
  private final Engine engine;
  private final double[] information;
  private final double[] matrix;
  private final double[] direction;

  SampledNaturalStep(LearningProblem problem, Engine engine) {
    this.lambda = problem.lambda();
    this.set = problem.student().set();
    this.engine = engine;
    int d = set.dimension();
    this.information = new double[d * d];
    this.matrix = new double[d * d];
    this.direction = new double[d];
  }

  @Override
  public void propose(double[] theta, double[] gradient, Rollouts batch, double[] out) {
    int d = theta.length;
    engine.batches().information(theta, batch, information);
    System.arraycopy(information, 0, matrix, 0, d * d);
    double trace = 0;
    for (int i = 0; i < d; i++) {
      trace += matrix[i * d + i];
    }
    for (int i = 0; i < d; i++) {
      matrix[i * d + i] += trace / batch.number() + Double.MIN_NORMAL;
    }
    Triangular.solve(matrix, gradient, direction);
    double size = step(batch.round()) / lambda;
    double divergence = size * size * square() / 2;
    if (divergence > FARTHEST) {
      size *= Math.sqrt(FARTHEST / divergence);
    }
    for (int i = 0; i < d; i++) {
      out[i] = theta[i] - size * direction[i];
    }
    set.project(out);
  }

  /** s_t. */
  private static double step(long t) {
    double root = Math.sqrt(1 + t / CONSTANT_ROUNDS);
    return 1 / (root * Math.sqrt(root));
  }

  /** The square of the direction's length as the information measures it. */
  private double square() {
    int d = direction.length;
    double sum = 0;
    for (int i = 0; i < d; i++) {
      for (int j = 0; j < d; j++) {
        sum += direction[i] * information[i * d + j] * direction[j];
      }
    }
    return sum;
  }
}
