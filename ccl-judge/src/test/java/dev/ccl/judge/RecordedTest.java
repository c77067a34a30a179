package dev.ccl.judge;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RecordedTest {
  @Test
  void theSameTextPasses() {
    Recorded.check(RecordedTest.class, "two-lines.txt", "one\ntwo\n");
  }

  @Test
  void everyOtherTextFailsAtItsFirstOtherLine() {
    for (String other : List.of("one\ntoo\n", "one\ntwo", "one\n", "one\n two\n")) {
      String message = refused("two-lines.txt", other);
      assertTrue(message.contains("first in line " + (other.equals("one\ntwo") ? 3 : 2)), message);
      assertTrue(message.contains("Find the cause first"), message);
    }
    assertTrue(refused("two-lines.txt", "").contains("recorded: one"));
    assertTrue(refused("two-lines.txt", "one\ntwo\n\n").contains("first in line 4"));
  }

  /** Name, line, and both texts of that line; a line that is not there is said to be missing. */
  @Test
  void aFailureShowsBothLines() {
    String message =
        assertThrows(AssertionError.class, () -> Recorded.compare("a.txt", "1\n2\n3", "1\n2\nx\n4"))
            .getMessage();
    assertEquals(
        List.of(
            "a.txt differs from what was recorded, first in line 3:",
            "  recorded: 3",
            "  now:      x"),
        message.lines().limit(3).toList());
    String longer =
        assertThrows(AssertionError.class, () -> Recorded.compare("a.txt", "1", "1\n2"))
            .getMessage();
    assertEquals(
        List.of("  recorded: (no such line)", "  now:      2"),
        longer.lines().skip(1).limit(2).toList());
    assertTrue(longer.endsWith("in the module's directory"));
  }

  /** Where it records, it writes beside the test's package and never passes. */
  @Test
  void aBuildThatRecordsFails(@TempDir Path directory) throws IOException {
    String before = System.getProperty("ccl.record", "");
    System.setProperty("ccl.record", directory.toString());
    try {
      Path file = directory.resolve("dev/ccl/judge/two-lines.txt");
      assertEquals(
          "recorded, now read what changed: " + file, refused("two-lines.txt", "one\ntwo\n"));
      assertEquals("one\ntwo\n", Files.readString(file));
    } finally {
      System.setProperty("ccl.record", before);
    }
  }

  /** Texts are in UTF-8, whatever the machine takes for its own. */
  @Test
  void lettersOfAllKindsAreCompared() {
    Recorded.check(RecordedTest.class, "greek.txt", "λ ≤ ½, π* → 𝒦\n");
    assertTrue(refused("greek.txt", "λ ≤ ¼, π* → 𝒦\n").contains("recorded: λ ≤ ½, π* → 𝒦\n"));
  }

  /** Nothing is left of a longer text that was recorded before. */
  @Test
  void whatIsRecordedAnewReplacesWhatWas(@TempDir Path directory) throws IOException {
    String before = System.getProperty("ccl.record", "");
    System.setProperty("ccl.record", directory.toString());
    try {
      for (String text : List.of("one\ntwo\nthree\n", "λ ≤ ½\n", "")) {
        Path file = directory.resolve("java/util/any.txt"); // beside the class
        String message =
            assertThrows(AssertionError.class, () -> Recorded.check(List.class, "any.txt", text))
                .getMessage();
        assertEquals("recorded, now read what changed: " + file, message);
        assertArrayEquals(text.getBytes(StandardCharsets.UTF_8), Files.readAllBytes(file));
      }
    } finally {
      System.setProperty("ccl.record", before);
    }
  }

  @Test
  void whatWasNeverRecordedFails() {
    assertEquals(0, refused("none.txt", "one").indexOf("none.txt was never recorded"));
  }

  private static String refused(String name, String text) {
    return assertThrows(AssertionError.class, () -> Recorded.check(RecordedTest.class, name, text))
        .getMessage();
  }
}
