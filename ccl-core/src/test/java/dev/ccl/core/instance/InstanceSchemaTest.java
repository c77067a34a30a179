package dev.ccl.core.instance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ccl.core.instance.BreachesTest.Change;
import dev.ccl.core.instance.BreachesTest.Changes;
import dev.ccl.core.instance.generator.BrokenInstance;
import dev.ccl.core.instance.generator.DemoInstance;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.instance.generator.SeparationInstance;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The schema in the jar against the reader and the writer. */
class InstanceSchemaTest {
  private static final JsonMapper JSON = new JsonMapper();

  private final JsonNode schema = schema();

  private static JsonNode schema() {
    try (InputStream in = Instance.class.getResourceAsStream("ccl-instance-1.schema.json")) {
      return JSON.readTree(in);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static boolean isRead(JsonNode document) throws IOException {
    try {
      InstanceReader.read("x", new ByteArrayInputStream(JSON.writeValueAsBytes(document)));
      return true;
    } catch (InstanceFormatException e) {
      return false;
    }
  }

  @Test
  void whatIsWrittenIsValid() throws IOException {
    List<Instance> instances = new ArrayList<>();
    instances.add(DemoInstance.of());
    instances.add(SeparationInstance.of(2, 3, 1, 0.5));
    instances.add(SeparationInstance.of(1, 2, 1, 0.5).withoutTargetRewards());
    instances.add(RandomInstance.of(RandomSpec.SMALL, 1).instance());
    instances.add(
        RandomInstance.of(RandomSpec.SMALL.withSetShape(RandomSpec.SetShape.BOX), 2).instance());
    Stream.of(BrokenInstance.values()).map(BrokenInstance::instance).forEach(instances::add);
    for (Instance instance : instances) {
      assertEquals("", fault(schema, JSON.readTree(BaseDocument.json(instance)), "$"));
    }
  }

  /**
   * Documents changed in one place, or with a field more: where the schema refuses, so does the
   * reader, and what is required or unknown to one is so to the other.
   */
  @Test
  void theSchemaAndTheReaderAgree() throws IOException {
    ObjectNode document = (ObjectNode) JSON.readTree(BaseDocument.json(DemoInstance.of()));
    ((ObjectNode) document.get("prompts").get(0)).put("kind", "sum").put("group", "2, 3");
    int refused = 0;
    for (Change change : new Changes(document.toString()).all) {
      JsonNode changed = JSON.readTree(change.text());
      boolean valid = fault(schema, changed, "$").isEmpty();
      refused += valid ? 0 : 1;
      String what = change.place() + " " + change.what();
      assertTrue(valid || !isRead(changed), what);
      boolean isField = change.what().equals("is gone") && !change.place().endsWith("]");
      if (isField && !change.place().endsWith("rewards")) { // which only source prompts need
        assertEquals(isRead(changed), valid, what);
      }
    }
    assertTrue(refused > 100, "the schema refuses: " + refused);
    for (JsonNode object : document.findParents("id")) {
      assertStrangerRefused(document, (ObjectNode) object);
    }
    for (String path : List.of("", "/calibration", "/calibration/set", "/student")) {
      assertStrangerRefused(document, (ObjectNode) document.at(path));
    }
    for (String field : List.of("prefix", "token", "answer")) {
      assertStrangerRefused(document, (ObjectNode) document.findParent(field));
    }
  }

  private void assertStrangerRefused(JsonNode document, ObjectNode object) throws IOException {
    object.put("stranger", 1);
    assertFalse(fault(schema, document, "$").isEmpty(), () -> "more in " + object);
    assertFalse(isRead(document));
    object.remove("stranger");
  }

  // ---- as much of JSON Schema as the schema uses

  /** The first breach of a schema, or nothing. */
  private String fault(JsonNode rule, JsonNode value, String place) {
    for (var entry : rule.properties()) {
      JsonNode wanted = entry.getValue();
      boolean holds =
          switch (entry.getKey()) {
            case "$schema", "$defs", "title", "description" -> true;
            case "$ref" -> fault(schema.at(wanted.asText().substring(1)), value, place).isEmpty();
            case "type" -> isOf(wanted.asText(), value);
            case "const" -> wanted.equals(value);
            case "enum" -> contains(wanted, value);
            case "minimum" -> !value.isNumber() || value.asDouble() >= wanted.asDouble();
            case "maximum" -> !value.isNumber() || value.asDouble() <= wanted.asDouble();
            case "exclusiveMinimum" -> !value.isNumber() || value.asDouble() > wanted.asDouble();
            case "minItems" -> !value.isArray() || value.size() >= wanted.asInt();
            case "uniqueItems" -> !value.isArray() || distinct(value) == value.size();
            case "required" -> !value.isObject() || hasAll(wanted, value);
            case "additionalProperties" -> !value.isObject() || onlyKnown(rule, value);
            case "items" -> !value.isArray() || all(wanted, value, place);
            case "properties" -> !value.isObject() || allKnown(wanted, value, place);
            default -> throw new IllegalStateException("unknown keyword " + entry.getKey());
          };
      if (!holds) {
        return place + " breaks " + entry.getKey();
      }
    }
    return "";
  }

  private static boolean isOf(String type, JsonNode value) {
    return switch (type) {
      case "object" -> value.isObject();
      case "array" -> value.isArray();
      case "string" -> value.isTextual();
      case "number" -> value.isNumber();
      case "integer" -> value.isIntegralNumber();
      default -> throw new IllegalStateException(type);
    };
  }

  private static boolean contains(JsonNode list, JsonNode value) {
    for (JsonNode element : list) {
      if (element.equals(value)) {
        return true;
      }
    }
    return false;
  }

  private static int distinct(JsonNode list) {
    Set<JsonNode> elements = new HashSet<>();
    list.forEach(elements::add);
    return elements.size();
  }

  private static boolean hasAll(JsonNode names, JsonNode value) {
    for (JsonNode name : names) {
      if (!value.has(name.asText())) {
        return false;
      }
    }
    return true;
  }

  private static boolean onlyKnown(JsonNode rule, JsonNode value) {
    for (var field : value.properties()) {
      if (!rule.path("properties").has(field.getKey())) {
        return false;
      }
    }
    return true;
  }

  private boolean all(JsonNode rule, JsonNode list, String place) {
    for (JsonNode element : list) {
      if (!fault(rule, element, place + "[]").isEmpty()) {
        return false;
      }
    }
    return true;
  }

  private boolean allKnown(JsonNode rules, JsonNode value, String place) {
    for (var rule : rules.properties()) {
      if (value.has(rule.getKey())
          && !fault(rule.getValue(), value.get(rule.getKey()), place + "." + rule.getKey())
              .isEmpty()) {
        return false;
      }
    }
    return true;
  }
}
