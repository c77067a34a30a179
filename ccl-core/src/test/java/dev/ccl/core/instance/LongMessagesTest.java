package dev.ccl.core.instance;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.Collections;
import org.junit.jupiter.api.Test;

/** What is long is cut, and says so; what just fits is not. */
class LongMessagesTest {
  /** Of an answer twelve tokens are shown. */
  @Test
  void longAnswersAreShortened() throws IOException {
    for (int horizon = 11; horizon <= 14; horizon++) {
      ObjectNode document = (ObjectNode) new JsonMapper().readTree(BreachesTest.EXPLICIT);
      document.put("horizon", horizon);
      document.set("source", JsonNodeFactory.instance.arrayNode().add("s"));
      document.set("target", JsonNodeFactory.instance.arrayNode().add("s"));
      ObjectNode prompt = (ObjectNode) document.at("/prompts/2");
      document.set("prompts", JsonNodeFactory.instance.arrayNode().add(prompt));
      prompt.remove("rewards");
      JsonNode state = prompt.at("/states/0");
      ArrayNode states = prompt.putArray("states");
      ArrayNode prefix = JsonNodeFactory.instance.arrayNode();
      for (int h = 0; h < horizon; h++) {
        states.add(((ObjectNode) state.deepCopy()).set("prefix", prefix.deepCopy()));
        prefix.add("null");
      }
      String shown = String.join(", ", Collections.nCopies(Math.min(12, horizon), "null"));
      assertEquals(
          "prompts[0].rewards: no reward for answer ["
              + shown
              + (horizon > 12 ? ", …]" : "]")
              + " of a source prompt",
          BreachesTest.said(document.toString()));
    }
  }

  @Test
  void longMessagesAreCut() {
    String rest = "x".repeat(400 - "f: p: ".length());
    assertEquals("f: p: " + rest, InstanceFormatException.of("f", "p", rest).getMessage());
    assertEquals(
        "f: p: " + rest + " …", InstanceFormatException.of("f", "p", rest + "y").getMessage());
    String lines = "\n".repeat(66); // six characters each
    assertEquals(
        "f: " + "\\u000a".repeat(66), InstanceFormatException.of("f", "", lines).getMessage());
    assertEquals(
        "f: " + "\\u000a".repeat(67) + " …",
        InstanceFormatException.of("f", "", lines + "\n\n").getMessage());
    for (int length = 59; length <= 61; length++) {
      String word = "w".repeat(length);
      String shown = length > 60 ? "w".repeat(60) + "…" : word;
      assertEquals(
          "eos: \"" + shown + "\" is not in the vocabulary",
          BreachesTest.said(BaseDocument.edited("\"eos\": \"EOS\"", "\"eos\": \"" + word + "\"")));
    }
  }
}
