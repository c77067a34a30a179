package dev.ccl.core.growth;

/**
 * What it has cost to know the states of a forest.
 *
 * @param asked states about which the frozen models were asked, repetitions counted
 * @param calls calls of frozen models, each about many states
 * @param forgotten states that were forgotten to make room
 * @param kept states known now
 * @param edges their legal tokens
 * @param bytes their memory
 */
public record GrowthCounts(
    long asked, long calls, long forgotten, long kept, long edges, long bytes) {
  /** Nothing is known and nothing was asked. */
  public static final GrowthCounts NONE = new GrowthCounts(0, 0, 0, 0, 0, 0);

  /**
   * Returns what has been asked and forgotten since an earlier count, and what is kept now.
   *
   * @param before the earlier count
   * @return the difference
   */
  public GrowthCounts since(GrowthCounts before) {
    return new GrowthCounts(
        asked - before.asked,
        calls - before.calls,
        forgotten - before.forgotten,
        kept,
        edges,
        bytes);
  }
}
