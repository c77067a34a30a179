package dev.ccl.docs.extending;

import dev.ccl.core.policy.FeatureMap;

/** {@link FastCurvedSoftmax} with one wrong entry in its Hessians. */
final class WrongEntry extends FastCurvedSoftmax {
  WrongEntry(FeatureMap features) {
    super(features);
  }

  @Override
  protected void curvature(
      double[] theta, double[] rows, int at, double weight, double[] v, double[] out) {
    super.curvature(theta, rows, at, weight, v, out);
    out[0] -= weight * v[0] * rows[at] * rows[at] / 4; // half of what belongs there
  }
}
