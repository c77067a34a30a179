package dev.ccl.docs.readme;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.algorithms.Ccl;
import dev.ccl.algorithms.DirectMatching;
import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.Session;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.truth.GroundTruth;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The program on the first screen of the README, and what it shows. */
class FirstProgramTest {
  private final double[] divergence = new double[2];

  @Test
  void calibrationBeatsMatching() {
    run();
    assertTrue(divergence[0] * 5 < divergence[1], () -> divergence[0] + ", " + divergence[1]);
  }

  private void print(Learner learner, double value) {
    divergence[learner instanceof Ccl ? 0 : 1] = value;
  }

  private void run() {
    // region program
    Instance instance = SeparationInstance.of(2, 3, 2.0, 0.5); // d, D, λ, α: Section 6 of the paper
    LearningProblem problem = instance.problem(); // what a learner may see: no target rewards
    GroundTruth truth = GroundTruth.of(instance); // what it may not see
    for (Learner learner : List.of(Ccl.practical(), DirectMatching.learner())) {
      try (Session run = learner.open(problem, learner.initial(problem, 1), 1)) {
        run.advance(10_000); // rounds; CCL asks for one source reward in each
        double[] theta = run.state().student().toArray();
        print(learner, truth.oracleDivergence(theta)); // average KL to the oracle student
      }
    }
    // endregion
  }
}
