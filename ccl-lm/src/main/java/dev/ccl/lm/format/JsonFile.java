package dev.ccl.lm.format;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.CharConversionException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A JSON document of a model, with accessors that complain in one line. */
final class JsonFile {
  private static final long LARGEST = 1L << 26;

  private final String name;
  private final JsonNode root;

  private JsonFile(String name, JsonNode root) {
    this.name = name;
    this.root = root;
  }

  static JsonFile read(Path path) throws IOException {
    String name = path.toString();
    if (!Files.isRegularFile(path)) {
      throw ModelFormatException.of(name, "", "there is no such file, and the model needs it");
    }
    if (Files.size(path) > LARGEST) {
      throw ModelFormatException.of(name, "", "larger than " + LARGEST + " bytes");
    }
    try {
      JsonNode root = new ObjectMapper().readTree(path.toFile());
      if (root == null || !root.isObject()) {
        throw ModelFormatException.of(name, "", "a JSON object is needed");
      }
      return new JsonFile(name, root);
    } catch (JsonProcessingException e) {
      JsonLocation at = e.getLocation();
      String place = at == null ? "" : "line " + at.getLineNr() + ", column " + at.getColumnNr();
      throw ModelFormatException.of(name, place, e.getOriginalMessage());
    } catch (CharConversionException e) {
      throw ModelFormatException.of(name, "", e.getMessage());
    }
  }

  ModelFormatException breach(String place, String rule) {
    return ModelFormatException.of(name, place, rule);
  }

  String name() {
    return name;
  }

  JsonNode root() {
    return root;
  }

  int integer(String key) {
    JsonNode node = root.path(key);
    if (!node.isIntegralNumber() || !node.canConvertToInt()) {
      throw breach(key, node.isMissingNode() ? "missing" : "an integer is needed");
    }
    return node.intValue();
  }

  int integer(String key, int absent) {
    return root.path(key).isMissingNode() || root.path(key).isNull() ? absent : integer(key);
  }

  double real(String key) {
    JsonNode node = root.path(key);
    if (!node.isNumber()) {
      throw breach(key, node.isMissingNode() ? "missing" : "a number is needed");
    }
    return node.doubleValue();
  }

  double real(String key, double absent) {
    return root.path(key).isMissingNode() || root.path(key).isNull() ? absent : real(key);
  }

  /** Insists that a key, if it is there and not null, has this value. */
  void expect(String key, String value) {
    JsonNode node = root.path(key);
    if (!node.isMissingNode() && !node.isNull() && !node.asText().equals(value)) {
      throw breach(key, "only " + value + " can be read, not " + node);
    }
  }
}
