package dev.ccl.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** A failure is told on one line, by what went wrong at bottom. */
class ReasonsTest {
  @Test
  void theInnermostMessageCounts() {
    Throwable full = new UncheckedIOException("seed 2", new IOException("no room\nin the inn"));
    assertEquals("IOException: no room", Reasons.of(new IllegalStateException("outer", full)));
    assertEquals("StackOverflowError", Reasons.of(new StackOverflowError()));
    Throwable ended = new IllegalStateException("ended", new RuntimeException(wrong("no such x")));
    assertEquals("no such x", Reasons.of(ended), "what the outer ones are does not count");
    assertEquals(
        "ArithmeticException: by 0",
        Reasons.of(new IllegalArgumentException("outer", new ArithmeticException("by 0"))));
    assertEquals("IOException", Reasons.of(new IOException("  \n ")));
    assertEquals("IOException: late", Reasons.of(new IOException("\n\n late\r\nmore")));
  }

  /** What this program says itself needs no name of a class. */
  @Test
  void ownMessagesStandAlone() {
    assertEquals("rounds: 0 is not at least 1", Reasons.of(wrong("rounds: 0 is not at least 1")));
    assertEquals("IllegalArgumentException", Reasons.of(wrong("")));
    assertEquals("--checkpoints x: no", Reasons.of(new IOException("--checkpoints x: no")));
  }

  private static Throwable wrong(String message) {
    return new IllegalArgumentException(message);
  }

  @Test
  void longLinesAreCutAndNothingMovesTheCursor() {
    assertEquals("a".repeat(400), Reasons.of(wrong("a".repeat(400))));
    assertEquals("a".repeat(400) + "…", Reasons.of(wrong("a".repeat(401))));
    assertEquals(-1, Reasons.of(wrong("red \u001b[31m")).indexOf('\u001b'));
  }

  /** The words are Spark's. */
  @Test
  void aJobThatWasGivenUpSaysHowOftenItWasTried() {
    String before = "Job aborted due to stage failure: Task 3 in stage 7.0 failed ";
    String lost = "Lost task 3.3 in stage 7.0 (TID 40) (10.0.0.1 executor 2): ";
    String after = "java.lang.AssertionError: broken (twice): why\n\tat dev.ccl.A.b(A.java:1)";
    assertEquals(
        "tried 4 times: java.lang.AssertionError: broken (twice): why",
        Reasons.ofJob(
            new Exception(before + "4 times, most recent failure: " + lost + after, null)));
    assertEquals(
        "tried 1 time: ExecutorLostFailure",
        Reasons.ofJob(
            new Exception(
                before + "1 times, most recent failure: " + lost + "ExecutorLostFailure")));
    assertEquals("Exception: cancelled", Reasons.ofJob(new Exception("cancelled")));
  }

  /** Also where the type is one of several that mean bad input, and where a job was tried. */
  @Test
  void kindsOfOwnMessagesAndLongReasonsOfJobs() {
    assertEquals("\"x\" is no number", Reasons.of(new NumberFormatException("\"x\" is no number")));
    assertEquals(
        "IOException: no --checkpoints here", Reasons.of(new IOException("no --checkpoints here")));
    assertEquals(
        "IOException: no room",
        Reasons.ofJob(new IllegalStateException("outer", new IOException("no room"))));
    String tried = "Task 3 failed 12 times, most recent failure: Lost task (TID 4): ";
    String start = "tried 12 times: ";
    assertEquals(
        start + "b".repeat(400 - start.length()) + "…",
        Reasons.ofJob(new Exception(tried + "b".repeat(400))));
    assertEquals(-1, Reasons.ofJob(new Exception(tried + "red \u001b[31m")).indexOf('\u001b'));
  }

  /** Spark counts tasks within a stage, as the slices of a job are counted. */
  @Test
  void theTaskForWhichAJobWasGivenUpIsFound() {
    assertEquals(
        OptionalInt.of(17),
        Reasons.task(
            new Exception(
                "Job aborted due to stage failure: Task 17 in stage 3.0 failed 4 times, most recent"
                    + " failure: Lost task 17.3 in stage 3.0 (TID 40): x")));
    assertEquals(OptionalInt.empty(), Reasons.task(new Exception("Job 3 cancelled")));
  }
}
