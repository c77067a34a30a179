package dev.ccl.core.instance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Two small documents, one under each rule of legal tokens, changed everywhere in one place: each
 * value becomes another or of another kind, each field and each element goes or stands twice. The
 * reader takes what {@link NaiveRules} take, and names a place near the change.
 */
class BreachesTest {
  private static final JsonMapper JSON = new JsonMapper();
  private static final JsonNodeFactory NEW = JsonNodeFactory.instance;

  /**
   * Legal sets that differ, a box, a prompt of both lists, one of none, a target without rewards.
   */
  static final String EXPLICIT =
      """
      {"format": "ccl-instance/1", "name": "free", "lambda": 0.3, "bound": 1.25, "horizon": 2,
       "vocabulary": ["EOS", "b", "null", "a"], "eos": "EOS", "pad": "null",
       "feasibility": "explicit",
       "calibration": {"dimension": 1, "teacher": [0.4],
                       "set": {"type": "box", "lower": [-0.2], "upper": [1.1]}},
       "student": {"dimension": 2, "initial": [0.7, -0.6]},
       "source": ["s", "t", "s"], "target": ["t", "u"],
       "prompts": [
         {"id": "t", "text": "both", "states": [
           {"prefix": ["a"], "tokens": [
             {"token": "null", "phi": [0.9], "phiStu": [0.1, 0.2], "pre": 0.4},
             {"token": "a", "phi": [-0.8], "phiStu": [0.3, 0.4], "pre": 0.6}]},
           {"prefix": [], "tokens": [
             {"token": "a", "phi": [0.7], "phiStu": [-0.5, 0.6], "pre": 1}]}],
          "rewards": [{"answer": ["a", "a"], "reward": 0.2}, {"answer": ["a", "null"], "reward": 1}]},
         {"id": "u", "text": " ", "states": [
           {"prefix": [], "tokens": [
             {"token": "b", "phi": [0.15], "phiStu": [0.25, 0.35], "pre": 0.45},
             {"token": "EOS", "phi": [0.16], "phiStu": [0.26, 0.36], "pre": 0.55}]},
           {"prefix": ["b"], "tokens": [
             {"token": "b", "phi": [0.17], "phiStu": [0.27, 0.37], "pre": 1}]},
           {"prefix": ["EOS"], "tokens": [
             {"token": "EOS", "phi": [0.18], "phiStu": [0.28, 0.38], "pre": 1}]}],
          "rewards": []},
         {"id": "s", "states": [
           {"prefix": [], "tokens": [
             {"token": "null", "phi": [1], "phiStu": [0, 1], "pre": 1}]},
           {"prefix": ["null"], "tokens": [
             {"token": "EOS", "phi": [-1], "phiStu": [0.6, 0.8], "pre": 1}]}],
          "rewards": [{"answer": ["null", "EOS"], "reward": 0}]},
         {"id": "nobody's", "states": [
           {"prefix": [], "tokens": [
             {"token": "a", "phi": [0], "phiStu": [0, 0], "pre": 1}]},
           {"prefix": ["a"], "tokens": [
             {"token": "b", "phi": [0], "phiStu": [0, 0], "pre": 1}]}]}]}
      """;

  /** Answers of three steps with padding behind an end, of which some states are listed. */
  private static final String THREE =
      """
      {"format": "ccl-instance/1", "lambda": 1, "bound": 1, "horizon": 3,
       "vocabulary": ["a", "EOS", "null"], "eos": "EOS", "pad": "null", "feasibility": "eos-padded",
       "calibration": {"dimension": 1, "teacher": [0], "set": {"type": "ball", "radius": 0.96}},
       "student": {"dimension": 1}, "source": ["x"], "target": ["x"],
       "prompts": [{"id": "x", "kind": "k", "group": "g", "states": [
         {"prefix": [], "tokens": [
           {"token": "a", "phi": [0.1], "phiStu": [0.2], "pre": 0.5},
           {"token": "EOS", "phi": [0.3], "phiStu": [0.4], "pre": 0.5}]},
         {"prefix": ["EOS"], "tokens": [{"token": "null", "phi": [0], "phiStu": [0], "pre": 1}]},
         {"prefix": ["EOS", "null"], "tokens": [
           {"token": "null", "phi": [0], "phiStu": [0], "pre": 1}]},
         {"prefix": ["a"], "tokens": [
           {"token": "EOS", "phi": [0.5], "phiStu": [0.6], "pre": 0.5},
           {"token": "a", "phi": [0.7], "phiStu": [0.8], "pre": 0.5}]},
         {"prefix": ["a", "EOS"], "tokens": [{"token": "null", "phi": [0], "phiStu": [0], "pre": 1}]},
         {"prefix": ["a", "a"], "tokens": [
           {"token": "EOS", "phi": [0.5], "phiStu": [0.6], "pre": 0.5},
           {"token": "a", "phi": [0.7], "phiStu": [0.8], "pre": 0.5}]}],
        "rewards": [{"answer": ["EOS", "null", "null"], "reward": 0.1},
                    {"answer": ["a", "EOS", "null"], "reward": 0.2},
                    {"answer": ["a", "a", "EOS"], "reward": 0.3},
                    {"answer": ["a", "a", "a"], "reward": 0.4}]}]}
      """;

  /** A document in which one thing was changed. */
  record Change(String place, String what, boolean ofKind, String text) {}

  /** All changes of a document. */
  static final class Changes {
    private static final String AGAIN = "the field that stands twice";

    private final JsonNode document;
    final List<Change> all = new ArrayList<>();
    final List<Change> twice = new ArrayList<>(); // fields, about which only one thing can be said

    Changes(String text) throws IOException {
      this.document = JSON.readTree(text);
      visit(document, "");
    }

    private void add(String place, String what, boolean ofKind) {
      all.add(new Change(place, what, ofKind, document.toString()));
    }

    private void visit(JsonNode node, String place) {
      if (node instanceof ObjectNode object) {
        List<String> names = new ArrayList<>();
        object.fieldNames().forEachRemaining(names::add);
        for (String name : names) {
          visitField(object, name, place.isEmpty() ? name : place + "." + name);
        }
      } else if (node instanceof ArrayNode array) {
        for (int i = 0; i < array.size(); i++) {
          visitElement(array, i, place + "[" + i + "]");
        }
      }
    }

    private void visitField(ObjectNode object, String name, String place) {
      JsonNode value = object.get(name);
      for (JsonNode other : others(value)) {
        object.set(name, other);
        add(place, "= " + other, isOfAnotherKind(value, other));
      }
      object.set(name, value);
      object.set(AGAIN, value);
      String text = document.toString().replace('"' + AGAIN + '"', '"' + name + '"');
      twice.add(new Change(place, "stands twice", false, text));
      object.remove(AGAIN);
      JsonNode copy = object.deepCopy();
      object.remove(name);
      add(place, "is gone", false);
      object.removeAll();
      object.setAll((ObjectNode) copy);
      object.set(name, value);
      visit(value, place);
    }

    private void visitElement(ArrayNode array, int i, String place) {
      JsonNode value = array.get(i);
      for (JsonNode other : others(value)) {
        array.set(i, other);
        add(place, "= " + other, isOfAnotherKind(value, other));
      }
      array.set(i, value);
      array.remove(i);
      add(place, "is gone", false);
      array.insert(i, value);
      array.insert(i, value);
      add(place, "stands twice", false);
      array.remove(i);
      visit(value, place);
    }

    private static List<JsonNode> others(JsonNode value) {
      if (value.isNumber()) {
        return List.of(NEW.numberNode(-3), NEW.numberNode(0), NEW.numberNode(0.95), NEW.nullNode());
      }
      if (value.isTextual()) {
        return List.of(NEW.textNode("a"), NEW.textNode("EOS"), NEW.booleanNode(false));
      }
      return List.of(NEW.textNode("?"));
    }

    private static boolean isOfAnotherKind(JsonNode value, JsonNode other) {
      return value.getNodeType() != other.getNodeType();
    }
  }

  static String said(String text) {
    return said(text.getBytes(StandardCharsets.UTF_8));
  }

  static String said(byte[] bytes) {
    try {
      Instance instance = BaseDocument.read(bytes);
      assertReadingUndoesWriting(instance);
      return "fine, " + instance.digest().substring(0, 6);
    } catch (InstanceFormatException e) {
      assertTrue(e.getMessage().startsWith("base.json: "), e.getMessage());
      return e.getMessage().substring("base.json: ".length());
    }
  }

  private static void assertReadingUndoesWriting(Instance instance) {
    assertEquals(instance, BaseDocument.read(BaseDocument.json(instance)));
    assertEquals(instance, BaseDocument.read(BaseDocument.compact(instance)));
  }

  /** Returns how many changes were refused. */
  private static int check(String text) throws IOException {
    assertTrue(said(text).startsWith("fine"), said(text));
    Changes changes = new Changes(text);
    for (Change change : changes.twice) {
      assertEquals(change.place + ": the key appears twice", said(change.text));
    }
    int refused = 0;
    for (Change change : changes.all) {
      String said = said(change.text);
      String what = change.place + " " + change.what + ": " + said;
      if (change.ofKind) { // whatever else is wrong then, this is met first
        assertTrue(said.startsWith(change.place + ": expected a"), what);
      } else {
        boolean kept = NaiveRules.areKept(JSON.readTree(change.text));
        assertEquals(kept, said.startsWith("fine"), what);
        refused += kept ? 0 : 1;
        assertTrue(kept || isNear(change, said), what);
      }
    }
    return refused;
  }

  /** A number is blamed itself, or its list; what is in a prompt is blamed there. */
  private static boolean isNear(Change change, String said) {
    String place = change.place;
    int inPrompt = place.startsWith("prompts[") ? place.indexOf(']') + 1 : 0;
    boolean isNumber = change.what.matches("= -?[0-9.]+");
    if (place.endsWith(".id") || place.endsWith("is gone") || inPrompt == place.length()) {
      return true; // lists of prompts may be blamed
    }
    if (isNumber && inPrompt > 0) {
      place = place.replaceAll("\\.tokens\\[.*", ".tokens");
      return said.startsWith(place);
    }
    return said.startsWith(place.substring(0, inPrompt));
  }

  @Test
  void documentsUnderEosPaddedAreJudgedByTheRules() throws IOException {
    int refused = check(BaseDocument.TEXT);
    assertTrue(refused > 200, refused + " were refused");
  }

  @Test
  void documentsOfThreeStepsAreJudgedByTheRules() throws IOException {
    int refused = check(THREE);
    assertTrue(refused > 150, refused + " were refused");
  }

  @Test
  void documentsUnderExplicitAreJudgedByTheRules() throws IOException {
    int refused = check(EXPLICIT);
    assertTrue(refused > 200, refused + " were refused");
  }

  /** The tolerance is 1e-9, in the unit of what is compared, whatever the bound is. */
  @Test
  void tolerances() {
    String ball = "\"ball\"";
    String box = "\"box\", \"lower\": [-0.5, -0.2], \"upper\": [%s, 0]";
    assertEnds("radius", ball, "\"ball\", \"radius\": %s", 1.5);
    assertEnds(
        "corner",
        "-0.11], \"set\": {\"type\": \"ball\"",
        "0], \"set\": {\"type\": \"box\", \"lower\": [-0.5, 0], \"upper\": [%s, 0]",
        1.5);
    assertEnds("teacher", "[0.41, -0.11]", "[%s, 0]", 1.5);
    assertEnds("initial", "[0.51]", "[-%s]", 1.5);
    assertEnds("phi", "[0.52, 0.01]", "[0, %s]", 1);
    assertEnds("phiStu", "[0.31]", "[-%s]", 1);
    assertEnds("pre", "0.9375", "%s", 0.9375);
    assertEnds("pre of padding", "\"pre\": 1}", "\"pre\": %s}", 1);
    assertEnds("reward", "\"reward\": 1}", "\"reward\": %s}", 1, 0);
    String inBox = BaseDocument.edited(ball, box.formatted("0.4"), "0.41", "0.4000000009");
    assertTrue(said(inBox).startsWith("fine"), said(inBox));
    String outside = BaseDocument.edited(ball, box.formatted("0.4"), "0.41", "0.4000000011");
    assertEquals(
        "calibration.teacher: not in W, the box from [-0.5, -0.2] to [0.4, 0.0]", said(outside));
  }

  private static void assertEnds(String what, String from, String to, double end) {
    assertEnds(what, from, to, end, 1e-9);
  }

  private static void assertEnds(
      String what, String from, String to, double end, double tolerance) {
    String within = said(BaseDocument.edited(from, to.formatted(end + 0.8 * tolerance)));
    assertTrue(within.startsWith("fine"), what + ": " + within);
    String beyond = said(BaseDocument.edited(from, to.formatted(end + 1.2 * tolerance + 1e-12)));
    assertFalse(beyond.startsWith("fine"), what);
  }

  /** Where nothing else tells the student's dimension, the first token of the file does. */
  @Test
  void theFirstTokenOfTheFileTellsTheDimension() throws IOException {
    ObjectNode document = (ObjectNode) JSON.readTree(BaseDocument.TEXT);
    ((ObjectNode) document.get("student")).put("dimension", 3).remove("initial");
    ((ArrayNode) document.at("/prompts/0/states/0/tokens")).removeAll();
    assertEquals(
        "prompts[0].states[1].tokens[0].phiStu: 1 numbers, not 3", said(document.toString()));
    for (JsonNode state : document.at("/prompts/0/states")) {
      ((ArrayNode) state.get("tokens")).removeAll();
    }
    assertEquals(
        "prompts[1].states[0].tokens[0].phiStu: 1 numbers, not 3", said(document.toString()));
    ((ObjectNode) document.at("/prompts/0")).set("states", NEW.arrayNode());
    ((ObjectNode) document.at("/prompts/1")).set("states", NEW.arrayNode());
    assertEquals("prompts: no state lists a token", said(document.toString()));
  }

  /** Padding that is listed is left out of the table, and places are those of the file. */
  @Test
  void placesCountWhatIsLeftOut() throws IOException {
    ObjectNode document = (ObjectNode) JSON.readTree(BaseDocument.TEXT);
    ArrayNode states = (ArrayNode) document.at("/prompts/0/states");
    JsonNode padding = states.remove(2);
    JsonNode more = states.get(1).deepCopy();
    ((ArrayNode) more.get("prefix")).set(0, NEW.textNode("null"));
    states.insert(0, padding);
    states.add(more);
    assertEquals(
        "prompts[0].states[3].prefix: [null] cannot be reached", said(document.toString()));
  }

  /** A field that belongs elsewhere is as unknown as one that belongs nowhere. */
  @Test
  void fieldsInTheWrongPlace() {
    for (String[] set : new String[][] {{"\"upper\"", "[1, 1]"}, {"\"lower\"", "[0, -1]"}}) {
      assertEquals(
          "calibration.set." + set[0].replace("\"", "") + ": a ball has no corners",
          said(BaseDocument.edited("\"ball\"", "\"ball\", " + set[0] + ": " + set[1])));
    }
    assertEquals(
        "calibration.set.radius: a box has no radius",
        said(EXPLICIT.replace("\"box\"", "\"box\", \"radius\": 1")));
    String[][] objects = {
      {"\"lambda\"", ""},
      {"\"teacher\"", "calibration"},
      {"\"type\"", "calibration.set"},
      {"\"initial\"", "student"},
      {"\"id\"", "prompts[0]"},
      {"\"prefix\"", "prompts[0].states[0]"},
      {"\"token\"", "prompts[0].states[0].tokens[0]"},
      {"\"answer\"", "prompts[0].rewards[0]"}
    };
    for (String[] object : objects) {
      String where = object[1].isEmpty() ? "" : object[1] + ": ";
      for (String field : List.of("width", "Lambda", "")) {
        String text = BaseDocument.edited(object[0], "\"" + field + "\": 1, " + object[0]);
        assertEquals(where + "unknown field \"" + field + "\"", said(text));
      }
    }
  }
}
