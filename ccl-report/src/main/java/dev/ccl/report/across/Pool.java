package dev.ccl.report.across;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import dev.ccl.experiments.recording.Change;
import dev.ccl.experiments.recording.Curve;
import dev.ccl.experiments.recording.RunRecord;
import dev.ccl.experiments.run.Measure;
import dev.ccl.experiments.summary.Median;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Cells that share a point of a picture: a sample of seeds if there is one cell, otherwise one of
 * cells, each of which is the median of its seeds, since cells differ by more than their seeds do.
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

  /** The sample at the rounds that all cells have recorded. */
  Curve curve(Measure measure) {
    if (cells.size() == 1) {
      return first().recording().curve(measure);
    }
    double[] rounds = first().recording().rounds();
    for (StudyCell cell : cells) {
      double[] own = cell.recording().rounds();
      rounds = Arrays.stream(rounds).filter(r -> Arrays.binarySearch(own, r) >= 0).toArray();
    }
    double[][] medians = new double[cells.size()][rounds.length];
    for (int k = 0; k < medians.length; k++) {
      Curve curve = cells.get(k).recording().curve(measure);
      for (int i = 0; i < rounds.length; i++) {
        medians[k][i] = curve.upTo(rounds[i]).median();
      }
    }
    return Curve.of(rounds, medians);
  }

  /** What became of a measure from the first recorded round of each seed to its last. */
  Change change(Measure measure) {
    return Change.of(sample(r -> r.first(measure)), last(measure));
  }

  /** The sample at the last recorded round of each seed. */
  double[] last(Measure measure) {
    return sample(r -> r.last(measure));
  }

  private double[] sample(Function<RunRecord, double[]> bySeed) {
    return cells.size() == 1
        ? bySeed.apply(first().recording())
        : cells.stream().mapToDouble(cell -> Median.of(bySeed.apply(cell.recording()))).toArray();
  }

  /**
   * The same by what it is of: seeds of an instance, or instances. Where two pools have the same
   * keys, their numbers are pairs. Cells that share an instance have no keys.
   */
  ImmutableMap<String, Double> paired(Measure measure) {
    double[] last = last(measure);
    Map<String, Double> byKey = new LinkedHashMap<>();
    for (int i = 0; i < last.length; i++) {
      StudyCell cell = cells.get(cells.size() == 1 ? 0 : i);
      String instance = cell.recording().fact("instanceDigest");
      byKey.put(
          cells.size() == 1 ? instance + " " + cell.recording().seeds().get(i) : instance, last[i]);
    }
    return byKey.size() == last.length ? ImmutableMap.copyOf(byKey) : ImmutableMap.of();
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
    RunRecord recording = cell.recording();
    return recording.spent("sourceQueries").doubleValue() / recording.seeds().size();
  }
}
