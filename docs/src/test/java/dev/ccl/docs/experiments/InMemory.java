package dev.ccl.docs.experiments;

import com.google.common.collect.ImmutableList;
import dev.ccl.algorithms.ccl.Ccl;
import dev.ccl.algorithms.run.RecordedRounds;
import dev.ccl.algorithms.run.Replicate;
import dev.ccl.algorithms.run.Replicates;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.experiments.recording.RunRecord;
import dev.ccl.experiments.run.Measure;
import dev.ccl.experiments.run.RunPlan;
import dev.ccl.experiments.run.Subject;
import dev.ccl.experiments.summary.Summary;

/** The code of experiments.md. */
public final class InMemory {
  private InMemory() {}

  /** Sums 20 seeds up. */
  public static Summary summary(Instance instance) {
    // region summary
    RunPlan plan =
        RunPlan.of(
            Subject.of("judge.json", instance),
            Ccl.practical(),
            RecordedRounds.logarithmic(100),
            1,
            20);
    Summary kl = RunRecord.of(plan, 2).curve(Measure.ORACLE_KL).last();
    // endregion
    return kl;
  }

  /** Runs 20 seeds on 2 threads. */
  public static ImmutableList<Replicate> run(LearningProblem problem) {
    // region run
    ImmutableList<Replicate> replicates =
        Replicates.of(Ccl.practical(), problem, RecordedRounds.logarithmic(10_000)).run(1, 20, 2);
    // endregion
    return replicates;
  }
}
