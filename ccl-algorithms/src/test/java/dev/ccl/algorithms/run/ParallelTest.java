package dev.ccl.algorithms.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.ContiguousSet;
import com.google.common.util.concurrent.Uninterruptibles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60) // threads that nobody ends would be waited for without end
class ParallelTest {
  private static final ContiguousSet<Integer> ITEMS = ContiguousSet.closedOpen(0, 100);

  @Test
  void resultsComeInTheOrderOfTheItems() {
    for (int threads : new int[] {1, 2, 7, 200}) {
      AtomicInteger ahead = new AtomicInteger();
      List<Integer> results = new ArrayList<>();
      Parallel.<Integer, Integer, RuntimeException>forEach(
          threads,
          ITEMS,
          i -> {
            ahead.incrementAndGet();
            return 3 * i;
          },
          results::add);
      assertEquals(100, ahead.get());
      assertEquals(ITEMS.stream().map(i -> 3 * i).toList(), results);
    }
    assertEquals(List.of(), Parallel.map(3, List.<Integer>of(), i -> i));
  }

  @Test
  void workNeedsAThread() {
    for (int threads : new int[] {0, -1}) {
      assertEquals(
          "threads: " + threads + " is not at least 1",
          assertThrows(IllegalArgumentException.class, () -> Parallel.map(threads, ITEMS, i -> i))
              .getMessage());
    }
    List<String> names = Parallel.map(1, ITEMS, i -> Thread.currentThread().getName());
    assertEquals(Set.of("parallel-0"), Set.copyOf(names));
  }

  /** Three workers that meet, each with a name of its own, and a sink that none of them calls. */
  @Test
  void resultsAreTakenInTheThreadOfTheCaller() {
    CountDownLatch all = new CountDownLatch(3);
    Set<String> workers = ConcurrentHashMap.newKeySet();
    Set<Thread> takers = ConcurrentHashMap.newKeySet();
    Parallel.<Integer, Integer, RuntimeException>forEach(
        3,
        ITEMS,
        i -> {
          workers.add(Thread.currentThread().getName());
          all.countDown();
          Uninterruptibles.awaitUninterruptibly(all);
          return i;
        },
        i -> takers.add(Thread.currentThread()));
    assertEquals(Set.of("parallel-0", "parallel-1", "parallel-2"), workers);
    assertEquals(Set.of(Thread.currentThread()), takers);
  }

  /** The order of the items decides which failure is told, not that of the clock. */
  @Test
  void theFailureOfTheFirstItemIsTold() {
    CountDownLatch begun = new CountDownLatch(1); // an item that was not begun has no failure
    CountDownLatch failed = new CountDownLatch(1);
    IOException thrown =
        assertThrows(
            IOException.class,
            () ->
                Parallel.map(
                    2,
                    ITEMS,
                    i -> {
                      if (i == 0) {
                        begun.countDown();
                        Uninterruptibles.awaitUninterruptibly(failed);
                      } else {
                        Uninterruptibles.awaitUninterruptibly(begun);
                        failed.countDown();
                      }
                      throw new IOException("item " + i);
                    }));
    assertEquals("item 0", thrown.getMessage());
  }

  @Test
  void onlyAFewResultsWait() {
    AtomicInteger made = new AtomicInteger();
    AtomicInteger taken = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    Parallel.<Integer, Integer, RuntimeException>forEach(
        2,
        ITEMS,
        i -> {
          most.accumulateAndGet(made.incrementAndGet() - taken.get(), Math::max);
          return i;
        },
        i -> taken.incrementAndGet());
    assertTrue(most.get() <= 6, "at most " + most.get());
  }

  @Test
  void anErrorEndsTheWorkAndIsThrownAsItIs() {
    Set<Integer> begun = ConcurrentHashMap.newKeySet();
    StackOverflowError thrown =
        assertThrows(
            StackOverflowError.class,
            () ->
                Parallel.map(
                    2,
                    ITEMS,
                    i -> {
                      begun.add(i);
                      if (i == 3) {
                        throw new StackOverflowError("three");
                      }
                      return i;
                    }));
    assertEquals("three", thrown.getMessage());
    assertTrue(begun.size() <= 3 + 6, begun.toString());
    assertThrows(
        IOException.class,
        () ->
            Parallel.map(
                4,
                ITEMS,
                i -> {
                  throw new IOException("a declared one " + i);
                }));
  }

  @Test
  void aFailingSinkEndsTheWork() {
    AtomicInteger begun = new AtomicInteger();
    assertThrows(
        IOException.class,
        () ->
            Parallel.<Integer, Integer, IOException>forEach(
                2,
                ITEMS,
                i -> begun.incrementAndGet(),
                i -> {
                  throw new IOException("full");
                }));
    assertTrue(begun.get() <= 6, "begun " + begun);
  }

  @Test
  void anInterruptionReachesTheThreadsAndNoneStays() throws InterruptedException {
    CountDownLatch begun = new CountDownLatch(2);
    Set<Thread> workers = ConcurrentHashMap.newKeySet();
    AtomicInteger interrupted = new AtomicInteger();
    AtomicBoolean flag = new AtomicBoolean();
    List<Throwable> thrown = Collections.synchronizedList(new ArrayList<>());
    Thread caller =
        new Thread(
            () -> {
              try {
                Parallel.map(
                    2,
                    ITEMS,
                    i -> {
                      workers.add(Thread.currentThread());
                      begun.countDown();
                      try {
                        new CountDownLatch(1).await();
                      } catch (InterruptedException e) {
                        interrupted.incrementAndGet();
                      }
                      return i;
                    });
              } catch (IllegalStateException e) {
                thrown.add(e);
                flag.set(Thread.currentThread().isInterrupted());
              }
            });
    caller.setDaemon(true); // and so are its threads: none of them keeps a suite that failed
    caller.start();
    begun.await();
    caller.interrupt();
    caller.join();
    assertEquals(1, thrown.size());
    assertTrue(flag.get(), "the caller stays interrupted");
    assertEquals(2, interrupted.get());
    assertEquals(2, workers.size());
    workers.forEach(worker -> assertFalse(worker.isAlive(), worker.getName()));
  }
}
