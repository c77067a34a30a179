package dev.ccl.core.growing;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Eviction of the states that have not been visited for the longest time. A child is never visited
 * later than its parent, so whole subtrees go and every state that stays is connected to its root.
 */
final class LruEviction {
  private final KnownState[] roots;
  private final long now;
  private long states;
  private long edges;
  private long bytes;

  LruEviction(KnownState[] roots, long now) {
    this.roots = roots;
    this.now = now;
  }

  long states() {
    return states;
  }

  long edges() {
    return edges;
  }

  long bytes() {
    return bytes;
  }

  /** Forgets until so much has become free, or all but what this walk has visited. */
  void until(long freeEdges, long freeBytes) {
    TreeMap<Long, long[]> byTime = new TreeMap<>(); // edges and bytes
    for (KnownState root : roots) {
      forEachKnown(root, state -> weigh(state, byTime));
    }
    long limit = -1;
    long edgesSoFar = 0;
    long bytesSoFar = 0;
    for (Map.Entry<Long, long[]> entry : byTime.entrySet()) {
      if (edgesSoFar >= freeEdges && bytesSoFar >= freeBytes) {
        break;
      }
      limit = entry.getKey();
      edgesSoFar += entry.getValue()[0];
      bytesSoFar += entry.getValue()[1];
    }
    long last = limit;
    for (int r = 0; r < roots.length; r++) {
      if (isKnown(roots[r])) {
        if (roots[r].visited <= last) {
          forEachKnown(roots[r], this::free);
          roots[r] = null;
        } else {
          forEachKnown(roots[r], state -> prune(state, last));
        }
      }
    }
  }

  private static boolean isKnown(KnownState state) {
    return state != null && state.student() != null; // not a leaf, not just noted
  }

  /** Visits a known state and all below it, each before its children are looked for. */
  private static void forEachKnown(KnownState root, Consumer<KnownState> visitor) {
    Deque<KnownState> open = new ArrayDeque<>(); // not the stack of the thread: trees may be deep
    if (isKnown(root)) {
      open.push(root);
    }
    while (!open.isEmpty()) {
      KnownState state = open.pop();
      visitor.accept(state);
      for (int i = 0; i < state.known(); i++) {
        if (isKnown(state.knownChild(i))) {
          open.push(state.knownChild(i));
        }
      }
    }
  }

  private void weigh(KnownState state, Map<Long, long[]> byTime) {
    if (state.visited < now) {
      long[] sums = byTime.computeIfAbsent(state.visited, time -> new long[2]);
      sums[0] += state.degree();
      sums[1] += state.bytes;
    }
  }

  /** Forgets the children of a state that stays, with all below them. */
  private void prune(KnownState state, long limit) {
    for (int i = state.known() - 1; i >= 0; i--) {
      KnownState child = state.knownChild(i);
      if (isKnown(child) && child.visited <= limit) {
        forEachKnown(child, this::free);
        state.detach(state.place(i));
      }
    }
  }

  private void free(KnownState state) {
    states++;
    edges += state.degree();
    bytes += state.bytes;
  }
}
