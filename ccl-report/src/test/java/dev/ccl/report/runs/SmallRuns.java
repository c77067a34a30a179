package dev.ccl.report.runs;

import dev.ccl.algorithms.run.Cadence;
import dev.ccl.algorithms.run.Learners;
import dev.ccl.algorithms.run.Monitor;
import dev.ccl.algorithms.run.RecordedRounds;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.InstanceWriter;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.experiments.run.RunJob;
import dev.ccl.experiments.run.RunPlan;
import dev.ccl.experiments.run.StartMode;
import dev.ccl.experiments.run.Subject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A few short runs on the separation instance. */
final class SmallRuns {
  private SmallRuns() {}

  /** Writes {@code judge.json} and a directory for each of three learners. */
  static void write(Path directory) throws IOException {
    write(directory, SeparationInstance.of(1, 2, 2, 0.5));
  }

  static void write(Path directory, Instance instance) throws IOException {
    write(directory, instance, List.of("ccl", "direct-matching", "practical"));
  }

  static void write(Path directory, Instance instance, List<String> learners) throws IOException {
    write(directory, instance, learners, 60);
  }

  static void write(Path directory, Instance instance, List<String> learners, long rounds)
      throws IOException {
    Path file = directory.resolve("judge.json");
    InstanceWriter.write(instance, file);
    Subject subject = Subject.read(file);
    for (String learner : learners) {
      RunPlan plan =
          RunPlan.of(subject, Learners.named(learner), RecordedRounds.logarithmic(rounds), 1, 3);
      try (RunJob job = RunJob.open(plan, directory.resolve(learner), StartMode.FRESH)) {
        job.run(2, Cadence.AT_THE_END, Monitor.NONE);
      }
    }
  }
}
