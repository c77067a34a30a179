package dev.ccl.core.instance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Every rule of the format, broken once: the message is one line, {@code file: place: rule}. */
class MalformedInstanceTest {
  record Case(String expected, String text) {}

  /** What is said of the base document after edits: message | old -> new | old -> new. */
  private static final String BREACHES =
      """
      # the document
      format: "ccl-instance/2" is not "ccl-instance/1" | instance/1 -> instance/2
      field "format" is missing | "format": "ccl-instance/1", ->
      unknown field "lamda" | "lambda" -> "lamda"
      lambda: the key appears twice | "bound": 1.5 -> "lambda": 1.5
      field "bound" is missing | "bound": 1.5, ->
      lambda: 0.0 is not greater than 0 | 0.77 -> 0
      lambda: -0.77 is not greater than 0 | 0.77 -> -0.77
      lambda: NaN is not a finite number | 0.77 -> NaN
      lambda: 1e999 is not a finite number | 0.77 -> 1e999
      lambda: expected a number, found a string | 0.77 -> "0.77"
      lambda: expected a number, found null | 0.77 -> null
      bound: 0.0 is not greater than 0 | 1.5 -> 0.0
      bound: 1.0E308 is so large that costs overflow | 1.5 -> 1e308
      bound: -Infinity is not a finite number | 1.5 -> -Infinity
      horizon: 2.0 is not written as an integer | "horizon": 2 -> "horizon": 2.0
      horizon: 2e0 is not written as an integer | "horizon": 2 -> "horizon": 2e0
      horizon: 0 is not at least 1 | "horizon": 2 -> "horizon": 0
      horizon: 20000000000 is too large | "horizon": 2 -> "horizon": 20000000000
      horizon: expected an integer, found true | "horizon": 2 -> "horizon": true
      # tokens
      vocabulary[1]: "A" appears twice | "EOS", "null"] -> "A", "null"]
      vocabulary: the list is empty | ["A", "EOS", "null"] -> []
      vocabulary[0]: expected a string, found a number | ["A", "E -> [1, "E
      vocabulary: expected a list, found a string | ["A", "EOS", "null"] -> "A"
      eos: "END" is not in the vocabulary | "eos": "EOS" -> "eos": "END"
      pad: "nil" is not in the vocabulary | "pad": "null" -> "pad": "nil"
      pad: "EOS" is also eos | "pad": "null" -> "pad": "EOS"
      feasibility: "free" is neither "eos-padded" nor "explicit" | eos-padded -> free
      # parameters
      calibration.dimension: 0 is not at least 1 | n": {"dimension": 2 -> n": {"dimension": 0
      calibration.dimension: 2.0 is not written as an integer | sion": 2 -> sion": 2.0
      student.dimension: 0 is not at least 1 | "dimension": 1 -> "dimension": 0
      calibration.teacher: 1 numbers, not 2 | [0.41, -0.11] -> [0.41]
      calibration.teacher[1]: expected a number, found a string | -0.11 -> "-0.11"
      calibration.teacher[1]: Infinity is not a finite number | -0.11 -> Infinity
      calibration.teacher: expected a list of numbers, found an object | [0.41, -0.11] -> {}
      calibration.teacher: not in W, the ball of radius 1.5 in dimension 2 | 0.41 -> 1.6
      calibration: unknown field "sets" | "set" -> "sets"
      calibration: field "teacher" is missing | "teacher": [0.41, -0.11], ->
      calibration.set.type: "disc" is neither "ball" nor "box" | "ball" -> "disc"
      calibration.set.radius: 2.0 exceeds the bound 1.5 | "ball" -> "ball", "radius": 2
      calibration.set.radius: -1.0 is negative | "ball" -> "ball", "radius": -1
      calibration.set.lower: a ball has no corners | "ball" -> "ball", "lower": [0, 0]
      calibration.teacher: not in W, the ball of radius 0.0 in dimension 2
        | "ball" -> "ball", "radius": 0
      calibration.set: field "upper" is missing | "ball" -> "box", "lower": [-1, -1]
      calibration.set.radius: a box has no radius
        | "ball" -> "box", "radius": 1, "lower": [-1, -1], "upper": [1, 1]
      calibration.set.lower: 1 numbers, not 2 | "ball" -> "box", "lower": [-1], "upper": [1, 1]
      calibration.set.upper[1]: -2.0 is below the lower end -1.0
        | "ball" -> "box", "lower": [-1, -1], "upper": [1, -2]
      calibration.set: a corner of the box has norm 1.63, which exceeds the bound 1.5
        | "ball" -> "box", "lower": [-1.63, 0], "upper": [0, 0]
      calibration.teacher: not in W, the box from [-0.4, -1.0] to [0.4, 1.0]
        | "ball" -> "box", "lower": [-0.4, -1], "upper": [0.4, 1]
      student.initial: not in Theta, the ball of radius 1.5 in dimension 1 | 0.51 -> -1.51
      student.initial: 2 numbers, not 1 | 0.51 -> 0.51, 0
      # lists of prompts
      source: the list is empty | ["x1"] -> []
      target: the list is empty | ["y1"] -> []
      source[1]: no prompt has the id "x2" | ["x1"] -> ["x1", "x2"]
      prompts[1].id: "x1" appears twice | "id": "y1" -> "id": "x1"
      prompts[1]: unknown field "reward" | 0}]}, -> 0}]}, {"reward": 1},
      prompts[1]: expected an object, found a number | 0}]}, -> 0}]}, 7,
      prompts[1]: field "states" is missing | 0}]}, -> 0}]}, {"id": "z"},
      prompts[1].states: the list is empty | 0}]}, -> 0}]}, {"id": "z", "states": []},
      # states
      prompts[0].states[0].tokens: the list is empty
        | "prefix": [] -> "prefix": [], "tokens": []}, {"prefix": ["A"]
      prompts[0].states: no state has the empty prefix | "prefix": [] -> "prefix": ["null"]
      prompts[0].states[2].prefix: [A] was listed before, as states[1]
        | "prefix": ["EOS"] -> "prefix": ["A"]
      prompts[0].states[1].prefix[0]: "B" is not in the vocabulary
        | "prefix": ["A"] -> "prefix": ["B"]
      prompts[0].states: state [A] can be reached, but is not listed
        | "prefix": ["A"] -> "prefix": ["null"]
      prompts[0].states[1].prefix: [null] cannot be reached
        | {"prefix": ["A"] -> {"prefix": ["null"], "tokens": [{"token": "A", "phi": [0, 0], "phiStu": [0], "pre": 0.5},{"token": "EOS", "phi": [0, 0], "phiStu": [0], "pre": 0.5}]},{"prefix": ["A"]
      prompts[0].states[1].prefix: 2 tokens leave no step before the horizon 2
        | "prefix": ["A"] -> "prefix": ["A", "A"]
      prompts[1].states: state [EOS] can be reached, but is not listed | eos-padded -> explicit
      prompts[0].states[0]: unknown field "step" | "prefix": [] -> "prefix": [], "step": 1
      prompts[0].states[2].tokens: an absorbing state has the single token "null"
        | "token": "null" -> "token": "A"
      prompts[0].states[2].tokens[0].phi: not 0 at an absorbing state | [0, 0] -> [0, 0.5]
      prompts[0].states[2].tokens[0].phiStu: not 0 at an absorbing state
        | [0], "pre" -> [0.5], "pre"
      prompts[0].states[2].tokens: the values of pre sum to 0.5, not 1 | "pre": 1} -> "pre": 0.5}
      # legal tokens
      prompts[0].states[0].tokens[0].token: "B" is not in the vocabulary
        | "token": "A" -> "token": "B"
      prompts[0].states[0].tokens[1].token: "A" appears twice | "token": "EOS" -> "token": "A"
      prompts[0].states[0].tokens[1].token: "null" is legal only after eos
        | "token": "EOS" -> "token": "null"
      prompts[0].states[0].tokens: token "B" is missing
        | ["A", "EOS", "null"] -> ["A", "B", "EOS", "null"]
      prompts[0].states[0].tokens[0]: unknown field "phistu" | "phiStu" -> "phistu"
      prompts[0].states[0].tokens[0].phi: the key appears twice | "phiStu": [0.31] -> "phi": [0.31]
      prompts[0].states[0].tokens[0]: field "pre" is missing | , "pre": 0.25 ->
      prompts[0].states[0].tokens[0].phi: 3 numbers, not 2 | [0.52, 0.01] -> [0.52, 0.01, 0]
      prompts[0].states[0].tokens[0].phi: norm 1.37 exceeds 1 | [0.52, 0.01] -> [-1.37, 0]
      prompts[0].states[0].tokens[0].phiStu: norm 1.000000002 exceeds 1 | 0.31 -> 1.000000002
      prompts[0].states[0].tokens[0].phi[0]: NaN is not a finite number | 0.52 -> NaN
      prompts[0].states[0].tokens[0].phi[1]: expected a number, found a list | 0.01 -> [0.01]
      prompts[0].states[0].tokens[0].pre: 0.0 is not greater than 0 | 0.25 -> 0
      prompts[0].states[0].tokens[1].pre: -0.75 is not greater than 0 | 0.75 -> -0.75
      prompts[0].states[0].tokens: the values of pre sum to 1.01, not 1 | 0.25 -> 0.26
      prompts[1].states[1].tokens: the values of pre sum to 1.0000000020000002, not 1
        | 0.9375 -> 0.937500002
      # rewards
      prompts[0].rewards[0].reward: 1.1 is outside [0, 1] | 0.76 -> 1.1
      prompts[1].rewards[0].reward: -0.19 is outside [0, 1] | 0.19 -> -0.19
      prompts[0].rewards[0]: field "reward" is missing | , "reward": 0.76 ->
      prompts[0].rewards[1].answer: [A, A] appears twice | ["A", "EOS"], "r -> ["A", "A"], "r
      prompts[0].rewards[1].answer: [A, null] is not a feasible answer
        | ["A", "EOS"], "r -> ["A", "null"], "r
      prompts[0].rewards[2].answer: [EOS, A] is not a feasible answer
        | ["EOS", "null"], "r -> ["EOS", "A"], "r
      prompts[0].rewards[1].answer[1]: "C" is not in the vocabulary
        | ["A", "EOS"], "r -> ["A", "C"], "r
      prompts[0].rewards[2].answer: 1 tokens, not 2 | ["EOS", "null"], "r -> ["EOS"], "r
      prompts[0].rewards: no reward for answer [A, EOS] of a source prompt
        | {"answer": ["A", "EOS"], "reward": 0.54}, ->
      prompts[1].rewards: no reward for answer [A, A], but for others: all or none
        | {"answer": ["A", "A"], "reward": 1}, ->
      prompts[1].rewards: no reward for answer [EOS] of a source prompt
        | ["x1"] -> ["x1", "y1"]
        | {"answer": ["EOS", "null"], "reward": 0.19}, ->
      # JSON
      line 4, column 13: not valid JSON: Unexpected character (',' (code 44)): expected a value
        | 0.77 ->
      """;

  static final List<Case> CASES =
      Pattern.compile("\n(?! )")
          .splitAsStream(BREACHES.strip())
          .filter(row -> !row.startsWith("#"))
          .map(MalformedInstanceTest::breach)
          .toList();

  private static Case breach(String row) {
    String[] cells = row.split("\\s+\\| ", -1);
    List<String> pieces = new ArrayList<>();
    for (int i = 1; i < cells.length; i++) {
      pieces.addAll(List.of((cells[i] + " ").split(" -> ?", 2)));
      pieces.set(2 * i - 1, pieces.get(2 * i - 1).stripTrailing());
    }
    return new Case(cells[0], BaseDocument.edited(pieces.toArray(String[]::new)));
  }

  @TestFactory
  Stream<DynamicTest> everyBreachNamesItsPlaceAndRule() {
    return CASES.stream()
        .map(c -> dynamicTest(c.expected(), () -> assertBreach(c.expected(), c.text())));
  }

  private static void assertBreach(String expected, String text) {
    assertBreach(expected, text.getBytes(StandardCharsets.UTF_8));
  }

  private static void assertBreach(String expected, byte[] bytes) {
    InstanceFormatException e =
        assertThrows(InstanceFormatException.class, () -> BaseDocument.read(bytes));
    assertEquals("base.json: " + expected, e.getMessage());
    assertEquals(1, e.getMessage().lines().count());
  }

  @Test
  void theBaseDocumentIsFine() {
    assertEquals("base", BaseDocument.read(BaseDocument.TEXT).header().name());
  }

  @Test
  void syntaxErrorsGiveLineAndColumn() {
    String cut = BaseDocument.TEXT.substring(0, BaseDocument.TEXT.indexOf("0.77"));
    assertBreach("line 4, column 13: not valid JSON: the file ends too early", cut);
    assertBreach("line 42, column 1: text after the document", BaseDocument.TEXT + "{}");
    assertTrue(
        assertThrows(
                InstanceFormatException.class, () -> BaseDocument.read(BaseDocument.TEXT + "rest"))
            .getMessage()
            .startsWith("base.json: line 42, column "));
  }

  @Test
  void filesThatAreNoDocumentsAtAll() {
    assertBreach("the file is empty", "");
    assertBreach("the file is empty", " \n ");
    assertBreach("expected an object, found a list", "[]");
    assertBreach("expected an object, found null", "null");
    assertBreach(
        "line 1, column 1: starts with a byte order mark; the format has none",
        "\ufeff" + BaseDocument.TEXT);
    byte[] wide = BaseDocument.TEXT.getBytes(StandardCharsets.UTF_16BE);
    assertTrue(
        assertThrows(InstanceFormatException.class, () -> BaseDocument.read(wide))
            .getMessage()
            .startsWith("base.json: line 1, column 2: not valid JSON"));
    byte[] latin =
        BaseDocument.edited("of the source", "\u00e9").getBytes(StandardCharsets.ISO_8859_1);
    assertTrue(
        assertThrows(InstanceFormatException.class, () -> BaseDocument.read(latin))
            .getMessage()
            .startsWith("base.json: line 16, column "));
  }

  @Test
  void nothingDeepIsEntered() {
    assertBreach(
        "lambda: expected a number, found a list",
        BaseDocument.edited("0.77", "[".repeat(1_000_000)));
    assertBreach("unknown field \"x\"", "{\"x\":".repeat(1_000_000));
    assertBreach("expected an object, found a list", "[".repeat(1_000_000));
  }

  @Test
  void claimedSizesCostNothing() {
    assertBreach(
        "prompts[0].states[0].tokens[0].phi: 2 numbers, not 2000000000",
        BaseDocument.edited("\"dimension\": 2", "\"dimension\": 2000000000"));
    assertBreach(
        "prompts[0].states[0].tokens[0].phiStu: 1 numbers, not 2000000000",
        BaseDocument.edited("\"dimension\": 1, \"initial\": [0.51]", "\"dimension\": 2000000000"));
    assertBreach(
        "prompts[0].states: state [A, A] can be reached, but is not listed",
        BaseDocument.edited("\"horizon\": 2", "\"horizon\": 2000000000"));
    String digits = "1".repeat(2000);
    assertTrue(
        assertThrows(
                InstanceFormatException.class,
                () -> BaseDocument.read(BaseDocument.edited("0.77", digits)))
            .getMessage()
            .startsWith("base.json: line 4, column "));
  }

  @Test
  void messagesStayOnOneShortLine() {
    assertBreach(
        "unknown field \"two\\u000alines\"", BaseDocument.edited("\"name\"", "\"two\\nlines\""));
    for (String end : List.of("2028", "2029", "0085", "000d")) { // all that may end a line
      assertBreach(
          "unknown field \"two\\u" + end + "lines\"",
          BaseDocument.edited("\"name\"", "\"two\\u" + end + "lines\""));
    }
    InstanceFormatException e =
        assertThrows(
            InstanceFormatException.class,
            () ->
                BaseDocument.read(BaseDocument.edited("\"name\"", "\"" + "n".repeat(9999) + "\"")));
    assertTrue(e.getMessage().length() < 450);
  }

  @Test
  void filesThatCannotBeRead(@TempDir Path directory) throws Exception {
    Path missing = directory.resolve("missing.json");
    assertRefused(missing, missing + ": no such file");
    assertRefused(directory, directory + ": is a directory");
    Path secret = directory.resolve("secret.json");
    Files.writeString(secret, BaseDocument.TEXT);
    Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("---------"));
    Assumptions.assumeFalse(Files.isReadable(secret), "this user may read everything");
    assertRefused(secret, secret + ": permission to read it is denied");
  }

  private static void assertRefused(Path path, String message) {
    assertEquals(
        message,
        assertThrows(InstanceFormatException.class, () -> InstanceReader.read(path)).getMessage());
  }
}
