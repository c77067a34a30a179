package dev.ccl.docs.experiments;

import com.google.common.collect.ImmutableList;
import dev.ccl.algorithms.ccl.Ccl;
import dev.ccl.algorithms.run.RecordedRounds;
import dev.ccl.algorithms.run.Replicate;
import dev.ccl.algorithms.run.Replicates;
import dev.ccl.core.problem.LearningProblem;

/** The code of experiments.md. */
public final class InMemory {
  private InMemory() {}

  /** Runs 20 seeds on 2 threads. */
  public static ImmutableList<Replicate> run(LearningProblem problem) {
    // region run
    ImmutableList<Replicate> replicates =
        Replicates.of(Ccl.practical(), problem, RecordedRounds.logarithmic(10_000)).run(1, 20, 2);
    // endregion
    return replicates;
  }
}
