package dev.ccl.core.instance;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.core.math.Segments;
import dev.ccl.core.mdp.Prompt;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The listed states of a prompt as a tree, in the order of the file, padding included where it is
 * listed. Forests have an order of their own, so the two are not the same arrays.
 */
final class TableTree {
  private final ImmutableList<StateTable> states;
  private final int root;
  private final Segments edges; // of each state
  private final int[] child; // of each edge

  private TableTree(ImmutableList<StateTable> states, int root, Segments edges, int[] child) {
    this.states = states;
    this.root = root;
    this.edges = edges;
    this.child = child;
  }

  static TableTree of(Prompt prompt, List<StateTable> states) {
    Map<ImmutableIntArray, Integer> byPrefix = new HashMap<>(2 * states.size());
    int[] firstEdge = new int[states.size() + 1];
    for (int s = 0; s < states.size(); s++) {
      ImmutableIntArray prefix = states.get(s).prefix();
      checkArgument(
          byPrefix.put(prefix, s) == null,
          "prompt \"%s\": state %s appears twice",
          prompt.id(),
          prefix);
      firstEdge[s + 1] = firstEdge[s] + states.get(s).tokens().length();
    }
    Integer root = byPrefix.get(ImmutableIntArray.of());
    checkArgument(root != null, "prompt \"%s\": no state has the empty prefix", prompt.id());
    int[] child = new int[firstEdge[states.size()]];
    Arrays.fill(child, -1);
    for (int s = 0; s < states.size(); s++) {
      ImmutableIntArray prefix = states.get(s).prefix();
      int last = prefix.length() - 1;
      Integer parent = last < 0 ? null : byPrefix.get(prefix.subArray(0, last));
      int k = parent == null ? -1 : states.get(parent).tokens().indexOf(prefix.get(last));
      if (k >= 0) {
        child[firstEdge[parent] + k] = s;
      }
    }
    return new TableTree(ImmutableList.copyOf(states), root, Segments.of(firstEdge), child);
  }

  /** The same tree with features of single precision. */
  TableTree inSinglePrecision() {
    List<StateTable> rounded = states.stream().map(StateTable::inSinglePrecision).toList();
    return new TableTree(ImmutableList.copyOf(rounded), root, edges, child);
  }

  ImmutableList<StateTable> states() {
    return states;
  }

  int edges() {
    return child.length;
  }

  int firstEdge(int state) {
    return edges.first(state);
  }

  /** The state to which an edge leads, or -1 if none is listed. */
  int child(int edge) {
    return child[edge];
  }

  /** The state with the empty prefix. */
  int root() {
    return root;
  }

  /** The state under a prefix, or null if none is listed. */
  StateTable find(ImmutableIntArray prefix) {
    int s = root;
    for (int i = 0; i < prefix.length(); i++) {
      int k = states.get(s).tokens().indexOf(prefix.get(i));
      s = k < 0 ? -1 : child[edges.first(s) + k];
      if (s < 0) {
        return null;
      }
    }
    return states.get(s);
  }

  /** The edge that decides an answer, or -1 if it leaves the table before; the rest is ignored. */
  int lastEdge(ImmutableIntArray answer) {
    int s = root;
    for (int i = 0; i < answer.length(); i++) {
      int k = states.get(s).tokens().indexOf(answer.get(i));
      if (k < 0) {
        return -1;
      }
      int e = edges.first(s) + k;
      if (child[e] < 0) {
        return e;
      }
      s = child[e];
    }
    return -1;
  }

  /**
   * The edge that decides the answer which begins with some tokens and has no choice after them, or
   * -1 if there is none.
   */
  int lastEdge(int[] path, int length) {
    int e = -1;
    int s = root;
    for (int i = 0; s >= 0; i++) {
      ImmutableIntArray tokens = states.get(s).tokens();
      int k = i < length ? tokens.indexOf(path[i]) : 0;
      if (k < 0 || (i >= length && tokens.length() > 1)) {
        return -1;
      }
      e = edges.first(s) + k;
      s = child[e];
    }
    return e;
  }

  /** The number of tokens before an edge. */
  int depth(int edge) {
    return states.get(edges.segmentOf(edge)).prefix().length();
  }

  /** The answer behind an edge that leads to no listed state, without padding. */
  ImmutableIntArray decided(int edge) {
    int s = edges.segmentOf(edge);
    return append(states.get(s).prefix(), states.get(s).tokens().get(edge - edges.first(s)));
  }

  /** The complete answer behind an edge that leads to no listed state. */
  ImmutableIntArray answer(int edge, int length, int padding) {
    ImmutableIntArray.Builder answer = ImmutableIntArray.builder(length).addAll(decided(edge));
    for (int i = depth(edge) + 1; i < length; i++) {
      answer.add(padding);
    }
    return answer.build();
  }

  private static ImmutableIntArray append(ImmutableIntArray prefix, int token) {
    return ImmutableIntArray.builder(prefix.length() + 1).addAll(prefix).add(token).build();
  }
}
