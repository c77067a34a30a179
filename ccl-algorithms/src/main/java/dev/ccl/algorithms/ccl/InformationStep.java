package dev.ccl.algorithms.ccl;

import dev.ccl.algorithms.Memory;
import dev.ccl.core.math.SmallMatrix;
import dev.ccl.core.math.Vectors;

/**
 * Steps scaled by the information measured so far, A<sub>t</sub> = r<sup>−2</sup>I + Σ
 * I<sub>s</sub> σ′(z<sub>s</sub>ᵀw<sub>s</sub>) z<sub>s</sub>z<sub>s</sub>ᵀ, where r is the radius
 * of W. The inverse P of A is kept by rank-one updates.
 *
 * <p>The Newton step is −P g. Minimising the sum of the quadratic expansions of all losses, each at
 * the iterate of its round, gives the same recursion, so this is a maximum-likelihood estimate that
 * never looks back. The scaled step is −g/λ<sub>min</sub>(A), the largest that a scalar may take in
 * every direction; λ<sub>min</sub> comes from one power iteration per round.
 */
final class InformationStep implements CalibrationRule.InRun {
  private final boolean newton;
  private final int dimension;
  private final double[] memory; // P row-major, then a vector near P's leading eigenvector
  private final double[] pz;

  private InformationStep(int dimension, double radius, boolean newton, Memory kept) {
    this.newton = newton;
    this.dimension = dimension;
    this.memory = new double[dimension * dimension + dimension];
    this.pz = new double[dimension];
    for (int i = 0; i < dimension; i++) {
      memory[i * dimension + i] = radius * radius;
      memory[dimension * dimension + i] = 1 / Math.sqrt(dimension);
    }
    kept.keep("information", memory);
  }

  static InformationStep newton(int dimension, double radius, Memory kept) {
    return new InformationStep(dimension, radius, true, kept);
  }

  static InformationStep scaled(int dimension, double radius, Memory kept) {
    return new InformationStep(dimension, radius, false, kept);
  }

  @Override
  public void step(
      long t, double[] z, double residual, double curvature, double[] w, double[] next) {
    if (curvature == 0) { // nothing is learned
      Vectors.copy(w, next);
      return;
    }
    double zpz = SmallMatrix.updateInverse(memory, z, curvature, pz);
    if (newton) {
      double eta = residual / (1 + curvature * zpz); // (P after the update) z = pz / (1 + c zᵀPz)
      for (int i = 0; i < dimension; i++) {
        next[i] = w[i] - eta * pz[i];
      }
    } else {
      double eta = residual * leadingEigenvalue();
      for (int i = 0; i < dimension; i++) {
        next[i] = w[i] - eta * z[i];
      }
    }
  }

  private double leadingEigenvalue() {
    int at = dimension * dimension;
    double square = 0;
    for (int i = 0; i < dimension; i++) {
      pz[i] = Vectors.dot(memory, i * dimension, memory, at, dimension);
      square += pz[i] * pz[i];
    }
    double norm = Math.sqrt(square); // |P v| for |v| = 1, at most the leading eigenvalue
    for (int i = 0; i < dimension; i++) {
      memory[at + i] = pz[i] / norm;
    }
    return norm;
  }
}
