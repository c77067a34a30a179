package dev.ccl.core.growth;

import java.util.Map;
import java.util.TreeMap;

/**
 * Forgets the states that have not been visited for the longest time. A child is never visited
 * later than its parent, so that whole subtrees go and nothing that stays loses its way to the
 * root.
 */
final class Forgetting {
  private final GrownState[] roots;
  private final long now;
  private long states;
  private long edges;
  private long bytes;

  Forgetting(GrownState[] roots, long now) {
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
    for (GrownState root : roots) {
      weigh(root, byTime);
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
    for (int r = 0; r < roots.length; r++) {
      if (isKnown(roots[r])) {
        prune(roots[r], limit);
        roots[r] = roots[r].visited <= limit ? null : roots[r];
      }
    }
  }

  private static boolean isKnown(GrownState state) {
    return state != null && state.student() != null; // not a leaf, not just noted
  }

  private void weigh(GrownState state, Map<Long, long[]> byTime) {
    if (!isKnown(state)) {
      return;
    }
    if (state.visited < now) {
      long[] sums = byTime.computeIfAbsent(state.visited, time -> new long[2]);
      sums[0] += state.degree();
      sums[1] += state.bytes;
    }
    for (int i = 0; i < state.known(); i++) {
      weigh(state.knownChild(i), byTime);
    }
  }

  private void prune(GrownState state, long limit) {
    for (int i = state.known() - 1; i >= 0; i--) {
      GrownState child = state.knownChild(i);
      if (isKnown(child)) {
        prune(child, limit);
        if (child.visited <= limit) {
          state.detach(state.place(i));
        }
      }
    }
    if (state.visited <= limit) {
      states++;
      edges += state.degree();
      bytes += state.bytes;
    }
  }
}
