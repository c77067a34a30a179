package dev.ccl.core.growing;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.collect.ImmutableMap;
import java.util.Map;

/**
 * Numbers of states asked about, forgotten and kept, and of the calls of models that they took.
 *
 * @param asked states about which the frozen models were asked, repetitions counted
 * @param calls calls of frozen models, each about many states
 * @param forgotten states evicted to make room; those met later were asked about again
 * @param kept states known now
 * @param edges their legal tokens
 * @param bytes their memory
 */
public record StateCounts(
    long asked, long calls, long forgotten, long kept, long edges, long bytes) {
  /** The counts of a forest without known states. */
  public static final StateCounts NONE = new StateCounts(0, 0, 0, 0, 0, 0);

  /**
   * Returns the numbers asked and forgotten since an earlier count, with what is kept now.
   *
   * @param before the earlier count
   * @return the difference
   */
  public StateCounts since(StateCounts before) {
    return new StateCounts(
        asked - before.asked,
        calls - before.calls,
        forgotten - before.forgotten,
        kept,
        edges,
        bytes);
  }

  /**
   * Returns these counts with those of an earlier part of the same run, on forests of its own.
   *
   * @param earlier the counts at the end of the earlier part
   * @return what both have asked and forgotten, and what is kept now
   */
  public StateCounts after(StateCounts earlier) {
    return new StateCounts(
        asked + earlier.asked,
        calls + earlier.calls,
        forgotten + earlier.forgotten,
        kept,
        edges,
        bytes);
  }

  /** {@return the values by their names in the ledger of a run, in the order of the components} */
  public ImmutableMap<String, Long> entries() {
    return ImmutableMap.<String, Long>builder()
        .put("statesAsked", asked)
        .put("modelCalls", calls)
        .put("statesForgotten", forgotten)
        .put("statesKept", kept)
        .put("tokensKept", edges)
        .put("bytesKept", bytes)
        .buildOrThrow();
  }

  /**
   * Returns the counts with the given entries.
   *
   * @param entries names with their values, all those of {@link #entries()}
   * @return the counts
   */
  public static StateCounts of(Map<String, Long> entries) {
    return new StateCounts(
        entry(entries, "statesAsked"),
        entry(entries, "modelCalls"),
        entry(entries, "statesForgotten"),
        entry(entries, "statesKept"),
        entry(entries, "tokensKept"),
        entry(entries, "bytesKept"));
  }

  private static long entry(Map<String, Long> entries, String name) {
    Long value = entries.get(name);
    checkArgument(value != null && value >= 0, "growth: %s is %s", name, value);
    return value;
  }
}
