package dev.ccl.algorithms.calibration;

import dev.ccl.algorithms.engine.SourceCursor;
import dev.ccl.algorithms.part.CalibrationRule;
import dev.ccl.algorithms.part.Setup;
import dev.ccl.core.forest.Forest;

/** {@link EvidenceStep} as the rule of a run: it needs to know whose prompt a label belongs to. */
final class EvidenceRule implements CalibrationRule.InRun {
  private final Forest source;
  private final EvidenceStep step;
  private int prompt;

  EvidenceRule(Setup setup) {
    this.source = setup.problem().source().forest();
    this.step = EvidenceStep.of(setup.problem());
    setup.memory().keep("evidence", step.memory());
  }

  @Override
  public void verified(SourceCursor s, double reward, double[] w) {
    prompt = source.root(s.leaf());
  }

  @Override
  public void step(
      long t, double[] z, double residual, double curvature, double[] w, double[] next) {
    step.step(prompt, z, residual, curvature, w, next);
  }
}
