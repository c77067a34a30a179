package dev.ccl.algorithms.ccl;

import static com.google.common.base.Preconditions.checkArgument;

import dev.ccl.algorithms.engine.Credit;
import dev.ccl.algorithms.engine.Engine;

/**
 * The gradient with the least variance on forests that grow: the divergence of each token in closed
 * form, and the score of each token times what the answer costs behind it beyond what the other
 * rollouts of the batch cost there.
 */
public record RestGradient() implements StudentGradient {
  @Override
  public InRun start(Setup setup) {
    Engine engine = setup.engine();
    checkArgument(
        !engine.isWhole(),
        "gradient=rest is made for forests that grow where they are walked: on whole ones set"
            + " gradient=causal, or take an exact gradient-batch");
    return (theta, batch, out) -> engine.batches().gradient(theta, batch, Credit.REST, 0, out);
  }

  @Override
  public String toString() {
    return "rest";
  }
}
