package dev.ccl.experiments.recording;

import dev.ccl.experiments.chart.Numbers;
import dev.ccl.experiments.run.Measure;
import java.util.Optional;

/**
 * What became of a measure of which lower is better.
 *
 * @param start the mean before the first round
 * @param end the mean at a later round
 * @param low the lower end of its 95 % interval; the mean itself where there is one seed
 * @param high the upper end
 */
public record Change(double start, double end, double low, double high) {

  /** What can be said. */
  public enum Direction {
    /** The interval is below the start. */
    BETTER,
    /** The start is in the interval. */
    UNCLEAR,
    /** The interval is above the start. */
    WORSE
  }

  /**
   * Compares a round with round 0.
   *
   * @param recording a recording
   * @param measure what to compare
   * @param round a recorded round
   * @return the change, if the measure is known and round 0 was recorded
   */
  public static Optional<Change> of(Recording recording, Measure measure, double round) {
    if (!recording.has(measure) || recording.rounds()[0] != 0) {
      return Optional.empty();
    }
    Curve curve = recording.curve(measure);
    int at = curve.indexUpTo(round);
    return Optional.of(
        new Change(
            curve.mean().get(0), curve.mean().get(at), curve.low().get(at), curve.high().get(at)));
  }

  /**
   * Returns which way it went.
   *
   * @return better only where the whole interval is
   */
  public Direction direction() {
    if (high < start) {
      return Direction.BETTER;
    }
    return low > start ? Direction.WORSE : Direction.UNCLEAR;
  }

  /**
   * Says it for a table.
   *
   * @return such as {@code 12× lower} or {@code worse}
   */
  public String word() {
    return switch (direction()) {
      case BETTER -> end > 0 ? Numbers.text(start / end) + "× lower" : "0";
      case UNCLEAR -> "unclear";
      case WORSE -> "worse";
    };
  }

  /**
   * Says it in a sentence.
   *
   * @return what became of it, with the value at the start where it did not get better
   */
  public String text() {
    return switch (direction()) {
      case BETTER ->
          end > 0 ? Numbers.text(start / end) + " times lower than at the start" : "down to 0";
      case UNCLEAR -> "not told apart from the " + Numbers.text(start) + " at the start";
      case WORSE -> "worse than at the start, where it was " + Numbers.text(start);
    };
  }
}
