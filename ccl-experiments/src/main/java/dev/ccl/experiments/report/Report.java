package dev.ccl.experiments.report;

import com.fasterxml.jackson.core.JsonGenerator;
import com.google.common.base.Ascii;
import com.google.common.base.CharMatcher;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.LinkedHashMultimap;
import com.google.common.collect.SetMultimap;
import com.google.common.hash.Hashing;
import dev.ccl.algorithms.run.AtomicFile;
import dev.ccl.algorithms.run.JsonFile;
import dev.ccl.experiments.chart.ChartSvg;
import dev.ccl.experiments.chart.ChartTable;
import dev.ccl.experiments.chart.Numbers;
import dev.ccl.experiments.chart.Size;
import dev.ccl.experiments.run.Measure;
import dev.ccl.experiments.run.Provenance;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** A report in a directory: the page, the files behind each figure, and a manifest of them all. */
public final class Report {
  private static final int FACTS = 4; // of an instance
  private static final int MOST_FACTS = 8;

  private static final ImmutableMap<String, String> WORDS =
      ImmutableMap.<String, String>builder()
          .put("T", "the number of rounds; a round of CCL asks for one source reward")
          .put(
              "oracle student",
              "θ†, the best student that there is in its class, found with all rewards")
          .put(
              "𝒦",
              "the average KL divergence from the student to the oracle student over the target"
                  + " prompts; lower is better, 0 is the oracle student")
          .put("Δ", "the excess of the true cost over that of the oracle student; lower is better")
          .put("w*", "the calibration that gives the optimal policy, where there is one")
          .put("‖w−w*‖²", "how far the calibration is from w*; lower is better")
          .put(
              "slope",
              "of log 𝒦 against log T over the last half of the logarithmic axis: −1/2 means that"
                  + " 100 times as many rounds make 𝒦 10 times lower")
          .put("band, [ , ]", "95 % bootstrap intervals of the mean over seeds")
          .put("limit of direct matching", "𝒦 of the student that imitates the teacher as it is")
          .buildOrThrow();

  private final ImmutableList<Group> groups;
  private final TreeMap<String, String> digests = new TreeMap<>();

  private Report(ImmutableList<Group> groups) {
    this.groups = groups;
  }

  /** What someone adds to the page of a report. */
  @FunctionalInterface
  public interface Addition {
    /**
     * Adds to a page.
     *
     * @param page the page so far
     * @return the figures that were added
     */
    List<Figure> to(Page page);

    /** Adds nothing. */
    Addition NOTHING = page -> List.of();
  }

  /**
   * Reads the finished runs in a directory, or anywhere below it.
   *
   * @param directory the directory of a run or of many
   * @param instances where the instances may be found
   * @return the report
   * @throws IOException if a file cannot be read
   * @throws IllegalArgumentException if there is no finished run or one is damaged
   */
  public static Report read(Path directory, InstanceLocator instances) throws IOException {
    SetMultimap<String, Recording> byInstance = LinkedHashMultimap.create();
    for (Path run : RecordingReader.find(directory)) {
      Recording recording = RecordingReader.read(run);
      byInstance.put(recording.fact("instanceDigest"), recording);
    }
    ImmutableList.Builder<Group> groups = ImmutableList.builder();
    for (String digest : byInstance.keySet()) {
      Collection<Recording> recordings = byInstance.get(digest);
      Set<String> names = new LinkedHashSet<>();
      recordings.forEach(r -> names.add(r.fact("instance")));
      Optional<Guides> guides = instances.find(digest, names).map(Guides::of);
      groups.add(Group.of(ImmutableList.copyOf(recordings), guides));
    }
    return new Report(groups.build());
  }

  /**
   * Returns the recordings.
   *
   * @return one group per instance
   */
  public ImmutableList<Group> groups() {
    return groups;
  }

  /**
   * Writes {@code report.html}, {@code figures/} and {@code manifest.json}.
   *
   * @param directory where; made if it is not there
   * @param title the title of the page
   * @param facts what to see at a glance
   * @param addition what else belongs on the page
   * @throws IOException if writing fails
   */
  public void write(Path directory, String title, List<Page.Fact> facts, Addition addition)
      throws IOException {
    Files.createDirectories(directory.resolve("figures"));
    Page page =
        new Page(
            title,
            "Coupled Calibration and Learning: source rewards calibrate a biased teacher, and the"
                + " calibrated teacher trains a student for targets without rewards.");
    page.facts(facts);
    page.contents();
    page.glossary("Words and signs", WORDS);
    List<Figure> figures = new ArrayList<>();
    Set<String> prefixes = new LinkedHashSet<>();
    for (Group group : groups) {
      String prefix = unique(slug(group.fileName()), prefixes);
      page.section("Instance: " + group.instanceName());
      List<Figure> own = Figures.of(prefix, group);
      own.stream().limit(1).forEach(page::figure);
      page.remarks(group.omissions());
      Tables.together(group).ifPresent(table -> page.paragraph(together(group)).table(table));
      page.remarks(group.warnings());
      own.stream().skip(1).forEach(page::figure);
      group.guides().ifPresent(g -> page.folded("Assumptions", Assumptions.of(g)));
      page.folded("All learners, each at its own T", Tables.summary(group, group.byName()));
      page.folded("What was run", Tables.runs(group));
      figures.addAll(own);
      figures.addAll(CertificatePage.add(prefix, group, page));
    }
    figures.addAll(addition.to(page));
    for (Figure figure : figures) {
      String name = "figures/" + figure.chart().id();
      write(directory, name + ".svg", ChartSvg.document(figure.chart(), Size.WIDE));
      write(directory, name + ".csv", ChartTable.csv(figure.chart()));
    }
    page.section("Manifest").table(manifest());
    page.paragraph(
        "manifest.json beside this file has the digests of all files behind it. The same command"
            + " gives the same bytes.");
    write(directory, "report.html", page.html());
    JsonFile.write(directory.resolve("manifest.json"), this::writeManifest);
  }

  private static String together(Group group) {
    return "All learners after T = "
        + Numbers.count((long) group.commonRound())
        + " rounds, the last round that all of them have recorded; lower is better.";
  }

  /**
   * Returns what to see at a glance: where the first learners of each instance ended.
   *
   * @return the facts, a few
   */
  public List<Page.Fact> facts() {
    List<Page.Fact> facts = new ArrayList<>();
    for (Group group : groups) {
      group.knowing(Measure.ORACLE_KL).entrySet().stream()
          .filter(entry -> group.main().containsKey(entry.getKey()))
          .limit(FACTS)
          .forEach(
              entry ->
                  Change.of(entry.getValue(), Measure.ORACLE_KL, entry.getValue().lastRound())
                      .ifPresent(
                          change ->
                              facts.add(fact(group, entry.getKey(), entry.getValue(), change))));
    }
    return facts.size() > MOST_FACTS ? facts.subList(0, MOST_FACTS) : facts;
  }

  private static Page.Fact fact(Group group, String name, Recording recording, Change change) {
    return new Page.Fact(
        Numbers.text(change.end()),
        "𝒦 of "
            + RoundSeries.label(name)
            + " on "
            + group.fileName()
            + " after "
            + Numbers.count((long) recording.lastRound())
            + " rounds: "
            + change.text());
  }

  private void write(Path directory, String name, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    AtomicFile.write(directory.resolve(name), out -> out.write(bytes));
    digests.put(name, Hashing.sha256().hashBytes(bytes).toString());
  }

  private static String slug(String name) {
    String word =
        CharMatcher.inRange('a', 'z')
            .or(CharMatcher.inRange('0', '9'))
            .negate()
            .trimAndCollapseFrom(Ascii.toLowerCase(name), '-');
    return word.matches("[a-z].*") ? word : "instance" + (word.isEmpty() ? "" : "-" + word);
  }

  private static String unique(String word, Set<String> taken) {
    String name = word;
    for (int i = 2; !taken.add(name); i++) {
      name = word + "-" + i;
    }
    return name;
  }

  private ChartTable manifest() {
    ImmutableList.Builder<ImmutableList<String>> rows = ImmutableList.builder();
    versions().forEach((name, version) -> rows.add(ImmutableList.of(name, version)));
    for (Group group : groups) {
      group
          .first(r -> true)
          .ifPresent(
              r ->
                  rows.add(
                      ImmutableList.of(
                          "instance " + r.fact("instance"), r.fact("instanceDigest"))));
    }
    return new ChartTable(ImmutableList.of("part", "version or SHA-256"), rows.build());
  }

  private static ImmutableMap<String, String> versions() {
    ImmutableMap.Builder<String, String> versions = ImmutableMap.builder();
    for (String name : List.of("ccl", "guava", "commons-rng", "ejml", "jackson")) {
      versions.put(name, Provenance.version(name));
    }
    versions.put("java", System.getProperty("java.version"));
    versions.put("os", System.getProperty("os.name") + " " + System.getProperty("os.arch"));
    return versions.buildOrThrow();
  }

  private void writeManifest(JsonGenerator json) throws IOException {
    json.writeStringField("format", "ccl-manifest/1");
    json.writeObjectFieldStart("versions");
    for (Map.Entry<String, String> version : versions().entrySet()) {
      json.writeStringField(version.getKey(), version.getValue());
    }
    json.writeEndObject();
    json.writeArrayFieldStart("runs");
    for (Group group : groups) {
      for (Map.Entry<String, Recording> entry : group.byName().entrySet()) {
        Recording r = entry.getValue();
        json.writeStartObject();
        json.writeStringField("name", entry.getKey());
        json.writeStringField("instance", r.fact("instance"));
        json.writeStringField("instanceDigest", r.fact("instanceDigest"));
        json.writeStringField("runDigest", r.fact("digest"));
        json.writeStringField("csvDigest", r.fact("csvDigest"));
        json.writeNumberField("firstSeed", r.seeds().get(0));
        json.writeNumberField("seeds", r.seeds().size());
        json.writeNumberField("rounds", (long) r.lastRound());
        json.writeEndObject();
      }
    }
    json.writeEndArray();
    json.writeObjectFieldStart("files");
    for (Map.Entry<String, String> digest : digests.entrySet()) {
      json.writeStringField(digest.getKey(), digest.getValue());
    }
    json.writeEndObject();
  }
}
