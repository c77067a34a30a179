package dev.ccl.report.runs;

import com.google.common.base.Ascii;
import com.google.common.base.CharMatcher;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.LinkedHashMultimap;
import com.google.common.collect.SetMultimap;
import com.google.common.hash.Hashing;
import dev.ccl.algorithms.run.AtomicFile;
import dev.ccl.algorithms.run.JsonFile;
import dev.ccl.experiments.recording.Change;
import dev.ccl.experiments.recording.RecordingReader;
import dev.ccl.experiments.recording.RunRecord;
import dev.ccl.experiments.run.Measure;
import dev.ccl.experiments.run.Printable;
import dev.ccl.experiments.summary.Numbers;
import dev.ccl.report.chart.Size;
import dev.ccl.report.page.Addition;
import dev.ccl.report.page.Fact;
import dev.ccl.report.page.Figure;
import dev.ccl.report.page.Page;
import dev.ccl.report.paper.Guides;
import dev.ccl.report.paper.InstanceLocator;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** A report in a directory: the page, the files behind each figure, and a manifest of them all. */
public final class Report {
  private static final String PAGE = "report.html";
  private static final int FACTS = 4; // of an instance
  private static final int MOST_FACTS = 8;
  private static final int LONGEST = 100; // letters of an instance in the names of its figures

  private final ImmutableList<Group> groups;
  private final FileLinks links;

  private Report(ImmutableList<Group> groups, FileLinks links) {
    this.groups = groups;
    this.links = links;
  }

  /**
   * Returns this report with links to the files that it is made from.
   *
   * @param directory where its page will be
   * @return the report
   */
  public Report linkedFrom(Path directory) {
    return new Report(groups, FileLinks.from(directory));
  }

  /**
   * Reads the finished runs in a directory, or anywhere below it.
   *
   * @param directory the directory of a run or of many
   * @param instances where the instances may be found
   * @return the report
   * @throws IOException if a file cannot be read
   * @throws IllegalArgumentException if there is no finished run or one is damaged, or if an
   *     instance was given that is none of theirs
   */
  public static Report read(Path directory, InstanceLocator instances) throws IOException {
    List<RunRecord> recordings = new ArrayList<>();
    for (Path run : RecordingReader.find(directory)) {
      recordings.add(RecordingReader.read(run));
    }
    Set<String> digests = new LinkedHashSet<>();
    recordings.forEach(recording -> digests.add(recording.fact("instanceDigest")));
    instances.requireUsed(digests, directory);
    return of(recordings, instances);
  }

  /**
   * Returns a report on recordings.
   *
   * @param recordings on any instances
   * @param instances where the instances may be found
   * @return the report
   */
  public static Report of(List<RunRecord> recordings, InstanceLocator instances) {
    SetMultimap<String, RunRecord> byInstance = LinkedHashMultimap.create();
    recordings.forEach(recording -> byInstance.put(recording.fact("instanceDigest"), recording));
    ImmutableList.Builder<Group> groups = ImmutableList.builder();
    for (String digest : byInstance.keySet()) {
      Collection<RunRecord> same = byInstance.get(digest);
      Set<String> names = new LinkedHashSet<>();
      same.forEach(r -> names.add(r.fact("instance")));
      Optional<Guides> guides = instances.guides(digest, names);
      groups.add(Group.of(ImmutableList.copyOf(same), guides));
    }
    return new Report(groups.build(), FileLinks.NONE);
  }

  /** {@return the recordings} */
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
  public void write(Path directory, String title, List<Fact> facts, Addition addition)
      throws IOException {
    write(directory, linkedFrom(directory).files(title, facts, addition));
  }

  /**
   * Makes the files of a report on runs: the page with a section per instance, and its figures.
   *
   * @param title the title of the page
   * @param facts what to see at a glance
   * @param addition what else belongs on the page
   * @return names with contents
   */
  public ImmutableMap<String, String> files(String title, List<Fact> facts, Addition addition) {
    Page page = begin(title, facts);
    List<Figure> figures = new ArrayList<>();
    prefixes()
        .forEach(
            (prefix, group) -> {
              page.section("Instance: " + group.instanceName());
              figures.addAll(InstanceSection.add(page, prefix, group, links));
              figures.addAll(CertificatePage.add(page, prefix, group));
            });
    figures.addAll(addition.to(page));
    return ImmutableMap.<String, String>builder()
        .putAll(pictures(figures))
        .put(PAGE, end(page))
        .buildOrThrow();
  }

  /**
   * Makes the files of a report across runs: a page on what they say together, and one page per
   * instance behind it.
   *
   * @param title the title of the page
   * @param facts what to see at a glance
   * @param across what the runs say together
   * @return names with contents
   */
  public ImmutableMap<String, String> filesAcross(String title, List<Fact> facts, Addition across) {
    ImmutableMap.Builder<String, String> files = ImmutableMap.builder();
    Page page = begin(title, facts);
    List<Figure> figures = new ArrayList<>(across.to(page));
    Map<String, String> pages = new LinkedHashMap<>();
    prefixes()
        .forEach(
            (prefix, group) -> {
              String name = "instances/" + prefix + ".html";
              Page own = new Page(group.instanceName(), "One of the instances of a sweep.", "../");
              own.link("the whole sweep", "../" + PAGE);
              own.glossary();
              figures.addAll(InstanceSection.add(own, prefix, group, links.below("instances")));
              figures.addAll(CertificatePage.add(own, prefix, group));
              files.put(name, own.html());
              pages.put(name, group.fileName() + ": " + group.instanceName());
            });
    page.section("Each instance on a page of its own");
    page.folded(
        Printable.counted(pages.size(), "instance"),
        inside -> pages.forEach((name, text) -> inside.link(text, name)));
    return files.putAll(pictures(figures)).put(PAGE, end(page)).buildOrThrow();
  }

  /**
   * Writes the files of a report and the manifest of them.
   *
   * @param directory where; made if it is not there
   * @param files names with contents
   * @throws IOException if writing fails
   */
  public void write(Path directory, Map<String, String> files) throws IOException {
    TreeMap<String, String> digests = new TreeMap<>();
    for (Map.Entry<String, String> file : files.entrySet()) {
      byte[] bytes = file.getValue().getBytes(StandardCharsets.UTF_8);
      Path place = directory.resolve(file.getKey());
      Files.createDirectories(place.getParent());
      AtomicFile.write(place, out -> out.write(bytes));
      digests.put(file.getKey(), Hashing.sha256().hashBytes(bytes).toString());
    }
    JsonFile.write(
        directory.resolve("manifest.json"), json -> new Manifest(groups).write(json, digests));
  }

  private static Page begin(String title, List<Fact> facts) {
    Page page =
        new Page(
            title,
            "Coupled Calibration and Learning: source rewards calibrate a biased teacher, and the"
                + " calibrated teacher trains a student for targets without rewards.",
            "");
    page.facts(facts);
    page.contents();
    page.glossary();
    return page;
  }

  private String end(Page page) {
    page.section("Manifest").table(new Manifest(groups).table());
    page.paragraph(
        "manifest.json beside this file has the digests of all files behind it. The same command"
            + " gives the same bytes.");
    return page.html();
  }

  private static ImmutableMap<String, String> pictures(List<Figure> figures) {
    ImmutableMap.Builder<String, String> files = ImmutableMap.builder();
    for (Figure figure : figures) {
      String name = "figures/" + figure.chart().id();
      files.put(name + ".svg", figure.chart().document(Size.WIDE));
      files.put(name + ".csv", figure.chart().csv());
    }
    return files.buildOrThrow();
  }

  private Map<String, Group> prefixes() {
    Map<String, Group> prefixes = new LinkedHashMap<>();
    for (Group group : groups) {
      prefixes.put(unique(slug(group.fileName()), prefixes.keySet()), group);
    }
    return prefixes;
  }

  /**
   * {@return what to see at a glance: where the first learners of each instance ended; the facts, a
   * few}
   */
  public List<Fact> facts() {
    List<Fact> facts = new ArrayList<>();
    for (Group group : groups) {
      group.knowing(Measure.ORACLE_KL).entrySet().stream()
          .limit(FACTS)
          .forEach(
              entry ->
                  entry
                      .getValue()
                      .change(Measure.ORACLE_KL)
                      .ifPresent(
                          change ->
                              facts.add(fact(group, entry.getKey(), entry.getValue(), change))));
    }
    return facts.size() > MOST_FACTS ? facts.subList(0, MOST_FACTS) : facts;
  }

  private static Fact fact(Group group, String name, RunRecord recording, Change change) {
    return new Fact(
        Numbers.text(change.end().median()),
        "𝒦 of "
            + RoundSeries.label(name)
            + " on "
            + group.fileName()
            + " after "
            + recording.endsText()
            + " rounds: "
            + change.text());
  }

  private static String slug(String name) {
    String whole =
        CharMatcher.inRange('a', 'z')
            .or(CharMatcher.inRange('0', '9'))
            .negate()
            .trimAndCollapseFrom(Ascii.toLowerCase(name), '-');
    String word = whole.substring(0, Math.min(LONGEST, whole.length()));
    return word.matches("[a-z].*") ? word : "instance" + (word.isEmpty() ? "" : "-" + word);
  }

  private static String unique(String word, Set<String> taken) {
    String name = word;
    for (int i = 2; taken.contains(name); i++) {
      name = word + "-" + i;
    }
    return name;
  }
}
