package dev.ccl.core.policy;

/**
 * The linear class at a state whose rows are kept in single precision, with the bits of the same
 * rows in double precision.
 */
final class SingleKernel implements StateKernel {
  private final float[] rows;

  SingleKernel(float[] rows) {
    this.rows = rows;
  }

  @Override
  public void logits(double[] theta, double[] out) {
    for (int k = 0, at = 0; at < rows.length; k++) {
      double sum = 0;
      for (int i = 0; i < theta.length; i++, at++) {
        sum += theta[i] * rows[at];
      }
      out[k] = sum;
    }
  }

  @Override
  public void gradients(double[] theta, double[] out) {
    for (int i = 0; i < rows.length; i++) {
      out[i] = rows[i];
    }
  }
}
