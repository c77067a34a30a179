package dev.ccl.algorithms.ccl;

import com.google.common.collect.ImmutableMap;
import dev.ccl.algorithms.Memory;
import dev.ccl.core.exact.Scores;
import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.math.SmallMatrix;
import dev.ccl.core.math.Vectors;
import dev.ccl.core.policy.ConvexSet;
import dev.ccl.core.policy.EdgeModel;
import dev.ccl.core.problem.LearningProblem;
import java.util.Arrays;

/**
 * The calibration that solves for w* (claim E12). Rewards are exact and π<sub>pre</sub> can be
 * evaluated, so
 *
 * <pre>  log π_w*(y|x) − log π_pre(y|x) − R(x,y)/λ = −log Z(x)</pre>
 *
 * for every answer y: k answers to one prompt give k − 1 equations without noise. Least squares
 * over the distinct answers verified so far, one constant per prompt profiled out, by Gauss–Newton
 * steps with damping; until the equations have rank D a weak pull keeps w near w<sub>tea</sub>
 * where they say nothing. A noisy verifier's replies to one answer are averaged, which fits E[R]
 * where acceptance fits λ log E e<sup>R/λ</sup>.
 *
 * <p>There is one row per distinct answer. As long as they are few, each reply that says something
 * new makes all be linearised anew; later only when such replies have grown by a twentieth. In
 * between a new row is one rank-one update, and another reply to a known answer waits.
 */
public final class RewardRegression {
  private static final int FEW = 64;
  private static final int STEPS = 40;
  private static final double PULL = 1e-9;

  private final EdgeModel model;
  private final Forest forest;
  private final EdgeLaw reference;
  private final ConvexSet set;
  private final double lambda;
  private final double[] teacher;
  private final int dimension;
  private final double[] factor;
  private final double[] normal; // JᵀJ of the last linearisation, with later rows
  private final double[] ranks; // by edge: 1, 2, … in the order of first replies; 0 if not verified
  private final double[] means; // by edge: of the replies
  private final double[] numbers; // by edge: of the replies
  private final double[] last; // news at the last linearisation, square sum, news, unsettled
  private final double[] right;
  private final int[] leaves; // by rank
  private double[] rows = new double[0];
  private double[] residuals = new double[0];
  private int count;
  private boolean isNewRow; // whether the last reply was the first to its answer

  private RewardRegression(LearningProblem problem, Memory memory) {
    this.model = problem.source().calibration();
    this.forest = model.forest();
    this.reference = problem.source().reference();
    this.set = problem.calibration().set();
    this.lambda = problem.lambda();
    this.teacher = problem.calibration().initial().toArray();
    this.dimension = teacher.length;
    this.factor = new double[dimension * dimension];
    this.normal = memory.keep("regression-normal", new double[dimension * dimension]);
    this.last = memory.keep("regression-last", new double[4]);
    this.ranks = memory.keep("regression-order", new double[forest.edges()]);
    this.means = memory.keep("regression-rewards", new double[forest.edges()]);
    this.numbers = memory.keep("regression-replies", new double[forest.edges()]);
    this.right = new double[dimension];
    this.leaves = new int[forest.edges()];
    for (int e = 0; e < ranks.length; e++) {
      if (ranks[e] > 0) {
        count++;
        leaves[(int) ranks[e] - 1] = e;
      }
    }
  }

  /**
   * Starts with no equation.
   *
   * @param problem the problem, with a whole source forest; any differentiable calibration class
   * @return the regression
   */
  public static RewardRegression of(LearningProblem problem) {
    return of(problem, Memory.of(ImmutableMap.of()));
  }

  /**
   * Goes on with the equations of a memory.
   *
   * @param problem the problem, with a whole source forest; any differentiable calibration class
   * @param memory where what is known is kept
   * @return the regression
   */
  public static RewardRegression of(LearningProblem problem, Memory memory) {
    problem.source().forest(); // refuses with advice where trees grow
    return new RewardRegression(problem, memory);
  }

  /**
   * Takes note of a verified answer.
   *
   * @param leaf its edge in the source forest
   * @param reward what the verifier replied
   * @return whether the equations have changed
   */
  public boolean add(int leaf, double reward) {
    isNewRow = numbers[leaf] == 0;
    boolean same = !isNewRow && means[leaf] == reward;
    if (isNewRow) {
      leaves[count++] = leaf;
      ranks[leaf] = count;
    }
    numbers[leaf]++;
    means[leaf] += (reward - means[leaf]) / numbers[leaf];
    last[2] += same ? 0 : 1;
    return !same;
  }

  /**
   * Moves a calibration to the solution.
   *
   * @param w where to start; overwritten with a point of W
   */
  public void solve(double[] w) {
    if (count <= FEW || !isSettled() || last[2] >= 1.05 * last[0]) {
      last[0] = last[2];
      descend(w);
    } else if (isNewRow) {
      extend(w);
    }
  }

  private void descend(double[] w) {
    double damping = 0;
    double cost = linearise(w);
    last[3] = 1;
    double[] step = new double[dimension];
    double[] next = new double[dimension];
    double[] normalHere = new double[normal.length];
    double[] rightHere = new double[dimension];
    for (int i = 0; i < STEPS; i++) {
      double scale = scale();
      double pull = determines() ? 0 : PULL * scale;
      for (int k = 0; k < dimension; k++) {
        step[k] = -right[k] - pull * (w[k] - teacher[k]);
      }
      if (!SmallMatrix.factor(normal, pull + damping * scale, dimension, factor)) {
        damping = Math.max(1e-9, 10 * damping); // rounding has eaten the pull
        continue;
      }
      SmallMatrix.solve(factor, step);
      Vectors.copy(w, next);
      Vectors.addScaled(1, step, next);
      set.project(next);
      double here = cost + pull * distance(w);
      Vectors.copy(normal, normalHere);
      Vectors.copy(right, rightHere);
      double there = linearise(next);
      if (there + pull * distance(next) < here) {
        Vectors.copy(next, w);
        cost = there;
        damping /= 10;
      } else {
        Vectors.copy(normalHere, normal);
        Vectors.copy(rightHere, right);
        if (Vectors.norm(step) <= 1e-14 * (1 + Vectors.norm(w)) || damping > 1e6) {
          last[3] = 0;
          break;
        }
        damping = Math.max(1e-9, 10 * damping);
      }
    }
    last[1] = cost;
  }

  private double distance(double[] w) {
    double sum = 0;
    for (int k = 0; k < dimension; k++) {
      sum += (w[k] - teacher[k]) * (w[k] - teacher[k]);
    }
    return sum;
  }

  /** The mean of the diagonal of JᵀJ, positive where there is no row as well. */
  private double scale() {
    double trace = 0;
    for (int i = 0; i < dimension; i++) {
      trace += normal[i * dimension + i];
    }
    return trace / dimension + 1e-300;
  }

  /** Sets JᵀJ and Jᵀr of the centred residuals at w; returns their sum of squares. */
  private double linearise(double[] w) {
    rows = new double[count * dimension];
    residuals = new double[count];
    Scores scores = Scores.of(model, w);
    double[] row = new double[dimension];
    int prompts = forest.prompts().size();
    double[] centres = new double[prompts * (dimension + 2)]; // weight, residual, row
    for (int i = 0; i < count; i++) {
      scores.path(leaves[i], row);
      System.arraycopy(row, 0, rows, i * dimension, dimension);
      residuals[i] =
          scores.logLikelihood(leaves[i])
              - reference.logPath(leaves[i])
              - means[leaves[i]] / lambda;
      int at = forest.root(leaves[i]) * (dimension + 2);
      centres[at] += numbers[leaves[i]];
      centres[at + 1] += numbers[leaves[i]] * residuals[i];
      for (int k = 0; k < dimension; k++) {
        centres[at + 2 + k] += numbers[leaves[i]] * row[k];
      }
    }
    Arrays.fill(normal, 0.0);
    Arrays.fill(right, 0.0);
    double sum = 0;
    for (int i = 0; i < count; i++) {
      int at = forest.root(leaves[i]) * (dimension + 2);
      for (int k = 0; k < dimension; k++) {
        rows[i * dimension + k] -= centres[at + 2 + k] / centres[at];
      }
      residuals[i] -= centres[at + 1] / centres[at];
      sum += numbers[leaves[i]] * residuals[i] * residuals[i];
      addRow(i, numbers[leaves[i]]);
    }
    return sum;
  }

  private void addRow(int i, double weight) {
    for (int k = 0; k < dimension; k++) {
      double left = weight * rows[i * dimension + k];
      right[k] += left * residuals[i];
      for (int l = 0; l < dimension; l++) {
        normal[k * dimension + l] += left * rows[i * dimension + l];
      }
    }
  }

  /** One step for the last row alone, against the first answer to the same prompt. */
  private void extend(double[] w) {
    int newest = count - 1;
    int first = 0;
    while (forest.root(leaves[first]) != forest.root(leaves[newest])) {
      first++;
    }
    if (first == newest) {
      return;
    }
    Scores scores = Scores.of(model, w);
    double[] row = new double[dimension];
    double[] other = new double[dimension];
    scores.path(leaves[newest], row);
    scores.path(leaves[first], other);
    Vectors.addScaled(-1, other, row);
    double residual =
        scores.logLikelihood(leaves[newest])
            - scores.logLikelihood(leaves[first])
            - reference.logPath(leaves[newest])
            + reference.logPath(leaves[first])
            - (means[leaves[newest]] - means[leaves[first]]) / lambda;
    for (int k = 0; k < dimension; k++) {
      for (int l = 0; l < dimension; l++) {
        normal[k * dimension + l] += row[k] * row[l];
      }
    }
    if (SmallMatrix.factor(normal, PULL * scale(), dimension, factor)) {
      System.arraycopy(row, 0, other, 0, dimension);
      SmallMatrix.solve(factor, row);
      // what of the new residual no step takes away: least squares by one row more
      last[1] += residual * residual * Math.max(0, 1 - Vectors.dot(other, row));
      Vectors.addScaled(-residual, row, w);
      set.project(w);
    }
  }

  /** {@return the number of distinct answers, the rows} */
  public int distinct() {
    return count;
  }

  /**
   * Returns how many equations there are beyond those that determine w*: each is a test of the
   * model, which the residual fails if it is wrong.
   *
   * @return answers less prompts less D; 0 where the equations do not have rank D
   */
  public int tests() {
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
   * Tells whether the equations, linearised where they were last solved, have rank D.
   *
   * @return whether they determine w*, at least nearby
   */
  public boolean determines() {
    return SmallMatrix.factor(normal, -PULL * scale(), dimension, factor);
  }

  /**
   * Tells whether the last solution was searched for until no step helped.
   *
   * @return false if the search has ended before, and goes on with the next answer
   */
  public boolean isSettled() {
    return last[3] == 0;
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
    return total > 0 ? lambda * Math.sqrt(last[1] / total) : 0;
  }
}
