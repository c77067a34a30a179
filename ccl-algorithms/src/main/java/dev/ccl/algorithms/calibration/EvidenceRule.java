package dev.ccl.algorithms.calibration;

/** {@link EvidenceStep} as a rule: it is told the prompt of each label. */
final class EvidenceRule implements CalibrationRule {
  private final EvidenceStep step;
  private int prompt;

  EvidenceRule(EvidenceStep step) {
    this.step = step;
  }

  @Override
  public void prompt(int root) {
    prompt = root;
  }

  @Override
  public void step(long round, double[] z, double residual, double curvature, double[] w) {
    step.step(prompt, z, residual, curvature, w, w);
  }

  @Override
  public double[] memory() {
    return step.memory();
  }
}
