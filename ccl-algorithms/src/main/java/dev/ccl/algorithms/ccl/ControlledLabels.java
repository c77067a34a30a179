package dev.ccl.algorithms.ccl;

import dev.ccl.algorithms.Memory;

/** {@link Acceptance#CONTROLLED} in a run. */
final class ControlledLabels implements LabelWeights.InRun {
  private final double lambda;
  private final double[] weights; // sum and number of the weights seen, with one of 1

  ControlledLabels(double lambda, Memory memory) {
    this.lambda = lambda;
    this.weights = memory.keep("control", new double[] {1, 1});
  }

  @Override
  public double weight(long t, double reward) {
    return Acceptance.chance(reward, lambda);
  }

  @Override
  public double residual(Comparison c, double weight) {
    double control = weights[0] / weights[1];
    weights[0] += weight;
    weights[1]++;
    return LabelWeights.InRun.super.residual(c, weight)
        + control * ((c.label() ? 1 : 0) - c.labelProbability());
  }
}
