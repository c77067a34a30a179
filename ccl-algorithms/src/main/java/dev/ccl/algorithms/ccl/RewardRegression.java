package dev.ccl.algorithms.ccl;

import dev.ccl.core.exact.Scores;
import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.math.SmallMatrix;
import dev.ccl.core.math.Vectors;
import dev.ccl.core.policy.EdgeModel;
import dev.ccl.core.problem.LearningProblem;
import java.util.Arrays;

/**
 * The equations that verified answers give for w* (claim E12). Rewards are exact and
 * π<sub>pre</sub> can be evaluated, so
 *
 * <pre>  log π_w*(y|x) − log π_pre(y|x) − R(x,y)/λ = −log Z(x)</pre>
 *
 * for every answer y: k answers to one prompt give k − 1 equations without noise. Least squares
 * over the distinct answers, one constant per prompt profiled out; until the equations have rank D
 * the solution stays near w<sub>tea</sub> where they say nothing. A noisy verifier's replies to one
 * answer are averaged, which fits E[R] where acceptance fits λ log E e<sup>R/λ</sup>.
 */
public final class RewardRegression {
  private final EdgeModel model;
  private final Forest forest;
  private final EdgeLaw reference;
  private final double lambda;
  private final int dimension;
  private final GaussNewton solver;
  private final double[] means; // of the replies, by edge
  private final double[] numbers; // of the replies, by edge
  private final int[] leaves; // the distinct answers
  private int count;
  private GaussNewton.Optimum optimum = new GaussNewton.Optimum(0, false, true);

  private RewardRegression(LearningProblem problem) {
    this.model = problem.source().calibration();
    this.forest = problem.source().forest(); // refuses with advice where trees grow
    this.reference = problem.source().reference();
    this.lambda = problem.lambda();
    double[] teacher = problem.calibration().initial().toArray();
    this.dimension = teacher.length;
    this.solver = new GaussNewton(this::linearise, problem.calibration().set(), teacher);
    this.means = new double[forest.edges()];
    this.numbers = new double[forest.edges()];
    this.leaves = new int[forest.edges()];
  }

  /**
   * Starts with no equation.
   *
   * @param problem the problem, with a whole source forest; any differentiable calibration class
   * @return the regression
   */
  public static RewardRegression of(LearningProblem problem) {
    return new RewardRegression(problem);
  }

  /**
   * Takes note of a verified answer.
   *
   * @param leaf its edge in the source forest
   * @param reward what the verifier replied
   * @return whether the equations have changed
   */
  public boolean add(int leaf, double reward) {
    boolean isNew = numbers[leaf] == 0;
    boolean same = !isNew && means[leaf] == reward;
    if (isNew) {
      leaves[count++] = leaf;
    }
    numbers[leaf]++;
    means[leaf] += (reward - means[leaf]) / numbers[leaf];
    return !same;
  }

  /**
   * Moves a calibration to the solution.
   *
   * @param w where to start; overwritten with a point of W
   * @return whether steps were made until none helped; if not, there may be a better point
   */
  public boolean solve(double[] w) {
    optimum = solver.minimize(w);
    return optimum.converged();
  }

  /** The residuals of the answers, centred by prompt, each weighted by its number of replies. */
  private double linearise(double[] w, double[] normal, double[] right) {
    Scores scores = Scores.of(model, w);
    int width = dimension + 1; // row and residual
    double[] rows = new double[count * width];
    double[] centres = new double[forest.prompts().size() * (width + 1)]; // and weight
    double[] row = new double[dimension];
    for (int i = 0; i < count; i++) {
      int leaf = leaves[i];
      scores.path(leaf, row);
      System.arraycopy(row, 0, rows, i * width, dimension);
      rows[i * width + dimension] =
          scores.logLikelihood(leaf) - reference.logPath(leaf) - means[leaf] / lambda;
      int at = forest.root(leaf) * (width + 1);
      for (int k = 0; k < width; k++) {
        centres[at + k] += numbers[leaf] * rows[i * width + k];
      }
      centres[at + width] += numbers[leaf];
    }
    Arrays.fill(normal, 0.0);
    Arrays.fill(right, 0.0);
    double squares = 0;
    for (int i = 0; i < count; i++) {
      double weight = numbers[leaves[i]];
      int at = forest.root(leaves[i]) * (width + 1);
      for (int k = 0; k < dimension; k++) {
        row[k] = rows[i * width + k] - centres[at + k] / centres[at + width];
      }
      double residual = rows[i * width + dimension] - centres[at + dimension] / centres[at + width];
      squares += weight * residual * residual;
      SmallMatrix.addOuter(weight, row, normal);
      Vectors.addScaled(weight * residual, row, right);
    }
    return squares;
  }

  /** {@return the number of distinct answers} */
  public int distinct() {
    return count;
  }

  /**
   * Returns how many equations there are beyond those that determine w*: each is a test of the
   * model, which the residual fails if it is wrong.
   *
   * @return answers less prompts less D; 0 where the equations do not have rank D
   */
  int tests() {
    if (!determines()) {
      return 0;
    }
    boolean[] asked = new boolean[forest.prompts().size()];
    int prompts = 0;
    for (int i = 0; i < count; i++) {
      int root = forest.root(leaves[i]);
      prompts += asked[root] ? 0 : 1;
      asked[root] = true;
    }
    return count - prompts - dimension;
  }

  /**
   * Tells whether the equations, linearised at the last solution, have rank D.
   *
   * @return whether they determine w*, at least nearby
   */
  public boolean determines() {
    return optimum.determined();
  }

  /**
   * Returns the root mean square of λ times the residuals of the last solution: what of the rewards
   * no w explains. Under Assumption 1 with exact rewards it is rounding.
   *
   * @return the residual, in units of the reward
   */
  public double residual() {
    double total = 0;
    for (int i = 0; i < count; i++) {
      total += numbers[leaves[i]];
    }
    return total > 0 ? lambda * Math.sqrt(optimum.squares() / total) : 0;
  }
}
