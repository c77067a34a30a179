package dev.ccl.algorithms.run;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.primitives.ImmutableDoubleArray;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JsonFileTest {
  private static String refusal(String text) {
    return assertThrows(IllegalArgumentException.class, () -> JsonFile.read("a file", text), text)
        .getMessage();
  }

  @Test
  void aFileIsOneDocumentWithEachFieldOnce() {
    assertEquals(2, JsonFile.read("a file", "{\"a\":1,\"b\":2}\n").path("b").asInt());
    for (String text : new String[] {"{\"a\":1}\n{\"a\":2}", "{\"a\":1}\n 2"}) {
      assertTrue(refusal(text).startsWith("a file: line 2: Trailing token"), refusal(text));
    }
    assertEquals("a file: line 3: Duplicate field 'a'", refusal("{\"a\":1,\n\"b\":2,\n\"a\":2}"));
    String within = "{\"b\":[{\"c\":1,\n\"c\":2}]}";
    assertEquals("a file: line 2: Duplicate field 'c'", refusal(within));
    assertTrue(refusal("{\"a\":1,\n\n\n!}").startsWith("a file: line 4: "));
  }

  /** Letters of all alphabets, in what is sealed and in what is read. */
  @Test
  void whatIsSealedIsReadAndNothingElse() {
    byte[] sealed =
        JsonFile.sealed(
            json -> {
              json.writeStringField("name", "β → 語");
              json.writeNumberField("checked", 7);
            });
    String text = new String(sealed, StandardCharsets.UTF_8);
    assertEquals("β → 語", JsonFile.readSealed("a file", text).path("name").asText());
    assertEquals(7, JsonFile.readSealed("a file", text).path("checked").asInt());
    assertUnsealed("its checksum does not fit its content", text.replace('β', 'γ'));
    assertUnsealed("its checksum does not fit its content", text.stripTrailing());
    assertUnsealed("its checksum does not fit its content", text + " ");
    assertUnsealed("it does not end with a checksum", text.replace("checksum", "Checksum"));
    assertUnsealed("it does not end with a checksum", "");
  }

  /** Of these two {@code Double.toString} of Java 17 writes more digits than later ones. */
  @Test
  void numbersAreTheShortestOnEveryJava() {
    byte[] bytes =
        JsonFile.bytes(
            json ->
                JsonFile.vector(
                    json, "x", ImmutableDoubleArray.of(Double.parseDouble("2e23"), 0x1p-44)));
    assertEquals(
        "{\n  \"x\":[2.0E23,5.684341886080802E-14]\n}\n",
        new String(bytes, StandardCharsets.UTF_8).replaceAll("(?<=[\\[,]) | (?=\\])", ""));
  }

  private static JsonFile.Content content() {
    return json -> {
      json.writeStringField("name", "β → 語");
      double large = Double.parseDouble("2e23"); // of which some Javas show too many digits
      JsonFile.vector(json, "numbers", ImmutableDoubleArray.of(2e-3, large, -0.0, 1.0 / 3));
    };
  }

  /** The same bytes on every machine and Java: lines, and the shortest digits of each number. */
  @Test
  void aFileIsWhatItsContentSays(@TempDir Path directory) throws IOException {
    String text =
        "{\n  \"name\":\"β → 語\",\n"
            + "  \"numbers\":[ 0.002, 2.0E23, -0.0, 0.3333333333333333 ]\n}\n";
    assertEquals(text, new String(JsonFile.bytes(content()), StandardCharsets.UTF_8));
    Path file = directory.resolve("plain.json");
    Files.writeString(file, "something longer than what is written now".repeat(9));
    JsonFile.write(file, content());
    assertEquals(text, Files.readString(file));
    assertEquals("β → 語", JsonFile.read(file).path("name").asText());
    JsonFile.writeSealed(file, content());
    assertArrayEquals(JsonFile.sealed(content()), Files.readAllBytes(file));
    assertEquals("β → 語", JsonFile.readSealed(file).path("name").asText());
    try (Stream<Path> files = Files.list(directory)) {
      assertEquals(List.of(file), files.toList());
    }
  }

  /** The file and the line, in every language. */
  @Test
  void aFileThatIsNoJsonIsNamed(@TempDir Path directory) throws IOException {
    Path file = Files.writeString(directory.resolve("cut.json"), "{\"a\":1,\n\n\"b\":!}");
    Locale before = Locale.getDefault();
    try {
      for (String language : List.of("en", "ar-EG")) {
        Locale.setDefault(Locale.forLanguageTag(language));
        String message =
            assertThrows(IllegalArgumentException.class, () -> JsonFile.read(file)).getMessage();
        assertTrue(message.startsWith(file + ": line 3: "), message);
        assertFalse(message.contains("\n"), "one line: " + message);
      }
    } finally {
      Locale.setDefault(before);
    }
    assertThrows(NoSuchFileException.class, () -> JsonFile.read(directory.resolve("none")));
  }

  /** A damaged disk leaves bytes that are no letters. */
  @Test
  void bytesThatAreNoTextAreDamage(@TempDir Path directory) throws IOException {
    byte[] sealed = JsonFile.sealed(json -> json.writeStringField("name", "abc"));
    sealed[new String(sealed, StandardCharsets.UTF_8).indexOf('b')] = (byte) 0xff;
    Path file = Files.write(directory.resolve("sealed.json"), sealed);
    assertEquals(
        file + " is damaged: its checksum does not fit its content",
        assertThrows(IllegalArgumentException.class, () -> JsonFile.readSealed(file)).getMessage());
  }

  private static void assertUnsealed(String reason, String text) {
    assertEquals(
        "a file is damaged: " + reason,
        assertThrows(IllegalArgumentException.class, () -> JsonFile.readSealed("a file", text))
            .getMessage());
  }
}
