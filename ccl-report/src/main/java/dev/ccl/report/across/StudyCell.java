package dev.ccl.report.across;

import dev.ccl.experiments.recording.RunRecord;
import dev.ccl.experiments.sweep.Coordinates;

/**
 * A cell with what it has recorded.
 *
 * @param place where it is in its grid
 * @param recording what came out
 */
public record StudyCell(Coordinates place, RunRecord recording) {

  /** The text of a coordinate; empty where the cell has none of this name. */
  String text(String key) {
    return place.all().getOrDefault(key, "");
  }
}
