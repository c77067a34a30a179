package dev.ccl.core.instance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.policy.Box;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The rules of the format where they are only just broken, or only just kept. */
class LimitsOfRulesTest {
  private static String said(String... pieces) {
    return BreachesTest.said(BaseDocument.edited(pieces));
  }

  /** Words are compared whole, and as they are written. */
  @Test
  void wordsThatAreAlmostRight() {
    for (String word : List.of("balls", "Ball", "bal", "boxes", "ball ", "")) {
      assertEquals(
          "calibration.set.type: \"" + word + "\" is neither \"ball\" nor \"box\"",
          said("\"ball\"", "\"" + word + "\""));
    }
    for (String word : List.of("eos", "eos-padded2", "EXPLICIT", "explicitly", "")) {
      assertEquals(
          "feasibility: \"" + word + "\" is neither \"eos-padded\" nor \"explicit\"",
          said("eos-padded", word));
    }
    for (String word : List.of("ccl-instance/10", "ccl-instance/", "CCL-instance/1", "")) {
      assertEquals(
          "format: \"" + word + "\" is not \"ccl-instance/1\"", said("ccl-instance/1", word));
    }
    assertEquals("source[0]: no prompt has the id \"x\"", said("[\"x1\"]", "[\"x\"]"));
    assertEquals("target[1]: no prompt has the id \"Y1\"", said("[\"y1\"]", "[\"y1\", \"Y1\"]"));
    assertEquals(
        "eos: \"eos\" is not in the vocabulary", said("\"eos\": \"EOS\"", "\"eos\": \"eos\""));
  }

  @Test
  void integersAtTheEndOfTheirRange() {
    assertEquals("horizon: -1 is not at least 1", said("zon\": 2", "zon\": -1"));
    assertEquals("horizon: 2147483648 is too large", said("zon\": 2", "zon\": 2147483648"));
    assertEquals("horizon: -2147483649 is too large", said("zon\": 2", "zon\": -2147483649"));
    assertEquals(
        "prompts[0].states: state [A, A] can be reached, but is not listed",
        said("zon\": 2", "zon\": 2147483647"));
    assertEquals(
        "line 6, column 15: not valid JSON: Invalid numeric value: Leading zeroes not allowed",
        said("zon\": 2", "zon\": 010"));
  }

  /** The farthest corner of a box is made of one end in each coordinate. */
  @Test
  void boxesThatJustFit() {
    for (String set :
        List.of(
            "\"box\", \"lower\": [-1.2, -0.9], \"upper\": [1.2, 0.9]",
            "\"box\", \"lower\": [0.2, -0.9], \"upper\": [1.2, 0.3]",
            "\"box\", \"lower\": [-1.2, -0.5], \"upper\": [1, 0.9]")) {
      String text = BaseDocument.edited("\"ball\"", set);
      assertEquals(1.5, BaseDocument.read(text).header().calibrationSet().radius(), 1e-15, set);
    }
    assertEquals(
        "calibration.set: a corner of the box has norm 2.0, which exceeds the bound 1.5",
        said("\"ball\"", "\"box\", \"lower\": [-1.2, -1], \"upper\": [0.5, 1.6]"));
    double[] point = {0.41, -0.11};
    String text =
        BaseDocument.edited(
            "\"ball\"", "\"box\", \"lower\": [0.41, -0.11], \"upper\": [0.41, -0.11]");
    assertEquals(Box.of(point, point), BaseDocument.read(text).header().calibrationSet());
  }

  /** Padding may stand anywhere in the vocabulary; every other word is legal before the end. */
  @Test
  void theLastWordMayBeMissingAsWell() {
    assertEquals(
        "prompts[0].states[0].tokens: token \"Z\" is missing",
        said("\"null\"]", "\"null\", \"Z\"]"));
    assertEquals(
        "prompts[0].states[0].tokens: token \"Z\" is missing",
        said("[\"A\", \"EOS\", \"null\"]", "[\"null\", \"Z\", \"A\", \"EOS\"]"));
  }

  /** What the parser says, without its advice to people who call it. */
  @Test
  void syntaxErrorsAreToldWithoutAdvice() {
    assertEquals(
        "line 1, column 2: not valid JSON: the file ends too early", BreachesTest.said("{"));
    assertEquals(
        "line 3, column 11: not valid JSON: Unrecognized token 'bse'", said("\"base\"", "bse"));
    assertEquals(
        "line 5, column 3: not valid JSON: Unexpected character ('\"' (code 34)):"
            + " was expecting comma to separate Object entries",
        said("0.77,", "0.7 "));
    assertEquals(
        "line 4, column 14: not valid JSON: Invalid numeric value: Leading zeroes not allowed",
        said("0.77", "00.7"));
  }

  @Test
  void whatIsNoFileIsRefusedWithItsName(@TempDir Path directory) throws IOException {
    Path file = Files.writeString(directory.resolve("base.json"), BaseDocument.TEXT);
    Path below = file.resolve("deeper.json");
    String complaint =
        assertThrows(InstanceFormatException.class, () -> InstanceReader.read(below)).getMessage();
    assertTrue(complaint.startsWith(below + ": cannot be read: " + below), complaint);
  }

  @Test
  void singleBytesAreNoDocuments() throws IOException {
    for (byte b : new byte[] {0x1f, (byte) 0x8b, (byte) 0xef}) {
      String said = BreachesTest.said(new byte[] {b});
      assertTrue(said.startsWith("line 1, column "), said);
    }
    String other = BreachesTest.said("\ufb01" + BaseDocument.TEXT); // begins as a mark does
    assertEquals("line 1, column 3: not valid JSON: Unrecognized token '\ufb01'", other);
    byte[] line = "{\"format\": \"ccl-columns/1\"".getBytes(StandardCharsets.UTF_8);
    assertEquals("the file ends too early", BreachesTest.said(BaseDocument.gzip(line)));
  }
}
