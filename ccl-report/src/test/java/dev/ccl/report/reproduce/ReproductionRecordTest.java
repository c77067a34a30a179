package dev.ccl.report.reproduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import dev.ccl.algorithms.run.JsonFile;
import dev.ccl.algorithms.run.Learners;
import dev.ccl.algorithms.run.Monitor;
import dev.ccl.algorithms.run.RecordedRounds;
import dev.ccl.core.instance.generator.DemoInstance;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.experiments.run.Audience;
import dev.ccl.experiments.run.RunPlan;
import dev.ccl.experiments.run.StartMode;
import dev.ccl.experiments.run.Subject;
import dev.ccl.judge.Recorded;
import dev.ccl.report.chart.ChartTable;
import dev.ccl.report.page.Fact;
import dev.ccl.report.page.Page;
import dev.ccl.report.paper.InstanceLocator;
import dev.ccl.report.runs.Report;
import dev.ccl.theory.Claim;
import dev.ccl.theory.Kind;
import dev.ccl.theory.Requirement;
import dev.ccl.theory.Specimens;
import dev.ccl.theory.claims.Claims;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a reproduction runs, says and leaves, with claims that lie. */
class ReproductionRecordTest {
  private static final Effort TINY = new Effort("tiny", 40, 30, 20, 2, 0, 0);

  @TempDir private Path directory;

  /** Exact, tight, sampled and false claims; one fails on one instance, one applies nowhere. */
  private static List<Claim> claims() {
    String first = Specimens.few().get(2).name();
    String tight = Specimens.tight().get(3).name();
    return List.of(
        Claim.of("C91", "eq:a, eq:b", "x = x", Kind.EXACT, (c, f) -> f.equal("x", 1, 1, 1)),
        Claim.of(
            "C92",
            "eq:c, eq:d",
            "x ≤ 1, which is false once",
            Kind.EXACT,
            (c, f) -> {
              f.atMost("y", 0.25, 1);
              f.atMost("x", c.specimen().name().equals(first) && c.seed() == 9 ? 2 : 0.5, 1);
            }),
        Claim.of("C93", "lem:e", "a law", Kind.LAW, (c, f) -> f.law("drawn", 0.5, 10)),
        Claim.of(
            "C94",
            "thm:f",
            "tight on one",
            Kind.CONSISTENT_WITH,
            (c, f) -> f.atLeast("z", c.specimen().name().equals(tight) ? 1.25 : 10, 1)),
        Claim.of(
            "C95",
            "thm:g",
            "tight where an adversary looks",
            Kind.EXACT,
            (c, f) -> f.atLeast("z", c.specimen().name().equals(tight) ? 1.25 : 10, 1)),
        Claim.of(
            "C96",
            "thm:h",
            "of the separation instance",
            Kind.EXACT,
            (c, f) -> f.atMost("s", 0.125, 1),
            Requirement.SEPARATION));
  }

  @Test
  void theSheetIsAsRecorded() {
    StringBuilder text = new StringBuilder();
    for (int moves = 0; moves <= 2; moves += 2) {
      Effort effort = new Effort("e", 80, 40, 20, 2, 3 - moves, moves);
      ClaimSheet sheet = ClaimSheet.of(claims(), effort, 9, 2, Monitor.NONE).orElseThrow();
      text.append("== ").append(moves).append(" moves, ").append(sheet.held()).append(" hold\n");
      lines(sheet.words(), text);
      lines(sheet.table(), text);
      text.append(sheet.figure().chart().csv());
      if (moves == 0) {
        Page page = new Page("title", "lead", "");
        assertEquals(1, Reproduction.addClaims(sheet, page).size());
        String sentence =
            "<p>5 of 6 claims hold on every instance on which they were evaluated.</p>";
        String html = page.html();
        assertTrue(html.contains(sentence), "not a title");
        String main = html.replaceAll("(?s)<svg.*?</svg>|^.*<main>", "");
        text.append(main.replaceAll("<[^>]*>", " ").replaceAll("\\s*\n\\s*", "\n"));
      }
    }
    Recorded.check(getClass(), "claims.txt", text.toString());
  }

  private static void lines(ChartTable table, StringBuilder text) {
    text.append(String.join(" | ", table.head())).append('\n');
    table.rows().forEach(row -> text.append(String.join(" | ", row)).append('\n'));
  }

  /** Tells what it was told, and asks to stop after so many rounds. */
  private static class Listener implements Audience {
    private final List<String> told = new ArrayList<>();
    private final AtomicLong left;

    Listener(long rounds) {
      left = new AtomicLong(rounds);
    }

    @Override
    public Stage begin(String task, String unit, long total) {
      told.add(task + ": " + total + " " + unit);
      return new Stage() {
        @Override
        public void completed(long more) {
          left.addAndGet(-more);
        }

        @Override
        public boolean stopping() {
          return left.get() <= 0;
        }

        @Override
        public void close() {
          told.add("end");
          linger(task.equals("runs") ? 240 : 120);
        }
      };
    }

    /** So that it is known how long a phase takes at least. */
    private static void linger(long milliseconds) {
      try {
        Thread.sleep(milliseconds);
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }

    @Override
    public void note(String sentence) {
      told.add(sentence);
    }
  }

  /** Stopped and resumed, not begun anew over what is there, with cards about what came out. */
  @Test
  void aReproductionGoesOnAndIsNeverThrownAway() throws IOException {
    Path out = Files.createDirectories(directory.resolve("out")); // an empty one is taken
    Reproduction reproduction =
        Reproduction.of(TINY, 5, 2, out, ImmutableMap.of("demo", DemoInstance.of()));
    Path runs = out.resolve("runs").resolve("tiny-seed5");
    assertEquals(runs, reproduction.runs());
    Listener impatient = new Listener(200);
    assertTrue(reproduction.run(StartMode.FRESH, impatient).isEmpty());
    long work = 2 * (2 * 40 + 30 + 11 * 20) + 2 * (2 * 10 + 30 + 11 * 20) + 3 * 2 * 20;
    assertEquals(List.of("runs: " + work + " rounds", "end"), impatient.told);
    assertTrue(Files.notExists(out.resolve("report.html")));
    long began = System.nanoTime();
    Listener patient = new Listener(Long.MAX_VALUE);
    Reproduction.Result result = reproduction.run(StartMode.RESUMED, patient).orElseThrow();
    long took = (System.nanoTime() - began) / 1_000_000;
    assertEquals(
        List.of("runs: " + work + " rounds", "end", "claims: 0 claims", "end"), patient.told);
    JsonNode times = JsonFile.read(out.resolve("times.json"));
    assertEquals(
        ImmutableSet.of("runsMilliseconds", "claimsMilliseconds", "reportMilliseconds", "threads"),
        ImmutableSet.copyOf(times.fieldNames()));
    assertEquals(2, times.path("threads").intValue());
    long parts = 0;
    for (String part : List.of("runs", "claims", "report")) {
      long time = times.path(part + "Milliseconds").longValue();
      assertTrue(time >= 0, times.toString());
      parts += time;
    }
    assertTrue(parts <= took, "parts of the whole: " + times);
    assertTrue(times.path("runsMilliseconds").longValue() >= 240, times.toString());
    assertTrue(times.path("claimsMilliseconds").longValue() >= 120, times.toString());
    String title = "<title>Coupled Calibration and Learning, reproduced</title>";
    assertTrue(Files.readString(out.resolve("report.html")).contains(title));
    assertEquals(0, result.claims().entries().size());
    Report report = Report.read(runs, InstanceLocator.of(List.of(), List.of(out)));
    assertCards(report, Files.readString(out.resolve("report.html")));
    assertStoppedClaimsLeaveNoReport(out);
    Path marked = Files.writeString(runs.resolve("1-separation/mark.txt"), "");
    assertTrue(reproduction.run(StartMode.RESUMED).isPresent());
    String message =
        assertThrows(IllegalArgumentException.class, () -> reproduction.run(StartMode.FRESH))
            .getMessage();
    assertEquals(
        runs + " holds runs already: go on with them by --resume, or choose another directory",
        message);
    assertTrue(Files.exists(marked), "nothing is removed");
    Path file = Files.writeString(directory.resolve("file"), "");
    assertThrows(
        IllegalArgumentException.class,
        () -> Reproduction.of(TINY, 5, 1, file).run(StartMode.RESUMED));
  }

  /** The same runs with claims, which are stopped as soon as they begin. */
  private static void assertStoppedClaimsLeaveNoReport(Path out) throws IOException {
    Path report = out.resolve("report.html");
    String before = Files.readString(report);
    Files.delete(report);
    Listener listener =
        new Listener(Long.MAX_VALUE) {
          @Override
          public Stage begin(String task, String unit, long total) {
            Stage stage = super.begin(task, unit, total);
            if (task.equals("claims")) {
              stage.completed(Long.MAX_VALUE);
            }
            return stage;
          }
        };
    Effort claiming = new Effort("tiny", 40, 30, 20, 2, 1, 0);
    Reproduction stopped =
        Reproduction.of(claiming, 5, 2, out, ImmutableMap.of("demo", DemoInstance.of()));
    assertTrue(stopped.run(StartMode.RESUMED, listener).isEmpty());
    assertEquals(
        List.of("claims: " + Claims.all().size() + " claims", "end"), listener.told.subList(2, 4));
    assertTrue(Files.notExists(report));
    Files.writeString(report, before);
  }

  /** Only a long reproduction says beforehand how long it takes. */
  @Test
  void aLongReproductionIsAnnounced() throws IOException {
    Effort effort = new Effort("long", 1_000_001, 30, 20, 2, 0, 0);
    Listener listener = new Listener(0);
    Reproduction reproduction = Reproduction.of(effort, 5, 3, directory.resolve("out"));
    assertTrue(reproduction.run(StartMode.FRESH, listener).isEmpty());
    assertEquals(3, listener.told.size(), listener.told.toString());
    assertTrue(
        listener
            .told
            .get(0)
            .matches(
                "all runs take about [0-9.]+ (seconds|minutes|hours) on 3 idle processors, by a"
                    + " sample of each; claims come after"),
        listener.told.get(0));
  }

  private static void assertCards(Report report, String html) {
    Effort effort = new Effort("e", 80, 40, 20, 2, 3, 0);
    ClaimSheet sheet = ClaimSheet.of(claims(), effort, 9, 1, Monitor.NONE).orElseThrow();
    List<Fact> facts = Reproduction.facts(report, sheet);
    assertEquals(new Fact("5 / 6", "claims of the paper that hold"), facts.get(facts.size() - 1));
    ClaimSheet none = ClaimSheet.of(ImmutableList.of(), effort, 9, 1, Monitor.NONE).orElseThrow();
    assertEquals(facts.subList(0, facts.size() - 1), Reproduction.facts(report, none));
    assertEquals(List.of(), Reproduction.addClaims(none, new Page("a", "b", "")));
    assertEquals(4, facts.size());
    for (Fact fact : facts) {
      assertTrue(html.contains(fact.meaning()) || fact.value().equals("5 / 6"), fact.meaning());
    }
    assertFalse(html.contains("Every claim of the paper"));
  }

  private static RunPlan plan(long rounds, int seeds) {
    return RunPlan.of(
        Subject.of("judge.json", SeparationInstance.of(1, 2, 2, 0.5)),
        Learners.named("practical"),
        RecordedRounds.logarithmic(rounds),
        1,
        seeds);
  }

  /** By a clock that goes on by as much at every look, so that looks can be counted. */
  private static double estimate(long milliseconds, RunPlan... plans) {
    AtomicLong time = new AtomicLong();
    return new Estimate(() -> time.addAndGet(milliseconds * 1_000_000)).of(List.of(plans));
  }

  @Test
  void anEstimateIsTheWorkTimesTheSecondsOfARound() {
    // Half of 80 rounds: 1 + 2 + 4 + 8 + 16 of them, with a look before each and one at the end.
    assertEquals(3 * 80 * 0.006 / 31, estimate(1, plan(80, 3)), 1e-12);
    // The later half of 31 rounds is 16: 1 + 2 + 4 + 8 of them.
    assertEquals(31 * 0.005 / 15, estimate(1, plan(31, 1)), 1e-12);
    // That of 13 rounds is 7, not 6: 1 + 2 + 4; and a single round is in the later half.
    assertEquals(13 * 0.004 / 7, estimate(1, plan(13, 1)), 1e-12);
    assertEquals(5 * 0.002, estimate(1, plan(1, 5)), 1e-12);
    assertEquals(
        3 * 80 * 0.006 / 31 + 31 * 0.005 / 15, estimate(1, plan(80, 3), plan(31, 1)), 1e-12);
    // No longer than a fifth of a second: 1 + 2 rounds, then a look that ends it and the last.
    assertEquals(1000 * 0.32 / 3, estimate(80, plan(1000, 1)), 1e-9);
    assertEquals(
        "all runs take about 50 minutes on 3 idle processors, by a sample of each; claims come"
            + " after",
        Reproduction.announcement(9000, 3));
    assertEquals("89 seconds", Estimate.text(89.4));
    assertEquals("2 minutes", Estimate.text(90));
    assertEquals("90 minutes", Estimate.text(5399));
    assertEquals("1.5 hours", Estimate.text(5400));
  }
}
