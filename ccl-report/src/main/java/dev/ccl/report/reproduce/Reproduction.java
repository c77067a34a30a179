package dev.ccl.report.reproduce;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Lists;
import dev.ccl.algorithms.run.Cadence;
import dev.ccl.algorithms.run.JsonFile;
import dev.ccl.core.instance.Instance;
import dev.ccl.experiments.recording.Change;
import dev.ccl.experiments.recording.Curve;
import dev.ccl.experiments.recording.RunRecord;
import dev.ccl.experiments.run.Audience;
import dev.ccl.experiments.run.Directories;
import dev.ccl.experiments.run.Measure;
import dev.ccl.experiments.run.RunJob;
import dev.ccl.experiments.run.StartMode;
import dev.ccl.experiments.summary.Numbers;
import dev.ccl.experiments.summary.Summary;
import dev.ccl.report.page.Fact;
import dev.ccl.report.page.Figure;
import dev.ccl.report.page.Page;
import dev.ccl.report.paper.Guides;
import dev.ccl.report.paper.InstanceLocator;
import dev.ccl.report.paper.SeparationBounds;
import dev.ccl.report.runs.Group;
import dev.ccl.report.runs.Report;
import dev.ccl.theory.Claim;
import dev.ccl.theory.claims.Claims;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Runs the experiments, evaluates the claims and writes the report. */
public final class Reproduction {
  private static final Cadence CADENCE = Cadence.every(Duration.ofSeconds(10));

  private final Effort effort;
  private final long seed;
  private final int threads;
  private final Path out;
  private final ImmutableMap<String, Instance> others;

  private Reproduction(
      Effort effort, long seed, int threads, Path out, ImmutableMap<String, Instance> others) {
    this.effort = effort;
    this.seed = seed;
    this.threads = threads;
    this.out = out;
    this.others = others;
  }

  /**
   * Returns a reproduction.
   *
   * @param effort how much to run
   * @param seed the first seed of every run
   * @param threads how many threads to use; no result depends on it
   * @param out where to write
   * @return the reproduction
   */
  public static Reproduction of(Effort effort, long seed, int threads, Path out) {
    return new Reproduction(effort, seed, threads, out, ImmutableMap.of());
  }

  /**
   * Returns a reproduction with more instances.
   *
   * @param effort how much to run
   * @param seed the first seed of every run
   * @param threads how many threads to use; no result depends on it
   * @param out where to write
   * @param others instances by name, on which the presets and teacher matching run
   * @return the reproduction
   */
  public static Reproduction of(
      Effort effort, long seed, int threads, Path out, ImmutableMap<String, Instance> others) {
    return new Reproduction(effort, seed, threads, out, others);
  }

  /**
   * What came out.
   *
   * @param report the report
   * @param claims the claims
   */
  public record Result(Report report, ClaimSheet claims) {}

  /**
   * Runs it.
   *
   * @param beginning whether runs of an earlier, interrupted reproduction are taken over
   * @return what came out; nothing after an interruption
   * @throws IOException if a file cannot be written
   */
  public Optional<Result> run(StartMode beginning) throws IOException {
    return run(beginning, Audience.NONE);
  }

  /** {@return where the runs go} */
  public Path runs() {
    return out.resolve("runs").resolve(effort.name() + "-seed" + seed);
  }

  /**
   * Runs it before an audience.
   *
   * @param beginning whether runs of an earlier, interrupted reproduction are taken over
   * @param audience is shown the progress and may stop it
   * @return what came out; nothing after an interruption
   * @throws IOException if a file cannot be written
   */
  public Optional<Result> run(StartMode beginning, Audience audience) throws IOException {
    long began = System.nanoTime();
    Path runs = runs();
    begin(beginning);
    ImmutableList<Experiments.Experiment> experiments = Experiments.of(effort, seed, out, others);
    if (effort.isLong()) {
      announce(experiments, audience);
    }
    if (!runAll(experiments, runs, audience)) {
      return Optional.empty();
    }
    long ran = System.nanoTime();
    Optional<ClaimSheet> sheet =
        claims(effort.starts() == 0 ? ImmutableList.of() : Claims.all(), audience);
    if (sheet.isEmpty()) {
      return Optional.empty();
    }
    ClaimSheet claims = sheet.get();
    long claimed = System.nanoTime();
    Report report = Report.read(runs, InstanceLocator.of(List.of(), List.of(out)));
    report.write(
        out,
        "Coupled Calibration and Learning, reproduced",
        facts(report, claims),
        page -> addClaims(claims, page));
    writeTimes(ran - began, claimed - ran, System.nanoTime() - claimed);
    return Optional.of(new Result(report, claims));
  }

  /**
   * Makes the directory of the runs.
   *
   * @param beginning whether runs of an earlier, interrupted reproduction are taken over
   * @throws IOException if it cannot be made
   * @throws IllegalArgumentException if something else is there, or runs that are not to be taken
   *     over; nothing is written then
   */
  public void begin(StartMode beginning) throws IOException {
    checkArgument(!Files.exists(out) || Files.isDirectory(out), "%s is not a directory", out);
    checkArgument(
        !Files.exists(out)
            || Directories.isEmpty(out)
            || Directories.holdsOnly(out.resolve("runs"), Reproduction::isOurs),
        "%s is not empty and holds no reproduction",
        out);
    checkArgument(
        beginning == StartMode.RESUMED || !Files.exists(runs()) || Directories.isEmpty(runs()),
        "%s holds runs already: go on with them by --resume, or choose another directory",
        runs());
    Files.createDirectories(runs());
  }

  /** Whether a directory is named after an effort and a seed, and those in it after instances. */
  private static boolean isOurs(Path runs) {
    try {
      return runs.getFileName().toString().matches("\\w+-seed-?\\d+")
          && (Directories.isEmpty(runs)
              || Directories.holdsOnly(
                  runs, instance -> instance.getFileName().toString().matches("\\d+-.+")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void announce(List<Experiments.Experiment> experiments, Audience audience) {
    double seconds = Estimate.seconds(Lists.transform(experiments, Experiments.Experiment::plan));
    audience.note(announcement(seconds, threads));
  }

  static String announcement(double seconds, int threads) {
    return String.format(
        Locale.ROOT,
        "all runs take about %s on %d idle processors, by a sample of each; claims come after",
        Estimate.text(seconds / threads),
        threads);
  }

  static List<Figure> addClaims(ClaimSheet claims, Page page) {
    if (claims.entries().isEmpty()) {
      return List.of();
    }
    page.section("Every claim of the paper");
    page.paragraph(
        claims.held()
            + " of "
            + claims.entries().size()
            + " claims hold on every instance on which they were evaluated.");
    page.table(claims.words());
    Figure figure = claims.figure();
    page.folded(
        "For specialists: how each claim was checked, and how much of its bound it uses",
        inside -> inside.figures(List.of(figure)).table(claims.table()));
    return List.of(figure);
  }

  private boolean runAll(List<Experiments.Experiment> experiments, Path runs, Audience audience)
      throws IOException {
    long work = experiments.stream().mapToLong(e -> e.plan().work()).sum();
    try (Audience.Stage progress = audience.begin("runs", "rounds", work)) {
      for (Experiments.Experiment experiment : experiments) {
        Path directory = runs.resolve(experiment.directory());
        RunJob.End end;
        try (RunJob job = RunJob.open(experiment.plan(), directory, StartMode.RESUMED)) {
          end = job.run(threads, CADENCE, progress);
        }
        if (end == RunJob.End.STOPPED) {
          return false;
        }
      }
      return true;
    }
  }

  /** Evaluates claims from the seed of the runs on; nothing after an interruption. */
  Optional<ClaimSheet> claims(List<Claim> claims, Audience audience) {
    try (Audience.Stage progress = audience.begin("claims", "claims", claims.size())) {
      return ClaimSheet.of(claims, effort, seed, threads, progress);
    }
  }

  static List<Fact> facts(Report report, ClaimSheet claims) {
    List<Fact> facts = new ArrayList<>();
    for (Group group : report.groups()) {
      Optional<Guides> guides = group.guides();
      if (guides.flatMap(g -> SeparationBounds.of(g.instance())).isPresent()) {
        double limit = guides.get().directMatchingLimit();
        facts.add(new Fact(Numbers.text(limit), "𝒦 at which direct matching stops"));
        learner(group, "practical").ifPresent(r -> facts.add(preset(r, limit)));
        learner(group, "ccl").ifPresent(r -> facts.add(overtaking(r, limit)));
      }
    }
    if (!claims.entries().isEmpty()) {
      facts.add(
          new Fact(
              claims.held() + " / " + claims.entries().size(), "claims of the paper that hold"));
    }
    return facts;
  }

  private static Optional<RunRecord> learner(Group group, String name) {
    return Optional.ofNullable(group.byName().get(name));
  }

  static Fact preset(RunRecord r, double limit) {
    Summary reached = r.curve(Measure.ORACLE_KL).last();
    return new Fact(
        Numbers.text(reached.median()),
        "𝒦 of CCL, practical preset, after "
            + Numbers.count((long) r.lastRound())
            + " source rewards: "
            + against(reached, limit));
  }

  private static String against(Summary reached, double limit) {
    if (reached.isBelow(limit) && reached.median() < Change.ROUNDING) {
      return Change.BELOW_ROUNDING + ", which is rounding";
    }
    if (reached.isBelow(limit)) {
      return Numbers.text(limit / reached.median()) + " times lower";
    }
    return reached.isAbove(limit)
        ? "not below, " + Numbers.text(reached.median() / limit) + " times higher"
        : "not told apart from where direct matching stops";
  }

  static Fact overtaking(RunRecord r, double limit) {
    Curve curve = r.curve(Measure.ORACLE_KL);
    int index = curve.fallsBelow(limit);
    return index < 0
        ? new Fact(
            Numbers.text(curve.last().median()),
            "𝒦 of CCL, the paper's schedule, after "
                + Numbers.count((long) r.lastRound())
                + " rounds: not yet below")
        : new Fact(
            "T = " + Numbers.text(curve.rounds().get(index)),
            "where CCL with the paper's schedule overtakes direct matching for good");
  }

  /** The only file in which two reproductions differ. */
  private void writeTimes(long runs, long claims, long report) throws IOException {
    JsonFile.write(
        out.resolve("times.json"),
        json -> {
          json.writeNumberField("runsMilliseconds", runs / 1_000_000);
          json.writeNumberField("claimsMilliseconds", claims / 1_000_000);
          json.writeNumberField("reportMilliseconds", report / 1_000_000);
          json.writeNumberField("threads", threads);
        });
  }
}
