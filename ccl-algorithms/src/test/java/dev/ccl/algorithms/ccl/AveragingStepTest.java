package dev.ccl.algorithms.ccl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.algorithms.Session;
import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.growing.ForestBudget;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.truth.GroundTruth;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Natural steps of gain 2/(k + 20): their length, their memory and what small batches reach. */
final class AveragingStepTest {
  private static final LearningProblem PROBLEM =
      RandomInstance.of(RandomSpec.SMALL.withDimensions(3, 1), 5).instance().problem();

  private static Ccl learner(String batch) {
    return Ccl.practicalByRollouts()
        .with("calibrate-every", "0")
        .with("student-step", "averaging")
        .with("exploration", "off")
        .with("gradient-batch", batch);
  }

  /** E over all answers of a function of log π_θ and its slope, by central differences. */
  private static double[] costSlopeAndInformation(double theta) {
    double h = 1e-5;
    Forest forest = PROBLEM.target().forest();
    EdgeLaw here = PROBLEM.target().student().law(new double[] {theta});
    EdgeLaw up = PROBLEM.target().student().law(new double[] {theta + h});
    EdgeLaw down = PROBLEM.target().student().law(new double[] {theta - h});
    EdgeLaw teacher = PROBLEM.target().calibration().law(PROBLEM.calibration().initial().toArray());
    double[] weights = PROBLEM.target().dataset().rootWeights();
    double slope = 0;
    double information = 0;
    for (int e = 0; e < forest.edges(); e++) {
      if (forest.child(e) < 0) {
        double p = weights[forest.root(e)] * StrictMath.exp(here.logPath(e));
        double score = (up.logPath(e) - down.logPath(e)) / (2 * h);
        slope += p * score * PROBLEM.lambda() * (here.logPath(e) - teacher.logPath(e));
        information += p * score * score;
      }
    }
    return new double[] {slope, information};
  }

  @Test
  void theStepIsThatOfTheFormula() {
    Ccl learner = learner("exact");
    double[] theta = new double[1];
    try (Session session = learner.open(PROBLEM, learner.initial(PROBLEM, 1), 1)) {
      for (int k = 0; k < 5; k++) {
        session.student(theta);
        double[] there = costSlopeAndInformation(theta[0]);
        double expected = theta[0] - 2 / (k + 20.0) * there[0] / there[1] / PROBLEM.lambda();
        session.advance(1);
        session.student(theta);
        assertEquals(expected, theta[0], 1e-8);
      }
    }
  }

  @Test
  void aRunGoesOnToTheSameBits() {
    for (LearningProblem problem : List.of(PROBLEM, PROBLEM.growing(ForestBudget.standard()))) {
      Ccl learner = learner("3").with("calibration", "newton").with("updates", "2");
      try (Session whole = learner.open(problem, learner.initial(problem, 8), 1)) {
        whole.advance(11);
        try (Session resumed = learner.open(problem, whole.state(), 1)) {
          whole.advance(20);
          resumed.advance(20);
          assertEquals(whole.state(), resumed.state());
        }
      }
    }
  }

  /** Batches of one rollout on growing trees: after 4000 of them the student is near the best. */
  @Test
  void singleRolloutsAreEnough() {
    RandomInstance random = RandomInstance.of(RandomSpec.SMALL, 7);
    GroundTruth truth = GroundTruth.of(random.instance());
    Ccl learner = learner("1").with("initial-calibration", text(random.truth().toArray()));
    LearningProblem growing = truth.problem().growing(ForestBudget.standard());
    double[] theta = new double[2];
    double mean = 0;
    for (int seed = 0; seed < 8; seed++) {
      try (Session session = learner.open(growing, learner.initial(growing, seed), 1)) {
        session.advance(4000);
        session.student(theta);
        mean += truth.excessCost(theta) / 8;
      }
    }
    double excess = mean;
    assertTrue(excess < 3e-3, () -> "mean excess cost " + excess);
  }

  private static String text(double[] w) {
    return w[0] + "," + w[1] + "," + w[2];
  }
}
