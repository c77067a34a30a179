package dev.ccl.algorithms.ccl;

import dev.ccl.core.math.Vectors;

/**
 * The Newton step −P g with P the inverse of the information measured so far, A<sub>t</sub> =
 * r<sup>−2</sup>I + Σ I<sub>s</sub> σ′(z<sub>s</sub>ᵀw<sub>s</sub>) z<sub>s</sub>z<sub>s</sub>ᵀ,
 * where r is the radius of W. P is kept by rank-one updates.
 *
 * <p>Minimising the sum of the quadratic expansions of all losses, each at the iterate of its
 * round, gives the same recursion, so this is a maximum-likelihood estimate that never looks back.
 */
final class InformationStep implements CalibrationRule.InRun {
  private final int dimension;
  private final double[] inverse; // P, row-major
  private final double[] pz;

  private InformationStep(int dimension, double radius, Memory memory) {
    this.dimension = dimension;
    this.pz = new double[dimension];
    double[] start = new double[dimension * dimension];
    for (int i = 0; i < dimension; i++) {
      start[i * dimension + i] = radius * radius;
    }
    this.inverse = memory.keep("information", start);
  }

  static InformationStep of(int dimension, double radius, Memory memory) {
    return new InformationStep(dimension, radius, memory);
  }

  @Override
  public void step(
      long t, double[] z, double residual, double curvature, double[] w, double[] next) {
    double zpz = 0;
    for (int i = 0; i < dimension; i++) {
      pz[i] = Vectors.dot(inverse, i * dimension, z, 0, dimension);
      zpz += z[i] * pz[i];
    }
    double shrink = curvature / (1 + curvature * zpz);
    for (int i = 0; i < dimension; i++) {
      for (int j = 0; j < dimension; j++) {
        inverse[i * dimension + j] -= shrink * (pz[i] * pz[j]);
      }
    }
    double eta = residual / (1 + curvature * zpz); // (P after the update) z = pz / (1 + c zᵀPz)
    for (int i = 0; i < dimension; i++) {
      next[i] = w[i] - eta * pz[i];
    }
  }
}
