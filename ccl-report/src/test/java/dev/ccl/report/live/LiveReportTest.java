package dev.ccl.report.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.io.MoreFiles;
import com.google.common.io.RecursiveDeleteOption;
import dev.ccl.algorithms.run.Cadence;
import dev.ccl.algorithms.run.Monitor;
import dev.ccl.experiments.run.RunJob;
import dev.ccl.experiments.run.StartMode;
import dev.ccl.experiments.sweep.LocalThreads;
import dev.ccl.experiments.sweep.Sweep;
import dev.ccl.experiments.sweep.SweepFile;
import dev.ccl.report.paper.InstanceLocator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What is shown of a sweep of six cells on three instances, 10 rounds of 2 seeds each, before it
 * ends.
 */
class LiveReportTest {
  private static final String GRID =
      """
      instances: [{generate: separation, d: 1, lambda: [1, 2, 4]}]
      learners: [practical, sft]
      rounds: 10
      seeds: 2
      """;

  @TempDir private Path directory;
  private Sweep sweep;
  private LiveReport report;

  @BeforeEach
  void plan() throws IOException {
    SweepFile file = SweepFile.parse("grid", GRID, Map.of(), directory);
    sweep = Sweep.of(directory.resolve("out"), file.plans(), file.question());
    report = LiveReport.of("a grid", sweep, InstanceLocator.of(List.of(), List.of()));
  }

  @Test
  void theShareIsOfTheRoundsOfAllCells() {
    AtomicLong heard = new AtomicLong();
    Monitor other =
        new Monitor() {
          @Override
          public void completed(long rounds) {
            heard.addAndGet(rounds);
          }

          @Override
          public boolean stopping() {
            return heard.get() > 40;
          }
        };
    assertEquals(0, report.share());
    report.counting(other).completed(15);
    assertFalse(report.counting(other).stopping());
    report.counting(other).completed(30);
    assertTrue(report.counting(other).stopping(), "it is asked");
    assertEquals(45 / (6 * 10 * 2.0), report.share());
    assertEquals(45, heard.get(), "it is told on");
    report.counting(other).completed(1000);
    assertEquals(1, report.share(), "never more than all");
  }

  @Test
  void thePageIsOfTheCellsThatHaveSomethingToShow() throws IOException {
    String empty = report.files().get("report.html");
    assertTrue(empty.contains("<h1>a grid</h1><p class=\"lead\">Nothing has been recorded yet.<"));
    Sweep.Cell cell = sweep.cells().get(1);
    try (RunJob job = RunJob.open(cell.plan(), cell.directory(), StartMode.RESUMED)) {
      assertEquals(RunJob.End.FINISHED, job.run(1, Cadence.AT_THE_END, Monitor.NONE));
    }
    String page = report.files().get("report.html");
    assertTrue(page.contains("<h1>a grid: 1 of 6 cells</h1>"), page);
    try (RunJob job =
        RunJob.open(
            sweep.cells().get(0).plan(), sweep.cells().get(0).directory(), StartMode.RESUMED)) {
      assertEquals(RunJob.End.FINISHED, job.run(1, Cadence.AT_THE_END, Monitor.NONE));
    }
    assertTrue(
        report.files().get("report.html").contains("2 of 6 cells"), "two cells of one instance");
    sweep.run(new LocalThreads(1, Cadence.AT_THE_END), Monitor.NONE);
    assertTrue(report.files().get("report.html").contains("<h1>a grid: 6 of 6 cells</h1>"));
  }

  /** The answer to what is asked, with what the paper says of instances that are found. */
  @Test
  void theQuestionTheInstancesAndTheirPagesAreThoseOfTheSweep() throws Exception {
    String asked = GRID.replace("[1, 2, 4]", "[1, 2]") + "ask: {against: round}\n";
    SweepFile file = SweepFile.parse("grid", asked, Map.of(), directory);
    Sweep rounds = Sweep.of(directory.resolve("rounds"), file.plans(), file.question());
    rounds.run(new LocalThreads(1, Cadence.AT_THE_END), Monitor.NONE);
    Path instances = directory.resolve("rounds").resolve("instances");
    LiveReport live =
        LiveReport.of("a grid", rounds, InstanceLocator.of(List.of(), List.of(instances)));
    Map<String, String> files = live.files();
    assertTrue(files.containsKey("figures/across-round.csv"), files.keySet().toString());
    String own =
        files.keySet().stream().filter(f -> f.startsWith("instances/")).findFirst().orElseThrow();
    assertTrue(files.get(own).contains("limit of direct matching</text>"), "the paper's word");
    Path report = directory.resolve("report");
    LivePage.begin(live, report).end(true);
    assertEquals(files.get(own), Files.readString(report.resolve(own)));
  }

  /** What is finished is neither read nor searched for minima at every look again. */
  @Test
  void whatIsFinishedIsNotReadAgain() throws IOException {
    sweep.run(new LocalThreads(1, Cadence.AT_THE_END), Monitor.NONE);
    Path instances = directory.resolve("out").resolve("instances");
    LiveReport live =
        LiveReport.of("a grid", sweep, InstanceLocator.of(List.of(), List.of(instances)));
    Map<String, String> first = live.files();
    assertTrue(first.toString().contains("limit of direct matching</text>"), "a global minimum");
    MoreFiles.deleteRecursively(instances, RecursiveDeleteOption.ALLOW_INSECURE);
    for (Sweep.Cell cell : sweep.cells()) {
      Files.delete(cell.directory().resolve("rows.csv"));
    }
    assertEquals(first, live.files());
  }
}
