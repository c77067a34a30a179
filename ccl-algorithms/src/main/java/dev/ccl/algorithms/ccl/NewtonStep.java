package dev.ccl.algorithms.ccl;

import dev.ccl.algorithms.Memory;
import dev.ccl.core.math.SmallMatrix;
import dev.ccl.core.math.Vectors;

/**
 * The Newton step −P g with P the inverse of the information measured so far, A<sub>t</sub> =
 * r<sup>−2</sup>I + Σ I<sub>s</sub> σ′(z<sub>s</sub>ᵀw<sub>s</sub>) z<sub>s</sub>z<sub>s</sub>ᵀ,
 * where r is the radius of W. P is kept by rank-one updates.
 *
 * <p>Minimising the sum of the quadratic expansions of all losses, each at the iterate of its
 * round, gives the same recursion, so this is a maximum-likelihood estimate that never looks back.
 */
final class NewtonStep implements CalibrationStep.InRun {
  private final double[] inverse; // P, row-major
  private final double[] pz;

  private NewtonStep(int dimension, double radius, Memory memory) {
    double[] start = new double[dimension * dimension];
    for (int i = 0; i < dimension; i++) {
      start[i * dimension + i] = radius * radius;
    }
    this.inverse = memory.keep("information", start);
    this.pz = new double[dimension];
  }

  static NewtonStep of(int dimension, double radius, Memory memory) {
    return new NewtonStep(dimension, radius, memory);
  }

  @Override
  public void step(
      long t, double[] z, double residual, double curvature, double[] w, double[] next) {
    if (curvature == 0) { // nothing is learned
      Vectors.copy(w, next);
      return;
    }
    double zpz = SmallMatrix.updateInverse(inverse, z, curvature, pz);
    double eta = residual / (1 + curvature * zpz); // (P after the update) z = pz / (1 + c zᵀPz)
    for (int i = 0; i < w.length; i++) {
      next[i] = w[i] - eta * pz[i];
    }
  }
}
