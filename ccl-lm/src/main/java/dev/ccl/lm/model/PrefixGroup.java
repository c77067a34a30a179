package dev.ccl.lm.model;

import dev.ccl.lm.LanguageModel;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** The answers to a list of prefixes, each distinct one computed once. */
final class PrefixGroup {
  private final List<int[]> prefixes;
  private final int[] answer; // of each prefix: its place among the distinct ones, sorted
  private final Answers answers;

  private PrefixGroup(List<int[]> prefixes, int[] answer, int distinct) {
    this.prefixes = prefixes;
    this.answer = answer;
    this.answers = new Answers(distinct);
  }

  static PrefixGroup evaluate(LlamaWeights weights, List<int[]> prefixes, int threads) {
    Integer[] order = new Integer[prefixes.size()];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, Comparator.comparing(prefixes::get, Arrays::compare));
    int[] answer = new int[order.length];
    int[][] sorted = new int[order.length][];
    int distinct = 0;
    for (int i : order) {
      if (distinct == 0 || !Arrays.equals(sorted[distinct - 1], prefixes.get(i))) {
        sorted[distinct++] = prefixes.get(i);
      }
      answer[i] = distinct - 1;
    }
    PrefixGroup group = new PrefixGroup(prefixes, answer, distinct);
    int[] bounds = parts(sorted, distinct, threads);
    IntStream.range(0, bounds.length - 1)
        .parallel()
        .forEach(k -> new Walk(weights, group.answers).run(sorted, bounds[k], bounds[k + 1]));
    return group;
  }

  /** Cuts the sorted prefixes where the tokens to compute are shared evenly. */
  private static int[] parts(int[][] sorted, int distinct, int threads) {
    long[] work = new long[distinct + 1];
    for (int i = 0; i < distinct; i++) {
      work[i + 1] = work[i] + sorted[i].length - (i == 0 ? 0 : shared(sorted[i - 1], sorted[i]));
    }
    int[] bounds = new int[threads + 1];
    for (int k = 1, at = 0; k <= threads; k++) {
      while (at < distinct && work[at] * threads < work[distinct] * k) {
        at++;
      }
      bounds[k] = at; // the last: each prefix has a token of its own
    }
    return bounds;
  }

  private static int shared(int[] a, int[] b) {
    int mismatch = Arrays.mismatch(a, b);
    return mismatch < 0 ? a.length : mismatch;
  }

  /** Returns a cursor that is after a prefix of the group. */
  LanguageModel.Cursor at(int index) {
    return answers.at(prefixes.get(index), answer[index]);
  }

  /**
   * A walk through the tree of sorted prefixes, depth first. Tokens wait until there are enough for
   * a pass; the slots of tokens left behind serve again once the pass that reads them is over.
   */
  private static final class Walk {
    private final Forward forward;
    private final Answers.Desk desk;
    private int[] path = new int[16];
    private int depth;
    private int[] free = new int[16];
    private int freeNow;
    private int freeLater; // free[freeNow … freeLater − 1] serve again after the next pass
    private int slots;

    Walk(LlamaWeights weights, Answers answers) {
      this.desk = new Answers.Desk(weights, answers);
      this.forward = new Forward(weights, new KeyValues(weights.shape()));
    }

    void run(int[][] sorted, int from, int to) {
      for (int i = from; i < to; i++) {
        int[] prefix = sorted[i];
        leave(i == from ? 0 : shared(sorted[i - 1], prefix));
        while (depth < prefix.length) {
          enter(prefix[depth], depth + 1 == prefix.length ? i : -1);
        }
      }
      pass();
    }

    private void leave(int shared) {
      while (depth > shared) {
        if (freeLater == free.length) {
          free = Arrays.copyOf(free, 2 * freeLater);
        }
        free[freeLater++] = path[--depth];
      }
    }

    private void enter(int token, int answer) {
      if (forward.count() == Forward.COLUMNS) {
        pass();
      }
      if (depth == path.length) {
        path = Arrays.copyOf(path, 2 * depth);
      }
      path[depth++] = takeSlot();
      desk.expect(forward.count(), answer);
      forward.add(token, path, depth);
    }

    private int takeSlot() {
      if (freeNow == 0) {
        return slots++;
      }
      int slot = free[--freeNow];
      free[freeNow] = free[--freeLater];
      return slot;
    }

    private void pass() {
      desk.pass(forward);
      freeNow = freeLater;
    }
  }
}
