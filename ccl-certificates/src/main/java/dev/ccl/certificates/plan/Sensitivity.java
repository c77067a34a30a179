package dev.ccl.certificates.plan;

import dev.ccl.core.exact.LogRatioCost;
import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.math.SmallMatrix;
import dev.ccl.core.math.Vectors;
import dev.ccl.core.policy.EdgeModel;
import dev.ccl.core.problem.LearningProblem;
import java.util.Arrays;

/**
 * How much an error of the calibration costs the student that follows it: Δ ≈ ½(w−w*)ᵀM(w−w*) with
 * M = JᵀH⁻¹J, J = ∂<sub>w</sub>∇<sub>θ</sub>C, whose column i is the gradient of the cost of one
 * more feature, and H the Hessian of C in θ.
 */
final class Sensitivity {
  private Sensitivity() {}

  /**
   * Computes the matrix.
   *
   * @param problem the problem, with a whole target forest
   * @param w the calibration; read
   * @param theta the student; read
   * @param factor L with H = LLᵀ; read
   * @return JᵀH⁻¹J, D × D, row-major
   */
  static double[] of(LearningProblem problem, double[] w, double[] theta, double[] factor) {
    double[][] columns = columns(problem, w, theta);
    int bigD = columns.length;
    double[] matrix = new double[bigD * bigD];
    for (int i = 0; i < bigD; i++) {
      double[] solved = columns[i].clone();
      SmallMatrix.solve(factor, solved);
      for (int j = 0; j < bigD; j++) {
        matrix[j * bigD + i] = Vectors.dot(columns[j], solved);
      }
    }
    return matrix;
  }

  /**
   * Computes J.
   *
   * @param problem the problem, with a whole target forest
   * @param w the calibration; read
   * @param theta the student; read
   * @return its columns, one per parameter of the calibration
   */
  static double[][] columns(LearningProblem problem, double[] w, double[] theta) {
    EdgeModel calibration = problem.target().calibration();
    EdgeModel student = problem.target().student();
    EdgeLaw law = calibration.law(w);
    int bigD = w.length;
    int d = theta.length;
    double[][] columns = new double[bigD][d];
    double[] roots = problem.target().dataset().rootWeights();
    double[] direction = new double[bigD];
    double[] without = new double[d];
    double[] slope = new double[law.forest().edges()];
    // C is E[λ log π_θ − ρ]; its derivative in w_i has −ρ = −λ ∂ log π_w/∂w_i in place of that.
    LogRatioCost.of(student, roots, problem.lambda(), slope).gradient(theta, without);
    for (int i = 0; i < bigD; i++) {
      Arrays.fill(direction, 0.0);
      direction[i] = 1;
      calibration.pushforward(w, direction, 0, law.forest().nodes(), slope);
      for (int s = 0; s < law.forest().nodes(); s++) {
        double mean = 0;
        int from = law.forest().firstEdge(s);
        int to = from + law.forest().degree(s);
        for (int e = from; e < to; e++) {
          mean += law.probability(e) * slope[e];
        }
        for (int e = from; e < to; e++) {
          slope[e] = problem.lambda() * (slope[e] - mean);
        }
      }
      LogRatioCost.of(student, roots, problem.lambda(), slope).gradient(theta, columns[i]);
      Vectors.addScaled(-1, without, columns[i]);
    }
    return columns;
  }
}
