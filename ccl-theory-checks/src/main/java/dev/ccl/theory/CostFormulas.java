package dev.ccl.theory;

import dev.ccl.core.exact.GlobalMinimizer;
import dev.ccl.core.exact.LogRatioCost;
import dev.ccl.core.exact.PaperConstants;
import dev.ccl.core.exact.Scores;
import dev.ccl.core.exact.SourceInformation;

/** The costs of students on the target with their derivatives, and the constants of the paper. */
public interface CostFormulas extends PolicyFormulas {
  /** {@return G<sub>joint</sub> (eq:ced-gram), row-major} */
  default double[] information() {
    return SourceInformation.of(problem()).joint();
  }

  /**
   * Returns G<sub>h</sub> (eq:ced-gram).
   *
   * @param h the position, from 1
   * @return row-major
   */
  default double[] information(int h) {
    return SourceInformation.of(problem()).atStep(h);
  }

  /**
   * Returns the Fisher information of the student's answers on the target.
   *
   * @param theta θ; read
   * @return E SSᵀ, row-major
   */
  default double[] fisherInformation(double[] theta) {
    return Scores.of(problem().target().student(), theta)
        .fisherInformation(problem().target().dataset().rootWeights());
  }

  /** {@return the constants of the paper, γ, L<sub>st</sub>, α<sub>stu</sub>, M<sub>opt</sub>} */
  default PaperConstants constants() {
    return PaperConstants.of(problem());
  }

  /**
   * Returns Z(θ; x, a) of the answer behind a leaf edge (lem:ced-z).
   *
   * @param w w; read
   * @param theta θ; read
   * @param leaf a leaf edge of the target forest
   * @return λ log(π<sub>stu,θ</sub>/π<sub>w</sub>)
   */
  default double logRatioCost(double[] w, double[] theta, int leaf) {
    return problem().lambda()
        * (student(Side.TARGET, theta).logPath(leaf) - calibrated(Side.TARGET, w).logPath(leaf));
  }

  /**
   * Returns C<sub>w</sub>(θ) (eq:ced-cost).
   *
   * @param w w; read
   * @param theta θ; read
   * @return the cost
   */
  default double cost(double[] w, double[] theta) {
    return LogRatioCost.calibrated(problem(), w).value(theta);
  }

  /**
   * Returns the least cost that a student can have (eq:ced-errors).
   *
   * @param w w; read
   * @return min<sub>θ</sub> C<sub>w</sub>(θ)
   */
  default double leastCost(double[] w) {
    return GlobalMinimizer.minimize(
            LogRatioCost.calibrated(problem(), w), problem().student().set())
        .cost();
  }

  /**
   * Returns ∇C<sub>w</sub>(θ) (eq:ced-cost-gradient).
   *
   * @param w w; read
   * @param theta θ; read
   * @return a fresh vector
   */
  default double[] gradient(double[] w, double[] theta) {
    double[] gradient = new double[theta.length];
    LogRatioCost.calibrated(problem(), w).gradient(theta, gradient);
    return gradient;
  }

  /**
   * Returns ∇²C<sub>w</sub>(θ) (eq:ced-hessian-expression).
   *
   * @param w w; read
   * @param theta θ; read
   * @return row-major
   */
  default double[] hessian(double[] w, double[] theta) {
    return LogRatioCost.calibrated(problem(), w).hessian(theta);
  }

  /**
   * Returns the score of the answer behind a leaf edge.
   *
   * @param theta θ; read
   * @param leaf a leaf edge of the target forest
   * @return S<sub>stu,θ</sub>
   */
  default double[] score(double[] theta, int leaf) {
    double[] score = new double[theta.length];
    Scores.of(problem().target().student(), theta).path(leaf, score);
    return score;
  }

  /**
   * Returns ∇S of the answer behind a leaf edge (eq:ced-hessian-expression).
   *
   * @param theta θ; read
   * @param leaf a leaf edge of the target forest
   * @return ∇S<sub>stu,θ</sub>, row-major
   */
  default double[] scoreDerivative(double[] theta, int leaf) {
    return Scores.of(problem().target().student(), theta).hessian(leaf);
  }

  /**
   * Returns E‖S·Z − ∇C‖² of one rollout (eq:ced-student-variance with b = 1).
   *
   * @param w w; read
   * @param theta θ; read
   * @return the variance
   */
  default double sampleVariance(double[] w, double[] theta) {
    return LogRatioCost.calibrated(problem(), w).sampleVariance(theta);
  }

  /**
   * Returns C<sub>SM</sub>(θ) (eq:sm-temp-cost).
   *
   * @param theta θ; read
   * @return the cost of direct matching
   */
  default double matchingCost(double[] theta) {
    return LogRatioCost.directMatching(problem()).value(theta);
  }

  /**
   * Returns ∇C<sub>SM</sub>(θ).
   *
   * @param theta θ; read
   * @return a fresh vector
   */
  default double[] matchingGradient(double[] theta) {
    double[] gradient = new double[theta.length];
    LogRatioCost.directMatching(problem()).gradient(theta, gradient);
    return gradient;
  }

  /** {@return the minimiser of C<sub>SM</sub> over Θ, θ*<sub>SM</sub>} */
  default double[] matchingMinimizer() {
    return GlobalMinimizer.minimize(
            LogRatioCost.directMatching(problem()), problem().student().set())
        .point()
        .toArray();
  }
}
