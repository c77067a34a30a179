package dev.ccl.core.growing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.core.growing.ForestBudget.WhenFull;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.mdp.State;
import dev.ccl.core.mdp.TokenMdp;
import dev.ccl.core.mdp.Vocabulary;
import dev.ccl.core.policy.StateBatch;
import dev.ccl.core.policy.StateKernel;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which states go first, how many, and what is free afterwards, by hand. */
class LruEvictionTest {
  private static final Vocabulary VOCABULARY =
      Vocabulary.of(List.of("A", "B", "C", "EOS", "null"), "EOS", "null");

  /** Four legal tokens everywhere. */
  private static final TokenMdp MDP =
      TokenMdp.of(VOCABULARY, (prompt, prefix) -> ImmutableIntArray.of(0, 1, 2, 3), 5);

  private static final StateKernel KERNEL =
      new StateKernel() {
        @Override
        public void logits(double[] theta, double[] out) {}

        @Override
        public void gradients(double[] theta, double[] out) {}
      };

  private static KnownState known(State state, long visited, int bytes) {
    KnownState known = new KnownState(state, null, 0);
    known.learn(KERNEL, KERNEL, null);
    known.visited = visited;
    known.bytes = bytes;
    return known;
  }

  private static KnownState child(KnownState parent, int k, long visited, int bytes) {
    KnownState child = known(MDP.append(parent.state(), k), visited, bytes);
    parent.attach(k, child);
    return child;
  }

  /**
   * Two roots at time 9, now 9. Below the first one: place 0 at time 5 with a child of time 2 and
   * one of time 4; place 2 at time 3; place 3 ends the answer. Bytes are 1, 10, 100, ...
   */
  private static final class Wood {
    final KnownState first = known(MDP.start(Prompt.of("x")), 9, 1);
    final KnownState second = known(MDP.start(Prompt.of("y")), 1, 10);
    final KnownState[] roots = {first, second, null};
    final KnownState five = child(first, 0, 5, 100);
    final KnownState two = child(five, 1, 2, 1_000);
    final KnownState four = child(five, 3, 4, 10_000);
    final KnownState three = child(first, 2, 3, 100_000);
    final LruEviction forgetting = new LruEviction(roots, 9);

    Wood() {
      first.attach(3, KnownState.END);
    }

    void assertFreed(long states, long bytes) {
      assertEquals(states, forgetting.states());
      assertEquals(4 * states, forgetting.edges());
      assertEquals(bytes, forgetting.bytes());
    }
  }

  @Test
  void nothingGoesWhereNothingIsNeeded() {
    Wood wood = new Wood();
    wood.forgetting.until(0, 0);
    wood.assertFreed(0, 0);
    assertSame(wood.second, wood.roots[1]);
    assertSame(wood.two, wood.five.child(1));
  }

  @Test
  void theOldestGoFirstUntilEnoughIsFree() {
    Wood wood = new Wood();
    wood.forgetting.until(8, 0); // times 1 and 2, just enough
    wood.assertFreed(2, 1_010);
    assertNull(wood.roots[1], "a root");
    assertNull(wood.five.child(1));
    assertSame(wood.four, wood.five.child(3));
    assertSame(wood.three, wood.first.child(2));

    wood = new Wood();
    wood.forgetting.until(9, 0); // one more is needed
    wood.assertFreed(3, 101_010);
    assertNull(wood.first.child(2));
    assertSame(KnownState.END, wood.first.child(3), "the end of an answer is no state");
  }

  @Test
  void bytesCountLikeEdges() {
    Wood wood = new Wood();
    wood.forgetting.until(0, 1_010);
    wood.assertFreed(2, 1_010);

    wood = new Wood();
    wood.forgetting.until(0, 1_011);
    wood.assertFreed(3, 101_010);

    wood = new Wood();
    wood.forgetting.until(4, 101_011); // both have to be free
    wood.assertFreed(4, 111_010);
    assertSame(wood.five, wood.first.child(0));
    assertEquals(0, wood.five.known());
  }

  @Test
  void whatThisWalkHasVisitedStays() {
    Wood wood = new Wood();
    wood.forgetting.until(Long.MAX_VALUE, Long.MAX_VALUE);
    wood.assertFreed(5, 111_110);
    assertSame(wood.first, wood.roots[0]);
    assertEquals(1, wood.first.known());
    assertNull(wood.roots[2]);
  }

  @Test
  void equalTimesGoTogether() {
    Wood wood = new Wood();
    wood.three.visited = 1;
    wood.forgetting.until(1, 0);
    wood.assertFreed(2, 100_010);
    wood = new Wood();
    wood.three.visited = 1;
    wood.forgetting.until(8, 0); // together they are enough
    wood.assertFreed(2, 100_010);
    wood = new Wood();
    wood.three.visited = 1;
    wood.forgetting.until(0, 100_010);
    wood.assertFreed(2, 100_010);
  }

  /** States of one token each; what has been kept so far is the path to the last of them. */
  private static List<State> states(int count) {
    List<State> states = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      states.add(MDP.append(MDP.start(Prompt.of("p" + i)), 1));
    }
    return states;
  }

  @Test
  void aStateCostsItsPartsAndFourBytesPerToken() {
    State start = MDP.start(Prompt.of("x"));
    State longer = MDP.append(MDP.append(start, 0), 1);
    assertEquals(2 * Integer.BYTES, StateSize.of(longer) - StateSize.of(start));
    // Eight objects and two entries of the parent, none of them smaller than its header.
    assertTrue(StateSize.of(start) > 8 * 16 && StateSize.of(start) < 8 * 64);
  }

  @Test
  void budgetsAreUsedUpToTheLastByteAndToken() {
    List<State> states = states(3);
    StateBatch frontier = StateBatch.of(states);
    frontier.rows("source", 1, (asked, out) -> {}); // 16 + 8 · 4 bytes for each state
    long bytes = 3L * (StateSize.of(states.get(0)) + 48);
    KnownState[] none = {};
    new ForestUsage(new ForestBudget(12, bytes, WhenFull.STOP), none).makeRoom(frontier, 1);
    for (ForestBudget small :
        List.of(
            new ForestBudget(11, bytes, WhenFull.STOP),
            new ForestBudget(12, bytes - 1, WhenFull.STOP),
            new ForestBudget(12, bytes - 1, WhenFull.FORGET))) {
      ForestUsage holdings = new ForestUsage(small, none);
      assertThrows(ForestFullException.class, () -> holdings.makeRoom(frontier, 1));
    }
    ForestUsage holdings = new ForestUsage(new ForestBudget(15, 10 * bytes, WhenFull.STOP), none);
    holdings.keep(known(states.get(0), 1, 0), 48);
    assertEquals(new StateCounts(0, 0, 0, 1, 4, bytes / 3), holdings.counts());
    ForestFullException stop =
        assertThrows(ForestFullException.class, () -> holdings.makeRoom(frontier, 1));
    assertTrue(stop.getMessage().contains("15 legal tokens"), stop.getMessage());
    ForestUsage unlimited = new ForestUsage(ForestBudget.ofBytes(bytes).stopping(), none);
    unlimited.keep(known(states.get(0), 1, 0), 48);
    stop = assertThrows(ForestFullException.class, () -> unlimited.makeRoom(frontier, 1));
    assertTrue(stop.getMessage().contains("any number of legal tokens"), stop.getMessage());
  }

  /** Down to three quarters of the budget, new states included. */
  @Test
  void aFullBudgetIsFreedToThreeQuarters() {
    int size = StateSize.of(states(1).get(0));
    StateBatch one = StateBatch.of(states(1));
    for (ForestBudget budget :
        List.of(ForestBudget.ofBytes(1L << 40).withEdges(80), ForestBudget.ofBytes(20L * size))) {
      KnownState[] roots = new KnownState[20];
      ForestUsage holdings = new ForestUsage(budget, roots);
      for (int i = 0; i < roots.length; i++) {
        roots[i] = known(states(20).get(i), i + 1, 0);
        holdings.keep(roots[i], 0);
      }
      assertEquals(20, holdings.counts().kept());
      holdings.makeRoom(one, 30);
      // 15 of 20 are three quarters, one of them the new state
      assertEquals(new StateCounts(0, 0, 6, 14, 56, 14L * size), holdings.counts());
      assertNull(roots[5]);
      assertNotNull(roots[6]);
    }
  }

  @Test
  void questionsAndCallsAreCounted() {
    ForestUsage holdings = new ForestUsage(ForestBudget.ofBytes(1 << 20), new KnownState[0]);
    StateBatch frontier = StateBatch.of(states(3));
    frontier.rows("first", 1, (asked, out) -> {});
    frontier.rows("second", 2, (asked, out) -> {});
    holdings.asked(frontier);
    assertEquals(new StateCounts(3, 2, 0, 0, 0, 0), holdings.counts());
    holdings.called(frontier);
    assertEquals(new StateCounts(3, 4, 0, 0, 0, 0), holdings.counts());
  }
}
