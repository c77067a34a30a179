package dev.ccl.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.algorithms.run.Monitor;
import dev.ccl.core.instance.InstanceWriter;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.experiments.run.RunPlan;
import dev.ccl.experiments.run.StartMode;
import dev.ccl.lm.compile.ShippedInstance;
import dev.ccl.report.paper.InstanceLocator;
import dev.ccl.report.reproduce.ClaimSheet;
import dev.ccl.report.reproduce.Effort;
import dev.ccl.report.reproduce.Experiments;
import dev.ccl.report.reproduce.Reproduction;
import dev.ccl.report.runs.Report;
import dev.ccl.report.runs.SummaryText;
import dev.ccl.theory.Claim;
import dev.ccl.theory.Kind;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** How a reproduction ends. */
class ReproduceOptionsTest {
  private final StringWriter said = new StringWriter();

  /** x ≤ 1. */
  private static Claim claim(String id, double x) {
    return Claim.of(id, "eq:nowhere", "x ≤ 1", Kind.EXACT, (c, f) -> f.atMost("x", x, 1));
  }

  private static ClaimSheet sheet(Claim... claims) {
    Effort effort = new Effort("one", 1, 1, 1, 1, 1, 0);
    return ClaimSheet.of(List.of(claims), effort, 1, 1, Monitor.NONE).orElseThrow();
  }

  private int conclude(Claim... claims) {
    PrintWriter console = new PrintWriter(said);
    int code = ReproduceOptions.conclude(sheet(claims), console);
    console.flush();
    return code;
  }

  @Test
  void claimsThatHoldAreWell() {
    assertEquals(0, conclude(claim("C97", 0.5), claim("C98", 0.9)));
    assertEquals("claims: 2 of 2 hold", said.toString().strip());
  }

  @Test
  void aClaimThatFailsIsNamedAndIsTheExitCode() {
    assertEquals(
        Failures.CHECK_FAILED, conclude(claim("C97", 0.5), claim("C98", 2), claim("C99", 0.1)));
    List<String> lines = said.toString().lines().toList();
    assertEquals("claims: 2 of 3 hold", lines.get(0));
    assertEquals(2, lines.size(), said.toString());
    String begin = "  FAILS C98 (eq:nowhere): x: 2.0000000000000000 ";
    assertTrue(lines.get(1).startsWith(begin), lines.get(1));
  }

  /** However many hold before them. */
  @Test
  void theFirstFiveThatFailAreNamed() {
    Claim[] claims = new Claim[14];
    for (int i = 0; i < claims.length; i++) {
      claims[i] = claim("C" + (10 + i), i < 7 ? 0.5 : 2);
    }
    assertEquals(Failures.CHECK_FAILED, conclude(claims));
    List<String> lines = said.toString().lines().toList();
    assertEquals("claims: 7 of 14 hold", lines.get(0));
    assertEquals(6, lines.size(), said.toString());
    for (int i = 1; i <= 5; i++) {
      assertTrue(lines.get(i).contains("FAILS C" + (16 + i)), lines.get(i));
    }
  }

  private static ReproduceOptions options(String... args) {
    return CommandLine.populateCommand(new ReproduceOptions(), args);
  }

  /** How much is run, from which seed and where, alike on one machine and on many. */
  @Test
  void whatIsReproducedIsWhatWasAskedFor(@TempDir Path directory) throws IOException {
    Object[][] rows = {
      {"", "standard", 1_000_000L, 20}, {"--quick", "quick", 100_000L, 8},
    };
    for (Object[] row : rows) {
      Path out = Files.createDirectory(directory.resolve(row[1] + ""));
      List<String> args = new ArrayList<>(List.of("--seed=7", "--out=" + out));
      if (!row[0].equals("")) {
        args.add(row[0] + "");
      }
      ReproduceOptions options = options(args.toArray(new String[0]));
      assertEquals(out.resolve("runs/" + row[1] + "-seed7"), options.reproduction(2).runs());
      List<Experiments.Experiment> all = options.experiments();
      assertEquals(2 * 14 + 3, all.size(), "with those of a language model");
      assertTrue(all.get(28).directory().startsWith("3-language-model/"), all.get(28).directory());
      RunPlan first = all.get(0).plan();
      assertEquals(7, first.firstSeed());
      assertEquals(row[2], first.recorded().last());
      assertEquals(row[3], first.seeds());
      assertEquals(ShippedInstance.mixture().digest(), all.get(28).plan().subject().digest());
    }
    assertEquals(
        Path.of("out/reproduce/runs/full-seed1"), options("--full").reproduction(1).runs());
  }

  /** What an interrupted reproduction left is looked at, not thrown away. */
  @Test
  void aResumedReproductionTakesOverWhatIsThere(@TempDir Path directory) throws IOException {
    Path cell = directory.resolve("runs/quick-seed3/1-separation/00-ccl");
    Path thesis = Files.createDirectories(cell).resolve("thesis.txt");
    Files.writeString(thesis, "not a run");
    Outcome outcome =
        Outcome.of("reproduce", "--quick", "--seed=3", "--resume", "--out=" + directory);
    assertEquals(Failures.BAD_INPUT, outcome.code());
    assertEquals("ccl: " + cell + " holds other files and no run to resume", outcome.err().strip());
    assertTrue(Files.exists(thesis));
  }

  /** What is printed of a reproduction, and that a claim that fails is its exit code. */
  @Test
  void aReproductionIsTold(@TempDir Path directory) throws IOException {
    Path file = directory.resolve("judge.json");
    InstanceWriter.write(SeparationInstance.of(1, 2, 2, 0.5), file);
    Path run = directory.resolve("run");
    assertEquals(0, Outcome.of("run", file.toString(), "--rounds=9", "--out=" + run).code());
    Report report = Report.read(run, InstanceLocator.of(List.of(), List.of()));
    for (double x : new double[] {0.5, 2}) {
      StringWriter text = new StringWriter();
      PrintWriter console = new PrintWriter(text);
      Reproduction.Result result = new Reproduction.Result(report, sheet(claim("C97", x)));
      assertEquals(
          x <= 1 ? 0 : Failures.CHECK_FAILED, options("--out=there").tell(result, console));
      List<String> lines = text.toString().lines().toList();
      List<String> summary = SummaryText.of(report).lines().toList();
      assertEquals(summary, lines.subList(0, summary.size()));
      assertEquals(
          x <= 1 ? "claims: 1 of 1 hold" : "claims: 0 of 1 hold", lines.get(summary.size()));
      assertEquals("written: there/report.html", lines.get(lines.size() - 1));
    }
  }

  /** A whole reproduction of a few rounds, told as the command tells it. */
  @Test
  void aSmallReproductionIsRun(@TempDir Path directory) throws IOException {
    Effort few = new Effort("few", 4, 3, 2, 1, 0, 0);
    Path out = directory.resolve("out");
    PrintWriter console = new PrintWriter(said);
    ReproduceOptions options = options("--out=" + out);
    assertEquals(
        0, options.run(Reproduction.of(few, 3, 1, out), StartMode.FRESH, "go on", console));
    List<String> lines = said.toString().lines().toList();
    assertTrue(lines.get(0).startsWith("separation"), said.toString());
    assertEquals("written: " + out.resolve("report.html"), lines.get(lines.size() - 1));
    assertTrue(Files.exists(out.resolve("runs/few-seed3")));
  }
}
