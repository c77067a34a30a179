package dev.ccl.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
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

  @Test
  void whatDidNotRunDeclaresNothing() {
    assertEquals(Map.of(), FalseAlarms.read(directory.resolve("nowhere")));
  }

  @Test
  void levelsAreProbabilities() {
    assertThrows(IllegalArgumentException.class, () -> FalseAlarms.declare(-1e-9));
    assertThrows(IllegalArgumentException.class, () -> FalseAlarms.declare(Double.NaN));
    assertThrows(IllegalArgumentException.class, () -> FalseAlarms.declare(1.5));
  }
}
