package dev.ccl.judge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

class FalseAlarmsTest {
  @TempDir private Path directory;

  @Test
  void levelsOfAClassAddUp() {
    FalseAlarms alarms = new FalseAlarms();
    alarms.add("a.OneTest", 0.25);
    alarms.add("a.OneTest", 0.5);
    alarms.add("a.OtherTest", 0);
    alarms.write(directory.resolve("of-a-module"));
    assertEquals(
        Map.of("a.OneTest", 0.75, "a.OtherTest", 0.0),
        FalseAlarms.read(directory.resolve("of-a-module")));
  }

  /** What an earlier build wrote of a class is replaced, what it wrote of others stays. */
  @Test
  void aLaterBuildReplacesTheSumsOfItsClasses() {
    FalseAlarms before = new FalseAlarms();
    before.add("a.OneTest", 1e-13 / 3);
    before.add("a.OtherTest", 1e-13 / 7);
    before.write(directory);
    assertEquals(
        Map.of("a.OneTest", 1e-13 / 3, "a.OtherTest", 1e-13 / 7), FalseAlarms.read(directory));
    FalseAlarms after = new FalseAlarms();
    after.add("a.OneTest", 0.5);
    after.write(directory);
    assertEquals(Map.of("a.OneTest", 0.5, "a.OtherTest", 1e-13 / 7), FalseAlarms.read(directory));
  }

  private static final class Group {}

  /** A group counts for the class that holds it, as whatever is on the stack does. */
  @Test
  void levelsCountForTheOutermostClass() {
    assertEquals(0, FalseAlarms.declared(Path.class));
    FalseAlarms.declare(0x1p-80);
    FalseAlarms.declare(Group.class, 0x1p-82);
    assertEquals(0x1.4p-80, FalseAlarms.declared(FalseAlarmsTest.class));
    assertEquals(0x1.4p-80, FalseAlarms.declared(Group.class));
    ToleranceTest.declare(0x1p-81); // the test that runs has it, not the one that lends a hand
    assertEquals(0x1.cp-80, FalseAlarms.declared(FalseAlarmsTest.class));
    assertEquals(0, FalseAlarms.declared(ToleranceTest.class));
  }

  @Test
  void whatDidNotRunDeclaresNothing() {
    assertEquals(Map.of(), FalseAlarms.read(directory.resolve("nowhere")));
  }

  @Test
  void levelsAreProbabilities() {
    for (double level : new double[] {-1e-9, Double.NaN, 1.5}) {
      String message = "level: " + level + " is no probability";
      assertEquals(message, refusal(() -> FalseAlarms.declare(level)));
      assertEquals(message, refusal(() -> FalseAlarms.declare(Group.class, level)));
    }
    FalseAlarms alarms = new FalseAlarms();
    alarms.add("a.Test", 1);
    alarms.add("a.Test", 0);
    alarms.write(directory.resolve("deep").resolve("er"));
    assertEquals(Map.of("a.Test", 1.0), FalseAlarms.read(directory.resolve("deep/er")));
  }

  private static String refusal(Executable declaration) {
    return assertThrows(IllegalArgumentException.class, declaration).getMessage();
  }
}
