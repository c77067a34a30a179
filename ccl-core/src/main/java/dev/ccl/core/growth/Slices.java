package dev.ccl.core.growth;

/**
 * Shares nodes of a flow among threads in slices. Where a slice ends depends on the nodes alone, so
 * sums that are made by slice and then added in their order are the same for any number of threads.
 */
public final class Slices {
  /** No more slices are made. */
  public static final int MOST = 16;

  private static final int EDGES = 512; // fewer are not worth a thread

  private Slices() {}

  /** What is done with a slice. */
  @FunctionalInterface
  public interface Task {
    /**
     * Does the nodes of a slice.
     *
     * @param first the first node
     * @param end the node after the last
     * @param slice the number of the slice, below {@link #MOST}
     * @param worker a number below that of the threads which no other running task has
     */
    void run(int first, int end, int slice, int worker);
  }

  /**
   * Shares nodes.
   *
   * @param flow the flow
   * @param from the first node
   * @param to the node after the last
   * @param workers the threads
   * @param task what to do with each slice
   * @return the number of slices
   */
  public static int share(Flow flow, int from, int to, Workers workers, Task task) {
    long nodes = (long) to - from;
    int worth = (flow.firstEdge(to) - flow.firstEdge(from)) / EDGES;
    int slices = (int) Math.max(1, Math.min(Math.min(MOST, nodes), worth));
    workers.run(
        0,
        slices,
        (p, worker) ->
            task.run(
                from + (int) (p * nodes / slices),
                from + (int) ((p + 1) * nodes / slices),
                p,
                worker));
    return slices;
  }
}
