package dev.ccl.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.ObjectArrays;
import dev.ccl.algorithms.run.Learners;
import dev.ccl.algorithms.run.Monitor;
import dev.ccl.algorithms.run.RecordedRounds;
import dev.ccl.cli.run.Interruption;
import dev.ccl.core.instance.InstanceWriter;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.experiments.run.RunPlan;
import dev.ccl.experiments.run.Subject;
import dev.ccl.experiments.sweep.Sweep;
import dev.ccl.experiments.sweep.SweepFile;
import dev.ccl.report.live.LiveReport;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Pages of work that goes on. */
class WatchingTest {
  @TempDir Path directory;
  private Path file;
  private Path out;

  @BeforeEach
  void instance() throws IOException {
    file = directory.resolve("judge.json");
    out = directory.resolve("out");
    InstanceWriter.write(SeparationInstance.of(1, 2, 2, 0.5), file);
  }

  /** 30 of 2 · 50 rounds; the monitor that was given hears of them as well. */
  @Test
  void thePageLiesInTheReportAndKnowsHowFarTheWorkIs() throws IOException {
    RunPlan plan =
        RunPlan.of(
            Subject.read(file), Learners.named("practical"), RecordedRounds.logarithmic(50), 1, 2);
    List<Long> heard = new ArrayList<>();
    Monitor monitor =
        new Monitor() {
          @Override
          public void completed(long rounds) {
            heard.add(rounds);
          }

          @Override
          public boolean stopping() {
            return true;
          }
        };
    StringWriter err = new StringWriter();
    Path page = out.resolve("report/report.html");
    String during =
        CommandLine.populateCommand(new Watching(), "--watch")
            .during(
                () -> LiveReport.of(plan, out, file),
                out,
                monitor,
                new PrintWriter(err),
                told -> {
                  told.completed(30);
                  return Files.readString(page);
                });
    assertTrue(during.contains("practical on judge.json"), during);
    assertTrue(during.contains("http-equiv=\"refresh\""), during);
    assertTrue(Files.readString(page).contains("stopped: 30 %"));
    assertEquals("ccl: watch " + page, err.toString().strip());
    assertEquals(List.of(30L), heard);
  }

  @Test
  void theFinishedPageIsTheReportAndNeedsNoServer() throws IOException {
    Outcome outcome =
        Outcome.of(
            "run", file.toString(), "--rounds=20", "--preset=practical", "--out=" + out, "--watch");
    assertEquals(0, outcome.code(), outcome.err());
    Path page = out.resolve("report/report.html");
    assertEquals("ccl: watch " + page, outcome.err().strip());
    assertTrue(Files.readString(page).contains("<p role=\"status\">finished</p>"));
    assertFalse(Files.readString(page).contains("refresh"));
    assertEquals(0, Outcome.of("report", out.toString()).code());
    assertFalse(Files.readString(page).contains("<p role=\"status\">finished</p>"));
  }

  /** The page of a full disk, say, is a warning; the run stands. */
  @Test
  void aPageThatCannotBeWrittenAtTheEndIsAWarning() throws IOException {
    RunPlan plan =
        RunPlan.of(
            Subject.read(file), Learners.named("practical"), RecordedRounds.logarithmic(5), 1, 1);
    StringWriter err = new StringWriter();
    Path page = out.resolve("report/report.html");
    int result =
        CommandLine.populateCommand(new Watching(), "--watch")
            .during(
                () -> LiveReport.of(plan, out, file),
                out,
                Monitor.NONE,
                new PrintWriter(err),
                told -> {
                  Files.delete(page);
                  Files.createDirectories(page.resolve("in the way"));
                  return 7;
                });
    assertEquals(7, result);
    assertTrue(err.toString().contains("ccl: warning: " + page), err.toString());
  }

  /** A monitor that looks at the page as soon as it hears of rounds, and then stops the work. */
  private final class Looking implements Monitor {
    private final StringWriter err = new StringWriter();
    private String page = "";

    @Override
    public void completed(long rounds) {
      if (page.isEmpty() && rounds > 0) {
        try {
          page = Files.readString(out.resolve("report/report.html"));
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    }

    @Override
    public boolean stopping() {
      return !page.isEmpty();
    }

    private void sees(String text) {
      assertTrue(page.contains(text), text + " is not in " + page);
    }
  }

  /** The rounds are there already, and the evaluation is stopped. */
  @Test
  void aRunIsWatchedWithItsInstanceAndAnEvaluationCanBeStopped() throws IOException {
    String[] args = {
      file.toString(), "--preset=practical", "--rounds=20", "--seeds=3", "--out=" + out
    };
    assertEquals(0, Outcome.of(ObjectArrays.concat("run", args)).code());
    Looking looking = new Looking();
    StringWriter said = new StringWriter();
    RunCommand command = new RunCommand();
    CommandLine line = new CommandLine(command);
    line.setOut(new PrintWriter(said)).setErr(new PrintWriter(looking.err));
    line.parseArgs(
        ObjectArrays.concat(
            args, new String[] {"--resume", "--watch", "--evaluate"}, String.class));
    assertEquals(Interruption.EXIT_CODE, command.run(progress -> looking));
    assertEquals("", said.toString());
    assertFalse(Files.readString(out.resolve("rows.csv")).contains("objective"));
    looking.sees("running: 0 %");
    assertTrue(Files.readString(out.resolve("report/report.html")).contains("stopped: 100 %"));
    looking.sees("practical on judge.json: 3 seeds so far");
  }

  /** All cells are there already. */
  @Test
  void aSweepIsWatchedWithItsTitle() throws IOException {
    Path grid =
        Files.writeString(
            directory.resolve("grid.yaml"),
            "instances: [judge.json]\nlearners: [practical, oracle]\nrounds: 20\n");
    assertEquals(0, Outcome.of("sweep", grid.toString(), "--out=" + out).code());
    Looking looking = new Looking();
    SweepFile cells = SweepFile.open(grid);
    Sweep sweep = Sweep.of(out, cells.plans(), cells.question());
    CommandLine.populateCommand(new SweepWork(), "--watch", "--threads=1")
        .run(sweep, "A title", out, new PrintWriter(looking.err), progress -> looking);
    looking.sees("<title>A title: 2 of 2 cells");
  }
}
