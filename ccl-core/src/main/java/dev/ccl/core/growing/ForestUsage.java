package dev.ccl.core.growing;

import dev.ccl.core.growing.ForestBudget.WhenFull;
import dev.ccl.core.mdp.State;
import dev.ccl.core.policy.StateBatch;
import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** Size of a growing forest against its budget, and the number of calls that its states took. */
final class ForestUsage {
  /** Those of the process with a shared budget that are still in use. */
  private static final Set<ForestUsage> SHARING =
      Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

  private final ForestBudget budget;
  private final KnownState[] roots; // of the forest
  private long asked;
  private long calls;
  private long forgotten;
  private long kept;
  private long edges;
  private final AtomicLong bytes = new AtomicLong(); // other forests of the process ask for it

  ForestUsage(ForestBudget budget, KnownState[] roots) {
    this.budget = budget;
    this.roots = roots;
    if (budget.shared()) {
      SHARING.add(this);
    }
  }

  /** What others leave of a shared budget, but at least this forest's part of it. */
  private long limit() {
    if (!budget.shared()) {
      return budget.bytes();
    }
    synchronized (SHARING) {
      long others = 0;
      for (ForestUsage one : SHARING) {
        others += one == this ? 0 : one.bytes.get();
      }
      return Math.max(budget.bytes() - others, budget.bytes() / SHARING.size());
    }
  }

  /** Tells whether forests together hold more than they share. */
  boolean isOverdrawn() {
    return bytes.get() > limit();
  }

  void asked(StateBatch frontier) {
    asked += frontier.states().size();
    called(frontier);
  }

  void called(StateBatch frontier) {
    calls += frontier.calls();
  }

  void keep(KnownState state, long rows) {
    kept++;
    edges += state.degree();
    enlarge(state, StateSize.of(state.state()) + rows);
  }

  void enlarge(KnownState state, long more) {
    state.bytes += (int) more;
    bytes.addAndGet(more);
  }

  /**
   * Makes room for states that have been asked about.
   *
   * @throws ForestFullException if there is none
   */
  void makeRoom(StateBatch frontier, long now) {
    long moreEdges = 0;
    long moreBytes = 0;
    for (int i = 0; i < frontier.states().size(); i++) {
      State state = frontier.states().get(i);
      moreEdges += state.legal().length();
      moreBytes += StateSize.of(state) + frontier.bytes(i);
    }
    if (fits(moreEdges, moreBytes)) {
      return;
    }
    if (budget.whenFull() == WhenFull.STOP) {
      throw new ForestFullException(
          full() + "; raise the budget, or let states be forgotten, which changes no result");
    }
    forget(moreEdges, moreBytes, now);
    if (!fits(moreEdges, moreBytes)) {
      throw new ForestFullException(
          full()
              + ", all of them visited by one batch of rollouts; raise the budget, or take fewer"
              + " rollouts in a batch");
    }
  }

  private boolean fits(long moreEdges, long moreBytes) {
    return edges + moreEdges <= budget.edges() && bytes.get() + moreBytes <= limit();
  }

  /** Forgets down to three quarters of the budget, with what comes. */
  private void forget(long moreEdges, long moreBytes, long now) {
    long most = limit();
    LruEviction forgetting = new LruEviction(roots, now);
    forgetting.until(
        edges - (budget.edges() - budget.edges() / 4 - moreEdges),
        bytes.get() - (most - most / 4 - moreBytes));
    forgotten += forgetting.states();
    kept -= forgetting.states();
    edges -= forgetting.edges();
    bytes.addAndGet(-forgetting.bytes());
  }

  private String full() {
    return String.format(
        "the known states have reached their budget of %s legal tokens and %s bytes: %s states are"
            + " kept, with %s legal tokens in %s bytes",
        budget.edges() == Long.MAX_VALUE ? "any number of" : budget.edges(),
        budget.bytes(),
        kept,
        edges,
        bytes);
  }

  StateCounts counts() {
    return new StateCounts(asked, calls, forgotten, kept, edges, bytes.get());
  }
}
