package dev.ccl.lm.token;

import java.util.Arrays;
import java.util.PriorityQueue;

/**
 * Joins neighbouring tokens, the best pair of all first and of equal pairs the leftmost, until no
 * pair can be joined. Takes n log n steps on a text of n tokens.
 */
final class Merger {
  /** Which pairs can be joined. */
  @FunctionalInterface
  interface Rule {
    /** Returns what a pair becomes; null if it cannot be joined. */
    Join join(int left, int right);
  }

  /**
   * What a pair becomes.
   *
   * @param token the token that takes the place of both
   * @param rank pairs of smaller rank are joined first
   */
  record Join(int token, double rank) {}

  private record Candidate(Join join, int at, int left, int right)
      implements Comparable<Candidate> {
    @Override
    public int compareTo(Candidate other) {
      int byRank = Double.compare(join.rank(), other.join.rank());
      return byRank != 0 ? byRank : Integer.compare(at, other.at);
    }
  }

  private static final int GONE = -1;

  private final Rule rule;
  private final int[] tokens;
  private final int[] next;
  private final int[] previous;
  private final PriorityQueue<Candidate> queue = new PriorityQueue<>();

  private Merger(int[] tokens, Rule rule) {
    this.rule = rule;
    this.tokens = tokens;
    this.next = new int[tokens.length];
    this.previous = new int[tokens.length];
    for (int i = 0; i < tokens.length; i++) {
      next[i] = i + 1 < tokens.length ? i + 1 : GONE;
      previous[i] = i - 1;
    }
  }

  /** Returns the tokens that are left of the given ones, which are overwritten. */
  static int[] merge(int[] tokens, Rule rule) {
    return tokens.length < 2 ? tokens : new Merger(tokens, rule).run();
  }

  private int[] run() {
    for (int i = 0; i + 1 < tokens.length; i++) {
      consider(i);
    }
    for (Candidate c = queue.poll(); c != null; c = queue.poll()) {
      int second = next[c.at];
      boolean stale = tokens[c.at] != c.left || second == GONE || tokens[second] != c.right;
      if (!stale) {
        tokens[c.at] = c.join.token();
        tokens[second] = GONE;
        next[c.at] = next[second];
        if (next[second] != GONE) {
          previous[next[second]] = c.at;
        }
        consider(c.at);
        if (previous[c.at] != GONE) {
          consider(previous[c.at]);
        }
      }
    }
    return Arrays.stream(tokens).filter(t -> t != GONE).toArray();
  }

  private void consider(int at) {
    if (next[at] != GONE) {
      int left = tokens[at];
      int right = tokens[next[at]];
      Join join = rule.join(left, right);
      if (join != null) {
        queue.add(new Candidate(join, at, left, right));
      }
    }
  }
}
