package dev.ccl.cli.lm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class StudyCommandTest {
  @Test
  void theRestTakesAsLongAsWhatIsDone() {
    assertEquals(12, StudyCommand.left(6, 2, 6));
    assertEquals(0, StudyCommand.left(6, 2, 2));
    assertEquals(2.5, StudyCommand.left(5, 2, 3));
    assertEquals(0.75, StudyCommand.left(0.25, 1, 4));
  }
}
