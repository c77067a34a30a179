package dev.ccl.algorithms.run;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.base.Throwables;
import com.google.common.collect.ImmutableList;
import com.google.common.util.concurrent.Uninterruptibles;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Queue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The same work on many items, several at a time. Results come in the order of the items, and no
 * thread outlives the call: it ends normally, by the failure of the first item that failed, be it
 * an error, or by an interruption, which reaches the threads.
 */
public final class Parallel {
  private Parallel() {}

  /**
   * Turns an item into a result.
   *
   * @param <T> the items
   * @param <R> the results
   * @param <E> what it may throw
   */
  @FunctionalInterface
  public interface Work<T, R, E extends Exception> {
    /**
     * Does the work on one item.
     *
     * @param item the item
     * @return its result, not null
     * @throws E if it cannot
     */
    R on(T item) throws E;
  }

  /**
   * Takes a result.
   *
   * @param <R> the results
   * @param <E> what it may throw
   */
  @FunctionalInterface
  public interface Sink<R, E extends Exception> {
    /**
     * Is handed the next result, in the thread of the caller.
     *
     * @param result the result
     * @throws E if it cannot take it
     */
    void accept(R result) throws E;
  }

  /**
   * Returns all results.
   *
   * @param <T> the items
   * @param <R> the results
   * @param <E> what the work may throw
   * @param threads how many items at a time, at least 1; no result depends on it
   * @param items the items
   * @param work what to do with each
   * @return one result per item, in their order
   * @throws E if the work on an item does; no further item is begun then
   * @throws IllegalStateException if the caller is interrupted, which it stays
   */
  public static <T, R, E extends Exception> ImmutableList<R> map(
      int threads, Iterable<T> items, Work<? super T, ? extends R, E> work) throws E {
    ImmutableList.Builder<R> results = ImmutableList.builder();
    forEach(threads, items, work, results::add);
    return results.build();
  }

  /**
   * Hands on the results one after the other; only a few wait for those before them.
   *
   * @param <T> the items
   * @param <R> the results
   * @param <E> what the work and the sink may throw
   * @param threads how many items at a time, at least 1; no result depends on it
   * @param items the items
   * @param work what to do with each
   * @param sink takes the results in the order of the items
   * @throws E if the work on an item or the sink does; no further item is begun then
   * @throws IllegalStateException if the caller is interrupted, which it stays
   */
  public static <T, R, E extends Exception> void forEach(
      int threads,
      Iterable<T> items,
      Work<? super T, ? extends R, E> work,
      Sink<? super R, ? extends E> sink)
      throws E {
    checkArgument(threads >= 1, "threads: %s is not at least 1", threads);
    AtomicBoolean over = new AtomicBoolean();
    Queue<Thread> workers = new ConcurrentLinkedQueue<>();
    ExecutorService pool =
        Executors.newFixedThreadPool(
            threads,
            loop -> {
              Thread worker = new Thread(loop, "parallel-" + workers.size());
              workers.add(worker);
              return worker;
            });
    Deque<Future<R>> window = new ArrayDeque<>();
    try {
      for (T item : items) {
        window.add(pool.submit(() -> guarded(work, item, over)));
        if (window.size() > 2 * threads) {
          sink.accept(window.remove().get());
        }
      }
      while (!window.isEmpty()) {
        sink.accept(window.remove().get());
      }
    } catch (ExecutionException e) {
      Throwable failure = first(e.getCause(), window);
      Throwables.throwIfUnchecked(failure);
      @SuppressWarnings("unchecked") // work throws nothing else
      E declared = (E) failure;
      throw declared;
    } catch (InterruptedException e) {
      pool.shutdownNow();
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    } finally {
      over.set(true);
      pool.shutdown();
      workers.forEach(Uninterruptibles::joinUninterruptibly);
    }
  }

  /** The work, unless all is over; whatever it throws ends everything. */
  private static <T, R, E extends Exception> R guarded(
      Work<? super T, ? extends R, E> work, T item, AtomicBoolean over) throws E {
    if (over.get()) {
      throw new CancellationException();
    }
    boolean returned = false;
    try {
      R result = work.on(item);
      returned = true;
      return result;
    } finally {
      if (!returned) {
        over.set(true);
      }
    }
  }

  /** An item that was not begun because a later one had failed says nothing about why. */
  private static <R> Throwable first(Throwable failure, Deque<Future<R>> later) {
    Throwable first = failure;
    while (first instanceof CancellationException && !later.isEmpty()) {
      try {
        Uninterruptibles.getUninterruptibly(later.remove());
      } catch (ExecutionException e) {
        first = e.getCause();
      }
    }
    return first;
  }
}
