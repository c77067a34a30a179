package dev.ccl.core.instance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.instance.BreachesTest.Change;
import dev.ccl.core.instance.BreachesTest.Changes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** The line of a compact file changed everywhere in one place, before the same columns. */
class CompactBreachesTest {
  /** What the line and the document both have is judged in the same words. */
  @Test
  void theLineIsJudgedLikeTheDocument() throws IOException {
    Instance instance = BaseDocument.read(BreachesTest.EXPLICIT);
    byte[] bytes = BaseDocument.unpacked(BaseDocument.compact(instance));
    int end = 0;
    while (bytes[end] != '\n') {
      end++;
    }
    byte[] columns = Arrays.copyOfRange(bytes, end, bytes.length);
    Changes changes = new Changes(new String(bytes, 0, end, StandardCharsets.UTF_8));
    for (Change change : changes.twice) {
      assertEquals(change.place() + ": the key appears twice", said(change, columns));
    }
    ByteArrayOutputStream json = new ByteArrayOutputStream();
    InstanceWriter.write(instance, json);
    Map<String, String> ofDocument = new HashMap<>();
    for (Change change : new Changes(json.toString(StandardCharsets.UTF_8)).all) {
      ofDocument.put(change.place() + change.what(), BreachesTest.said(change.text()));
    }
    int compared = 0;
    for (Change change : changes.all) {
      String said = said(change, columns);
      boolean isOfOneForm =
          change
              .place()
              .matches(
                  "(format|vocabulary|width).*|.*dimension|prompts(\\[.](.states|.rewards)?)?");
      if (!isOfOneForm) {
        assertEquals(ofDocument.get(change.place() + change.what()), said, change.place());
        compared++;
      }
    }
    assertTrue(compared > 80, compared + " were compared");
  }

  private static String said(Change change, byte[] columns) throws IOException {
    ByteArrayOutputStream changed = new ByteArrayOutputStream();
    changed.writeBytes(change.text().getBytes(StandardCharsets.UTF_8));
    changed.writeBytes(columns);
    return BreachesTest.said(BaseDocument.gzip(changed.toByteArray()));
  }

  /** What is said of the base document with another line, and with other columns. */
  private static String said(UnaryOperator<String> line, UnaryOperator<byte[]> columns)
      throws IOException {
    byte[] bytes =
        BaseDocument.unpacked(BaseDocument.compact(BaseDocument.read(BaseDocument.TEXT)));
    int end = 0;
    while (bytes[end] != '\n') {
      end++;
    }
    ByteArrayOutputStream changed = new ByteArrayOutputStream();
    String text = new String(bytes, 0, end, StandardCharsets.UTF_8);
    changed.writeBytes(line.apply(text).getBytes(StandardCharsets.UTF_8));
    changed.write('\n');
    changed.writeBytes(columns.apply(Arrays.copyOfRange(bytes, end + 1, bytes.length)));
    return BreachesTest.said(BaseDocument.gzip(changed.toByteArray()));
  }

  /** Three rewards of each prompt: the sum stays where one has fewer and the other more. */
  @Test
  void rewardsAreCountedByPrompt() throws IOException {
    for (int[] counts : new int[][] {{0, 6}, {2, 4}, {3, 3}, {4, 2}, {6, 0}}) {
      String said =
          said(
              line ->
                  line.replaceFirst(
                      "\"rewards\": 3(.*)\"rewards\": 3",
                      "\"rewards\": %d$1\"rewards\": %d".formatted(counts[0], counts[1])),
              columns -> columns);
      if (counts[0] == 3) {
        assertTrue(said.startsWith("fine"), said);
      } else {
        assertEquals(
            counts[0] == 0
                ? "prompts[0].rewards: no reward for answer [EOS] of a source prompt"
                : "prompts[0].rewards: " + counts[0] + " numbers, not 3",
            said);
      }
    }
  }

  private static String withByte(int at, int value) throws IOException {
    return said(
        line -> line,
        columns -> {
          columns[at] = (byte) value;
          return columns;
        });
  }

  /** Columns of 4 depths, 4 degrees, 2 prefixes and 8 tokens, the lowest bytes of each first. */
  @Test
  void integersOfColumns() throws IOException {
    assertEquals("column depth: -2147483647 is negative", withByte(12 + 1, 0x80));
    assertEquals("column degree: -2147483646 is negative", withByte(16 + 12 + 3, 0x80));
    assertEquals("column prefix: -2147483648 is negative", withByte(32 + 6 + 1, 0x80));
    assertEquals("column token: -2147483648 is negative", withByte(40 + 24, 0x80));
    assertEquals(
        "prompts[1].states[1].prefix[0]: 3 is no place in a vocabulary of 3", withByte(32 + 1, 3));
    assertEquals(
        "prompts[1].states[1].tokens[1].token: 3 is no place in a vocabulary of 3",
        withByte(40 + 7, 3));
    assertEquals(
        "prompts[1].states[1].tokens[1].token: \"null\" is legal only after eos",
        withByte(40 + 7, 2));
  }

  @Test
  void columnsThatEndTooEarly() throws IOException {
    assertEquals(
        "column depth: the file ends too early: 15 bytes, not 16",
        said(line -> line, columns -> Arrays.copyOf(columns, 15)));
    assertEquals(
        "column token: the file ends too early: 0 bytes, not 32",
        said(line -> line, columns -> Arrays.copyOf(columns, 40)));
    assertEquals(
        "column phi[1]: the file ends too early: 63 bytes, not 64",
        said(line -> line, columns -> Arrays.copyOf(columns, 72 + 64 + 63)));
    assertEquals(
        "column reward: the file ends too early: 47 bytes, not 48",
        said(line -> line, columns -> Arrays.copyOf(columns, columns.length - 1)));
    int whole = 72 + 3 * 64 + 32 + 48;
    for (int states : new int[] {134217726, 134217727}) { // and two of the second prompt
      assertEquals(
          states == 134217726
              ? "column depth: the file ends too early: " + whole + " bytes, not 536870912"
              : "column depth: 134217729 numbers are more than 134217728",
          said(
              line -> line.replaceFirst("\"states\": 2", "\"states\": " + states),
              columns -> columns));
    }
  }
}
