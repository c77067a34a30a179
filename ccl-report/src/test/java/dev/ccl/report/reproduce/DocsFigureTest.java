package dev.ccl.report.reproduce;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.run.Cadence;
import dev.ccl.algorithms.run.Learners;
import dev.ccl.algorithms.run.Monitor;
import dev.ccl.experiments.run.RunJob;
import dev.ccl.experiments.run.StartMode;
import dev.ccl.report.page.Addition;
import dev.ccl.report.paper.InstanceLocator;
import dev.ccl.report.runs.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The figure of the README is the one that {@code ccl reproduce --quick} makes. Where it has to
 * change, {@code -Dccl.update.docs=true} writes it anew.
 */
class DocsFigureTest {
  private static final Path FIGURE = Path.of("..", "docs", "figures", "separation.svg");
  private static final Set<String> SHOWN = Set.of("ccl", "direct-matching", "practical");

  @TempDir private Path directory;

  @Test
  void theSeparationFigureIsUpToDate() throws IOException {
    for (Experiments.Experiment experiment : Experiments.of(Effort.QUICK, 1, directory)) {
      Learner learner = experiment.plan().learner();
      boolean usual = learner.settings().equals(Learners.named(learner.name()).settings());
      if (experiment.directory().startsWith("1-separation")
          && usual
          && SHOWN.contains(learner.name())) {
        Path runs = directory.resolve("runs").resolve(experiment.directory());
        try (RunJob job = RunJob.open(experiment.plan(), runs, StartMode.FRESH)) {
          job.run(2, Cadence.AT_THE_END, Monitor.NONE);
        }
      }
    }
    Path out = directory.resolve("report");
    Report.read(directory.resolve("runs"), InstanceLocator.of(List.of(), List.of(directory)))
        .write(out, "", List.of(), Addition.NOTHING);
    String made = Files.readString(out.resolve("figures").resolve("separation-divergence.svg"));
    if (Boolean.getBoolean("ccl.update.docs")) {
      Files.createDirectories(FIGURE.getParent());
      Files.writeString(FIGURE, made);
    }
    assertEquals(
        Files.readString(FIGURE),
        made,
        "docs/figures/separation.svg has drifted. Find the cause first; if the change is meant:"
            + " mvn test -pl ccl-report -am"
            + " -Dtest=DocsFigureTest -Dsurefire.failIfNoSpecifiedTests=false"
            + " -Dccl.update.docs=true");
  }
}
