package dev.ccl.lm.model;

import dev.ccl.lm.LanguageModel;
import dev.ccl.lm.PrefixTree;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * A tree whose keys and values are kept, one slot per prefix. A call computes the wanted prefixes
 * and those on the way that have no slot; what several of them share is computed first, and then
 * the rest on all threads, since its parts read nothing of each other.
 */
final class LlamaTree extends PrefixTree {
  private final LlamaWeights weights;
  private final int most;
  private final int group;
  private final KeyValues store;
  private final Evaluations.Pass[] passes; // of each thread
  private final Evaluations evaluations;
  private int[] slots = new int[64]; // of each node, 1 more than its slot; 0 for none
  private int used;
  private long computed;

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
    List<Integer> shared = new ArrayList<>();
    List<List<Integer>> chains = new ArrayList<>();
    Map<Integer, List<Integer>> chainOf = new LinkedHashMap<>();
    for (Map.Entry<Integer, Integer> entry : needed.entrySet()) { // parents before children
      int node = entry.getKey();
      if (entry.getValue() > 1 || slots[node] > 0) {
        shared.add(node);
      } else {
        List<Integer> chain = chainOf.get(parent(node));
        if (chain == null) {
          chain = new ArrayList<>();
          chains.add(chain);
        }
        chain.add(node);
        chainOf.put(node, chain);
      }
      slots[node] = slots[node] > 0 ? slots[node] : ++used;
    }
    computed += needed.size();
    store.ensure(used);
    evaluations.ensure(places.size());
    run(0, shared, places);
    List<List<Integer>> parts = parts(chains);
    IntStream.range(0, passes.length).parallel().forEach(k -> run(k, parts.get(k), places));
  }

  /** Deals chains to threads, about the same number of tokens to each. */
  private List<List<Integer>> parts(List<List<Integer>> chains) {
    List<List<Integer>> parts = new ArrayList<>();
    for (int k = 0; k < passes.length; k++) {
      parts.add(new ArrayList<>());
    }
    for (List<Integer> chain : chains) {
      List<Integer> least = parts.get(0);
      for (List<Integer> part : parts) {
        least = part.size() < least.size() ? part : least;
      }
      least.addAll(chain);
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
