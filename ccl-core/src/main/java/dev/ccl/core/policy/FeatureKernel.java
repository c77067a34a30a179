package dev.ccl.core.policy;

/** A feature family at a state whose rows are kept. */
final class FeatureKernel implements StateKernel {
  private final FeatureFamily family;
  private final double[] rows;

  FeatureKernel(FeatureFamily family, double[] rows) {
    this.family = family;
    this.rows = rows;
  }

  @Override
  public void logits(double[] theta, double[] out) {
    int width = family.features().dimension();
    for (int k = 0, at = 0; at < rows.length; k++, at += width) {
      out[k] = family.logit(theta, rows, at);
    }
  }

  @Override
  public void gradients(double[] theta, double[] out) {
    int width = family.features().dimension();
    int d = family.dimension();
    for (int k = 0, at = 0; at < rows.length; k++, at += width) {
      family.gradient(theta, rows, at, out, k * d);
    }
  }
}
