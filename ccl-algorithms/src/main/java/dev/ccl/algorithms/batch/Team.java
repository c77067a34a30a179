package dev.ccl.algorithms.batch;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * A fixed group of threads that share the items of a range. The caller is one of them. Which worker
 * gets which item is left to chance, so a task's result may depend on the item alone.
 */
final class Team implements AutoCloseable {
  /** What is done with each item. */
  interface Task {
    /**
     * Does one item.
     *
     * @param item the item
     * @param worker a number below {@link Team#workers} that no other running task has
     */
    void run(int item, int worker);
  }

  private static final int SPINS = 20_000; // before a waiting thread goes to sleep

  private final Thread[] helpers;
  private final AtomicInteger next = new AtomicInteger();
  private final AtomicInteger busy = new AtomicInteger();
  private final AtomicLong shift = new AtomicLong(); // grows with every range
  private volatile boolean closed;
  private volatile RuntimeException failure;
  private Task task;
  private int end;

  private Team(int workers) {
    this.helpers = new Thread[workers - 1];
    for (int i = 0; i < helpers.length; i++) {
      int worker = i + 1;
      helpers[i] = new Thread(() -> help(worker), "ccl-sweep-" + worker);
      helpers[i].setDaemon(true);
      helpers[i].start();
    }
  }

  static Team of(int workers) {
    return new Team(Math.max(workers, 1));
  }

  int workers() {
    return helpers.length + 1;
  }

  /** Does the items from one to before another and returns when all are done. */
  void run(int from, int to, Task work) {
    if (helpers.length == 0 || to - from < 4) {
      for (int item = from; item < to; item++) {
        work.run(item, 0);
      }
      return;
    }
    task = work;
    end = to;
    next.set(from);
    busy.set(helpers.length);
    shift.incrementAndGet(); // publishes the fields above
    for (Thread helper : helpers) {
      LockSupport.unpark(helper);
    }
    share(0);
    for (int spins = 0; busy.get() > 0; spins++) {
      if (spins < SPINS) {
        Thread.onSpinWait();
      } else {
        Thread.yield();
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  private void share(int worker) {
    for (int item = next.getAndIncrement(); item < end; item = next.getAndIncrement()) {
      task.run(item, worker);
    }
  }

  private void help(int worker) {
    long done = 0;
    while (true) {
      for (int spins = 0; shift.get() == done && !closed; spins++) {
        if (spins < SPINS) {
          Thread.onSpinWait();
        } else {
          LockSupport.park(this);
        }
      }
      if (closed) {
        return;
      }
      done++;
      try {
        share(worker);
      } catch (RuntimeException e) {
        failure = e;
      } finally {
        busy.decrementAndGet();
      }
    }
  }

  @Override
  public void close() {
    closed = true;
    for (Thread helper : helpers) {
      LockSupport.unpark(helper);
    }
  }
}
