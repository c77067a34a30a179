package dev.ccl.docs.readme;

import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.Session;
import dev.ccl.algorithms.baseline.DirectMatching;
import dev.ccl.algorithms.ccl.Ccl;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.truth.GroundTruth;
import java.io.PrintStream;
import java.util.List;

/** The program on the first screen of the README. */
public final class FirstProgram {
  private FirstProgram() {}

  /** Runs it. */
  public static void run(PrintStream out) {
    // region program
    Instance instance = SeparationInstance.of(2, 3, 2.0, 0.5); // d, D, λ, α: Section 6 of the paper
    LearningProblem problem = instance.problem(); // what a learner may see: no target rewards
    GroundTruth truth = GroundTruth.of(instance); // what it may not see
    for (Learner learner : List.of(Ccl.practical(), DirectMatching.learner())) {
      try (Session run = learner.open(problem, learner.initial(problem, 1), 1)) {
        run.advance(10_000); // rounds; CCL asks for one source reward in each
        double[] theta = run.state().student().toArray();
        out.printf("%s: %.1e%n", learner.name(), truth.oracleDivergence(theta)); // 𝒦
      }
    }
    // endregion
  }
}
