package dev.ccl.algorithms.engine;

import static dev.ccl.algorithms.Refusals.assertUntimely;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import com.google.common.collect.ContiguousSet;
import com.google.common.util.concurrent.Uninterruptibles;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.random.RandomStreams;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** User code runs in the threads of a team: what it throws reaches the caller, from any thread. */
@Timeout(60) // a lost helper used to hang the next range for ever
final class TeamTest {
  private static final int ITEMS = 64;

  private static boolean alive() {
    return Thread.getAllStackTraces().keySet().stream()
        .anyMatch(thread -> thread.getName().startsWith("ccl-sweep-") && thread.isAlive());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void everyItemIsDoneOnce(int workers) {
    try (Team team = Team.of(workers)) {
      for (int range = 0; range < 200; range++) {
        AtomicIntegerArray done = new AtomicIntegerArray(ITEMS);
        team.run(range % 5, ITEMS, (item, worker) -> done.incrementAndGet(item));
        for (int i = 0; i < ITEMS; i++) {
          assertEquals(i >= range % 5 ? 1 : 0, done.get(i));
        }
      }
    }
    assertFalse(alive());
  }

  /** The caller is one of them, and none of the others keeps a program that ends. */
  @Test
  void aTeamHasItsCallerAndHelpers() {
    for (int wanted : new int[] {-1, 0, 1, 3}) {
      int expected = Math.max(wanted, 1);
      try (Team team = Team.of(wanted)) {
        assertEquals(expected, team.workers());
        List<Thread> helpers =
            Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("ccl-sweep-"))
                .toList();
        assertEquals(expected - 1, helpers.size());
        assertTrue(helpers.stream().allMatch(Thread::isDaemon));
        team.run(4, 4, (item, worker) -> fail("nothing to do"));
        CountDownLatch all = new CountDownLatch(expected); // so that each of them has a part
        Set<Integer> seen = ConcurrentHashMap.newKeySet();
        team.run(
            0,
            ITEMS,
            (item, worker) -> {
              seen.add(worker);
              all.countDown();
              Uninterruptibles.awaitUninterruptibly(all);
            });
        assertEquals(ContiguousSet.closedOpen(0, expected), seen);
        team.close(); // and once more at the end
      }
      assertFalse(alive());
    }
  }

  /** Throws what is not declared, as code in another language may. */
  @SuppressWarnings("unchecked")
  private static <T extends Throwable> void sneak(Throwable thrown) throws T {
    throw (T) thrown;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void whatATaskThrowsReachesTheCaller(int workers) {
    Throwable[] kinds = {
      new IllegalStateException("features"),
      new AssertionError("family"),
      new OutOfMemoryError("verifier"),
      new InterruptedException("interrupted")
    };
    RandomStream random = RandomStreams.of(3).open(Purpose.TRIAL, workers);
    for (int trial = 0; trial < 100; trial++) {
      Throwable thrown = kinds[trial % kinds.length];
      int good = random.nextBelow(4);
      int bad = random.nextBelow(ITEMS);
      try (Team team = Team.of(workers)) {
        for (int range = 0; range < good; range++) {
          team.run(0, ITEMS, (item, worker) -> {});
        }
        Throwable caught =
            assertThrows(
                Throwable.class,
                () ->
                    team.run(
                        0,
                        ITEMS,
                        (item, worker) -> {
                          if (item == bad) {
                            TeamTest.<RuntimeException>sneak(thrown);
                          }
                        }));
        assertSame(thrown, thrown instanceof InterruptedException ? caught.getCause() : caught);
        assertUntimely(
            "an earlier batch failed, so this run cannot go on",
            () -> team.run(0, ITEMS, (item, worker) -> {}));
      }
      assertFalse(alive());
    }
  }

  /** An interrupt of the caller stops nothing by itself and is not swallowed. */
  @Test
  void anInterruptOfTheCallerIsKept() {
    try (Team team = Team.of(2)) {
      Thread.currentThread().interrupt();
      AtomicIntegerArray done = new AtomicIntegerArray(ITEMS);
      team.run(0, ITEMS, (item, worker) -> done.incrementAndGet(item));
      for (int i = 0; i < ITEMS; i++) {
        assertEquals(1, done.get(i));
      }
    }
    assertTrue(Thread.interrupted());
    assertFalse(alive());
  }
}
