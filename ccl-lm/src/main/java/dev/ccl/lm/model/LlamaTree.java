package dev.ccl.lm.model;

import dev.ccl.lm.LanguageModel;
import dev.ccl.lm.PrefixTree;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * A tree whose keys and values are kept, one slot per prefix. A call computes the wanted prefixes
 * and those on the way that have no slot; what many of them share is computed first, and then the
 * branches behind it on all threads, since they read nothing of each other.
 */
final class LlamaTree extends PrefixTree {
  /** Branches per thread, at least, where the wanted prefixes part: enough for even work. */
  private static final int BRANCHES = 4;

  private final LlamaWeights weights;
  private final int most;
  private final int group;
  private final KeyValues store;
  private final Evaluations.Pass[] passes; // of each thread
  private final Evaluations evaluations;
  private int[] slots = new int[64]; // of each node, 1 more than its slot; 0 for none
  private int used;
  private long computed;
  private long computedFirst;

  /**
   * Starts an empty tree.
   *
   * @param most slots that are kept between two groups of prefixes; one prefix may need more
   */
  LlamaTree(LlamaWeights weights, int threads, int most) {
    this.weights = weights;
    this.most = most;
    this.group = LlamaModel.groupSize(weights.shape(), threads);
    this.store = new KeyValues(weights.shape());
    this.evaluations = new Evaluations(weights.shape());
    this.passes = new Evaluations.Pass[threads];
    Arrays.setAll(passes, k -> new Evaluations.Pass(weights, store));
  }

  @Override
  public void read(int[] nodes, LanguageModel.Reader reader) {
    slots = slots.length < size() ? Arrays.copyOf(slots, 2 * size()) : slots;
    for (int node : nodes) {
      LlamaModel.checkLength(length(node), weights.shape());
      for (int at = node; at != EMPTY && slots[at] == 0; at = parent(at)) {
        LlamaModel.checkToken(token(at), weights.shape());
      }
    }
    for (int from = 0; from < nodes.length; ) {
      Map<Integer, Integer> places = new LinkedHashMap<>();
      TreeMap<Integer, Integer> needed = new TreeMap<>();
      int to = collect(nodes, from, places, needed);
      if (used + needed.size() > most && used > 0) {
        Arrays.fill(slots, 0);
        used = 0;
        continue;
      }
      compute(places, needed);
      for (int i = from; i < to; i++) {
        reader.read(i, evaluations.at(places.get(nodes[i])));
      }
      from = to;
    }
  }

  /** Returns how many tokens have gone through the model so far. */
  long computed() {
    return computed;
  }

  /** Returns how many of them have gone through it on one thread, before the others started. */
  long computedFirst() {
    return computedFirst;
  }

  /** Returns how many tokens have their keys and values kept. */
  int kept() {
    return used;
  }

  /**
   * Collects a group of prefixes that fit into the memory together, at least one.
   *
   * @param places filled with the place of each distinct prefix
   * @param needed filled with the nodes to compute, each with how many prefixes it is a part of
   * @return behind the last prefix of the group
   */
  private int collect(
      int[] nodes, int from, Map<Integer, Integer> places, TreeMap<Integer, Integer> needed) {
    int to = from;
    for (; to < nodes.length && to - from < group; to++) {
      if (places.containsKey(nodes[to])) {
        continue;
      }
      int added = 0;
      for (int at = nodes[to]; at != EMPTY && isComputed(at, nodes[to]); at = parent(at)) {
        added += needed.containsKey(at) ? 0 : 1;
      }
      if (to > from && needed.size() + added > most) {
        break;
      }
      for (int at = nodes[to]; at != EMPTY && isComputed(at, nodes[to]); at = parent(at)) {
        needed.merge(at, 1, Integer::sum);
      }
      places.put(nodes[to], places.size());
    }
    return to;
  }

  /** Whether a node on the way to a wanted one goes through the model; the wanted one always. */
  private boolean isComputed(int at, int wanted) {
    return at == wanted || slots[at] == 0;
  }

  private void compute(Map<Integer, Integer> places, TreeMap<Integer, Integer> needed) {
    int threads = passes.length;
    int few = threads == 1 ? 0 : Math.max(1, places.size() / (BRANCHES * threads));
    List<Integer> shared = new ArrayList<>();
    List<List<Integer>> branches = new ArrayList<>();
    Map<Integer, List<Integer>> branchOf = new HashMap<>();
    for (Map.Entry<Integer, Integer> entry : needed.entrySet()) { // parents before children
      int node = entry.getKey();
      if (entry.getValue() > few || slots[node] > 0) {
        shared.add(node);
      } else {
        List<Integer> branch = branchOf.get(parent(node));
        if (branch == null) {
          branch = new ArrayList<>();
          branches.add(branch);
        }
        branch.add(node);
        branchOf.put(node, branch);
      }
      slots[node] = slots[node] > 0 ? slots[node] : ++used;
    }
    computed += needed.size();
    computedFirst += shared.size();
    store.ensure(used);
    evaluations.ensure(places.size());
    run(0, shared, places);
    List<List<Integer>> parts = parts(branches);
    IntStream.range(0, threads).parallel().forEach(k -> run(k, parts.get(k), places));
  }

  /** Deals branches to threads, the largest first, about the same number of tokens to each. */
  private List<List<Integer>> parts(List<List<Integer>> branches) {
    List<List<Integer>> parts = new ArrayList<>();
    for (int k = 0; k < passes.length; k++) {
      parts.add(new ArrayList<>());
    }
    branches.sort(Comparator.comparingInt(branch -> -branch.size()));
    for (List<Integer> branch : branches) {
      List<Integer> least = parts.get(0);
      for (List<Integer> part : parts) {
        least = part.size() < least.size() ? part : least;
      }
      least.addAll(branch);
    }
    return parts;
  }

  private void run(int thread, List<Integer> nodes, Map<Integer, Integer> places) {
    if (nodes.isEmpty()) {
      return;
    }
    for (int node : nodes) {
      int[] path = new int[length(node)];
      for (int at = node; at != EMPTY; at = parent(at)) {
        path[length(at) - 1] = slots[at] - 1;
      }
      passes[thread].add(token(node), path, places.getOrDefault(node, -1), evaluations);
    }
    passes[thread].run(evaluations);
  }
}
