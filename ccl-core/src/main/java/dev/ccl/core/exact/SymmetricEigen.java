package dev.ccl.core.exact;

import static com.google.common.base.Preconditions.checkArgument;

import java.util.Arrays;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;

/** The eigenvalues of a real symmetric matrix, the smallest first, with unit eigenvectors. */
public final class SymmetricEigen {
  private final double[] values;
  private final double[][] vectors;

  private SymmetricEigen(double[] values, double[][] vectors) {
    this.values = values;
    this.vectors = vectors;
  }

  /**
   * Decomposes a matrix.
   *
   * @param matrix a symmetric n × n matrix of finite numbers, row-major; read
   * @return its eigenvalues and eigenvectors
   */
  public static SymmetricEigen of(double[] matrix) {
    return decompose(matrix, true);
  }

  private static SymmetricEigen decompose(double[] matrix, boolean withVectors) {
    int n = (int) Math.round(Math.sqrt(matrix.length));
    checkArgument(n >= 1 && n * n == matrix.length, "matrix: %s numbers", matrix.length);
    double largest = 0;
    for (double x : matrix) {
      largest = Math.max(largest, Math.abs(x));
    }
    if (!(largest < Double.POSITIVE_INFINITY)) {
      throw new ArithmeticException("not all numbers of the matrix are finite");
    }
    // The algorithm needs squares of the numbers; a power of 2 brings them into range.
    boolean inRange = largest == 0 || (largest > 1e-100 && largest < 1e100);
    double unit = inRange ? 1 : Math.scalb(1.0, Math.max(-1000, Math.getExponent(largest)));
    DMatrixRMaj scaled = new DMatrixRMaj(n, n, true, matrix.clone());
    CommonOps_DDRM.divide(scaled, unit);
    EigenDecomposition_F64<DMatrixRMaj> eig = DecompositionFactory_DDRM.eig(n, withVectors, true);
    if (!eig.decompose(scaled)) {
      throw new ArithmeticException("the eigenvalues did not converge");
    }
    Integer[] order = new Integer[n];
    Arrays.setAll(order, i -> i);
    Arrays.sort(
        order,
        (i, k) -> Double.compare(eig.getEigenvalue(i).getReal(), eig.getEigenvalue(k).getReal()));
    double[] values = new double[n];
    double[][] vectors = new double[n][];
    for (int i = 0; i < n; i++) {
      values[i] = unit * eig.getEigenvalue(order[i]).getReal();
      vectors[i] = withVectors ? eig.getEigenVector(order[i]).getData().clone() : new double[0];
    }
    return new SymmetricEigen(values, vectors);
  }

  /**
   * Returns the smallest eigenvalue of a matrix whose eigenvalues are not negative. One that
   * rounding cannot tell from 0 counts as 0.
   *
   * @param matrix a symmetric n × n matrix of finite numbers, row-major; read
   * @return the smallest eigenvalue, not negative
   */
  static double smallest(double[] matrix) {
    return decompose(matrix, false).smallest();
  }

  /**
   * {@return the smallest eigenvalue of a matrix whose eigenvalues are not negative, or 0 where
   * rounding cannot tell it from 0}
   */
  public double smallest() {
    double largest = values[values.length - 1];
    return values[0] <= 1e-13 * values.length * largest ? 0 : values[0];
  }

  /** {@return the size of the matrix, n} */
  public int size() {
    return values.length;
  }

  /**
   * Returns an eigenvalue.
   *
   * @param i its place, 0 for the smallest
   * @return the eigenvalue
   */
  public double value(int i) {
    return values[i];
  }

  /**
   * Returns a unit eigenvector.
   *
   * @param i its place, 0 for the smallest eigenvalue
   * @return a fresh array
   */
  public double[] vector(int i) {
    return vectors[i].clone();
  }

  /** Returns the coordinates of x in the basis of eigenvectors, a fresh array. */
  double[] coordinates(double[] x) {
    double[] y = new double[values.length];
    for (int i = 0; i < y.length; i++) {
      for (int k = 0; k < y.length; k++) {
        y[i] += vectors[i][k] * x[k];
      }
    }
    return y;
  }

  /** Returns the vector with the given coordinates in the basis of eigenvectors, a fresh array. */
  double[] vectorOf(double[] coordinates) {
    double[] x = new double[values.length];
    for (int i = 0; i < x.length; i++) {
      for (int k = 0; k < x.length; k++) {
        x[k] += vectors[i][k] * coordinates[i];
      }
    }
    return x;
  }
}
