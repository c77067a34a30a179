package dev.ccl.report.runs;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import dev.ccl.experiments.recording.RunRecord;
import dev.ccl.experiments.run.Measure;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;

/** Recordings of runs that nobody ran. */
public final class HandmadeRecord {
  private HandmadeRecord() {}

  /** A learner whose measures go from 1 to the given ends of its seeds in ten rounds. */
  public static RunRecord of(String learner, double... ends) {
    return of(learner, ImmutableMap.of(), ends);
  }

  /** The same as if it had been read from a directory. */
  public static RunRecord in(String directory, String learner, double... ends) {
    return of(ImmutableMap.of("learner", learner, "directory", directory), ImmutableMap.of(), ends);
  }

  /** The same with settings. */
  public static RunRecord of(String learner, Map<String, String> settings, double... ends) {
    return of(ImmutableMap.of("learner", learner), settings, ends);
  }

  private static RunRecord of(
      ImmutableMap<String, String> facts, Map<String, String> settings, double... ends) {
    double[][] rows = new double[ends.length][];
    for (int i = 0; i < ends.length; i++) {
      rows[i] = new double[] {1, 0.5 + 0.5 * ends[i], ends[i]};
    }
    Map<Measure, double[][]> values = new EnumMap<>(Measure.class);
    for (Measure measure : Measure.values()) {
      values.put(measure, rows);
    }
    ImmutableList.Builder<Long> seeds = ImmutableList.builder();
    for (long i = 0; i < ends.length; i++) {
      seeds.add(i);
    }
    return new RunRecord(
        facts,
        settings,
        ImmutableList.of(),
        seeds.build(),
        new double[] {0, 1, 10},
        values,
        ImmutableList.of());
  }

  /** The same rows of numbers several times, as if other seeds had given them. */
  public static double[][] repeated(int times, double[]... rows) {
    double[][] all = new double[times * rows.length][];
    Arrays.setAll(all, i -> rows[i % rows.length]);
    return all;
  }

  /** The same numbers several times. */
  public static double[] repeated(int times, double... numbers) {
    double[] all = new double[times * numbers.length];
    Arrays.setAll(all, i -> numbers[i % numbers.length]);
    return all;
  }

  /**
   * Any rounds and values, all measures alike; each seed has as many values as it has recorded
   * rounds, and has asked for so many source rewards, the last number for all that follow.
   */
  public static RunRecord of(String learner, double[] rounds, double[][] values, long... queries) {
    Map<Measure, double[][]> measures = new EnumMap<>(Measure.class);
    for (Measure measure : Measure.values()) {
      measures.put(measure, values);
    }
    ImmutableList.Builder<Long> seeds = ImmutableList.builder();
    ImmutableList.Builder<ImmutableMap<String, BigInteger>> ledgers = ImmutableList.builder();
    for (int i = 0; i < values.length; i++) {
      seeds.add((long) i);
      long spent = queries[Math.min(i, queries.length - 1)];
      ledgers.add(ImmutableMap.of("sourceQueries", BigInteger.valueOf(spent)));
    }
    return new RunRecord(
        ImmutableMap.of("learner", learner),
        ImmutableMap.of(),
        ImmutableList.of(),
        seeds.build(),
        rounds,
        measures,
        ledgers.build());
  }

  /** A run with facts and settings of its own; no two measures have the same values. */
  public static RunRecord of(
      Map<String, String> facts,
      Map<String, String> settings,
      double[] rounds,
      double[][] values,
      long... queries) {
    Map<Measure, double[][]> measures = new EnumMap<>(Measure.class);
    for (Measure measure : Measure.values()) {
      measures.put(
          measure,
          Arrays.stream(values)
              .map(row -> Arrays.stream(row).map(v -> (1 + measure.ordinal()) * v).toArray())
              .toArray(double[][]::new));
    }
    ImmutableList.Builder<Long> seeds = ImmutableList.builder();
    ImmutableList.Builder<ImmutableMap<String, BigInteger>> ledgers = ImmutableList.builder();
    for (int i = 0; i < values.length; i++) {
      seeds.add(3L + i);
      long spent = queries[Math.min(i, queries.length - 1)];
      ledgers.add(ImmutableMap.of("sourceQueries", BigInteger.valueOf(spent)));
    }
    return new RunRecord(
        facts, settings, ImmutableList.of(), seeds.build(), rounds, measures, ledgers.build());
  }

  /** A learner that has said something before it ran. */
  public static RunRecord warned(String learner, String... warnings) {
    RunRecord plain = of(learner, 0.5);
    Map<Measure, double[][]> values = new EnumMap<>(Measure.class);
    for (Measure measure : Measure.values()) {
      values.put(measure, new double[][] {{1, 0.75, 0.5}});
    }
    return new RunRecord(
        ImmutableMap.of("learner", learner),
        ImmutableMap.of(),
        ImmutableList.copyOf(warnings),
        plain.seeds(),
        plain.rounds(),
        values,
        ImmutableList.of());
  }

  /** One seed that has spent this by the last of some rounds. */
  public static RunRecord spending(
      String learner, double[] rounds, ImmutableMap<String, BigInteger> ledger) {
    Map<Measure, double[][]> values = new EnumMap<>(Measure.class);
    for (Measure measure : Measure.values()) {
      values.put(measure, new double[][] {Arrays.stream(rounds).map(t -> 1 / (1 + t)).toArray()});
    }
    return new RunRecord(
        ImmutableMap.of("learner", learner),
        ImmutableMap.of(),
        ImmutableList.of(),
        ImmutableList.of(7L),
        rounds,
        values,
        ImmutableList.of(ledger));
  }
}
