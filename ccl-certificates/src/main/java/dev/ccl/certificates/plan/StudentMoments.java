package dev.ccl.certificates.plan;

import static com.google.common.base.Preconditions.checkArgument;

import dev.ccl.core.exact.LogRatioCost;
import dev.ccl.core.exact.Scores;
import dev.ccl.core.exact.SymmetricEigen;
import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.forest.Sweeps;
import dev.ccl.core.math.SmallMatrix;
import dev.ccl.core.math.Vectors;
import dev.ccl.core.problem.LearningProblem;

/**
 * Second-order moments of a student near its optimum, by which errors of its calibration and of its
 * rollouts become excess cost: the Hessian H of C, J = ∂<sub>w</sub>∇<sub>θ</sub>C, the covariance
 * of S·Z of one rollout, and λF, by which natural steps are scaled.
 *
 * <p>A natural step of gain a/k moves the eigen-direction i of (λF)⁻¹H, whose eigenvalue is h, by
 * the gain ah/k. Of the noise n of one rollout it keeps a²/(2ah − 1)·n/M; and of the calibration's
 * error, which is that of a mean of N terms, it keeps g(ah) times what a student keeps that follows
 * it at once, g(b) = 2b/(2b − 1): it is late by a share of the time.
 */
final class StudentMoments {
  final double[] hessian; // H
  final double[][] columns; // of J
  final double[] noise; // Cov(S·Z)
  final double[] natural; // λF

  StudentMoments(double[] hessian, double[][] columns, double[] noise, double[] natural) {
    this.hessian = hessian;
    this.columns = columns;
    this.noise = noise;
    this.natural = natural;
  }

  /** The moments at a calibration and a student, by sums over the whole target forest. */
  static StudentMoments exact(LearningProblem problem, double[] w, double[] theta) {
    LogRatioCost cost = LogRatioCost.calibrated(problem, w);
    double[] roots = problem.target().dataset().rootWeights();
    Scores scores = Scores.of(problem.target().student(), theta);
    double[] natural = scores.fisherInformation(roots);
    Vectors.scale(problem.lambda(), natural);
    return new StudentMoments(
        cost.hessian(theta),
        Sensitivity.columns(problem, w, theta),
        noise(problem, cost, scores, w, theta),
        natural);
  }

  private static double[] noise(
      LearningProblem problem, LogRatioCost cost, Scores student, double[] w, double[] theta) {
    Forest forest = problem.target().forest();
    EdgeLaw own = problem.target().student().law(theta);
    EdgeLaw calibrated = problem.target().calibration().law(w);
    double[] reach = Sweeps.reach(own, problem.target().dataset().rootWeights());
    int d = theta.length;
    double[] gradient = new double[d];
    cost.gradient(theta, gradient);
    double[] sample = new double[d];
    double[] covariance = new double[d * d];
    for (int e = 0; e < forest.edges(); e++) {
      if (forest.child(e) == Forest.LEAF) {
        student.path(e, sample);
        Vectors.scale(problem.lambda() * (own.logPath(e) - calibrated.logPath(e)), sample);
        Vectors.addScaled(-1, gradient, sample);
        SmallMatrix.addOuter(reach[forest.node(e)] * own.probability(e), sample, covariance);
      }
    }
    return covariance;
  }

  /** A and B of a student that follows its calibration at once, by steps H⁻¹/k. */
  Rates following(double[] covariance) {
    int d = columns[0].length;
    double[] factor = new double[d * d];
    checkArgument(
        SmallMatrix.factor(hessian, 0, d, factor), "a plan needs a positive definite Hessian");
    double a = 0;
    for (int i = 0; i < columns.length; i++) {
      double[] solved = columns[i].clone();
      SmallMatrix.solve(factor, solved);
      for (int j = 0; j < columns.length; j++) {
        a += Vectors.dot(columns[j], solved) * covariance[j * columns.length + i] / 2;
      }
    }
    double b = 0;
    double[] column = new double[d];
    for (int i = 0; i < d; i++) {
      System.arraycopy(noise, i * d, column, 0, d);
      SmallMatrix.solve(factor, column);
      b += column[i] / 2;
    }
    return new Rates(a, b);
  }

  /** A and B with the factors of a student that takes natural steps of gain a/k meanwhile. */
  Rates coupled(double[] covariance, double gain) {
    int d = columns[0].length;
    double[][] basis = new double[d][];
    double[] h = new double[d];
    directions(basis, h);
    double a = 0;
    double b = 0;
    double[] pulled = new double[columns.length]; // Jᵀv
    for (int i = 0; i < d; i++) {
      checkArgument(
          2 * gain * h[i] > 1, "a gain of %s is too small for a curvature of %s", gain, h[i]);
      for (int k = 0; k < columns.length; k++) {
        pulled[k] = Vectors.dot(columns[k], basis[i]);
      }
      a += lateness(gain * h[i]) * SmallMatrix.form(covariance, pulled) / h[i] / 2;
      b += h[i] * gain * gain / (2 * gain * h[i] - 1) * SmallMatrix.form(noise, basis[i]) / 2;
    }
    return new Rates(a, b);
  }

  /** Sets v_i with v_iᵀλFv_j = δ_ij and v_iᵀHv_j = h_i δ_ij. */
  private void directions(double[][] basis, double[] h) {
    int d = h.length;
    double[] root = new double[d * d];
    SymmetricEigen scale = SymmetricEigen.of(natural);
    checkArgument(
        scale.smallest() > 0, "a plan needs a positive definite Fisher information of the student");
    for (int i = 0; i < d; i++) { // F^(−1/2)
      SmallMatrix.addOuter(1 / Math.sqrt(scale.value(i)), scale.vector(i), root);
    }
    double[] inner = product(root, product(hessian, root));
    SymmetricEigen eigen = SymmetricEigen.of(inner);
    checkArgument(eigen.smallest() > 0, "a plan needs a positive definite Hessian");
    for (int i = 0; i < d; i++) {
      h[i] = eigen.value(i);
      double[] q = eigen.vector(i);
      basis[i] = new double[d];
      for (int j = 0; j < d; j++) {
        basis[i][j] = Vectors.dot(root, j * d, q, 0, d);
      }
    }
  }

  private static double[] product(double[] left, double[] right) {
    int d = (int) Math.round(Math.sqrt(left.length));
    double[] out = new double[d * d];
    for (int i = 0; i < d; i++) {
      for (int j = 0; j < d; j++) {
        for (int k = 0; k < d; k++) {
          out[i * d + j] += left[i * d + k] * right[k * d + j];
        }
      }
    }
    return out;
  }

  /**
   * g(b): a student of gain b/k is the mean of the calibrations with weights bx^(b−1) in the time x
   * of [0,1]; those at x and y have the covariance 1/max(x,y), so g = 2b ∫ x^(2b−2) dx.
   */
  static double lateness(double b) {
    return 2 * b / (2 * b - 1);
  }
}
