package dev.ccl.experiments.sweep;

import static com.google.common.base.Preconditions.checkArgument;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import com.google.common.base.Joiner;
import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Lists;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

/** A place in a YAML file; whatever is wrong there is said with the file and the place. */
final class YamlNode {
  private static final YAMLMapper YAML =
      YAMLMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(YAMLParser.Feature.PARSE_BOOLEAN_LIKE_WORDS_AS_STRINGS) // on and off are words
          .build();

  private static final int MOST = 10_000; // combinations, each of which is held in memory

  private final String file;
  private final String place; // empty for the document
  private final JsonNode node;

  private YamlNode(String file, String place, JsonNode node) {
    this.file = file;
    this.place = place;
    this.node = node;
  }

  static YamlNode read(Path file) throws IOException {
    checkArgument(!Files.isDirectory(file), "%s: is a directory", file);
    try {
      return parse(file.toString(), Files.readString(file));
    } catch (NoSuchFileException e) {
      throw new IllegalArgumentException(file + ": no such file", e);
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException(file + ": is not a text in UTF-8", e);
    }
  }

  static YamlNode parse(String file, String text) {
    checkArgument(!text.isBlank(), "%s: the file is empty", file);
    try {
      return new YamlNode(file, "", YAML.readTree(text));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "%s: line %d: %s",
              file,
              e.getLocation() == null ? 1 : e.getLocation().getLineNr(),
              Splitter.on('\n').splitToList(e.getOriginalMessage()).get(0)),
          e);
    }
  }

  /** The same document with other values for some of its keys. */
  YamlNode with(Map<String, ?> changes) {
    require(node.isObject(), "is not a map");
    ObjectNode changed = node.deepCopy();
    changes.forEach((key, value) -> changed.set(key, YAML.valueToTree(value)));
    return new YamlNode(file, place, changed);
  }

  YamlNode get(String key) {
    return new YamlNode(file, place.isEmpty() ? key : place + "." + key, node.path(key));
  }

  boolean has(String key) {
    return node.has(key);
  }

  boolean isText() {
    return node.isTextual();
  }

  /** The elements of a list that has some. */
  ImmutableList<YamlNode> list() {
    require(node.isArray() && !node.isEmpty(), "is not a list of at least one element");
    return elements();
  }

  /** The elements of a list, or the one value that takes its place. */
  private ImmutableList<YamlNode> elements() {
    if (!node.isArray()) {
      return ImmutableList.of(this);
    }
    ImmutableList.Builder<YamlNode> elements = ImmutableList.builder();
    for (int i = 0; i < node.size(); i++) {
      elements.add(new YamlNode(file, place + "[" + i + "]", node.get(i)));
    }
    return elements.build();
  }

  /** The texts of a list, or the one text that takes its place. */
  ImmutableList<String> texts() {
    ImmutableList.Builder<String> texts = ImmutableList.builder();
    for (YamlNode element : elements()) { // a wrong one is told by the place of the list
      texts.add(new YamlNode(file, place, element.node).text(""));
    }
    ImmutableList<String> all = texts.build();
    require(!all.isEmpty(), "is empty");
    return all;
  }

  /** The text here, or another where there is nothing. */
  String text(String absent) {
    require(node.isMissingNode() || (node.isValueNode() && !node.isNull()), "is not a value");
    return node.isMissingNode() ? absent : node.asText();
  }

  /** The whole number here, or 1 where there is nothing. */
  long number(long least, long most) {
    if (node.isMissingNode()) {
      return 1;
    }
    require(
        node.isIntegralNumber()
            && node.canConvertToLong()
            && node.longValue() >= least
            && node.longValue() <= most,
        String.format(Locale.ROOT, "%s is not a whole number from %d to %d", node, least, most));
    return node.longValue();
  }

  /** All ways to choose one of the listed values of each key of a map. */
  ImmutableList<ImmutableMap<String, String>> combinations() {
    return combinations(ImmutableSet.of(), ImmutableList::of);
  }

  /** The same without some keys, where a text may stand for several values. */
  ImmutableList<ImmutableMap<String, String>> combinations(
      ImmutableSet<String> except, Function<String, List<String>> meaning) {
    if (node.isMissingNode()) {
      return ImmutableList.of(ImmutableMap.of());
    }
    require(node.isObject(), "is not a map");
    List<String> keys = new ArrayList<>(ImmutableList.copyOf(node.fieldNames()));
    keys.removeAll(except);
    List<List<String>> values = new ArrayList<>();
    long count = 1;
    for (String key : keys) {
      YamlNode here = get(key);
      ImmutableList<String> meant =
          here.texts().stream()
              .flatMap(text -> here.check(() -> meaning.apply(text)).stream())
              .collect(ImmutableList.toImmutableList());
      values.add(meant);
      count *= meant.size();
      require(count <= MOST, "has more than " + MOST + " combinations");
    }
    ImmutableList.Builder<ImmutableMap<String, String>> all = ImmutableList.builder();
    for (List<String> choice : Lists.cartesianProduct(values)) {
      ImmutableMap.Builder<String, String> map = ImmutableMap.builder();
      for (int i = 0; i < keys.size(); i++) {
        map.put(keys.get(i), choice.get(i));
      }
      all.add(map.buildOrThrow());
    }
    return all.build();
  }

  void requireKeys(ImmutableSet<String> allowed) {
    require(node.isObject(), "is not a map");
    node.fieldNames()
        .forEachRemaining(
            key ->
                require(
                    allowed.contains(key),
                    String.format(
                        "unknown key \"%s\"; the keys are %s",
                        key, Joiner.on(", ").join(allowed))));
  }

  void require(boolean holds, String rule) {
    checkArgument(holds, "%s: %s: %s", file, place.isEmpty() ? "the document" : place, rule);
  }

  /** Does something with what is here; if that fails, the message says where. */
  <V> V check(Supplier<V> action) {
    try {
      return action.get();
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          String.format(
              "%s: %s: %s", file, place.isEmpty() ? "the document" : place, e.getMessage()),
          e);
    }
  }
}
