package dev.ccl.core.growing;

/** Runs independent work items, possibly in parallel. */
public interface Workers {
  /** Runs one item after the other in the caller's thread. */
  Workers ALONE =
      new Workers() {
        @Override
        public int workers() {
          return 1;
        }

        @Override
        public void run(int from, int to, Task task) {
          for (int item = from; item < to; item++) {
            task.run(item, 0);
          }
        }
      };

  /** Work on one item. */
  interface Task {
    /**
     * Works on one item.
     *
     * @param item the item
     * @param worker a number below {@link Workers#workers}, different from those of other running
     *     tasks
     */
    void run(int item, int worker);
  }

  /** {@return the largest number of items worked on at a time, at least 1} */
  int workers();

  /**
   * Works on a range of items and returns when all are done, or when one has thrown an exception
   * and no other runs any more.
   *
   * @param from the first item
   * @param to the item after the last
   * @param task work on each; its result may depend on the item alone
   */
  void run(int from, int to, Task task);
}
