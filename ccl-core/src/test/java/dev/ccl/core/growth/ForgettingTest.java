package dev.ccl.core.growth;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.core.growth.GrowthBudget.WhenFull;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.mdp.State;
import dev.ccl.core.mdp.TokenMdp;
import dev.ccl.core.mdp.Vocabulary;
import dev.ccl.core.policy.Frontier;
import dev.ccl.core.policy.StateKernel;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which states go first, how many, and what is free afterwards, by hand. */
class ForgettingTest {
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

  private static GrownState known(State state, long visited, int bytes) {
    GrownState known = new GrownState(state, null, 0);
    known.learn(KERNEL, KERNEL, null);
    known.visited = visited;
    known.bytes = bytes;
    return known;
  }

  private static GrownState child(GrownState parent, int k, long visited, int bytes) {
    GrownState child = known(MDP.append(parent.state(), k), visited, bytes);
    parent.attach(k, child);
    return child;
  }

  /**
   * Two roots at time 9, now 9. Below the first one: place 0 at time 5 with a child of time 2 and
   * one of time 4; place 2 at time 3; place 3 ends the answer. Bytes are 1, 10, 100, ...
   */
  private static final class Wood {
    final GrownState first = known(MDP.start(Prompt.of("x")), 9, 1);
    final GrownState second = known(MDP.start(Prompt.of("y")), 1, 10);
    final GrownState[] roots = {first, second, null};
    final GrownState five = child(first, 0, 5, 100);
    final GrownState two = child(five, 1, 2, 1_000);
    final GrownState four = child(five, 3, 4, 10_000);
    final GrownState three = child(first, 2, 3, 100_000);
    final Forgetting forgetting = new Forgetting(roots, 9);

    Wood() {
      first.attach(3, GrownState.END);
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
    assertSame(GrownState.END, wood.first.child(3), "the end of an answer is no state");
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
    assertEquals(2 * Integer.BYTES, Footprint.of(longer) - Footprint.of(start));
    // Eight objects and two entries of the parent, none of them smaller than its header.
    assertTrue(Footprint.of(start) > 8 * 16 && Footprint.of(start) < 8 * 64);
  }

  @Test
  void budgetsAreUsedUpToTheLastByteAndToken() {
    List<State> states = states(3);
    Frontier frontier = Frontier.of(states);
    frontier.rows("source", 1, (asked, out) -> {}); // 16 + 8 · 4 bytes for each state
    long bytes = 3L * (Footprint.of(states.get(0)) + 48);
    GrownState[] none = {};
    new Holdings(new GrowthBudget(12, bytes, WhenFull.STOP), none).makeRoom(frontier, 1);
    for (GrowthBudget small :
        List.of(
            new GrowthBudget(11, bytes, WhenFull.STOP),
            new GrowthBudget(12, bytes - 1, WhenFull.STOP),
            new GrowthBudget(12, bytes - 1, WhenFull.FORGET))) {
      Holdings holdings = new Holdings(small, none);
      assertThrows(GrowthStoppedException.class, () -> holdings.makeRoom(frontier, 1));
    }
    Holdings holdings = new Holdings(new GrowthBudget(15, 10 * bytes, WhenFull.STOP), none);
    holdings.keep(known(states.get(0), 1, 0), 48);
    assertEquals(new GrowthCounts(0, 0, 0, 1, 4, bytes / 3), holdings.counts());
    GrowthStoppedException stop =
        assertThrows(GrowthStoppedException.class, () -> holdings.makeRoom(frontier, 1));
    assertTrue(stop.getMessage().contains("15 legal tokens"), stop.getMessage());
    Holdings unlimited = new Holdings(GrowthBudget.ofBytes(bytes).stopping(), none);
    unlimited.keep(known(states.get(0), 1, 0), 48);
    stop = assertThrows(GrowthStoppedException.class, () -> unlimited.makeRoom(frontier, 1));
    assertTrue(stop.getMessage().contains("any number of legal tokens"), stop.getMessage());
  }

  /** Down to three quarters of the budget, new states included. */
  @Test
  void aFullBudgetIsFreedToThreeQuarters() {
    int size = Footprint.of(states(1).get(0));
    Frontier one = Frontier.of(states(1));
    for (GrowthBudget budget :
        List.of(GrowthBudget.ofBytes(1L << 40).withEdges(80), GrowthBudget.ofBytes(20L * size))) {
      GrownState[] roots = new GrownState[20];
      Holdings holdings = new Holdings(budget, roots);
      for (int i = 0; i < roots.length; i++) {
        roots[i] = known(states(20).get(i), i + 1, 0);
        holdings.keep(roots[i], 0);
      }
      assertEquals(20, holdings.counts().kept());
      holdings.makeRoom(one, 30);
      // 15 of 20 are three quarters, one of them the new state
      assertEquals(new GrowthCounts(0, 0, 6, 14, 56, 14L * size), holdings.counts());
      assertNull(roots[5]);
      assertNotNull(roots[6]);
    }
  }

  @Test
  void questionsAndCallsAreCounted() {
    Holdings holdings = new Holdings(GrowthBudget.ofBytes(1 << 20), new GrownState[0]);
    Frontier frontier = Frontier.of(states(3));
    frontier.rows("first", 1, (asked, out) -> {});
    frontier.rows("second", 2, (asked, out) -> {});
    holdings.asked(frontier);
    assertEquals(new GrowthCounts(3, 2, 0, 0, 0, 0), holdings.counts());
    holdings.called(frontier);
    assertEquals(new GrowthCounts(3, 4, 0, 0, 0, 0), holdings.counts());
  }
}
