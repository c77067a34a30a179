package dev.ccl.experiments.recording;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import dev.ccl.experiments.run.Measure;
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
}
