package dev.ccl.core.growth;

/** Does many items that know nothing of each other, possibly several at a time. */
public interface Workers {
  /** Does one item after the other. */
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

  /** What is done with each item. */
  interface Task {
    /**
     * Does one item.
     *
     * @param item the item
     * @param worker a number below {@link Workers#workers} that no other running task has
     */
    void run(int item, int worker);
  }

  /** {@return how many items are done at a time at most, at least 1} */
  int workers();

  /**
   * Does the items from one to before another and returns when all are done, or when one has thrown
   * something and no other runs any more.
   *
   * @param from the first item
   * @param to the item after the last
   * @param task what is done with each; its result may depend on the item alone
   */
  void run(int from, int to, Task task);
}
