package dev.ccl.report.runs;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.hash.Hashing;
import dev.ccl.algorithms.run.Cadence;
import dev.ccl.algorithms.run.JsonFile;
import dev.ccl.algorithms.run.Learners;
import dev.ccl.algorithms.run.Monitor;
import dev.ccl.algorithms.run.RecordedRounds;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.experiments.recording.RecordingReader;
import dev.ccl.experiments.recording.RunRecord;
import dev.ccl.experiments.run.Measure;
import dev.ccl.experiments.run.RunJob;
import dev.ccl.experiments.run.RunPlan;
import dev.ccl.experiments.run.StartMode;
import dev.ccl.experiments.run.Subject;
import dev.ccl.report.chart.Picture;
import dev.ccl.report.page.Addition;
import dev.ccl.report.page.Figure;
import dev.ccl.report.paper.InstanceLocator;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {
  @TempDir private Path directory;

  @Test
  void aReportHasEveryFigureOfItsRuns() throws IOException {
    SmallRuns.write(directory);
    Report report = read(directory);
    Group group = report.groups().get(0);
    assertEquals(List.of("ccl", "direct-matching", "practical"), group.byName().keySet().asList());
    List<String> figures =
        Figures.of("judge", group).stream()
            .map(Figure::chart)
            .map(Picture::id)
            .collect(Collectors.toList());
    assertEquals(
        List.of(
            "judge-divergence",
            "judge-comparison",
            "judge-calibration",
            "judge-excess",
            "judge-rollouts"),
        figures);
  }

  @Test
  void theSameRunsGiveTheSameBytesAndTheManifestTellsThem() throws IOException {
    SmallRuns.write(directory);
    Path first = directory.resolve("a");
    Path second = directory.resolve("b");
    for (Path out : List.of(first, second)) {
      read(directory).write(out, "T", List.of(), Addition.NOTHING);
    }
    var files = JsonFile.read(first.resolve("manifest.json")).path("files");
    assertTrue(files.size() >= 11, files.toString());
    for (var entry : files.properties()) {
      byte[] bytes = Files.readAllBytes(first.resolve(entry.getKey()));
      assertArrayEquals(bytes, Files.readAllBytes(second.resolve(entry.getKey())), entry.getKey());
      assertEquals(Hashing.sha256().hashBytes(bytes).toString(), entry.getValue().asText());
    }
    assertArrayEquals(
        Files.readAllBytes(first.resolve("manifest.json")),
        Files.readAllBytes(second.resolve("manifest.json")));
  }

  /** Each entry of the manifest is of the run that it names, as that run says of itself. */
  @Test
  void theManifestTellsOfEachRunWhatItsOwnFileTells() throws IOException {
    SmallRuns.write(directory, SeparationInstance.of(1, 2, 2, 0.5), List.of("ccl"), 60);
    SmallRuns.write(directory, SeparationInstance.of(1, 2, 2, 0.5), List.of("practical"), 40);
    read(directory).write(directory.resolve("out"), "T", List.of(), Addition.NOTHING);
    JsonNode manifest = JsonFile.read(directory.resolve("out").resolve("manifest.json"));
    assertEquals(2, manifest.path("runs").size());
    for (JsonNode entry : manifest.path("runs")) {
      String name = entry.path("name").asText();
      JsonNode run = JsonFile.read(directory.resolve(name).resolve("run.json"));
      JsonNode configuration = run.path("configuration");
      assertEquals(configuration.path("learner").asText(), name);
      assertEquals(configuration.path("instance").asText(), entry.path("instance").asText());
      assertEquals(
          run.path("provenance").path("instanceDigest").asText(),
          entry.path("instanceDigest").asText());
      assertEquals(run.path("digest").asText(), entry.path("runDigest").asText());
      assertEquals(run.path("files").path("rows.csv").asText(), entry.path("csvDigest").asText());
      assertEquals(configuration.path("seed").asLong(), entry.path("firstSeed").asLong());
      assertEquals(configuration.path("seeds").asInt(), entry.path("seeds").asInt());
      assertEquals(configuration.path("rounds").asLong(), entry.path("rounds").asLong());
    }
  }

  @Test
  void everyLinkOfThePageLeadsSomewhere() throws IOException {
    SmallRuns.write(directory);
    Path out = directory.resolve("out");
    read(directory).write(out, "T", List.of(), Addition.NOTHING);
    String page = Files.readString(out.resolve("report.html"));
    List<String> links =
        Pattern.compile(" href=\"([^\"]*)\"").matcher(page).results().map(m -> m.group(1)).toList();
    assertTrue(links.stream().filter(link -> link.endsWith(".csv")).count() >= 5, "the figures");
    assertTrue(links.stream().filter(link -> link.startsWith("#")).count() >= 2, "the contents");
    assertTrue(links.contains("../judge.json"), "the instance");
    assertTrue(links.contains("../ccl/rows.csv") && links.contains("../ccl/run.json"), "the run");
    for (String link : links) {
      assertTrue(
          link.equals("data:,")
              || (link.startsWith("#")
                  ? page.contains("id=\"" + link.substring(1) + "\"")
                  : Files.exists(out.resolve(link))),
          link);
    }
    assertTrue(page.contains("<dt>𝒦</dt>"), "a glossary");
  }

  @Test
  void theMedianIsThatOfTheColumn() throws IOException {
    SmallRuns.write(directory);
    double[] column =
        Files.readAllLines(directory.resolve("ccl").resolve("rows.csv")).stream()
            .map(line -> line.split(",", -1))
            .filter(cells -> cells[1].equals("60"))
            .mapToDouble(cells -> Double.parseDouble(cells[2]))
            .sorted()
            .toArray();
    RunRecord ccl = RecordingReader.read(directory.resolve("ccl"));
    assertEquals(3, column.length);
    assertEquals(column[1], ccl.curve(Measure.ORACLE_KL).last().median());
  }

  @Test
  void withoutTheInstanceThereAreNoBounds() throws IOException {
    SmallRuns.write(directory);
    Files.delete(directory.resolve("judge.json"));
    Group group = read(directory).groups().get(0);
    assertTrue(group.guides().isEmpty());
    assertFalse(Figures.of("judge", group).isEmpty());
  }

  @Test
  void anotherInstanceOfTheSameNameIsNotTaken() throws IOException {
    SmallRuns.write(directory);
    dev.ccl.core.instance.InstanceWriter.write(
        SeparationInstance.of(1, 2, 4, 0.5), directory.resolve("judge.json"));
    assertTrue(read(directory).groups().get(0).guides().isEmpty());
    Files.writeString(directory.resolve("judge.json"), "no instance");
    assertTrue(read(directory).groups().get(0).guides().isEmpty());
  }

  @Test
  void missingTargetRewardsLeaveFiguresOut() throws IOException {
    SmallRuns.write(directory, SeparationInstance.of(1, 2, 2, 0.5).withoutTargetRewards());
    Report report = read(directory);
    report.write(directory.resolve("out"), "T", List.of(), Addition.NOTHING);
    String page = Files.readString(directory.resolve("out").resolve("report.html"));
    assertFalse(page.contains("judge-divergence"));
    assertTrue(page.contains("judge-calibration"));
    assertTrue(page.contains("no target rewards given"));
  }

  @Test
  void damagedFilesAreNamed() throws IOException {
    SmallRuns.write(directory);
    Path csv = directory.resolve("ccl").resolve("rows.csv");
    String good = Files.readString(csv);
    assertMessage("line 2: \"x\" is no number", csv, good.replaceFirst("\n1,0,[^,]*", "\n1,0,x"));
    assertMessage("there is no column oracleKl", csv, good.replaceFirst("oracleKl", "other"));
    assertMessage("cells of", csv, good + "1,2\n");
    assertMessage(
        "the rounds of seed 1 do not increase",
        csv,
        good + good.lines().skip(2).findFirst().orElseThrow() + "\n");
    assertMessage("has no rows", csv, good.lines().findFirst().orElseThrow() + "\n");
    Files.writeString(csv, good, StandardCharsets.UTF_8);
    assertThrows(IllegalArgumentException.class, () -> read(directory.resolve("nowhere")));
    Path empty = Files.createDirectory(directory.resolve("empty"));
    assertThrows(IllegalArgumentException.class, () -> read(empty));
  }

  /** Writes rows that are wrong although the digests fit, as another program might. */
  private static void assertMessage(String expected, Path csv, String text) throws IOException {
    Path json = csv.resolveSibling("run.json");
    String body = Files.readString(json);
    body = body.substring(0, body.lastIndexOf(",\n  \"checksum\":"));
    body = body.replace(digest(Files.readString(csv)), digest(text));
    Files.writeString(csv, text);
    Files.writeString(json, body + ",\n  \"checksum\":\"" + digest(body) + "\"\n}\n");
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> RecordingReader.read(csv.getParent()));
    assertTrue(e.getMessage().contains(expected), e.getMessage());
    assertTrue(e.getMessage().startsWith(csv.toString()), e.getMessage());
  }

  private static String digest(String text) {
    return Hashing.sha256().hashString(text, StandardCharsets.UTF_8).toString();
  }

  private Report read(Path where) throws IOException {
    return Report.read(where, InstanceLocator.of(List.of(), List.of(directory)));
  }

  /** Also where a name has signs that have a meaning in addresses. */
  @Test
  void namesOfDirectoriesMayBeOfAnySigns() throws IOException {
    Path odd = Files.createDirectories(directory.resolve("a:50% #1?&+x"));
    SmallRuns.write(odd, SeparationInstance.of(1, 2, 2, 0.5), List.of("ccl"), 3);
    Report report = Report.read(odd, InstanceLocator.of(List.of(), List.of(odd)));
    for (Path out : List.of(directory, odd, directory.resolve("out"), odd.resolve("b:c/d"))) {
      report.write(out, "T", List.of(), Addition.NOTHING);
      String page = Files.readString(out.resolve("report.html"));
      List<Path> files =
          Pattern.compile(" href=\"([^\"#][^\"]*)\"")
              .matcher(page)
              .results()
              .map(m -> URI.create(m.group(1).replace("&amp;", "&")))
              .filter(link -> !link.toString().equals("data:,"))
              .map(link -> Path.of(out.toUri().resolve(link).getPath()).normalize())
              .toList();
      for (String name : List.of("judge.json", "ccl/rows.csv", "ccl/run.json")) {
        assertTrue(files.contains(odd.resolve(name)), name + " is not among " + files);
      }
      files.forEach(file -> assertTrue(Files.exists(file), file.toString()));
    }
  }

  /** An instance is looked for by every name that its runs know it by. */
  @Test
  void theInstanceMayHaveAnotherNameInOneRun() throws IOException {
    Path first = Files.createDirectories(directory.resolve("first"));
    Path second = Files.createDirectories(directory.resolve("second"));
    for (Path where : List.of(first, second)) {
      SmallRuns.write(where, SeparationInstance.of(1, 2, 2, 0.5), List.of("ccl"), 3);
    }
    Path named = Files.move(second.resolve("judge.json"), second.resolve("other.json"));
    RunPlan plan =
        RunPlan.of(
            Subject.read(named), Learners.named("practical"), RecordedRounds.logarithmic(3), 1, 1);
    try (RunJob job = RunJob.open(plan, second.resolve("practical"), StartMode.FRESH)) {
      job.run(1, Cadence.AT_THE_END, Monitor.NONE);
    }
    Report report = Report.read(directory, InstanceLocator.of(List.of(), List.of(second)));
    assertEquals(1, report.groups().size());
    assertEquals(named, report.groups().get(0).guides().orElseThrow().file().orElseThrow());
  }

  /** Seeds and rounds of 64 bits are in the manifest as they are. */
  @Test
  void theManifestHasLargeNumbersWhole() throws IOException {
    SmallRuns.write(directory, SeparationInstance.of(1, 2, 2, 0.5), List.of(), 3);
    RunPlan plan =
        RunPlan.of(
            Subject.read(directory.resolve("judge.json")),
            Learners.named("practical"),
            RecordedRounds.of(new long[] {1}, 2),
            -5_000_000_000L,
            2);
    try (RunJob job = RunJob.open(plan, directory.resolve("run"), StartMode.FRESH)) {
      job.run(1, Cadence.AT_THE_END, Monitor.NONE);
    }
    Report report = read(directory);
    report.write(directory.resolve("out"), "T", List.of(), Addition.NOTHING);
    JsonNode run = JsonFile.read(directory.resolve("out/manifest.json")).path("runs").path(0);
    assertEquals(-5_000_000_000L, run.path("firstSeed").longValue());
    assertEquals(
        "seeds -5000000000…-4999999999", Tables.runs(report.groups().get(0)).rows().get(0).get(1));
    double[][] values = {{3, 2}};
    RunRecord longer = HandmadeRecord.of("ccl", new double[] {0, 5e9}, values, 1);
    Report.of(List.of(longer), InstanceLocator.of(List.of(), List.of()))
        .write(directory.resolve("long"), Map.of("report.html", "a page"));
    assertEquals(
        5_000_000_000L,
        JsonFile.read(directory.resolve("long/manifest.json"))
            .path("runs")
            .path(0)
            .path("rounds")
            .longValue());
  }

  @Test
  void theLanguageOfTheMachineDoesNotMatter() throws IOException {
    SmallRuns.write(directory);
    Report report = read(directory);
    Map<String, String> files = report.files("T", report.facts(), Addition.NOTHING);
    String text = SummaryText.of(report);
    Locale before = Locale.getDefault();
    try {
      for (String language : List.of("tr-TR", "ar-EG")) {
        Locale.setDefault(Locale.forLanguageTag(language));
        Report again = read(directory);
        assertEquals(files, again.files("T", again.facts(), Addition.NOTHING));
        assertEquals(text, SummaryText.of(again));
      }
    } finally {
      Locale.setDefault(before);
    }
  }
}
