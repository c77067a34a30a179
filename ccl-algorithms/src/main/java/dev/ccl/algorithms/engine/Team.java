package dev.ccl.algorithms.engine;

import com.google.common.base.Throwables;
import com.google.common.util.concurrent.Uninterruptibles;
import dev.ccl.core.growing.Workers;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/**
 * A fixed group of threads that share the items of a range. The caller is one of them. Which worker
 * gets which item is left to chance, so a task's result may depend on the item alone.
 *
 * <p>Whatever a task throws, in whichever thread, ends the range: the other threads stop at their
 * next item, and the caller gets it when all of them have stopped. The items are then half done, so
 * the team refuses to go on.
 */
final class Team implements Workers, AutoCloseable {
  private static final int SPINS = 20_000; // before a waiting thread goes to sleep

  private final Thread[] helpers;
  private final AtomicInteger next = new AtomicInteger();
  private final AtomicInteger busy = new AtomicInteger();
  private final AtomicLong generation = new AtomicLong(); // grows with every range
  private volatile boolean closed;
  private final AtomicReference<Throwable> failure = new AtomicReference<>();
  private Task task;
  private int end;

  private Team(int workers) {
    this.helpers = new Thread[workers - 1];
    for (int i = 0; i < helpers.length; i++) {
      int worker = i + 1;
      helpers[i] = new Thread(() -> workerLoop(worker), "ccl-sweep-" + worker);
      helpers[i].setDaemon(true);
      helpers[i].start();
    }
  }

  /**
   * Starts a team.
   *
   * @param workers how many threads share the work, the caller's among them
   * @return the team; close it
   */
  static Team of(int workers) {
    return new Team(Math.max(workers, 1));
  }

  @Override
  public int workers() {
    return helpers.length + 1;
  }

  /**
   * {@inheritDoc}
   *
   * @throws IllegalStateException if an item of an earlier range failed
   */
  @Override
  public void run(int from, int to, Task work) {
    if (failure.get() != null) {
      throw new IllegalStateException("an earlier batch failed, so this run cannot go on");
    }
    task = work;
    end = to;
    next.set(from);
    if (helpers.length == 0 || to - from < 4) {
      drain(0);
    } else {
      runInParallel();
    }
    Throwable thrown = failure.get();
    if (thrown != null) {
      Throwables.throwIfUnchecked(thrown);
      throw new IllegalStateException(thrown); // thrown without being declared
    }
  }

  private void runInParallel() {
    busy.set(helpers.length);
    generation.incrementAndGet(); // publishes the fields above
    for (Thread helper : helpers) {
      LockSupport.unpark(helper);
    }
    drain(0);
    for (int spins = 0; busy.get() > 0; spins++) {
      if (spins < SPINS) {
        Thread.onSpinWait();
      } else {
        Thread.yield();
      }
    }
  }

  @SuppressWarnings("CatchingUnchecked") // an Error of a task must not be lost with its thread
  private void drain(int worker) {
    try {
      for (int item = next.getAndIncrement(); item < end; item = next.getAndIncrement()) {
        task.run(item, worker);
      }
    } catch (Throwable e) {
      failure.compareAndSet(null, e);
      next.set(end); // the others stop; no range of ours comes near the largest int
    }
  }

  private void workerLoop(int worker) {
    long done = 0;
    while (true) {
      for (int spins = 0; generation.get() == done && !closed; spins++) {
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
      drain(worker);
      busy.decrementAndGet();
    }
  }

  /** Ends the helpers and waits for them; an interrupt of the caller is kept for later. */
  @Override
  public void close() {
    closed = true;
    for (Thread helper : helpers) {
      LockSupport.unpark(helper);
      Uninterruptibles.joinUninterruptibly(helper);
    }
  }
}
