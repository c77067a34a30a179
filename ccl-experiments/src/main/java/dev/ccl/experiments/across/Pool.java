package dev.ccl.experiments.across;

import com.google.common.collect.ImmutableList;
import dev.ccl.experiments.recording.Bootstrap;
import dev.ccl.experiments.recording.Change;
import dev.ccl.experiments.recording.Curve;
import dev.ccl.experiments.recording.Recording;
import dev.ccl.experiments.run.Measure;
import java.util.Arrays;
import java.util.List;

/**
 * Cells that share a point of a picture. The interval of one cell is over its seeds; that of
 * several is over the means of the cells, which differ by more than their seeds do.
 */
final class Pool {
  private final ImmutableList<StudyCell> cells;

  private Pool(ImmutableList<StudyCell> cells) {
    this.cells = cells;
  }

  static Pool of(List<StudyCell> cells) {
    return new Pool(ImmutableList.copyOf(cells));
  }

  int size() {
    return cells.size();
  }

  StudyCell first() {
    return cells.get(0);
  }

  /** The mean with its intervals at the rounds that all cells have recorded. */
  Curve curve(Measure measure) {
    if (cells.size() == 1) {
      return first().recording().curve(measure);
    }
    double[] rounds = first().recording().rounds();
    for (StudyCell cell : cells) {
      double[] own = cell.recording().rounds();
      rounds = Arrays.stream(rounds).filter(r -> Arrays.binarySearch(own, r) >= 0).toArray();
    }
    double[][] means = new double[cells.size()][rounds.length];
    for (int k = 0; k < means.length; k++) {
      Curve curve = cells.get(k).recording().curve(measure);
      for (int i = 0; i < rounds.length; i++) {
        means[k][i] = curve.mean().get(curve.indexUpTo(rounds[i]));
      }
    }
    return Bootstrap.of(rounds, means).curve();
  }

  /** What became of a measure from the first recorded round to the last. */
  Change change(Measure measure) {
    Curve curve = curve(measure);
    int last = curve.mean().length() - 1;
    return new Change(
        curve.mean().get(0), curve.last(), curve.low().get(last), curve.high().get(last));
  }

  /** Returns how many source rewards a seed of a cell has asked for, on average over the cells. */
  double rewards() {
    return cells.stream().mapToDouble(Pool::rewards).average().orElse(Double.NaN);
  }

  /** Returns the same up to a round, for learners that ask for as many in each. */
  double rewardsUpTo(double round) {
    return cells.stream()
        .mapToDouble(cell -> cell.recording().spentUpTo("sourceQueries", round))
        .average()
        .orElse(Double.NaN);
  }

  private static double rewards(StudyCell cell) {
    Recording recording = cell.recording();
    return recording.spent("sourceQueries").doubleValue() / recording.seeds().size();
  }

  /** Whether intervals say something. */
  boolean hasIntervals() {
    return cells.size() > 1 || first().recording().seeds().size() > 1;
  }
}
