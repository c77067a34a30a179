package dev.ccl.core.forest;

import com.google.common.primitives.ImmutableIntArray;

/**
 * Cuts a complete forest into runs of consecutive nodes of one depth with at most about {@link
 * #EDGES} edges each, so that the arrays of a run stay in the nearest cache. Kernels work on a run
 * at a time with indices local to it. The cut depends on the forest alone.
 */
public final class NodeBlocks {
  /** The most edges of a block with more than one node. */
  public static final int EDGES = 2048;

  private final ImmutableIntArray firstNode;
  private final ImmutableIntArray firstOfLevel;
  private final int widest;

  private NodeBlocks(ImmutableIntArray firstNode, ImmutableIntArray firstOfLevel, int widest) {
    this.firstNode = firstNode;
    this.firstOfLevel = firstOfLevel;
    this.widest = widest;
  }

  /**
   * Cuts a forest.
   *
   * @param forest a complete forest
   * @return its blocks
   */
  public static NodeBlocks of(Forest forest) {
    forest.requireComplete();
    ImmutableIntArray.Builder first = ImmutableIntArray.builder();
    ImmutableIntArray.Builder levels = ImmutableIntArray.builder();
    int blocks = 0;
    int blockEdges = 0;
    int widest = 0;
    int levelEnd =
        0; // nodes of one depth are consecutive; a level ends where the children of the previous
    // one end
    for (int s = 0; s < forest.nodes(); s++) {
      int degree = forest.degree(s);
      boolean newLevel = s == levelEnd;
      if (newLevel) {
        levels.add(blocks);
        levelEnd = levelEnd(forest, s, levelEnd);
      }
      if (newLevel || blockEdges + degree > EDGES) {
        first.add(s);
        blocks++;
        blockEdges = 0;
      }
      blockEdges += degree;
      widest = Math.max(widest, blockEdges);
    }
    first.add(forest.nodes());
    levels.add(blocks);
    return new NodeBlocks(first.build(), levels.build(), widest);
  }

  private static int levelEnd(Forest forest, int first, int previousEnd) {
    int end = first;
    if (forest.parentEdge(first) < 0) {
      return forest.prompts().size();
    }
    while (end < forest.nodes() && forest.node(forest.parentEdge(end)) < previousEnd) {
      end++;
    }
    return end;
  }

  /** {@return the number of blocks} */
  public int count() {
    return firstNode.length() - 1;
  }

  /**
   * Returns the first node of a block; the nodes end before {@code firstNode(block + 1)}.
   *
   * @param block a block, or {@link #count}
   * @return a node
   */
  public int firstNode(int block) {
    return firstNode.get(block);
  }

  /**
   * Returns the number of levels, that is of different depths.
   *
   * @return at most H
   */
  public int levels() {
    return firstOfLevel.length() - 1;
  }

  /**
   * Returns the first block of a level; the blocks end before {@code firstBlock(level + 1)}.
   *
   * @param level a level, or {@link #levels}
   * @return a block
   */
  public int firstBlock(int level) {
    return firstOfLevel.get(level);
  }

  /**
   * Returns the largest number of edges of a block.
   *
   * @return the length that block-local arrays need
   */
  public int widest() {
    return widest;
  }
}
