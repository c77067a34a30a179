package dev.ccl.algorithms.ccl;

import dev.ccl.algorithms.engine.Engine;
import dev.ccl.algorithms.engine.Rollouts;
import dev.ccl.core.math.SmallMatrix;

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
final class SampledNaturalStep implements StudentStep.InRun {
  private static final double CONSTANT_ROUNDS = 10; // before steps become shorter

  private final Run run;
  private final Engine engine;
  private final NaturalMove natural;
  private final double[] information;

  SampledNaturalStep(Run run) {
    this.run = run;
    this.engine = run.engine();
    this.natural = new NaturalMove(run.problem());
    int d = run.problem().student().set().dimension();
    this.information = new double[d * d];
  }

  @Override
  public void propose(double[] theta, double[] gradient, Rollouts batch, double[] out) {
    engine.batches().information(theta, batch, information);
    double ridge = SmallMatrix.trace(information, theta.length) / batch.number();
    natural.move(theta, gradient, information, ridge, step(run.stage(batch.round())), out);
  }

  /** s_t. */
  private static double step(long t) {
    double root = Math.sqrt(1 + t / CONSTANT_ROUNDS);
    return 1 / (root * Math.sqrt(root));
  }
}
