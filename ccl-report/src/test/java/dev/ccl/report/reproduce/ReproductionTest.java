package dev.ccl.report.reproduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableMap;
import com.google.common.hash.Hashing;
import com.google.common.io.MoreFiles;
import com.google.common.util.concurrent.Uninterruptibles;
import dev.ccl.algorithms.run.Cadence;
import dev.ccl.algorithms.run.JsonFile;
import dev.ccl.algorithms.run.Monitor;
import dev.ccl.algorithms.run.RecordedRounds;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.InstanceReader;
import dev.ccl.core.instance.generator.DemoInstance;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStreams;
import dev.ccl.experiments.recording.RunRecord;
import dev.ccl.experiments.run.Audience;
import dev.ccl.experiments.run.RunJob;
import dev.ccl.experiments.run.RunPlan;
import dev.ccl.experiments.run.StartMode;
import dev.ccl.report.page.Fact;
import dev.ccl.report.runs.HandmadeRecord;
import dev.ccl.testkit.naive.Naive;
import dev.ccl.testkit.naive.Truth;
import dev.ccl.theory.Claim;
import dev.ccl.theory.Kind;
import dev.ccl.theory.claims.Claims;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReproductionTest {
  /** The runs on each instance: two algorithms, the preset, five ablations, five baselines. */
  private static final int EACH = 14;

  private static final Effort TINY = new Effort("tiny", 80, 40, 20, 2, 0, 0);

  @TempDir private Path directory;

  @Test
  void twiceGivesTheSameBytesButForTimes() throws IOException {
    Path first = directory.resolve("a");
    Path second = directory.resolve("b");
    assertTrue(Reproduction.of(TINY, 5, 1, first).run(StartMode.FRESH).isPresent());
    RunPlan foreign = Experiments.of(TINY, 6, Files.createDirectories(second)).get(0).plan();
    Path elsewhere = second.resolve("runs/tiny-seed6/1-separation/00-ccl"); // of another seed
    try (RunJob job = RunJob.open(foreign, elsewhere, StartMode.FRESH)) {
      job.run(1, Cadence.AT_THE_END, Monitor.NONE);
    }
    assertTrue(Reproduction.of(TINY, 5, 2, second).run(StartMode.FRESH).isPresent());
    TreeMap<String, String> bytes = digests(first);
    TreeMap<String, String> others = digests(second);
    assertTrue(others.keySet().removeIf(name -> name.startsWith("runs/tiny-seed6/")));
    assertEquals(bytes, others);
    assertTrue(
        Reproduction.of(TINY, 5, 2, first)
            .run(StartMode.RESUMED)
            .isPresent()); // over what is there
    assertEquals(bytes, digests(first));
    assertTrue(bytes.containsKey("report.html"));
    assertTrue(bytes.containsKey("manifest.json"));
    assertTrue(bytes.containsKey("figures/separation-divergence.svg"));
    assertTrue(bytes.containsKey("figures/random-divergence.csv"));
    assertEquals(2 * EACH, JsonFile.read(first.resolve("manifest.json")).path("runs").size());
  }

  /** How long, over how many seeds and from which on each learner runs. */
  @Test
  void theRunsAreThoseOfTheEffort() throws IOException {
    Effort effort = new Effort("some", 800, 90, 20, 15, 0, 0);
    ImmutableMap<String, Instance> others = ImmutableMap.of("other", DemoInstance.of());
    List<Experiments.Experiment> all = Experiments.of(effort, 7, directory, others);
    assertEquals(2 * EACH + 3, all.size());
    for (int i = 0; i < all.size(); i++) {
      RunPlan plan = all.get(i).plan();
      String learner = plan.learner().name();
      String what = all.get(i).directory();
      String instance = i < EACH ? "1-separation" : i < 2 * EACH ? "2-random" : "3-other";
      assertEquals(String.format("%s/%02d-%s", instance, i, learner), what);
      int place = i % EACH; // ccl, direct matching and the preset come first
      long rounds = i >= 2 * EACH || place > 2 ? 20 : place == 2 ? 90 : i < EACH ? 800 : 200;
      assertEquals(RecordedRounds.logarithmic(rounds).all(), plan.recorded().all(), what);
      assertEquals(i < 2 * EACH ? 15 : 3, plan.seeds(), what);
      assertEquals(7, plan.firstSeed(), what);
      if (learner.equals("oracle")) {
        Instance known = InstanceReader.read(directory.resolve(plan.subject().fileName()));
        double[] truth = Truth.of(Naive.of(known)).parameter();
        List<String> told =
            Splitter.on(',')
                .splitToList(plan.learner().settings().texts().get("initial-calibration"));
        for (int k = 0; k < truth.length; k++) {
          assertEquals(truth[k], Double.parseDouble(told.get(k)), 1e-6, what);
        }
      }
    }
  }

  /** Each further instance has a number, a file and runs of its own. */
  @Test
  void furtherInstancesAreKeptApart() throws IOException {
    Instance last = SeparationInstance.of(1, 2, 5, 0.75);
    ImmutableMap<String, Instance> others = ImmutableMap.of("b", DemoInstance.of(), "a", last);
    Effort effort = new Effort("some", 800, 90, 20, 5, 0, 0);
    List<Experiments.Experiment> all = Experiments.of(effort, 7, directory, others);
    assertEquals(2 * EACH + 2 * 3, all.size());
    for (int i = 2 * EACH; i < all.size(); i++) {
      RunPlan plan = all.get(i).plan();
      boolean isFirst = i < 2 * EACH + 3;
      String name = isFirst ? "3-b" : "4-a";
      String learner = List.of("careful", "practical", "uncalibrated").get((i - 2 * EACH) % 3);
      assertEquals(String.format("%s/%02d-%s", name, i, learner), all.get(i).directory());
      assertEquals(isFirst ? "b.json" : "a.json", plan.subject().fileName());
      assertEquals((isFirst ? DemoInstance.of() : last).digest(), plan.subject().digest());
      assertEquals(2, plan.seeds(), "never fewer");
    }
    assertEquals(last.digest(), InstanceReader.read(directory.resolve("a.json")).digest());
  }

  /** Also where only finished runs are left, as after an interruption among the claims. */
  @Test
  void finishedRunsAreTakenOverOrRefusedButNeverRemoved() throws IOException {
    Reproduction reproduction = Reproduction.of(TINY, 5, 1, directory);
    AtomicBoolean claims = new AtomicBoolean();
    Audience impatient =
        (task, unit, total) ->
            new Audience.Stage() {
              @Override
              public boolean stopping() {
                return claims.get();
              }

              @Override
              public void close() {
                claims.set(true);
              }
            };
    Effort effort =
        new Effort(
            TINY.name(),
            TINY.literalRounds(),
            TINY.practicalRounds(),
            TINY.comparedRounds(),
            TINY.seeds(),
            1,
            0);
    Reproduction claiming = Reproduction.of(effort, 5, 1, directory);
    assertTrue(claiming.run(StartMode.FRESH, impatient).isEmpty());
    TreeMap<String, String> bytes = digests(directory);
    assertTrue(
        bytes.keySet().stream().filter(name -> name.endsWith("run.json")).count() == 2 * EACH);
    IllegalArgumentException error =
        assertThrows(IllegalArgumentException.class, () -> claiming.run(StartMode.FRESH));
    assertEquals(
        claiming.runs()
            + " holds runs already: go on with them by --resume, or choose another directory",
        error.getMessage());
    assertEquals(bytes, digests(directory));
    assertTrue(reproduction.run(StartMode.RESUMED).isPresent());
  }

  /** TensorBoard keeps its events in a directory runs; other programs write a report.html. */
  @Test
  void runsOfAnotherProgramAreRefusedBeforeTheFirstByte() throws IOException {
    for (String name :
        List.of(
            "runs/ppo/events.out",
            "runs/ppo-seed5/events.out",
            "runs/ppo-seed5/first/events.out",
            "runs/events.out")) {
      Path out = directory.resolve(name.replace('/', '_'));
      Path file = out.resolve(name);
      Files.createDirectories(file.getParent());
      Files.writeString(file, "precious");
      Files.writeString(out.resolve("report.html"), "precious");
      assertRefused(out);
    }
    Path ours = directory.resolve("ours");
    Files.createDirectories(ours.resolve("runs/tiny-seed6/1-separation"));
    Path link = Files.createDirectories(directory.resolve("link"));
    Files.createSymbolicLink(link.resolve("runs"), ours.resolve("runs"));
    assertRefused(link);
  }

  private static void assertRefused(Path out) throws IOException {
    TreeMap<String, String> bytes = digests(out);
    for (StartMode mode : StartMode.values()) {
      IllegalArgumentException error =
          assertThrows(
              IllegalArgumentException.class,
              () -> Reproduction.of(TINY, 5, 1, out).run(mode).isPresent());
      assertEquals(out + " is not empty and holds no reproduction", error.getMessage());
    }
    assertEquals(bytes, digests(out));
  }

  /**
   * 𝒦 = 0.5 and 0.25 in the median of six seeds, after 1 and 10 rounds, on both sides of limits.
   */
  @Test
  void theCardsCompareWithTheLimitOfDirectMatching() {
    RunRecord r =
        HandmadeRecord.of(
            "ccl",
            new double[] {0, 1, 10},
            HandmadeRecord.repeated(3, new double[][] {{1, 0.4, 0.2}, {1, 0.6, 0.3}}),
            10);
    String after = "𝒦 of CCL, practical preset, after 10 source rewards: ";
    assertEquals(new Fact("0.25", after + "4 times lower"), Reproduction.preset(r, 1));
    assertEquals(
        new Fact("0.25", after + "not below, 2.5 times higher"), Reproduction.preset(r, 0.1));
    assertEquals(
        new Fact("0.25", after + "not below, 8.33 times higher"), Reproduction.preset(r, 0.03));
    assertEquals(
        new Fact("0.25", after + "not told apart from where direct matching stops"),
        Reproduction.preset(r, 0.25));
    assertEquals("T = 10", Reproduction.overtaking(r, 0.4).value());
    assertEquals("T = 1", Reproduction.overtaking(r, 0.7).value());
    assertEquals(
        new Fact("0.25", "𝒦 of CCL, the paper's schedule, after 10 rounds: not yet below"),
        Reproduction.overtaking(r, 0.2));
    double[][] back = {{1, 0.1, 1, 0.1}};
    RunRecord late = HandmadeRecord.of("ccl", new double[] {0, 10, 100, 250_000}, back, 7);
    assertEquals("T = 2.5·10⁵", Reproduction.overtaking(late, 0.5).value(), "for good");
    assertTrue(Reproduction.overtaking(late, 0.1).meaning().contains(" after 250000 rounds: "));
    assertTrue(Reproduction.preset(late, 1).meaning().contains(" after 250000 source rewards: "));
    RunRecord later = HandmadeRecord.of("ccl", new double[] {0, 1, 2, 5e9}, back, 7);
    assertTrue(Reproduction.overtaking(later, 0.1).meaning().contains(" after 5·10⁹ rounds: "));
    assertTrue(Reproduction.preset(later, 1).meaning().contains(" after 5·10⁹ source rewards: "));
  }

  /** What ccl reproduce --full does, in small: all specimens and the adversary, on a few claims. */
  @Test
  void thePathOfAFullReproduction() {
    Effort small = new Effort("small", 80, 40, 20, 2, 2, 2);
    List<Claim> claims = List.of(Claims.named("C06"), Claims.named("C16"), Claims.named("C20"));
    ClaimSheet one = ClaimSheet.of(claims, small, 1, 1, Monitor.NONE).orElseThrow();
    ClaimSheet two = ClaimSheet.of(claims, small, 1, 2, Monitor.NONE).orElseThrow();
    assertEquals(3, one.held());
    assertEquals(one.table(), two.table(), "threads change nothing");
    assertTrue(one.entries().stream().allMatch(e -> e.tightness() > 0 && e.tightness() <= 1));
  }

  /** Every start of every claim is drawn from the seed on, and the audience knows how many. */
  @Test
  void claimsAreDrawnFromTheSeedOn() {
    Effort thrice = new Effort("thrice", 80, 40, 20, 2, 3, 0);
    Set<Long> seeds = new TreeSet<>();
    Claim claim =
        Claim.of(
            "C99",
            "eq:nowhere",
            "x = x",
            Kind.EXACT,
            (c, f) -> {
              seeds.add(c.seed());
              f.equal("x", 1, 1, 1);
            });
    List<String> begun = new ArrayList<>();
    Audience audience =
        (task, unit, total) -> {
          begun.add(total + " " + unit);
          return Audience.NONE.begin(task, unit, total);
        };
    Reproduction reproduction = Reproduction.of(thrice, 7, 1, directory);
    assertEquals(1, reproduction.claims(List.of(claim), audience).orElseThrow().held());
    assertEquals(Set.of(7L, 8L, 9L), seeds);
    assertEquals(List.of("1 claims"), begun);
  }

  /** The adversary draws from the seed as well; each claim is told of once. */
  @Test
  void theAdversaryStartsFromTheSeed() {
    Set<Long> seeds = new ConcurrentSkipListSet<>();
    Claim claim =
        Claim.of(
            "C99",
            "eq:nowhere",
            "x ≤ 1",
            Kind.EXACT,
            (c, f) -> {
              seeds.add(c.seed());
              f.atMost("x", 0.5, 1);
            });
    AtomicLong completed = new AtomicLong();
    Monitor monitor =
        new Monitor() {
          @Override
          public void completed(long more) {
            completed.addAndGet(more);
          }
        };
    Effort searching = new Effort("searching", 80, 40, 20, 2, 1, 2);
    assertTrue(ClaimSheet.of(List.of(claim, claim), searching, 7, 2, monitor).isPresent());
    long drawn = RandomStreams.of(7).open(Purpose.TRIAL, 1).nextLong();
    assertEquals(Set.of(7L, drawn), seeds);
    assertEquals(2, completed.get());
  }

  /** Neither of two claims goes on before the other has begun. */
  @Test
  void claimsAreEvaluatedAtTheSameTime() {
    CountDownLatch missing = new CountDownLatch(2);
    List<Claim> claims = new ArrayList<>();
    for (String id : List.of("C98", "C99")) {
      AtomicBoolean first = new AtomicBoolean(true);
      claims.add(
          Claim.of(
              id,
              "eq:nowhere",
              "x = x",
              Kind.EXACT,
              (c, f) -> {
                f.equal("x", !first.getAndSet(false) || met(missing) ? 1 : 2, 1, 1);
              }));
    }
    Effort once = new Effort("once", 80, 40, 20, 2, 1, 0);
    Reproduction reproduction = Reproduction.of(once, 7, 2, directory);
    assertEquals(2, reproduction.claims(claims, Audience.NONE).orElseThrow().held());
  }

  private static boolean met(CountDownLatch missing) {
    missing.countDown();
    return Uninterruptibles.awaitUninterruptibly(missing, 60, TimeUnit.SECONDS);
  }

  @Test
  void claimsCanBeInterrupted() {
    Monitor stopping =
        new Monitor() {
          @Override
          public boolean stopping() {
            return true;
          }
        };
    assertTrue(ClaimSheet.of(Claims.all(), Effort.QUICK, 1, 1, stopping).isEmpty());
  }

  @Test
  void theTimeOfALongOneIsEstimated() throws IOException {
    Effort shrunk = new Effort("shrunk", 80, 40, 20, 2, 0, 0);
    List<RunPlan> plans =
        Experiments.of(shrunk, 1, directory).stream().map(Experiments.Experiment::plan).toList();
    double seconds = Estimate.seconds(plans);
    assertTrue(seconds > 0 && Double.isFinite(seconds), "" + seconds);
    assertTrue(Effort.FULL.isLong() && !Effort.STANDARD.isLong() && !Effort.QUICK.isLong());
    assertTrue(new Effort("longer", 1_000_001, 40, 20, 2, 0, 0).isLong());
    assertEquals(new Effort("quick", 100_000, 10_000, 2_000, 8, 1, 0), Effort.QUICK);
    assertEquals(new Effort("standard", 1_000_000, 100_000, 10_000, 20, 2, 30), Effort.STANDARD);
    assertEquals(new Effort("full", 10_000_000, 1_000_000, 100_000, 200, 50, 300), Effort.FULL);
    assertEquals("1 seconds", Estimate.text(0.2));
    assertEquals("7 seconds", Estimate.text(6.6));
    assertEquals("90 seconds", Estimate.text(89.7));
    assertEquals("42 minutes", Estimate.text(2500));
    assertEquals("3.1 hours", Estimate.text(11_000));
  }

  @Test
  void aDirectoryOfOtherThingsIsLeftAlone() throws IOException {
    Files.writeString(directory.resolve("thesis.tex"), "");
    Reproduction reproduction = Reproduction.of(TINY, 5, 1, directory);
    for (StartMode mode : StartMode.values()) {
      IllegalArgumentException error =
          assertThrows(IllegalArgumentException.class, () -> reproduction.run(mode));
      assertEquals(directory + " is not empty and holds no reproduction", error.getMessage());
    }
    Reproduction within = Reproduction.of(TINY, 5, 1, directory.resolve("thesis.tex"));
    IllegalArgumentException file =
        assertThrows(IllegalArgumentException.class, () -> within.run(StartMode.FRESH));
    assertEquals(directory.resolve("thesis.tex") + " is not a directory", file.getMessage());
    assertEquals(List.of("thesis.tex"), List.copyOf(digests(directory).keySet()));
  }

  private static TreeMap<String, String> digests(Path where) throws IOException {
    TreeMap<String, String> digests = new TreeMap<>();
    List<Path> files;
    try (Stream<Path> walk = Files.walk(where)) {
      files = walk.filter(Files::isRegularFile).collect(Collectors.toList());
    }
    for (Path file : files) {
      String name = where.relativize(file).toString().replace('\\', '/');
      if (!name.equals("times.json")) {
        digests.put(name, MoreFiles.asByteSource(file).hash(Hashing.sha256()).toString());
      }
    }
    return digests;
  }
}
