package dev.ccl.experiments.sweep;

import static com.google.common.base.Preconditions.checkArgument;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import com.google.common.base.Joiner;
import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Lists;
import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.run.RecordedRounds;
import dev.ccl.experiments.run.LearnerChoice;
import dev.ccl.experiments.run.RunPlan;
import dev.ccl.experiments.run.Subject;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Reads the file of a sweep.
 *
 * <pre>
 * instances: [separation.json, random.json]  # beside this file
 * learners:
 *   - ccl
 *   - {learner: ccl, preset: practical, settings: {updates: [1, 4], acceptance: expectation}}
 *   - direct-matching
 * rounds: 10000
 * seeds: 20                                  # default 1
 * seed: 1                                    # the first; default 1
 * record: [0, 100, 10000]                    # default: about ten rounds a decade
 * </pre>
 *
 * <p>The cells are all instances × all learners × all combinations of the listed values of a
 * learner's settings. What breaks a rule is refused with its place before anything is run.
 */
public final class SweepFile {
  private static final YAMLMapper YAML =
      YAMLMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(YAMLParser.Feature.PARSE_BOOLEAN_LIKE_WORDS_AS_STRINGS) // on and off are words
          .build();

  private static final ImmutableSet<String> KEYS =
      ImmutableSet.of("instances", "learners", "rounds", "seeds", "seed", "record");

  private static final ImmutableSet<String> LEARNER_KEYS =
      ImmutableSet.of("learner", "preset", "settings");

  private final Path file;
  private final JsonNode document;

  private SweepFile(Path file, JsonNode document) {
    this.file = file;
    this.document = document;
  }

  /**
   * Reads a sweep.
   *
   * @param file the YAML file
   * @return its cells, in the order of the file
   * @throws IOException if the file cannot be read
   * @throws IllegalArgumentException if it breaks a rule; the message names file, place and rule
   */
  public static ImmutableList<RunPlan> read(Path file) throws IOException {
    checkArgument(!Files.isDirectory(file), "%s: is a directory", file);
    String text;
    try {
      text = Files.readString(file);
    } catch (NoSuchFileException e) {
      throw new IllegalArgumentException(file + ": no such file", e);
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException(file + ": is not a text in UTF-8", e);
    }
    checkArgument(!text.isBlank(), "%s: the file is empty", file);
    try {
      return new SweepFile(file, YAML.readTree(text)).plans();
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(
          String.format(
              "%s: line %d: %s",
              file,
              e.getLocation() == null ? 1 : e.getLocation().getLineNr(),
              Splitter.on('\n').splitToList(e.getOriginalMessage()).get(0)),
          e);
    }
  }

  private ImmutableList<RunPlan> plans() {
    requireKeys("the document", document, KEYS);
    require(document.has("rounds"), "rounds", "is missing");
    long rounds = number("rounds", document.path("rounds"), 1, Long.MAX_VALUE);
    int seeds = (int) number("seeds", document.path("seeds"), 1, Integer.MAX_VALUE);
    long seed = number("seed", document.path("seed"), Long.MIN_VALUE, Long.MAX_VALUE);
    RecordedRounds recorded = recorded(rounds);
    List<Learner> learners = learners();
    ImmutableMap.Builder<String, RunPlan> plans = ImmutableMap.builder();
    JsonNode instances = list("instances");
    for (int i = 0; i < instances.size(); i++) {
      JsonNode name = instances.get(i);
      String place = "instances[" + i + "]";
      require(name.isTextual(), place, "is not the name of a file");
      Subject subject = at(place, () -> Subject.read(file.resolveSibling(name.textValue())));
      for (Learner learner : learners) {
        RunPlan plan = at(place, () -> RunPlan.of(subject, learner, recorded, seed, seeds));
        plans.put(plan.digest(), plan);
      }
    }
    return at("the document: a cell is listed twice", () -> plans.buildOrThrow().values().asList());
  }

  private RecordedRounds recorded(long rounds) {
    if (!document.has("record")) {
      return RecordedRounds.logarithmic(rounds);
    }
    JsonNode record = list("record");
    long[] chosen = new long[record.size()];
    for (int i = 0; i < chosen.length; i++) {
      chosen[i] = number("record[" + i + "]", record.get(i), 0, rounds);
    }
    return RecordedRounds.of(chosen, rounds);
  }

  private List<Learner> learners() {
    List<Learner> learners = new ArrayList<>();
    JsonNode nodes = list("learners");
    for (int i = 0; i < nodes.size(); i++) {
      String place = "learners[" + i + "]";
      JsonNode node = nodes.get(i);
      if (node.isTextual()) {
        learners.add(
            at(
                place,
                () -> LearnerChoice.find(node.textValue(), Optional.empty(), ImmutableMap.of())));
        continue;
      }
      requireKeys(place, node, LEARNER_KEYS);
      String name = text(place + ".learner", node.path("learner"), "ccl");
      Optional<String> preset =
          Optional.of(text(place + ".preset", node.path("preset"), "")).filter(t -> !t.isEmpty());
      for (ImmutableMap<String, String> settings : combinations(place + ".settings", node)) {
        learners.add(at(place, () -> LearnerChoice.find(name, preset, settings)));
      }
    }
    return learners;
  }

  /** All ways to choose one of the listed values of each key. */
  private List<ImmutableMap<String, String>> combinations(String place, JsonNode learner) {
    JsonNode settings = learner.path("settings");
    require(settings.isMissingNode() || settings.isObject(), place, "is not a map");
    List<String> keys = ImmutableList.copyOf(settings.fieldNames());
    List<List<String>> values = new ArrayList<>();
    for (String key : keys) {
      JsonNode node = settings.get(key);
      List<String> texts = new ArrayList<>();
      (node.isArray() ? node : ImmutableList.of(node))
          .forEach(value -> texts.add(text(place + "." + key, value, "")));
      require(!texts.isEmpty(), place + "." + key, "is empty");
      values.add(texts);
    }
    List<ImmutableMap<String, String>> all = new ArrayList<>();
    for (List<String> choice : Lists.cartesianProduct(values)) {
      ImmutableMap.Builder<String, String> map = ImmutableMap.builder();
      for (int i = 0; i < keys.size(); i++) {
        map.put(keys.get(i), choice.get(i));
      }
      all.add(map.buildOrThrow());
    }
    return all;
  }

  private JsonNode list(String key) {
    JsonNode list = document.path(key);
    require(list.isArray() && !list.isEmpty(), key, "is not a list of at least one element");
    return list;
  }

  /** A number where one stands, and 1 where nothing stands. */
  private long number(String place, JsonNode node, long least, long most) {
    if (node.isMissingNode()) {
      return 1;
    }
    require(
        node.isIntegralNumber()
            && node.canConvertToLong()
            && node.longValue() >= least
            && node.longValue() <= most,
        place,
        String.format("%s is not a whole number from %d to %d", node, least, most));
    return node.longValue();
  }

  private String text(String place, JsonNode node, String absent) {
    require(
        node.isMissingNode() || (node.isValueNode() && !node.isNull()), place, "is not a value");
    return node.isMissingNode() ? absent : node.asText();
  }

  private void requireKeys(String place, JsonNode node, ImmutableSet<String> allowed) {
    require(node.isObject(), place, "is not a map");
    node.fieldNames()
        .forEachRemaining(
            key ->
                require(
                    allowed.contains(key),
                    place,
                    String.format(
                        "unknown key \"%s\"; the keys are %s",
                        key, Joiner.on(", ").join(allowed))));
  }

  private void require(boolean holds, String place, String rule) {
    checkArgument(holds, "%s: %s: %s", file, place, rule);
  }

  private <V> V at(String place, Supplier<V> action) {
    try {
      return action.get();
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          String.format("%s: %s: %s", file, place, e.getMessage()), e);
    }
  }
}
