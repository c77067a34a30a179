package dev.ccl.docs.instances;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.algorithms.run.Cadence;
import dev.ccl.algorithms.run.Learners;
import dev.ccl.algorithms.run.Monitor;
import dev.ccl.algorithms.run.RecordedRounds;
import dev.ccl.cli.Main;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.InstanceReader;
import dev.ccl.core.instance.InstanceWriter;
import dev.ccl.experiments.run.RunJob;
import dev.ccl.experiments.run.RunPlan;
import dev.ccl.experiments.run.StartMode;
import dev.ccl.experiments.run.Subject;
import dev.ccl.judge.Verdict;
import dev.ccl.report.paper.InstanceLocator;
import dev.ccl.report.runs.Report;
import dev.ccl.theory.Effort;
import dev.ccl.theory.claims.Claims;
import dev.ccl.theory.search.ClaimReport;
import dev.ccl.theory.search.Verification;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is made from Java objects goes where a file goes. */
class SumsTest {
  @TempDir private Path directory;

  @Test
  void itIsRunReportedAndVerified() throws IOException {
    Instance sums = Sums.instance();
    RunPlan plan =
        RunPlan.of(
            Subject.of("sums.json", sums),
            Learners.named("practical"),
            RecordedRounds.logarithmic(40),
            1,
            2);
    try (RunJob job = RunJob.open(plan, directory.resolve("run"), StartMode.FRESH)) {
      assertEquals(RunJob.End.FINISHED, job.run(1, Cadence.AT_THE_END, Monitor.NONE));
    }
    Path file = directory.resolve("sums.cclz");
    InstanceWriter.write(sums, file);
    assertEquals(sums, InstanceReader.read(file));
    Report report =
        Report.read(directory.resolve("run"), InstanceLocator.of(List.of(file), List.of()));
    assertTrue(report.groups().get(0).guides().isPresent());
    Verification verification =
        Verification.of(
            List.of(Claims.named("C02"), Claims.named("C12")),
            List.of(sums),
            dev.ccl.theory.Subject::new,
            1,
            Effort.NONE);
    for (ClaimReport verdict : verification.run(1, (claim, instance) -> {})) {
      assertEquals(Verdict.Status.HOLDS, verdict.status(), verdict.claim().id());
    }
  }

  @Test
  void everyCommandTakesItAsAFile() throws IOException {
    String file = directory.resolve("sums.cclz").toString();
    String out = directory.resolve("sums").toString();
    InstanceWriter.write(Sums.instance(), Path.of(file));
    ccl("inspect", file);
    ccl("evaluate", file, "--w", "[0.3, 0.4]", "--theta", "[0.1]");
    ccl("run", file, "--preset", "practical", "--rounds", "20", "--seeds", "2", "--out", out);
    ccl("report", out, "--instance", file);
    ccl("verify", "--claims", "C02,C12", "--instances", file);
  }

  private static void ccl(String... line) {
    StringWriter err = new StringWriter();
    PrintWriter out = new PrintWriter(new StringWriter());
    assertEquals(0, Main.execute(out, new PrintWriter(err), line), err::toString);
  }
}
