package dev.ccl.algorithms.ccl;

import dev.ccl.algorithms.engine.Engine;
import dev.ccl.algorithms.engine.Rollouts;
import dev.ccl.core.math.SmallMatrix;

/**
 * The natural step that wastes no rollout: θ − s<sub>k</sub>F<sup>−1</sup>ĝ/λ with the gain
 * s<sub>k</sub> = 2/(k + 20) in the k-th step, so that the noise of all batches averages out and
 * batches may be as small as one rollout. Of M rollouts in all, an excess cost of the order 1/M
 * remains (claim E13), where steps of a fixed length need batches that grow. What the student owes
 * to its start is forgotten like 1/k².
 *
 * <p>On whole forests the Fisher information F is exact; on forests that grow it is an average of
 * those of the batches.
 */
public final class AveragingStep implements StudentStep.InRun {
  /** a, to which k·s<sub>k</sub> tends. */
  public static final double GAIN = 2;

  private static final double OFFSET = 20;
  private static final double RIDGE = 1e-9; // relative to the trace of F

  private final Engine engine;
  private final NaturalMove natural;
  private final Rollouts exact = Rollouts.exact();
  private final double[] taken; // k
  private final double[] average; // F on forests that grow
  private final double[] information;

  AveragingStep(Run run) {
    this.engine = run.engine();
    this.natural = new NaturalMove(run.problem());
    int d = run.problem().student().set().dimension();
    this.taken = run.memory().keep("averaging-steps", new double[1]);
    this.average =
        engine.isWhole()
            ? new double[0]
            : run.memory().keep("averaging-information", new double[d * d]);
    this.information = new double[d * d];
  }

  @Override
  public void propose(double[] theta, double[] gradient, Rollouts batch, double[] out) {
    double relative = RIDGE;
    if (engine.isWhole()) {
      engine.batches().information(theta, exact, information);
    } else {
      engine.batches().information(theta, batch, information);
      double share = 2 / (taken[0] + 2);
      for (int i = 0; i < average.length; i++) {
        average[i] += share * (information[i] - average[i]);
        information[i] = average[i];
      }
      relative += 1 / (batch.number() * (taken[0] + 1)); // F is known from that many rollouts
    }
    double ridge = relative * SmallMatrix.trace(information, theta.length);
    natural.move(theta, gradient, information, ridge, GAIN / (taken[0] + OFFSET), out);
    taken[0]++;
  }
}
