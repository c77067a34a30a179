package dev.ccl.algorithms.ccl;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.policy.EdgeModel;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.truth.GroundTruth;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The equations of {@link RewardRegression} at horizon 1, where they are linear: φ(y)ᵀw + constant
 * of the prompt = log π<sub>pre</sub>(y) + R(y)/λ.
 */
class RewardRegressionTest {
  private static final double LAMBDA = 0.8;

  private static LearningProblem problem(int horizon, int letters, int dimension) {
    RandomSpec spec =
        RandomSpec.SMALL
            .withHorizon(horizon)
            .withLetters(letters)
            .withPrompts(3, 1)
            .withDimensions(dimension, 1)
            .withLambda(LAMBDA);
    return GroundTruth.of(RandomInstance.of(spec, 11).instance()).problem();
  }

  /** Rewards that no calibration explains. */
  private static double reward(int leaf) {
    return 0.5 + 0.4 * StrictMath.sin(3.1 * leaf * leaf + 1);
  }

  /** One verified answer: its features, what they are to explain, its prompt and its replies. */
  private static final class Row {
    final double[] phi;
    final double value;
    final int prompt;
    final double number;

    Row(double[] phi, double value, int prompt, double number) {
      this.phi = phi;
      this.value = value;
      this.prompt = prompt;
      this.number = number;
    }
  }

  private static Row row(LearningProblem problem, int leaf, double reward, double number) {
    EdgeModel model = problem.source().calibration();
    Forest forest = model.forest();
    int s = forest.node(leaf);
    int d = model.dimension();
    double[] rows = new double[forest.degree(s) * d];
    model.gradients(new double[d], s, rows);
    double[] phi = new double[d];
    System.arraycopy(rows, (leaf - forest.firstEdge(s)) * d, phi, 0, d);
    double value = problem.source().reference().log(leaf) + reward / problem.lambda();
    return new Row(phi, value, s, number);
  }

  /** The weighted mean of a row's entry over a prompt; entry D is the value. */
  private static double mean(List<Row> rows, int prompt, int entry) {
    double sum = 0;
    double weight = 0;
    for (Row r : rows) {
      if (r.prompt == prompt) {
        sum += r.number * entry(r, entry);
        weight += r.number;
      }
    }
    return sum / weight;
  }

  private static double entry(Row r, int i) {
    return i < r.phi.length ? r.phi[i] : r.value;
  }

  /** Centred sums of products: the matrix M, then the right side, then the square of the values. */
  private static double[][] normal(List<Row> rows) {
    double[][] sums = new double[3][3];
    for (Row r : rows) {
      for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
          sums[i][j] +=
              r.number
                  * (entry(r, i) - mean(rows, r.prompt, i))
                  * (entry(r, j) - mean(rows, r.prompt, j));
        }
      }
    }
    return sums;
  }

  /** (M + shift·I)⁻¹ b, by Cramer's rule. */
  private static double[] solved(double[][] m, double shift, double x, double y) {
    double a = m[0][0] + shift;
    double d = m[1][1] + shift;
    double det = a * d - m[0][1] * m[0][1];
    return new double[] {(d * x - m[0][1] * y) / det, (a * y - m[0][1] * x) / det};
  }

  @Test
  void repliesAreAveragedAndWeighted() {
    LearningProblem problem = problem(1, 5, 2);
    RewardRegression regression = RewardRegression.of(problem);
    List<Row> rows = new ArrayList<>();
    double replies = 0;
    int from = problem.source().forest().firstEdge(1); // the first prompt is not asked
    for (int leaf = from; leaf < problem.source().forest().edges(); leaf++) {
      int number = 1 + leaf % 3;
      double sum = 0;
      for (int i = 0; i < number; i++) {
        double reply = reward(leaf) + 0.05 * i;
        assertTrue(regression.add(leaf, reply), "news");
        sum += reply;
      }
      if (number == 1) {
        assertFalse(regression.add(leaf, sum), "the same reply again");
        number++;
        sum += sum;
      }
      replies += number;
      rows.add(row(problem, leaf, sum / number, number));
    }
    double[] w = problem.calibration().initial().toArray();
    assertTrue(regression.solve(w), "found");
    double[][] m = normal(rows);
    double[] expected = solved(m, 0, m[0][2], m[1][2]);
    assertTrue(problem.calibration().set().contains(expected), "not cut off by W");
    assertArrayEquals(expected, w, 1e-9);
    double least = m[2][2] - expected[0] * m[0][2] - expected[1] * m[1][2];
    assertEquals(LAMBDA * Math.sqrt(least / replies), regression.residual(), 1e-9);
    assertTrue(regression.determines());
    assertEquals(rows.size(), regression.distinct());
    assertEquals(rows.size() - 2 - 2, regression.tests(), "2 prompts, 2 parameters");
    assertTrue(regression.add(0, 0), "a first reply of 0 is news");
  }

  /** One equation for two parameters: the nearest solution to the teacher. */
  @Test
  void whatIsNotDeterminedStaysWithTheTeacher() {
    LearningProblem problem = problem(1, 5, 2);
    RewardRegression regression = RewardRegression.of(problem);
    double[] w = problem.calibration().initial().toArray();
    double[] teacher = w.clone();
    regression.solve(w);
    assertArrayEquals(teacher, w, "no equation");
    assertEquals(0, regression.residual());
    double[] astray = {teacher[0] + 0.4, teacher[1] - 0.3};
    regression.solve(astray);
    assertArrayEquals(teacher, astray, 1e-9, "back to the teacher");
    int leaf = problem.source().forest().firstEdge(1);
    regression.add(leaf, 0.55);
    regression.add(leaf + 3, 0.4);
    Row one = row(problem, leaf, 0.55, 1);
    Row two = row(problem, leaf + 3, 0.4, 1);
    double[] z = {one.phi[0] - two.phi[0], one.phi[1] - two.phi[1]};
    double missing = one.value - two.value - z[0] * teacher[0] - z[1] * teacher[1];
    double scale = missing / (z[0] * z[0] + z[1] * z[1]);
    double[] expected = {teacher[0] + scale * z[0], teacher[1] + scale * z[1]};
    assertTrue(problem.calibration().set().contains(expected), "not cut off by W");
    double[] far = {-teacher[1] + 0.1, teacher[0] - 0.2}; // wherever the search starts
    regression.solve(far);
    assertArrayEquals(expected, far, 1e-6);
    double[] along = {expected[0] - 0.3 * z[1], expected[1] + 0.3 * z[0]}; // solves it as well
    regression.solve(along);
    assertArrayEquals(expected, along, 1e-6);
    assertFalse(regression.determines());
    assertEquals(0, regression.tests());
  }

  @Test
  void solutionsStayInTheirSet() {
    LearningProblem problem = problem(1, 5, 1).withLambda(0.01); // the rewards ask for a large w
    RewardRegression regression = RewardRegression.of(problem);
    int leaf = problem.source().forest().firstEdge(0);
    regression.add(leaf, 1);
    regression.add(leaf + 1, 0);
    double[] w = {0};
    regression.solve(w);
    double z = row(problem, leaf, 1, 1).phi[0] - row(problem, leaf + 1, 0, 1).phi[0];
    assertEquals(Math.signum(z) * problem.calibration().set().radius(), w[0], 1e-12);
  }

  /** Behind several tokens: no direction makes the sum of squares smaller. */
  @Test
  void solutionsOfLongAnswersAreStationary() {
    LearningProblem problem = problem(3, 2, 2);
    Forest forest = problem.source().forest();
    RewardRegression regression = RewardRegression.of(problem);
    List<Integer> leaves = new ArrayList<>();
    for (int e = 0; e < forest.edges() && leaves.size() < 40; e++) {
      if (forest.child(e) < 0) {
        leaves.add(e);
        regression.add(e, 0.5 + 0.1 * StrictMath.sin(e));
      }
    }
    double radius = problem.calibration().set().radius();
    double[] w = problem.calibration().initial().toArray();
    regression.solve(w);
    assertTrue(Math.hypot(w[0], w[1]) < 0.999 * radius, "inside");
    for (int k = 0; k < 16; k++) { // from everywhere on the edge of W
      double x = radius * StrictMath.cos(k * Math.PI / 8);
      double[] start = {x, radius * StrictMath.sin(k * Math.PI / 8)};
      regression.solve(start);
      assertArrayEquals(w, start, 1e-6);
    }
    double least = cost(problem, leaves, w);
    assertEquals(LAMBDA * Math.sqrt(least / leaves.size()), regression.residual(), 1e-9);
    for (int k = 0; k < 16; k++) {
      double x = 1e-3 * StrictMath.cos(k * Math.PI / 8);
      double y = 1e-3 * StrictMath.sin(k * Math.PI / 8);
      assertTrue(cost(problem, leaves, new double[] {w[0] + x, w[1] + y}) > least);
    }
  }

  private static double cost(LearningProblem problem, List<Integer> leaves, double[] w) {
    Forest forest = problem.source().forest();
    EdgeLaw law = problem.source().calibration().law(w);
    EdgeLaw reference = problem.source().reference();
    double sum = 0;
    for (int root = 0; root < forest.prompts().size(); root++) {
      List<Double> residuals = new ArrayList<>();
      for (int e : leaves) {
        if (forest.root(e) == root) {
          double reward = 0.5 + 0.1 * StrictMath.sin(e);
          residuals.add(law.logPath(e) - reference.logPath(e) - reward / LAMBDA);
        }
      }
      double mean = residuals.stream().mapToDouble(r -> r).average().orElse(0);
      sum += residuals.stream().mapToDouble(r -> (r - mean) * (r - mean)).sum();
    }
    return sum;
  }
}
