package dev.ccl.experiments.recording;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.experiments.summary.Summary;
import java.util.Arrays;
import java.util.function.ToDoubleFunction;

/**
 * A quantity at each recorded round, summed up over seeds or cells.
 *
 * @param rounds the rounds
 * @param summaries what the quantity was at each
 */
public record Curve(ImmutableDoubleArray rounds, ImmutableList<Summary> summaries) {

  /**
   * Sums up rows of numbers.
   *
   * @param rounds the rounds, increasing; read
   * @param rows for each seed at least as many numbers as there are rounds; read
   * @return one summary per round
   */
  public static Curve of(double[] rounds, double[][] rows) {
    ImmutableList.Builder<Summary> summaries = ImmutableList.builder();
    for (int i = 0; i < rounds.length; i++) {
      int at = i;
      summaries.add(Summary.of(Arrays.stream(rows).mapToDouble(row -> row[at]).toArray()));
    }
    return new Curve(ImmutableDoubleArray.copyOf(rounds), summaries.build());
  }

  /** {@return whether there are intervals} */
  public boolean hasIntervals() {
    return summaries.get(0).hasInterval();
  }

  /** {@return the medians} */
  public double[] medians() {
    return column(Summary::median);
  }

  /** {@return the lower ends of the intervals} */
  public double[] lows() {
    return column(Summary::low);
  }

  /** {@return the upper ends of the intervals} */
  public double[] highs() {
    return column(Summary::high);
  }

  private double[] column(ToDoubleFunction<Summary> number) {
    return summaries.stream().mapToDouble(number).toArray();
  }

  /** {@return what it was at the last round} */
  public Summary last() {
    return summaries.get(summaries.size() - 1);
  }

  /**
   * Returns what it was at a round.
   *
   * @param round a round, not before the first recorded one
   * @return the summary at the last recorded round up to it
   */
  public Summary upTo(double round) {
    int index = rounds.length() - 1;
    while (index > 0 && rounds.get(index) > round) {
      index--;
    }
    return summaries.get(index);
  }

  /**
   * Returns the index of the first round from which on the median stays below a level.
   *
   * @param level the level
   * @return the index, or −1 if the last median is not below the level
   */
  public int fallsBelow(double level) {
    int index = summaries.size();
    while (index > 0 && summaries.get(index - 1).median() < level) {
      index--;
    }
    return index == summaries.size() ? -1 : index;
  }
}
