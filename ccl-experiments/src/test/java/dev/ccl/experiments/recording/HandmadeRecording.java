package dev.ccl.experiments.recording;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import dev.ccl.experiments.run.Measure;
import java.math.BigInteger;
import java.util.EnumMap;
import java.util.Map;

/** Recordings of runs that nobody ran. */
public final class HandmadeRecording {
  private HandmadeRecording() {}

  /** A learner whose measures go from 1 to the given ends of its seeds in ten rounds. */
  public static Recording of(String learner, double... ends) {
    return of(learner, ImmutableMap.of(), ends);
  }

  /** The same with settings. */
  public static Recording of(String learner, Map<String, String> settings, double... ends) {
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
    return new Recording(
        ImmutableMap.of("learner", learner),
        settings,
        ImmutableList.of(),
        seeds.build(),
        new double[] {0, 1, 10},
        values,
        ImmutableList.of());
  }

  /** Any rounds and values, all measures alike; each seed has asked for so many source rewards. */
  public static Recording of(String learner, double[] rounds, double[][] values, long... queries) {
    Map<Measure, double[][]> measures = new EnumMap<>(Measure.class);
    for (Measure measure : Measure.values()) {
      measures.put(measure, values);
    }
    ImmutableList.Builder<Long> seeds = ImmutableList.builder();
    ImmutableList.Builder<ImmutableMap<String, BigInteger>> ledgers = ImmutableList.builder();
    for (int i = 0; i < queries.length; i++) {
      seeds.add((long) i);
      ledgers.add(ImmutableMap.of("sourceQueries", BigInteger.valueOf(queries[i])));
    }
    return new Recording(
        ImmutableMap.of("learner", learner),
        ImmutableMap.of(),
        ImmutableList.of(),
        seeds.build(),
        rounds,
        measures,
        ledgers.build());
  }
}
