package dev.ccl.core.growing;

/**
 * Slices of a flow's nodes, shared among threads. Where a slice ends depends on the nodes alone, so
 * sums that are made by slice and then added in their order are the same for any number of threads.
 */
public final class Slices {
  /** The largest number of slices. */
  public static final int MOST = 16;

  private static final int EDGES = 512; // fewer are not worth a thread

  private Slices() {}

  /** Work on a slice. */
  @FunctionalInterface
  public interface Task {
    /**
     * Works on the nodes of a slice.
     *
     * @param first the first node
     * @param end the node after the last
     * @param slice the number of the slice, below {@link #MOST}
     * @param worker a number below that of the threads, different from those of other running tasks
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
