package dev.ccl.theory.claims;

import dev.ccl.core.forest.Forest;
import dev.ccl.core.mdp.State;
import dev.ccl.testkit.naive.Answer;
import dev.ccl.testkit.naive.Node;
import dev.ccl.theory.Case;
import dev.ccl.theory.Side;

/** The way from the library's forest to the naive states and answers. */
final class NaiveCorrespondence {
  private NaiveCorrespondence() {}

  static Node node(Case c, Side side, int s) {
    State state = c.subject().dataset(side).forest().state(s);
    return c.specimen().naive().node(state.prompt().id(), state.prefix());
  }

  static Answer answer(Case c, Side side, int leaf) {
    Forest forest = c.subject().dataset(side).forest();
    return c.specimen().naive().answer(prompt(forest, leaf), forest.answer(leaf));
  }

  static String prompt(Forest forest, int e) {
    return forest.prompts().get(root(forest, e)).id();
  }

  static int root(Forest forest, int e) {
    int s = forest.node(e);
    while (forest.parentEdge(s) >= 0) {
      s = forest.node(forest.parentEdge(s));
    }
    return s;
  }

  static boolean isLeaf(Forest forest, int e) {
    return forest.child(e) == Forest.LEAF;
  }
}
