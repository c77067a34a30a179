package dev.ccl.report.runs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import com.google.common.hash.Hashing;
import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.run.Cadence;
import dev.ccl.algorithms.run.JsonFile;
import dev.ccl.algorithms.run.Learners;
import dev.ccl.algorithms.run.Monitor;
import dev.ccl.algorithms.run.RecordedRounds;
import dev.ccl.certificates.Certification;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.InstanceWriter;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.experiments.recording.RunRecord;
import dev.ccl.experiments.run.Provenance;
import dev.ccl.experiments.run.RunJob;
import dev.ccl.experiments.run.RunPlan;
import dev.ccl.experiments.run.StartMode;
import dev.ccl.experiments.run.Subject;
import dev.ccl.experiments.summary.Numbers;
import dev.ccl.report.chart.ChartSvg;
import dev.ccl.report.page.Addition;
import dev.ccl.report.paper.InstanceLocator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A report on four instances, two of the same file name and one without target rewards, by learners
 * that differ in rounds, seeds and settings.
 */
class WholeReportTest {
  private static final Instance RANDOM =
      RandomInstance.of(
              RandomSpec.SMALL
                  .withHorizon(2)
                  .withPrompts(3, 2)
                  .withRepeated(2)
                  .withDimensions(3, 2)
                  .withLambda(0.6)
                  .withBound(1.3)
                  .withTeacherDistance(1),
              3)
          .instance();

  @TempDir static Path directory;

  private static final List<Path> INSTANCES = new ArrayList<>();

  private static Path out;
  private static Report report;

  @BeforeAll
  static void write() throws IOException {
    Path first = instance("a/judge.json", RANDOM);
    run(first, "a/1", Learners.named("ccl"), 30, 1, 3);
    run(first, "a/2", Learners.named("practical"), 40, 1, 2);
    run(first, "a/3", Learners.named("direct-matching"), 30, 7, 1);
    run(first, "a/4", Learners.named("ccl").with("calibrate-every", "3"), 30, 5, 2);
    run(first, "a/5", Learners.named("sft"), 3, 1, 2); // too short to be drawn
    run(first, "a/6", Learners.named("practical"), Map.of("certify", "0.2"), 20, 1, 4);
    run(first, "a/7", Learners.named("ccl"), 10, 4, 2); // has a name already
    run(first, "a/8", Learners.named("oracle"), 30, 1, 2);
    run(first, "a/9", Learners.named("practical").with("updates", "2"), 10, 1, 1);
    Path second = instance("b/judge.json", SeparationInstance.of(1, 2, 2, 0.5));
    run(second, "b/1", Learners.named("direct-matching"), 20, 1, 2);
    run(second, "b/2", Learners.named("practical"), 20, 1, 2);
    run(second, "b/3", Learners.named("ccl"), 20, 1, 2);
    run(second, "b/4", Learners.named("two-stage"), 10, 1, 2);
    run(second, "b/5", Learners.named("uncalibrated"), 10, 1, 2);
    run(second, "b/6", Learners.named("sft"), 10, 1, 2); // one more than can be told apart
    Path third =
        instance("c/3 Über.json", SeparationInstance.of(1, 2, 4, 0.5).withoutTargetRewards());
    Map<String, String> early = Map.of("certify", "0.1", "stop-when", "excess<0.004");
    run(third, "c/1", Learners.named("practical"), early, 20, 2, 4);
    Path fourth = instance("d/last.json", SeparationInstance.of(1, 2, 1, 0.5));
    run(fourth, "d/1", Learners.named("practical"), 10, 1, 1);
    INSTANCES.addAll(List.of(first, second, third, fourth));
    report = read(directory);
    out = directory.resolve("the report");
    report.write(out, "All & everything", report.facts(), Addition.NOTHING);
  }

  private static Report read(Path where) throws IOException {
    return Report.read(
        where, InstanceLocator.of(List.of(), INSTANCES.stream().map(Path::getParent).toList()));
  }

  private static Path instance(String name, Instance instance) throws IOException {
    Path file = directory.resolve(name);
    Files.createDirectories(file.getParent());
    InstanceWriter.write(instance, file);
    return file;
  }

  private static void run(Path file, String name, Learner learner, long rounds, long seed, int n)
      throws IOException {
    run(file, name, learner, Map.of(), rounds, seed, n);
  }

  private static void run(
      Path file,
      String name,
      Learner learner,
      Map<String, String> certification,
      long rounds,
      long seed,
      int n)
      throws IOException {
    RunPlan plan =
        RunPlan.of(
                Subject.read(file),
                learner,
                RecordedRounds.of(
                    LongStream.of(1, 3, 10, 20, 30).filter(t -> t <= rounds).toArray(), rounds),
                seed,
                n)
            .certified(Certification.of(certification));
    try (RunJob job = RunJob.open(plan, directory.resolve(name), StartMode.FRESH)) {
      assertEquals(RunJob.End.FINISHED, job.run(1, Cadence.AT_THE_END, Monitor.NONE));
    }
  }

  private static String page() throws IOException {
    return Files.readString(out.resolve("report.html"));
  }

  /** A page can be sent to somebody as it is, and nothing on it runs. */
  @Test
  void thePageNeedsNothingFromElsewhere() throws IOException {
    String page = page();
    assertFalse(page.contains("<script") || page.contains("<link rel=\"stylesheet\""), "scripts");
    Matcher place = Pattern.compile(" (?:href|src)=\"([^\"]*)\"|url\\(([^)]*)\\)").matcher(page);
    while (place.find()) {
      String to = place.group(1) == null ? place.group(2) : place.group(1);
      assertFalse(to.matches("(?i)\"?(https?:)?//.*"), to);
    }
  }

  @Test
  void everyRunIsInATableOfThePageAndOfTheTerminal() throws IOException {
    String page = page();
    String terminal = SummaryText.of(report);
    for (Group group : report.groups()) {
      assertTrue(page.contains(group.instanceName()), group.instanceName());
      for (String name : group.byName().keySet()) {
        assertTrue(page.contains("<td>" + name + "</td>"), name);
        boolean shown = group.byName().keySet().asList().indexOf(name) < 8; // and how many more
        assertEquals(shown, terminal.contains("  " + name + " "), name);
      }
    }
  }

  /** The way that a user names a directory does not matter, nor that it leads around. */
  @Test
  void namesOfPlacesFromHereGiveTheSameLinks() throws IOException {
    Path here = Path.of("").toAbsolutePath();
    Report again =
        read(here.relativize(directory.resolve("a/.."))).linkedFrom(here.relativize(out));
    assertEquals(
        page(),
        again.files("All & everything", report.facts(), Addition.NOTHING).get("report.html"));
  }

  /** The files are the pictures of the page and the numbers behind them, and nothing else. */
  @Test
  void everyFileIsOfThePageAndHasItsDigest() throws IOException {
    Map<String, String> digests = new TreeMap<>();
    try (Stream<Path> files = Files.walk(out)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        String name = out.relativize(file).toString().replace('\\', '/');
        if (!name.equals("manifest.json")) {
          digests.put(name, Hashing.sha256().hashBytes(Files.readAllBytes(file)).toString());
        }
      }
    }
    JsonNode manifest = JsonFile.read(out.resolve("manifest.json"));
    Map<String, String> listed = new TreeMap<>();
    manifest.path("files").properties().forEach(f -> listed.put(f.getKey(), f.getValue().asText()));
    assertEquals(digests, listed);
    Matcher figure =
        Pattern.compile("(?s)<figure id=\"([^\"]*)\">\n(<svg .*?</svg>\n)(.*?)</figure>")
            .matcher(page());
    int figures = 0;
    while (figure.find()) {
      String name = "figures/" + figure.group(1);
      String svg = Files.readString(out.resolve(name + ".svg"));
      String style = "<style>\n" + ChartSvg.style() + "</style>\n";
      assertTrue(svg.contains(style), "it needs no other file");
      assertEquals(figure.group(2), svg.replace(style, ""));
      assertTrue(figure.group(3).contains("href=\"" + name + ".svg\""), name);
      assertTrue(figure.group(3).contains("href=\"" + name + ".csv\""), name);
      figures++;
    }
    assertEquals(1 + 2 * figures, digests.size());
  }

  /** By which versions the runs were read. */
  @Test
  void theManifestNamesTheVersions() throws IOException {
    JsonNode manifest = JsonFile.read(out.resolve("manifest.json"));
    assertEquals(
        List.of("format", "versions", "runs", "files"),
        ImmutableList.copyOf(manifest.fieldNames()));
    Map<String, String> versions = new TreeMap<>();
    for (String name : List.of("ccl", "guava", "commons-rng", "ejml", "jackson")) {
      versions.put(name, Provenance.version(name));
    }
    versions.put("java", System.getProperty("java.version"));
    versions.put("os", System.getProperty("os.name") + " " + System.getProperty("os.arch"));
    Map<String, String> found = new TreeMap<>();
    manifest
        .path("versions")
        .properties()
        .forEach(v -> found.put(v.getKey(), v.getValue().asText()));
    assertEquals(versions, found);
    String page = page();
    versions.forEach(
        (name, version) ->
            assertTrue(page.contains("<td>" + name + "</td><td>" + version + "</td>"), name));
  }

  /** Medians, rounds, rewards and seeds of every run, from its rows. */
  @Test
  void theSummaryIsOfTheRowsOfEachRun() throws IOException {
    int runs = 0;
    int apart = 0;
    for (Group group : report.groups()) {
      List<ImmutableList<String>> table = Tables.summary(group, group.byName()).rows();
      int row = 0;
      for (RunRecord recording : group.byName().values()) {
        List<String> cells = table.get(row++);
        Path csv = Path.of(recording.fact("directory")).resolve("rows.csv");
        List<List<String>> lines =
            Files.readAllLines(csv).stream().map(Splitter.on(',')::splitToList).toList();
        List<String> head = lines.get(0);
        List<List<String>> rows = lines.subList(1, lines.size());
        long seeds = rows.stream().map(l -> l.get(0)).distinct().count();
        Map<String, List<String>> ends = new LinkedHashMap<>(); // of each seed its own
        rows.forEach(line -> ends.put(line.get(0), line));
        long[] last = ends.values().stream().mapToLong(r -> Long.parseLong(r.get(1))).toArray();
        long first = Arrays.stream(last).min().orElseThrow();
        long most = Arrays.stream(last).max().orElseThrow();
        assertEquals(first == most ? "" + most : first + "…" + most, cells.get(1));
        assertEquals(Long.toString(seeds), cells.get(2));
        assertEquals(
            median(ends.values(), head.indexOf("oracleKl")), cells.get(3).replaceAll(" .*", ""));
        assertEquals(median(ends.values(), head.indexOf("calibrationErrorSquared")), cells.get(6));
        if (recording.settings().getOrDefault("calibrate-every", "1").equals("1")
            && recording.spent("sourceQueries").signum() > 0) {
          long rewards = Math.round(Arrays.stream(last).average().orElseThrow());
          assertEquals(Long.toString(rewards), cells.get(7), "one in each round until there");
        }
        apart += first == most ? 0 : 1;
        runs++;
      }
    }
    assertEquals(17, runs);
    assertEquals(1, apart, "seeds of one run were ended apart by their certificates");
  }

  private static String median(Collection<List<String>> rows, int column) {
    List<Double> sorted =
        rows.stream()
            .map(
                row -> row.get(column).isEmpty() ? Double.NaN : Double.parseDouble(row.get(column)))
            .sorted()
            .toList();
    int n = sorted.size();
    return Numbers.text((sorted.get((n - 1) / 2) + sorted.get(n / 2)) / 2);
  }
}
