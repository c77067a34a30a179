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
 * A tree whose keys and values are kept, one slot per prefix. A question computes the prefixes that
 * it asks about and those on the way that have no slot; what several of them share is computed
 * first, and then the rest on all threads, since its parts read nothing of each other.
 */
final class LlamaTree extends PrefixTree {
  private final LlamaWeights weights;
  private final int threads;
  private final int most;
  private final KeyValues store;
  private int[] slots = new int[64]; // of each node, 1 more than its slot; 0 for none
  private int used;
  private long computed;

  LlamaTree(LlamaWeights weights, int threads, int most) {
    this.weights = weights;
    this.threads = threads;
    this.most = most;
    this.store = new KeyValues(weights.shape());
  }

  @Override
  public void read(int[] nodes, LanguageModel.Reader reader) {
    for (int node : nodes) {
      LlamaModel.checkLength(length(node), weights.shape());
      for (int at = node; at != EMPTY && (at >= slots.length || slots[at] == 0); at = parent(at)) {
        LlamaModel.checkToken(token(at), weights.shape());
      }
    }
    int size = LlamaModel.groupSize(weights.shape(), threads);
    for (int from = 0; from < nodes.length; from += size) {
      int[] group = Arrays.copyOfRange(nodes, from, Math.min(nodes.length, from + size));
      Map<Integer, Integer> places = new LinkedHashMap<>();
      for (int node : group) {
        places.putIfAbsent(node, places.size());
      }
      Answers answers = compute(places);
      for (int i = 0; i < group.length; i++) {
        reader.read(from + i, answers.at(prefix(group[i]), places.get(group[i])));
      }
    }
  }

  /** Returns how many tokens have gone through the model so far. */
  long computed() {
    return computed;
  }

  private Answers compute(Map<Integer, Integer> places) {
    slots = slots.length < size() ? Arrays.copyOf(slots, 2 * size()) : slots;
    TreeMap<Integer, Integer> needed = needed(places);
    if (used + needed.size() > most && used > 0) {
      Arrays.fill(slots, 0);
      used = 0;
      needed = needed(places);
    }
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
    Answers answers = new Answers(places.size());
    run(shared, places, answers);
    List<List<Integer>> parts = parts(chains);
    IntStream.range(0, parts.size()).parallel().forEach(k -> run(parts.get(k), places, answers));
    return answers;
  }

  /** The nodes to compute, each with how many of the questions it lies on the way to. */
  private TreeMap<Integer, Integer> needed(Map<Integer, Integer> places) {
    TreeMap<Integer, Integer> needed = new TreeMap<>();
    for (int node : places.keySet()) {
      needed.merge(node, 1, Integer::sum);
      for (int at = parent(node); at != EMPTY && slots[at] == 0; at = parent(at)) {
        needed.merge(at, 1, Integer::sum);
      }
    }
    return needed;
  }

  /** Deals chains to threads, about the same number of tokens to each. */
  private List<List<Integer>> parts(List<List<Integer>> chains) {
    List<List<Integer>> parts = new ArrayList<>();
    for (int k = 0; k < threads; k++) {
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

  private void run(List<Integer> nodes, Map<Integer, Integer> places, Answers answers) {
    if (nodes.isEmpty()) {
      return;
    }
    Forward forward = new Forward(weights, store);
    Answers.Desk desk = new Answers.Desk(weights, answers);
    for (int node : nodes) {
      if (forward.count() == Forward.COLUMNS) {
        desk.pass(forward);
      }
      desk.expect(forward.count(), places.getOrDefault(node, -1));
      int[] path = new int[length(node)];
      for (int at = node; at != EMPTY; at = parent(at)) {
        path[length(at) - 1] = slots[at] - 1;
      }
      forward.add(token(node), path, path.length);
    }
    desk.pass(forward);
  }
}
