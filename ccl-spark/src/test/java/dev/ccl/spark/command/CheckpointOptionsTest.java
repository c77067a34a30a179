package dev.ccl.spark.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class CheckpointOptionsTest {
  private static CheckpointOptions parse(String... words) {
    return CommandLine.populateCommand(new CheckpointOptions(), words);
  }

  @Test
  void secondsAreSeconds() {
    assertEquals(Duration.ofSeconds(10), parse().every());
    assertEquals(Duration.ofSeconds(90), parse("--checkpoint-seconds", "90").every());
    parse("--checkpoint-seconds", "1").check();
    CheckpointOptions never = parse("--checkpoint-seconds", "0");
    assertEquals(
        "--checkpoint-seconds: 0 is not at least 1",
        assertThrows(IllegalArgumentException.class, never::check).getMessage());
  }
}
