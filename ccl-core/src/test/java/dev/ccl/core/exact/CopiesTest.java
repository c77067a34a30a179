package dev.ccl.core.exact;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.ccl.core.brute.TrialInstances;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.policy.EdgeModel;
import dev.ccl.core.problem.LearningProblem;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Arrays that are read are not kept, and those that are returned are fresh. */
class CopiesTest {
  private static final Instance INSTANCE = TrialInstances.of(13);
  private static final LearningProblem PROBLEM = INSTANCE.problem();
  private static final EdgeModel STUDENT = PROBLEM.target().student();
  private static final Forest FOREST = STUDENT.forest();
  private static final int D = STUDENT.dimension();
  private static final double[] THETA = TrialInstances.point(INSTANCE, D, 13);

  private static double[] weights() {
    return PROBLEM.target().dataset().rootWeights();
  }

  private static double[] potential() {
    double[] potential = new double[FOREST.edges()];
    Arrays.setAll(potential, e -> 0.1 * (e % 7));
    return potential;
  }

  @Test
  void aCostKeepsItsNumbers() {
    double[] weights = weights();
    double[] potential = potential();
    LogRatioCost cost = LogRatioCost.of(STUDENT, weights, 2, potential);
    double before = cost.value(THETA);
    Arrays.fill(weights, 9);
    assertEquals(before, cost.value(THETA), "weights");
    Arrays.fill(potential, 9);
    assertEquals(before, cost.value(THETA), "potential");
  }

  @Test
  void scoresKeepTheirPolicy() {
    double[] theta = THETA.clone();
    Scores scores = Scores.of(STUDENT, theta);
    double before = scores.logLikelihood(FOREST.edges() - 1);
    Arrays.fill(theta, 0.25);
    assertEquals(before, scores.logLikelihood(FOREST.edges() - 1));
  }

  /** A longer array is filled from its start, and what is behind stays. */
  @Test
  void scoresFillAsMuchAsTheyHave() {
    Scores scores = Scores.of(STUDENT, THETA);
    int leaf = FOREST.edges() - 1;
    double[] token = new double[D];
    double[] path = new double[D];
    scores.token(leaf, token);
    scores.path(leaf, path);
    double[] longer = new double[D + 2];
    Arrays.fill(longer, -7);
    scores.token(leaf, longer);
    double[] expected = Arrays.copyOf(token, D + 2);
    expected[D] = -7;
    expected[D + 1] = -7;
    assertArrayEquals(expected, longer);
    scores.path(leaf, longer);
    System.arraycopy(path, 0, expected, 0, D);
    assertArrayEquals(expected, longer);
  }

  @Test
  void matricesAndVectorsAreFresh() {
    SourceInformation information = SourceInformation.of(PROBLEM);
    double[] joint = information.joint().clone();
    double[] step = information.atStep(1).clone();
    Arrays.fill(information.joint(), 9);
    Arrays.fill(information.atStep(1), 9);
    assertArrayEquals(joint, information.joint());
    assertArrayEquals(step, information.atStep(1));
    SymmetricEigen eigen = SymmetricEigen.of(new double[] {2, 1, 1, 2});
    double[] vector = eigen.vector(0).clone();
    Arrays.fill(eigen.vector(0), 9);
    assertArrayEquals(vector, eigen.vector(0));
  }

  /** One number more or less is refused, for edges and for roots. */
  @Test
  void lengthsAreThoseOfTheForest() {
    Class<IllegalArgumentException> error = IllegalArgumentException.class;
    for (int more = -1; more <= 1; more += 2) {
      double[] weights = Arrays.copyOf(weights(), weights().length + more);
      double[] potential = Arrays.copyOf(potential(), FOREST.edges() + more);
      assertThrows(error, () -> LogRatioCost.of(STUDENT, weights, 1, potential()));
      assertThrows(error, () -> LogRatioCost.of(STUDENT, weights(), 1, potential));
      assertThrows(error, () -> FisherInformation.of(STUDENT, weights, THETA));
      double[] theta = Arrays.copyOf(THETA, D + more);
      assertThrows(error, () -> Scores.of(STUDENT, theta));
      LogRatioCost cost = LogRatioCost.of(STUDENT, weights(), 1, potential());
      assertThrows(error, () -> cost.value(theta));
    }
  }
}
