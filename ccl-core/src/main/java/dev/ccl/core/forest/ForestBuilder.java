package dev.ccl.core.forest;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.core.math.Segments;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.mdp.State;
import dev.ccl.core.mdp.TokenMdp;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.Queue;

/**
 * Makes a forest: nodes and edges are counted first, so that one over the budget is refused before
 * memory is spent on it, and then laid out level by level over all prompts.
 */
final class ForestBuilder {
  private static final long FEW_STEPS = 30_000_000L; // about a second
  private static final long STEPS_PER_EDGE = 5_000;

  private final TokenMdp mdp;
  private final ImmutableList<Prompt> prompts;
  private final long budget;
  private final int[] seenAt; // the last node at which a token was legal
  private int nodes;
  private long steps; // questions to the rule that tell which tails are forced
  private int edges;

  ForestBuilder(TokenMdp mdp, ImmutableList<Prompt> prompts, long budget) {
    checkArgument(
        new HashSet<>(prompts).size() == prompts.size(), "prompts: the list has duplicates");
    this.mdp = mdp;
    this.prompts = prompts;
    this.budget = Math.min(budget, Integer.MAX_VALUE - 16);
    this.seenAt = new int[mdp.vocabulary().size()];
    Arrays.fill(seenAt, -1);
  }

  Forest forest() {
    for (Prompt prompt : prompts) {
      count(prompt);
    }
    int[] firstEdge = new int[nodes + 1];
    int[] parentEdge = new int[nodes];
    int[] token = new int[edges];
    int[] child = new int[edges];
    int[] node = new int[edges];
    Queue<State> open = new ArrayDeque<>(); // the states of the nodes to come, in order
    for (Prompt prompt : prompts) {
      parentEdge[open.size()] = -1;
      open.add(mdp.start(prompt));
    }
    int known = open.size();
    int e = 0;
    for (int s = 0; s < nodes; s++) {
      State state = open.remove();
      ImmutableIntArray legal = state.legal();
      for (int k = 0; k < legal.length(); k++, e++) {
        checkLegal(state, legal.get(k), s);
        token[e] = legal.get(k);
        node[e] = s;
        State next = next(state, k);
        child[e] = next == null ? Forest.LEAF : known;
        if (next != null) {
          parentEdge[known++] = e;
          open.add(next);
        }
      }
      firstEdge[s + 1] = e;
    }
    return new Forest(mdp, prompts, Segments.of(firstEdge), parentEdge, token, child, node);
  }

  private void count(Prompt prompt) {
    Deque<State> open = new ArrayDeque<>(); // not the stack of the thread: trees may be deep
    open.push(mdp.start(prompt));
    while (!open.isEmpty()) {
      State state = open.pop();
      int degree = state.legal().length();
      if (edges + (long) degree > budget) {
        throw new BudgetExceededException(budget);
      }
      checkArgument(
          steps <= Math.max(FEW_STEPS, STEPS_PER_EDGE * edges),
          "answers of %s tokens are too long for whole trees of this shape, whose forced tails take"
              + " more than %s steps; let the trees grow where they are walked, or shorten answers",
          mdp.horizon(),
          FEW_STEPS);
      nodes++;
      edges += degree;
      for (int k = 0; k < degree; k++) {
        State next = next(state, k);
        if (next != null) {
          open.push(next);
        } else { // the rule was asked about each token of the tail
          steps += mdp.horizon() - state.step();
        }
      }
    }
  }

  /** The state behind a legal token, or null where the answer is determined with it. */
  private State next(State state, int k) {
    if (state.step() == mdp.horizon()) {
      return null;
    }
    State next = mdp.append(state, state.legal().get(k));
    return mdp.isForced(next) ? null : next;
  }

  private void checkLegal(State state, int a, int s) {
    checkArgument(
        a >= 0 && a < seenAt.length && seenAt[a] != s,
        "the feasibility rule lists token %s wrongly (unknown or twice) at %s",
        a,
        state);
    seenAt[a] = s;
  }
}
