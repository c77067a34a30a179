package dev.ccl.spark.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A cluster without workers is spoken of after twenty seconds on end, once per absence. */
class WorkersWatchTest {
  private static final String LINE =
      "no worker of spark://x:7077 has been there for 20 seconds; waiting for one"
          + " (Ctrl-C keeps what was finished)";

  private final List<String> told = new ArrayList<>();
  private boolean there;
  private final WorkersWatch watch = new WorkersWatch("spark://x:7077", () -> there, told::add);

  @Test
  void oneAbsenceIsToldOnce() {
    seconds(19);
    assertEquals(List.of(), told);
    seconds(1);
    assertEquals(List.of(LINE), told);
    seconds(100);
    assertEquals(List.of(LINE), told);
  }

  /** Absences are not added up. */
  @Test
  void aWorkerThatComesStartsTheCountAnew() {
    seconds(19);
    there = true;
    seconds(1);
    there = false;
    seconds(19);
    assertEquals(List.of(), told);
    seconds(1);
    assertEquals(List.of(LINE), told);
    there = true;
    seconds(40);
    there = false;
    seconds(20);
    assertEquals(List.of(LINE, LINE), told);
  }

  @Test
  void whereWorkersAreNothingIsSaid() {
    there = true;
    seconds(60);
    assertEquals(List.of(), told);
  }

  private void seconds(int count) {
    for (int i = 0; i < count; i++) {
      watch.look();
    }
  }
}
