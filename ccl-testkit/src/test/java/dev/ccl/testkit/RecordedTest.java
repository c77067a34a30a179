package dev.ccl.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

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

  @Test
  void whatWasNeverRecordedFails() {
    assertEquals(0, refused("none.txt", "one").indexOf("none.txt was never recorded"));
  }

  private static String refused(String name, String text) {
    return assertThrows(AssertionError.class, () -> Recorded.check(RecordedTest.class, name, text))
        .getMessage();
  }
}
