package dev.ccl.core.exact;

import static com.google.common.base.Preconditions.checkArgument;

import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.policy.EdgeModel;
import dev.ccl.core.problem.LearningProblem;
import java.util.Arrays;

/**
 * The one shape of all student objectives in the paper: the average over target prompts of
 *
 * <pre>  E Z(a) over a ~ π_θ(·|x),   Z(a) = Σ_h [κ log π_θ(a_h|s_h) − ρ(s_h, a_h)],</pre>
 *
 * with a weight κ &gt; 0 and a fixed potential ρ on the edges. With κ = λ and ρ = λ log
 * π<sub>w</sub> it is C<sub>w</sub> (eq:ced-cost); with κ = 1 + λ and ρ = log π<sub>tea</sub> + λ
 * log π<sub>pre</sub> it is C<sub>SM</sub> (eq:sm-temp-cost); with κ = λ and ρ = λ log
 * π<sub>pre</sub> plus the reward at the last edge it is −J (eq:ced-return).
 *
 * <p>Value and gradient cost one sweep up, one sweep down and one pullback; no cost depends on the
 * number of answers.
 */
public final class LogRatioCost {
  private final EdgeModel student;
  private final Forest forest;
  private final double[] rootWeights;
  private final double weight;
  private final double[] potential;

  private LogRatioCost(EdgeModel student, double[] rootWeights, double weight, double[] potential) {
    this.student = student;
    this.forest = student.forest();
    this.rootWeights = rootWeights;
    this.weight = weight;
    this.potential = potential;
  }

  /**
   * Returns a cost.
   *
   * @param student the student's class on a forest
   * @param rootWeights the probability of each root; read
   * @param weight κ
   * @param potential ρ, one number per edge; read
   * @return the cost
   */
  public static LogRatioCost of(
      EdgeModel student, double[] rootWeights, double weight, double[] potential) {
    checkArgument(potential.length == student.forest().edges(), "one potential per edge");
    checkArgument(rootWeights.length == student.forest().prompts().size(), "one weight per root");
    return new LogRatioCost(student, rootWeights.clone(), weight, potential.clone());
  }

  /**
   * Returns scale times the average KL from the student to a fixed law on the target forest. With
   * scale λ and the law π<sub>w</sub> this is C<sub>w</sub> (eq:ced-cost).
   *
   * @param problem the problem
   * @param law the law in the second place of the divergence
   * @param scale the factor
   * @return the cost
   */
  public static LogRatioCost divergence(LearningProblem problem, EdgeLaw law, double scale) {
    double[] potential = law.logs();
    for (int e = 0; e < potential.length; e++) {
      potential[e] *= scale;
    }
    return of(
        problem.target().student(), problem.target().dataset().rootWeights(), scale, potential);
  }

  /**
   * Returns C<sub>w</sub> (eq:ced-cost).
   *
   * @param problem the problem
   * @param w the calibration; read
   * @return the cost
   */
  public static LogRatioCost calibrated(LearningProblem problem, double[] w) {
    return divergence(problem, problem.target().calibration().law(w), problem.lambda());
  }

  /**
   * Returns C<sub>SM</sub>, the cost of regularised direct matching (eq:sm-temp-cost).
   *
   * @param problem the problem
   * @return the cost
   */
  public static LogRatioCost directMatching(LearningProblem problem) {
    double[] teacher = problem.calibration().initial().toArray();
    double[] potential = problem.target().calibration().law(teacher).logs();
    EdgeLaw reference = problem.target().reference();
    for (int e = 0; e < potential.length; e++) {
      potential[e] += problem.lambda() * reference.log(e);
    }
    return of(
        problem.target().student(),
        problem.target().dataset().rootWeights(),
        1 + problem.lambda(),
        potential);
  }

  /** {@return the student's class on the forest of the cost, its kernels} */
  public EdgeModel student() {
    return student;
  }

  /** {@return the weight of the student's own log-probabilities, κ} */
  public double weight() {
    return weight;
  }

  double[] rootWeights() {
    return rootWeights;
  }

  double potential(int e) {
    return potential[e];
  }

  /** {@return the number of parameters, d} */
  public int dimension() {
    return student.dimension();
  }

  /**
   * Returns the cost of a parameter.
   *
   * @param theta the parameter; read
   * @return the cost
   */
  public double value(double[] theta) {
    return CostSweeps.of(this, theta).value();
  }

  /**
   * Computes the gradient E[S·Z] (eq:ced-cost-gradient) and returns the cost.
   *
   * @param theta the parameter; read
   * @param gradient overwritten
   * @return the cost
   */
  public double gradient(double[] theta, double[] gradient) {
    CostSweeps sweeps = CostSweeps.of(this, theta);
    double[] c = sweeps.coefficients();
    Arrays.fill(gradient, 0.0);
    student.pullback(theta, c, 0, forest.nodes(), gradient);
    return sweeps.value();
  }

  /**
   * Returns the Hessian (eq:ced-hessian-expression), computed as the derivative of the gradient's
   * edge coefficients in each coordinate direction.
   *
   * @param theta the parameter; read
   * @return a fresh symmetric matrix, row-major
   */
  public double[] hessian(double[] theta) {
    int d = dimension();
    CostSweeps sweeps = CostSweeps.of(this, theta);
    double[] c = sweeps.coefficients();
    double[] hessian = new double[d * d];
    double[] direction = new double[d];
    double[] column = new double[d];
    for (int i = 0; i < d; i++) {
      Arrays.fill(direction, 0.0);
      Arrays.fill(column, 0.0);
      direction[i] = 1;
      double[] slope = sweeps.coefficientSlopes(direction);
      student.pullback(theta, slope, 0, forest.nodes(), column);
      student.curvature(theta, c, direction, 0, forest.nodes(), column);
      for (int k = 0; k < d; k++) {
        hessian[k * d + i] = column[k];
      }
    }
    for (int i = 0; i < d; i++) {
      for (int k = 0; k < i; k++) {
        double mean = 0.5 * (hessian[i * d + k] + hessian[k * d + i]);
        hessian[i * d + k] = mean;
        hessian[k * d + i] = mean;
      }
    }
    return hessian;
  }

  /**
   * Returns E‖S·Z − ∇C‖², the variance of one student gradient sample, where S is the score of the
   * full answer; eq:ced-student-variance bounds it.
   *
   * @param theta the parameter; read
   * @return the variance
   */
  public double sampleVariance(double[] theta) {
    double[] gradient = new double[dimension()];
    gradient(theta, gradient);
    return CostSweeps.of(this, theta).sampleMoment(gradient);
  }

  /**
   * Returns E‖S·Z‖², the second moment of one student gradient sample.
   *
   * @param theta the parameter; read
   * @return the second moment
   */
  public double sampleSecondMoment(double[] theta) {
    return CostSweeps.of(this, theta).sampleMoment(new double[dimension()]);
  }
}
