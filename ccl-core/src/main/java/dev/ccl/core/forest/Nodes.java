package dev.ccl.core.forest;

/**
 * The nodes of some trees in parent order: every node comes after the one above it, and the edges
 * of a node lie side by side. Whole forests are of this kind, and so are the states that a batch of
 * rollouts has visited; a sweep over either is one of the two methods below.
 */
public interface Nodes {
  /** The child of an edge behind which there is no node. */
  int LEAF = -1;

  /** {@return the number of nodes} */
  int nodes();

  /**
   * Returns the first edge of a node. Its edges end before the first edge of the next node, and
   * {@code firstEdge(nodes())} is the number of edges.
   *
   * @param s a node, or {@link #nodes}
   * @return an edge
   */
  int firstEdge(int s);

  /**
   * Returns the node above a node.
   *
   * @param s a node
   * @return a node, or -1 above a root
   */
  int parent(int s);

  /**
   * Returns the edge that leads to a node.
   *
   * @param s a node
   * @return an edge, or -1 for a root
   */
  int parentEdge(int s);

  /**
   * Returns the node at which an edge ends.
   *
   * @param e an edge
   * @return a node, or {@link #LEAF}
   */
  int child(int e);

  /**
   * Sweeps down: visits every node after the one above it.
   *
   * @param visitor what to do at each node
   */
  default void down(Visitor visitor) {
    for (int s = 0; s < nodes(); s++) {
      visitor.visit(s, firstEdge(s), firstEdge(s + 1));
    }
  }

  /**
   * Sweeps up: visits every node after all nodes below it.
   *
   * @param visitor what to do at each node
   */
  default void up(Visitor visitor) {
    for (int s = nodes() - 1; s >= 0; s--) {
      visitor.visit(s, firstEdge(s), firstEdge(s + 1));
    }
  }

  /** What a sweep does at a node. */
  @FunctionalInterface
  interface Visitor {
    /**
     * Visits a node.
     *
     * @param s the node
     * @param from its first edge
     * @param to the edge after its last
     */
    void visit(int s, int from, int to);
  }
}
