package dev.ccl.algorithms.ccl;

/**
 * The paper's step −η<sub>t</sub> g<sub>t</sub> with η<sub>t</sub> = 1/(γ(t+2)) (eq:br-budgets).
 */
final class DecreasingStep implements CalibrationRule.InRun {
  private final double inverseGamma;

  DecreasingStep(double inverseGamma) {
    this.inverseGamma = inverseGamma;
  }

  @Override
  public void step(
      long t, double[] z, double residual, double curvature, double[] w, double[] next) {
    double eta = inverseGamma / (t + 2);
    for (int i = 0; i < w.length; i++) {
      next[i] = w[i] - eta * (z[i] * residual); // line:br-gradient, line:br-project
    }
  }
}
