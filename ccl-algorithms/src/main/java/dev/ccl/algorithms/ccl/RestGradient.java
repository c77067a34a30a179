package dev.ccl.algorithms.ccl;

import dev.ccl.algorithms.engine.Credit;
import dev.ccl.algorithms.engine.Engine;

/**
 * The gradient with the least variance that rollouts allow: the divergence of each token in closed
 * form, and the score of each token times what the answer costs behind it beyond what the other
 * rollouts of the batch cost there. On whole trees, where batches are counts on edges, it is {@link
 * GradientEstimate#CAUSAL}.
 */
public record RestGradient() implements StudentGradient {
  @Override
  public InRun start(Setup setup) {
    Engine engine = setup.engine();
    Credit credit = engine.isWhole() ? Credit.TOKEN : Credit.REST;
    return (theta, batch, out) -> engine.batches().gradient(theta, batch, credit, 0, out);
  }

  @Override
  public String toString() {
    return "rest";
  }
}
