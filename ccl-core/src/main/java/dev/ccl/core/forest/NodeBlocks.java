package dev.ccl.core.forest;

import dev.ccl.core.math.Segments;
import java.util.Arrays;

/**
 * A forest cut into runs of consecutive nodes of one depth with at most about {@link #EDGES} edges
 * each, so that the arrays of a run stay in the nearest cache. Kernels work on a run at a time with
 * indices local to it. The cut depends on the forest alone.
 */
public final class NodeBlocks {
  /** The most edges of a block with more than one node. */
  public static final int EDGES = 2048;

  private final Segments nodes; // of each block
  private final Segments edges; // of each block
  private final Segments levels; // the blocks of each
  private final int[] blockOf; // of each node, and the number of blocks
  private final int widest;

  private NodeBlocks(Forest forest, Segments nodes, Segments levels) {
    this.nodes = nodes;
    this.levels = levels;
    this.blockOf = new int[forest.nodes() + 1];
    int[] firstEdge = new int[nodes.count() + 1];
    for (int b = 0; b < nodes.count(); b++) {
      Arrays.fill(blockOf, nodes.first(b), nodes.first(b + 1), b);
      firstEdge[b + 1] = forest.firstEdge(nodes.first(b + 1));
    }
    blockOf[forest.nodes()] = nodes.count();
    this.edges = Segments.of(firstEdge);
    this.widest = edges.longest();
  }

  static NodeBlocks of(Forest forest) {
    int[] firstNode = new int[forest.nodes() + 1];
    int[] firstBlock = new int[forest.mdp().horizon() + 1];
    int blocks = 0;
    int levels = 0;
    int edges = 0;
    int levelEnd = 0; // nodes of one depth are consecutive
    for (int s = 0; s < forest.nodes(); s++) {
      boolean newLevel = s == levelEnd;
      if (newLevel) {
        firstBlock[levels++] = blocks;
        levelEnd = levelEnd(forest, s);
      }
      if (newLevel || edges + forest.degree(s) > EDGES) {
        firstNode[blocks++] = s;
        edges = 0;
      }
      edges += forest.degree(s);
    }
    firstNode[blocks] = forest.nodes();
    firstBlock[levels] = blocks;
    return new NodeBlocks(
        forest,
        Segments.of(Arrays.copyOf(firstNode, blocks + 1)),
        Segments.of(Arrays.copyOf(firstBlock, levels + 1)));
  }

  /** The level of the roots ends with them, any other with the children of the one before it. */
  private static int levelEnd(Forest forest, int first) {
    if (first == 0) {
      return forest.prompts().size();
    }
    int end = first;
    while (end < forest.nodes() && forest.node(forest.parentEdge(end)) < first) {
      end++;
    }
    return end;
  }

  /** {@return the number of blocks} */
  public int count() {
    return nodes.count();
  }

  /**
   * Returns the first node of a block; the nodes end before {@code firstNode(block + 1)}.
   *
   * @param block a block, or {@link #count}
   * @return a node
   */
  public int firstNode(int block) {
    return nodes.first(block);
  }

  /**
   * Returns the first edge of a block; the edges end before {@code firstEdge(block + 1)}.
   *
   * @param block a block, or {@link #count}
   * @return an edge
   */
  public int firstEdge(int block) {
    return edges.first(block);
  }

  /**
   * Returns the number of edges of a block.
   *
   * @param block a block
   * @return the length of its arrays
   */
  public int edges(int block) {
    return edges.length(block);
  }

  /**
   * Returns the block of a node.
   *
   * @param s a node, or the number of nodes
   * @return its block, or {@link #count}
   */
  public int blockOf(int s) {
    return blockOf[s];
  }

  /** {@return the number of levels, that is of different depths, at most H} */
  public int levels() {
    return levels.count();
  }

  /**
   * Returns the first block of a level; the blocks end before {@code firstBlock(level + 1)}.
   *
   * @param level a level, or {@link #levels}
   * @return a block
   */
  public int firstBlock(int level) {
    return levels.first(level);
  }

  /** {@return the largest number of edges of a block, the length that block-local arrays need} */
  public int widest() {
    return widest;
  }
}
