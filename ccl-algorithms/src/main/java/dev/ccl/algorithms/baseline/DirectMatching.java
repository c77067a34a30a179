package dev.ccl.algorithms.baseline;

import dev.ccl.algorithms.Learner;
import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.math.Elementary;
import dev.ccl.core.policy.EdgeModel;
import dev.ccl.core.policy.LinearFamily;
import dev.ccl.core.problem.LearningProblem;

/** Regularised direct matching (alg:sm-temperature) and the constants of its step. */
public final class DirectMatching {
  private static final double LN2 = Elementary.log(2);

  private DirectMatching() {}

  /** {@return Algorithm 2, the learner} */
  public static Learner learner() {
    return PathLearner.of(PathObjective.DIRECT_MATCHING);
  }

  /**
   * Returns κ<sub>SM</sub> = σ′(B + log 2).
   *
   * @param problem the problem
   * @return the least variance of a student's verdict on the separation instance
   */
  static double kappa(LearningProblem problem) {
    return Elementary.logisticDensity(problem.bound() + LN2);
  }

  /**
   * Returns G<sub>SM</sub> = (2 + λ)B.
   *
   * @param problem the problem
   * @return the bound of eq:sm-temp-second-moment
   */
  public static double gradientBound(LearningProblem problem) {
    return (2 + problem.lambda()) * problem.bound();
  }

  /**
   * Returns μ<sub>SM</sub> = (1 + λ)κ<sub>SM</sub>/d, the monotonicity of eq:sm-temp-cross-term.
   *
   * @param problem the problem
   * @return the constant of the step 1/(μ(t+2))
   */
  public static double monotonicity(LearningProblem problem) {
    return monotonicity(problem, PathObjective.DIRECT_MATCHING);
  }

  /** The same for objectives with another weight of log π_θ in the place of 1 + λ. */
  static double monotonicity(LearningProblem problem, Baseline baseline) {
    double weight = baseline.weight(problem.lambda());
    return weight * kappa(problem) / problem.student().set().dimension();
  }

  /**
   * Tells whether the step's guarantee holds: the target part of the problem has the shape of the
   * separation instance (sec:sm-temperature), three verdicts of which the student scores one.
   *
   * @param problem the problem
   * @return whether C<sub>SM</sub> is μ<sub>SM</sub>-strongly monotone by the paper's proof
   */
  public static boolean hasGuarantee(LearningProblem problem) {
    Forest forest = problem.target().forest();
    EdgeModel student = problem.target().student();
    int d = student.dimension();
    if (!(problem.student().family() instanceof LinearFamily)
        || forest.nodes() != forest.prompts().size()) {
      return false;
    }
    EdgeLaw reference = problem.target().reference();
    int[] prompts = new int[d]; // how many prompts score each coordinate
    for (int j = 0; j < problem.target().dataset().size(); j++) {
      int s = problem.target().dataset().root(j);
      int coordinate = scoredCoordinate(forest, student, s);
      if (coordinate < 0) {
        return false;
      }
      prompts[coordinate]++;
      for (int e = forest.firstEdge(s); e < forest.firstEdge(s + 1); e++) {
        if (Math.abs(reference.probability(e) - 1.0 / 3) > 1e-12) { // so there are three
          return false;
        }
      }
    }
    for (int count : prompts) {
      if (count * d != problem.target().dataset().size()) {
        return false;
      }
    }
    return true;
  }

  /** The coordinate i if the student's features at a node are e_i once and else 0; −1 if not. */
  private static int scoredCoordinate(Forest forest, EdgeModel student, int s) {
    int d = student.dimension();
    double[] rows = new double[forest.degree(s) * d];
    student.gradients(new double[d], s, rows);
    int coordinate = -1;
    for (int k = 0; k < rows.length; k++) {
      if (rows[k] != 0) {
        if (rows[k] != 1 || coordinate >= 0) {
          return -1;
        }
        coordinate = k % d;
      }
    }
    return coordinate;
  }
}
