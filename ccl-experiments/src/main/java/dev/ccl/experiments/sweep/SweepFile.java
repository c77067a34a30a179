package dev.ccl.experiments.sweep;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.base.Ascii;
import com.google.common.base.Joiner;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import com.google.common.io.MoreFiles;
import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.run.RecordedRounds;
import dev.ccl.certificates.Certification;
import dev.ccl.experiments.run.LearnerChoice;
import dev.ccl.experiments.run.Measure;
import dev.ccl.experiments.run.RunPlan;
import dev.ccl.experiments.run.Subject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The file of a sweep.
 *
 * <pre>
 * instances:                                 # files beside this one, globs, or generators
 *   - separation.json
 *   - "mine/*.json"
 *   - {generate: separation, d: 2, lambda: [1, 2], alpha: [0.5, 0.9]}
 * learners:
 *   - ccl
 *   - {learner: ccl, preset: practical, settings: {updates: [1, 4], acceptance: expectation}}
 *   - {preset: practical, certification: {certify: 0.05, stop-when: excess&lt;0.01}}
 *   - direct-matching
 * rounds: 10000
 * seeds: 20                                  # default 1
 * seed: 1                                    # the first; default 1
 * record: [0, 100, 10000]                    # default: about ten rounds per decade
 * ask: {measure: oracleKl, against: alpha, by: [learner], map: lambda}
 * </pre>
 *
 * <p>The cells are all instances × all learners × all combinations of the listed values of a
 * generator's parameters and of a learner's settings. What breaks a rule is refused with its place
 * before anything is run.
 */
public final class SweepFile {
  private static final ImmutableSet<String> KEYS =
      ImmutableSet.of("instances", "learners", "rounds", "seeds", "seed", "record", "ask");

  private static final ImmutableSet<String> LEARNER_KEYS =
      ImmutableSet.of("learner", "preset", "settings", "certification");

  private static final ImmutableSet<String> CERTIFICATION_KEYS =
      ImmutableSet.of(Certification.CERTIFY, Certification.STOP_WHEN);

  private static final ImmutableSet<String> QUESTION_KEYS =
      ImmutableSet.of("question", "measure", "against", "by", "map");

  private final YamlNode document;
  private final Path directory;
  private final ImmutableList<RunPlan> plans;
  private final Question question;

  private SweepFile(YamlNode document, Path directory) {
    this.document = document;
    this.directory = directory;
    this.plans = readPlans();
    this.question = document.has("ask") ? readQuestion(document.get("ask")) : Question.OPEN;
  }

  /**
   * Reads the cells of a sweep.
   *
   * @param file the YAML file
   * @return its cells, in the order of the file
   * @throws IOException if the file cannot be read
   * @throws IllegalArgumentException if it breaks a rule; the message names file, place and rule
   */
  public static ImmutableList<RunPlan> read(Path file) throws IOException {
    return open(file).plans();
  }

  /**
   * Reads a sweep.
   *
   * @param file the YAML file
   * @return its cells and its question
   * @throws IOException if the file cannot be read
   * @throws IllegalArgumentException if it breaks a rule; the message names file, place and rule
   */
  public static SweepFile open(Path file) throws IOException {
    Path directory = file.getParent() == null ? Path.of("") : file.getParent();
    return new SweepFile(YamlNode.read(file), directory);
  }

  /**
   * Returns where commands write a sweep if they are told nothing else.
   *
   * @param file the YAML file
   * @return out/ and the name of the file, below the working directory
   */
  public static Path standardDirectory(Path file) {
    return Path.of("out", MoreFiles.getNameWithoutExtension(file));
  }

  /**
   * Reads a sweep from a text.
   *
   * @param name what to call the text in messages
   * @param yaml what a file would hold
   * @param changes values that take the place of those of the text, by key
   * @param directory where the files of instances are looked for
   * @return its cells and its question
   * @throws IllegalArgumentException if it breaks a rule
   */
  public static SweepFile parse(String name, String yaml, Map<String, ?> changes, Path directory) {
    return new SweepFile(YamlNode.parse(name, yaml).with(changes), directory);
  }

  /** {@return the cells: plans in the order of the file} */
  public ImmutableList<RunPlan> plans() {
    return plans;
  }

  /** {@return what the cells are compared for, the question} */
  public Question question() {
    return question;
  }

  private ImmutableList<RunPlan> readPlans() {
    document.requireKeys(KEYS);
    document.get("rounds").require(document.has("rounds"), "is missing");
    long rounds = document.get("rounds").number(1, Long.MAX_VALUE);
    int seeds = (int) document.get("seeds").number(1, Integer.MAX_VALUE);
    long seed = document.get("seed").number(Long.MIN_VALUE, Long.MAX_VALUE);
    RecordedRounds recorded = recorded(rounds);
    List<Method> methods = methods();
    Map<String, RunPlan> byDigest = new LinkedHashMap<>();
    for (YamlNode place : document.get("instances").list()) {
      for (Subject subject : InstanceList.read(place, directory)) {
        for (Method method : methods) {
          RunPlan plan =
              place.check(
                  () ->
                      RunPlan.of(subject, method.learner(), recorded, seed, seeds)
                          .certified(method.certification()));
          document.require(
              byDigest.put(plan.digest(), plan) == null,
              String.format(
                  "a cell is listed twice: %s on %s", method.learner().name(), subject.fileName()));
        }
      }
    }
    return ImmutableList.copyOf(byDigest.values());
  }

  private RecordedRounds recorded(long rounds) {
    if (!document.has("record")) {
      return RecordedRounds.logarithmic(rounds);
    }
    long[] chosen =
        document.get("record").list().stream()
            .mapToLong(element -> element.number(0, rounds))
            .toArray();
    return RecordedRounds.of(chosen, rounds);
  }

  /** A learner, and whether its runs are certified. */
  private record Method(Learner learner, Certification certification) {}

  private List<Method> methods() {
    List<Method> methods = new ArrayList<>();
    for (YamlNode place : document.get("learners").list()) {
      if (place.isText()) {
        methods.add(
            new Method(
                place.check(
                    () -> LearnerChoice.find(place.text(""), Optional.empty(), ImmutableMap.of())),
                Certification.OFF));
        continue;
      }
      place.requireKeys(LEARNER_KEYS);
      String name = place.get("learner").text("ccl");
      Optional<String> preset =
          Optional.of(place.get("preset").text("")).filter(text -> !text.isEmpty());
      List<Certification> certifications =
          place.has("certification")
              ? certifications(place.get("certification"))
              : ImmutableList.of(Certification.OFF);
      for (ImmutableMap<String, String> settings : place.get("settings").combinations()) {
        Learner learner = place.check(() -> LearnerChoice.find(name, preset, settings));
        certifications.forEach(chosen -> methods.add(new Method(learner, chosen)));
      }
    }
    return methods;
  }

  private static List<Certification> certifications(YamlNode place) {
    List<Certification> certifications = new ArrayList<>();
    place.requireKeys(CERTIFICATION_KEYS);
    for (ImmutableMap<String, String> texts : place.combinations()) {
      certifications.add(place.check(() -> Certification.of(texts)));
    }
    return certifications;
  }

  private Question readQuestion(YamlNode ask) {
    ask.requireKeys(QUESTION_KEYS);
    Set<String> known = new TreeSet<>();
    plans.forEach(plan -> known.addAll(Coordinates.of(plan).all().keySet()));
    Optional<String> against = word(ask, "against");
    against.ifPresent(key -> requireKnown(ask.get("against"), key, known, Question.ROUND));
    Optional<String> map = word(ask, "map");
    map.ifPresent(key -> requireKnown(ask.get("map"), key, known));
    Optional<ImmutableList<String>> by =
        ask.has("by") ? Optional.of(ask.get("by").texts()) : Optional.empty();
    by.ifPresent(keys -> keys.forEach(key -> requireKnown(ask.get("by"), key, known)));
    YamlNode measure = ask.get("measure");
    return new Question(
        ask.get("question").text(""),
        measure.check(() -> measure(measure.text(Measure.ORACLE_KL.column()))),
        against,
        by,
        map);
  }

  private static Optional<String> word(YamlNode ask, String key) {
    return ask.has(key) ? Optional.of(ask.get(key).text("")) : Optional.empty();
  }

  private static void requireKnown(YamlNode place, String key, Set<String> known, String... more) {
    place.require(
        known.contains(key) || List.of(more).contains(key),
        String.format(
            "there is no coordinate \"%s\"; the coordinates are %s",
            key, Joiner.on(", ").join(known)));
  }

  /**
   * Finds what is recorded at each round by the name of its column.
   *
   * @param column a name in camel case
   * @return the measure
   * @throws IllegalArgumentException if none has this name
   */
  public static Measure measure(String column) {
    Optional<Measure> found =
        Measure.RECORDED.stream().filter(m -> m.column().equals(column)).findFirst();
    checkArgument(
        found.isPresent(),
        "there is no measure \"%s\"; the measures are %s",
        Ascii.truncate(column, 40, "…"),
        Joiner.on(", ").join(Measure.RECORDED.stream().map(Measure::column).toList()));
    return found.get();
  }
}
