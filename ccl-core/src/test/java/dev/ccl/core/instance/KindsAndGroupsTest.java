package dev.ccl.core.instance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.mdp.Vocabulary;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Kinds and groups of prompts are fields of their own; ids are names and nothing else. */
class KindsAndGroupsTest {
  private static final String WITH =
      BaseDocument.edited(
          "\"text\": \"of the source\"",
          "\"text\": \"of the source\", \"group\": \"a \\\"pair\\\"\", \"kind\": \"sum/of 2\"",
          "\"id\": \"y1\"",
          "\"kind\": \"größer\", \"id\": \"y1\"");

  private static Prompt prompt(Instance instance, String id) {
    return instance.prompts().get(id).prompt();
  }

  @Test
  void bothFormsKeepThem() throws IOException {
    Instance instance = BaseDocument.read(WITH);
    Prompt x = new Prompt("x1", "of the source", "sum/of 2", "a \"pair\"");
    assertEquals(x, prompt(instance, "x1"));
    assertEquals(Prompt.of("y1").withKind("größer"), prompt(instance, "y1"));
    assertEquals(instance, BaseDocument.read(BaseDocument.json(instance)));
    assertEquals(instance, BaseDocument.read(BaseDocument.compact(instance)));
    assertArrayEquals(
        BaseDocument.json(instance),
        BaseDocument.json(BaseDocument.read(BaseDocument.compact(instance))));
    assertNotEquals(BaseDocument.read(BaseDocument.TEXT).digest(), instance.digest());
    Instance changed = instance.withoutTargetRewards().inSinglePrecision();
    assertEquals(x, prompt(changed, "x1"));
  }

  @Test
  void filesWithoutThemAreWrittenWithoutThem() throws IOException {
    Instance without = BaseDocument.read(BaseDocument.TEXT);
    String text = new String(BaseDocument.json(without), StandardCharsets.UTF_8);
    assertFalse(text.contains("\"kind\"") || text.contains("\"group\""), text);
    Instance empty =
        BaseDocument.read(
            BaseDocument.edited(
                "\"id\": \"x1\"", "\"id\": \"x1\", \"kind\": \"\", \"group\": \"\""));
    assertArrayEquals(BaseDocument.json(without), BaseDocument.json(empty), "an empty one is none");
  }

  @Test
  void anIdSaysNothing() {
    String slashed = BaseDocument.TEXT.replace("\"x1\"", "\"sum/x1\"");
    Prompt prompt = prompt(BaseDocument.read(slashed), "sum/x1");
    assertEquals("", prompt.kind());
    assertEquals("", prompt.group());
  }

  @Test
  void theyAreStrings() {
    for (String field : List.of("kind", "group")) {
      String text = BaseDocument.edited("\"id\": \"y1\"", "\"id\": \"y1\", \"" + field + "\": 1");
      InstanceFormatException e =
          assertThrows(InstanceFormatException.class, () -> BaseDocument.read(text));
      assertEquals(
          "base.json: prompts[1]." + field + ": expected a string, found a number", e.getMessage());
    }
  }

  @Test
  void theBuilderSetsThem() {
    Instance built =
        InstanceBuilder.of("small", Vocabulary.of(List.of("a", "E", "_"), "E", "_"), 1)
            .calibration(new double[] {0}, (x, prefix, token) -> new double[] {0})
            .student(new double[] {0}, (x, prefix, token) -> new double[] {0})
            .prompts(List.of("p", "q/1"), List.of("q/2"))
            .kinds(id -> id.equals("p") ? "" : "question")
            .groups(id -> id.equals("p") ? "alone" : "")
            .verifier((x, answer) -> 1)
            .build();
    assertEquals(new Prompt("p", "", "", "alone"), prompt(built, "p"));
    assertEquals(Prompt.of("q/2").withKind("question"), prompt(built, "q/2"));
  }
}
